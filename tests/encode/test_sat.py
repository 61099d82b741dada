"""SAT solvers by name: what they find, what they do when a budget strikes, how they are refused."""

import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cpstudy.core.result import Budget, Stop
from cpstudy.encode import sat
from cpstudy.encode.cnf import Cnf

pytest.importorskip("pysat.solvers")

ALL_HERE = (*sat.IN_PROCESS, "lingeling", "kissat404")
OWN_PROCESS = ("lingeling", "kissat404")


def pigeons(holes: int) -> Cnf:
    """One pigeon too many: unsatisfiable, and long to refute."""
    cnf = Cnf()
    rows = [list(cnf.block(holes)) for _ in range(holes + 1)]
    cnf.clauses += rows
    for column in zip(*rows, strict=True):
        cnf.clauses += [[-a, -b] for a, b in combinations(column, 2)]
    return cnf


def two_of_four() -> Cnf:
    """Exactly two of four variables: six models."""
    cnf = Cnf(variables=4)
    for three in combinations(range(1, 5), 3):
        cnf.add(*three)
        cnf.add(*(-x for x in three))
    return cnf


@pytest.mark.parametrize("name", ALL_HERE)
@pytest.mark.parametrize("same_size", [False, True])
def test_every_solver_finds_every_model_once(name, same_size):
    found = sat.enumerate_models(two_of_four(), 4, Budget(), None, solver=name, same_size=same_size)
    assert found.stop is Stop.DONE
    assert len({tuple(s) for s in found.solutions}) == len(found.solutions) == 6
    assert found.counters["searches"] == 7
    assert ("conflicts" in found.counters) is (name in sat.IN_PROCESS)
    empty = Cnf(variables=1)
    empty.add()
    assert sat.enumerate_models(empty, 1, Budget(), 1, solver=name).stop is Stop.DONE


def test_known_solutions_limits_and_lazy_clauses():
    known = np.array([True, True, False, False])
    found = sat.enumerate_models(two_of_four(), 4, Budget(), None, known=[known])
    assert len(found.solutions) == 5
    assert len(sat.enumerate_models(two_of_four(), 4, Budget(), 2).solutions) == 2

    def first_two_differ(values):
        return [] if values[0] != values[1] else [[1, 2], [-1, -2]]

    found = sat.enumerate_models(two_of_four(), 4, Budget(), None, lacking=first_two_differ)
    assert len(found.solutions) == 4
    assert all(s[0] != s[1] for s in found.solutions)
    assert found.counters["cuts"] == len(found.lacking) in (0, 2)


@pytest.mark.parametrize("name", ["cadical153", "glucose4", "minicard", *OWN_PROCESS])
def test_a_clock_that_runs_out_is_unknown(name):
    start = time.perf_counter()
    found = sat.enumerate_models(pigeons(13), 1, Budget(seconds=0.5), 2, solver=name)
    assert found.stop is Stop.TIME
    assert not found.solutions
    assert time.perf_counter() - start < 30
    assert sat.enumerate_models(pigeons(3), 1, Budget(seconds=0), 2, solver=name).stop is Stop.TIME


@pytest.mark.parametrize("name", ["cadical153", "maplechrono", "minicard"])
def test_a_bound_on_conflicts_is_kept(name):
    found = sat.enumerate_models(pigeons(9), 1, Budget(iterations=500), 2, solver=name)
    assert found.stop is Stop.ITERATIONS
    assert 500 <= found.counters["conflicts"] < 510
    found = sat.enumerate_models(pigeons(9), 1, Budget(iterations=0), 2, solver=name)
    assert (found.stop, found.counters["conflicts"]) == (Stop.ITERATIONS, 0)


def test_faults_are_one_line():
    with pytest.raises(ValueError, match="'magic': choose from cadical103"):
        sat.open_search("magic", Cnf())
    with pytest.raises(ValueError, match="lingeling cannot bound its conflicts: give --seconds"):
        sat.enumerate_models(two_of_four(), 4, Budget(iterations=5), 2, solver="lingeling")


def test_a_missing_extra_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for name in ("minicard", "lingeling"):
        with pytest.raises(ValueError, match=r"install cpstudy\[sat\]"):
            sat.open_search(name, two_of_four())


PROGRAM = """#!{python}
import sys
sys.path.insert(0, {folder!r})
import dimacs_solver
if {quiet}:
    sys.exit(7)
if len(sys.argv) > 3:  # MiniSat writes its answer to a second file
    from contextlib import redirect_stdout
    with open(sys.argv[3], "w") as answer, redirect_stdout(answer):
        dimacs_solver.main("minicard", sys.argv[2])
else:
    dimacs_solver.main("minicard", sys.argv[-1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a script with a shebang")
def test_programs_on_the_path(tmp_path, monkeypatch):
    folder = str(Path(sat.__file__).parent)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match="solver kissat: no program kissat on the PATH"):
        sat.open_search("kissat", Cnf())
    for name, quiet in (("kissat", False), ("minisat", False), ("picosat", True)):
        path = tmp_path / name
        path.write_text(PROGRAM.format(python=sys.executable, folder=folder, quiet=quiet))
        path.chmod(0o755)
    for name in ("kissat", "minisat"):
        found = sat.enumerate_models(two_of_four(), 4, Budget(), None, solver=name)
        assert len(found.solutions) == 6, name
    with pytest.raises(RuntimeError, match="picosat ended with 7 and said: nothing"):
        sat.enumerate_models(two_of_four(), 4, Budget(), None, solver="picosat")


def test_answers_are_read():
    assert sat.read_answer("c x\ns SATISFIABLE\nv -2 1\nv 3 0\n") == [1, -2, 3]
    assert sat.read_answer("SAT\n1 -2 0\n") == [1, -2]
    assert sat.read_answer("UNSAT\n") is Stop.DONE
    assert sat.read_answer("s UNSATISFIABLE\n") is Stop.DONE
    assert sat.read_answer("c killed\n") is None
    assert sat.read_answer("s UNKNOWN\n") is None


INTERRUPTED = """
import os, signal, sys, threading
sys.path.insert(0, {root!r})
from cpstudy.core.result import Budget
from {module} import enumerate_models
{setup}
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {call}
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("name", ["minicard", "cadical153", "lingeling", "z3"])
def test_ctrl_c_ends_a_search(name):
    setup = "from tests.encode.test_sat import pigeons"
    if name == "z3":
        pytest.importorskip("z3")
        module = "cpstudy.encode.smt"
        setup += (
            "\nimport numpy as np\nfrom cpstudy.encode.smt import Script\n"
            "cnf = pigeons(13)\nscript = Script(['x1'])\nscript.add_formula(cnf)"
        )
        call = "enumerate_models(script, Budget(), np.random.default_rng(0), 1)"
    else:
        module = "cpstudy.encode.sat"
        call = f"enumerate_models(pigeons(13), 1, Budget(), 1, solver={name!r})"
    root = str(Path(__file__).parents[2])
    code = INTERRUPTED.format(root=root, module=module, setup=setup, call=call)
    # A shell may have told its children to ignore Ctrl-C; the script asks for it again.
    done = subprocess.run([sys.executable, "-c", code], timeout=60, check=False, cwd=root)
    assert done.returncode == 130
