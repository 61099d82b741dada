"""SAT solvers as external programs: how they are called, and how their answers are parsed."""

import sys
from pathlib import Path

import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.errors import ProgramError
from cpstudy.core.result import Stop
from cpstudy.encode import sat
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.interchange import LANGUAGES, read_answer
from cpstudy.encode.programs import MODEL, Program, ProgramRuns
from cpstudy.encode.sat import SatSession
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
        enumerate_models(SatSession(two_of_four(), 4, solver="kissat"), None)
    for name, quiet in (("kissat", False), ("minisat", False), ("picosat", True)):
        path = tmp_path / name
        path.write_text(PROGRAM.format(python=sys.executable, folder=folder, quiet=quiet))
        path.chmod(0o755)
    for name in ("kissat", "minisat"):
        found = enumerate_models(SatSession(two_of_four(), 4, solver=name), None)
        assert len(found.solutions) == 6, name
        assert found.counters["searches"] == 7
        assert found.counters["exit_code"] == 0
    with pytest.raises(ProgramError, match=r"picosat: .* \(exit code 7: nothing printed\)"):
        enumerate_models(SatSession(two_of_four(), 4, solver="picosat"), None)


def test_a_clock_strikes_before_the_program_is_started():
    runs = ProgramRuns(Program("none", (sys.executable, MODEL)), LANGUAGES["dimacs"])
    assert runs.answer("sat", two_of_four(), Clock(0), None) is Stop.TIME

    class Strikes(Clock):
        """A clock that is not late at first but raises OutOfTimeError when it is checked."""

        late = False

        def check(self):
            raise OutOfTimeError

    with pytest.raises(OutOfTimeError):
        runs.answer("sat", two_of_four(), Strikes(), None)


def test_a_program_without_a_place_for_its_file_reads_standard_input():
    program = Program("cat", (sys.executable, "-c", "print('s SATISFIABLE\\nv', len(input()), 0)"))
    runs = ProgramRuns(program, LANGUAGES["dimacs"])
    assert runs.answer("sat", Cnf(20), Clock(), None).index(1) == len("p cnf 20 0") - 1


def test_answers_are_read():
    assert read_answer("c x\ns SATISFIABLE\nv -2 1\nv 3 0\n") == [1, -2, 3]
    assert read_answer("SAT\n1 -2 0\n") == [1, -2]
    assert read_answer("UNSAT\n") is Stop.DONE
    assert read_answer("s UNSATISFIABLE\n") is Stop.DONE
    assert read_answer("c killed\n") is None
    assert read_answer("s UNKNOWN\n") is None


@pytest.mark.parametrize(
    "name", [name for name in LANGUAGES if "sat" in LANGUAGES[name].writers and name != "minizinc"]
)
def test_the_empty_clause_is_false_and_no_clause_true(name):
    from tests.jobs.outside import OUTSIDE

    language = LANGUAGES[name]
    for cnf, satisfiable in ((Cnf(2, [[]]), False), (Cnf(2), True), (Cnf(1, [[1], [-1]]), False)):
        text = language.commented("".join(language.writers["sat"](cnf)), ["a -- comment"])
        said = language.parse("sat", cnf, OUTSIDE[name](text))
        assert (bool(said.answers), said.done) == (satisfiable, not satisfiable)
