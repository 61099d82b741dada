"""Names of the user's solvers: module and function, registered names, installed packages."""

import json
import sys
from importlib import metadata

import pytest

from cpstudy import Budget, Stop, api, count, puzzle, register_solver, solve, solvers, verify
from cpstudy.api import compared_solvers, named_solver
from cpstudy.core import registered
from cpstudy.core.errors import InputError, fault_of
from cpstudy.core.solving import WrongAnswerError
from cpstudy.external import installed
from cpstudy.external.references import CountedFunction
from cpstudy.puzzles import kind
from tests import forking
from tests.external import theirs

PIPES = kind("pipes")
HERE = "tests.external.theirs"
BOARD = puzzle("pipes", "2x1:11")


@pytest.fixture(autouse=True)
def _nothing_registered(monkeypatch):
    monkeypatch.setattr(registered, "_rows", {})


def test_a_function_of_a_module_is_a_solver():
    result = verify(BOARD, f"{HERE}:solve")
    row = named_solver(PIPES, f"{HERE}:solve")
    assert str(result.verdict) == "unique"
    assert result.provenance.solver == row.name == f"{HERE}:solve"
    assert row.summary == "Ours under another name."
    assert row.version == result.provenance.solver_version > 1
    assert row.packages == ("numpy",)  # the module imports it
    # Any counter of the solver counts its effort; without one, the effort is 0.
    assert result.counters["iterations"] == result.counters["nodes"]
    assert verify(puzzle("pipes", "2x1:55"), f"{HERE}:uncounted").counters["iterations"] == 0
    assert count(BOARD, f"{HERE}:solve") == 1


def test_a_row_of_a_module_says_all_of_itself_and_takes_options():
    none = puzzle("pipes", "2x1:55")
    result = solve(none, f"{HERE}:ROW:fast")
    assert result.provenance.solver == f"{HERE}:ROW:fast"
    assert (result.provenance.solver_version, result.counters) == (5, {"steps": 7})
    assert solve(none, f"{HERE}:ROW").counters == {"steps": 8}


def test_an_edit_is_another_version(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    versions = set()
    for number, text in enumerate(("0", "0", "00")):
        source = f"def solve(puzzle, request):\n    return {text}\n"
        (tmp_path / f"edited{number}.py").write_text(source)
        versions.add(named_solver(PIPES, f"edited{number}:solve").version)
    assert len(versions) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("theirs:solve", "there is no module 'theirs', neither installed nor in /"),
        (f"{HERE}:nope", "theirs.py) has no 'nope'"),
        (f"{HERE}:build", "no function of puzzle and request: too many positional arguments"),
        (f"{HERE}:PLAIN", "neither a Solver nor a function, but {'no': 'row'}"),
        (f"{HERE}:ROW:slow", "option 'slow': fast"),
        (f"{HERE}:solve:fast", "option 'fast': it has none"),
        ("no-module:solve", "'no-module' is not a module"),
        (HERE, "choose from portfolio"),
        ("sat:solve", "choose from portfolio"),
        ("cpsta:lazy", "did you mean 'cpsat:lazy'?"),
    ],
)
def test_a_name_that_is_none_is_refused_in_one_line(name, words):
    with pytest.raises(InputError) as refused:
        named_solver(PIPES, name)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_module_that_cannot_be_imported_names_its_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "lacking.py").write_text("import sys\nimport no_such_package\n")
    (tmp_path / "cpsat.py").write_text("")
    with pytest.raises(InputError, match=r"'solve': presolve, .*; cpsat.py has a name of pipes's"):
        named_solver(PIPES, "cpsat:solve")
    with pytest.raises(InputError, match=r"No module named 'no_such_package' \(lacking.py:2\)$"):
        named_solver(PIPES, "lacking:solve")


def test_its_faults_are_its_own():
    for name, error, words in (
        ("crashing", ZeroDivisionError, "division"),
        ("wrong", WrongAnswerError, "not a solution of 2x1:11"),
        ("nothing", TypeError, "not a Result"),
    ):
        with pytest.raises(error, match=words) as raised:
            verify(BOARD, f"{HERE}:{name}")
        assert fault_of(raised.value) == f"solver {HERE}:{name} (module {HERE})"
    with pytest.raises(RuntimeError, match="ours") as raised:
        solve(BOARD, found=_fail)
    assert fault_of(raised.value) == ""


def _fail(solution):
    raise RuntimeError("ours")


def test_a_clock_that_ends_it_leaves_what_was_found():
    result = solve(BOARD, f"{HERE}:late", budget=Budget(seconds=0.01))
    assert (result.stop, result.solutions) == (Stop.TIME, (bytes([1, 4]),))


def test_a_registered_solver_is_one_like_ours():
    row = register_solver("pipes", theirs.solve, name="mine")
    assert verify(BOARD, "mine").provenance.solver == "mine"
    assert row in compared_solvers(PIPES, "all")
    assert solvers("pipes")["mine"] == "Ours under another name."
    assert "mine" not in solvers("hexpipes")
    assert register_solver("pipes", theirs.ROW).name == "row"
    assert named_solver(PIPES, "row:fast").arguments == {"fast": True}
    register_solver("pipes", theirs.ROW, name="mine")  # registered again: the last one counts
    assert named_solver(PIPES, "mine").version == 5
    assert set(api.compare(BOARD, "mine,search", how=lambda *_, **__: _unknown())) == {
        "mine", "search",
    }  # fmt: skip


def _unknown():
    from cpstudy import Result

    return Result(stop=Stop.TIME)


