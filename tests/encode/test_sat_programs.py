"""SAT solvers as programs: how they are called, and how their answers are read."""

import sys
from pathlib import Path

import pytest
from cpstudy.encode.sat_programs import ProgramSearch, read_answer

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Stop
from cpstudy.encode import sat
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession, open_search
from cpstudy.encode.sessions import enumerate_models
from tests.encode.test_sat import two_of_four

pytest.importorskip("pysat.solvers")

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
        open_search("kissat", Cnf())
    for name, quiet in (("kissat", False), ("minisat", False), ("picosat", True)):
        path = tmp_path / name
        path.write_text(PROGRAM.format(python=sys.executable, folder=folder, quiet=quiet))
        path.chmod(0o755)
    for name in ("kissat", "minisat"):
        found = enumerate_models(SatSession(two_of_four(), 4, solver=name), None)
        assert len(found.solutions) == 6, name
    with pytest.raises(RuntimeError, match="picosat ended with 7: nothing"):
        enumerate_models(SatSession(two_of_four(), 4, solver="picosat"), None)


def test_a_clock_strikes_before_the_program_is_started():
    search = ProgramSearch("none", ["/no/such/program"], two_of_four())
    assert search.run(Clock(0), None) is Stop.TIME

    class Strikes(Clock):
        """After it was looked at once."""

        late = False

        def check(self):
            raise OutOfTimeError

    with pytest.raises(OutOfTimeError):
        search.run(Strikes(), None)


def test_answers_are_read():
    assert read_answer("c x\ns SATISFIABLE\nv -2 1\nv 3 0\n") == [1, -2, 3]
    assert read_answer("SAT\n1 -2 0\n") == [1, -2]
    assert read_answer("UNSAT\n") is Stop.DONE
    assert read_answer("s UNSATISFIABLE\n") is Stop.DONE
    assert read_answer("c killed\n") is None
    assert read_answer("s UNKNOWN\n") is None