def test_names_that_cannot_be_given():
    for name in ("search", "sat", "all", "a:b", "a,b", "a b", "x.toml"):
        with pytest.raises(InputError, match="register_solver: "):
            register_solver("pipes", theirs.solve, name=name)
    with pytest.raises(InputError, match="river_crossing has no solvers"):
        register_solver("river_crossing", theirs.solve)
    with pytest.raises(InputError, match="neither a Solver nor a function"):
        register_solver("pipes", 5, name="five")


def test_rows_travel_packed_and_others_are_refused_by_name():
    register_solver("pipes", theirs.solve, name="mine")
    register_solver("pipes", lambda puzzle, request: None, name="nameless")
    shipped = registered.for_workers()
    registered._rows.clear()
    registered.add_rows(shipped)
    assert named_solver(PIPES, "mine").function == CountedFunction(theirs.solve)
    assert str(verify(BOARD, "mine").verdict) == "unique"
    with pytest.raises(InputError, match=r"solver nameless of pipes: .*<lambda> cannot travel"):
        named_solver(PIPES, "nameless")
    registered.check_picklable("pipes", "mine:fast")
    registered.check_picklable("sudoku", "nameless")
    with pytest.raises(InputError, match="<lambda> cannot travel"):
        registered.check_picklable("pipes", "nameless:fast")
    with pytest.raises(InputError, match="which a cluster does not see"):
        registered.check_picklable("pipes", "mine", cluster=True)


POINTS = """[cpstudy.solvers]
pipes.theirs = tests.external.theirs:solve
pipes.row = tests.external.theirs:ROW
pipes.broken = no_such_module:solve
pipes.gone = tests.external.theirs:gone
pipes.search = tests.external.theirs:solve
pipe.other = tests.external.theirs:solve
"""


@pytest.fixture(name="package")
def _package(tmp_path):
    """Return the folder of a package with entry points, as pip installs it."""
    info = tmp_path / "their_solvers-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-solvers\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(POINTS)
    return tmp_path


def test_packages_bring_solvers(package, monkeypatch):
    (found,) = metadata.distributions(path=[str(package)])
    monkeypatch.setattr(installed, "_points", lambda: tuple(found.entry_points))
    result = verify(BOARD, "theirs")
    assert (str(result.verdict), result.provenance.solver) == ("unique", "theirs")
    assert named_solver(PIPES, "row:fast").origin == "their-solvers 1.2"
    assert named_solver(PIPES, "row").packages == ("their-solvers", "numpy")
    names = {row.name for row in compared_solvers(PIPES, "all")}
    assert {"theirs", "row", "search"} <= names
    assert not {"broken", "gone"} & names
    with pytest.raises(InputError) as refused:
        named_solver(PIPES, "broken")
    assert str(refused.value) == (
        "package their-solvers 1.2: solver pipes.broken = no_such_module:solve: module "
        "'no_such_module' cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"
    )
    assert named_solver(PIPES, "search").origin == ""
    second = [*found.entry_points, metadata.EntryPoint("pipes.row", "x:y", "cpstudy.solvers")]
    monkeypatch.setattr(installed, "_points", lambda: tuple(second))
    assert named_solver(PIPES, "row").version == 5
    assert installed.brought(PIPES)[-1].fault == "the name is taken by their-solvers 1.2"


def test_the_command_line_lists_them_and_names_the_broken(package):
    def run(*arguments):
        code = f"import sys; sys.path.insert(0, {str(package)!r})\n{forking.COMMAND}"
        return forking.run(code, arguments, imported=forking.LIGHT, text=True)

    listed = run("solvers", "--json")
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    brought = {row["solver"]: row["package"] for row in rows if row.get("package")}
    assert brought == {"theirs": "their-solvers 1.2", "row": "their-solvers 1.2"}
    faults = listed.stderr.splitlines()
    assert len(faults) == 4
    assert all("package their-solvers 1.2: solver pipe" in fault for fault in faults)
    assert "of a kind that there is" in faults[0]
    assert "theirs (of their-solvers 1.2), row (of" in " ".join(run("puzzles").stdout.split())
    compared = run("compare", "2x1:55", "--solver", "all", "--iterations", "0", "--json")
    assert {"theirs", "row"} <= {
        json.loads(line)["solver"] for line in compared.stdout.splitlines()
    }


def test_one_file_in_the_folder_is_enough(tmp_path):
    source = (
        "from cpstudy.core.result import Result\n"
        "def solve(puzzle, request):\n"
        "    return Result((bytes([1, 4]),), exhausted=True, counters={'steps': 3})\n"
    )
    (tmp_path / "mymodel.py").write_text(source)
    (tmp_path / "study.toml").write_text(
        '[study]\nkind = "pipes"\npuzzles = ["2x1:11"]\nseeds = 1\nsolvers = ["mymodel:solve"]\n'
    )

    def run(*arguments):
        return forking.run(
            forking.COMMAND, arguments, imported=forking.LIGHT, text=True, cwd=tmp_path
        )

    for verb, out in (
        ("verify", "2x1:11\tunique\n"), ("count", "2x1:11\t1"), ("solve", "2x1:14\n"),
    ):  # fmt: skip
        ended = run(verb, "2x1:11", "--solver", "mymodel:solve")
        assert (ended.returncode, ended.stdout[: len(out)]) == (0, out), ended.stderr
    compared = run("compare", "2x1:11", "--solver", "search,mymodel:solve")
    assert "mymodel:solve" in compared.stdout
    studied = run("study", "study.toml", "--pure", "--json")
    assert json.loads(studied.stdout.splitlines()[0])["median"] == 3, studied.stderr
