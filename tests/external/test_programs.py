"""External programs as solvers: a tiny one with all kinds of faults, and Debian's if installed."""

import shutil
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpstudy import Budget, Verdict, puzzle, verify
from cpstudy.cli import main
from cpstudy.core.errors import InputError, ProgramError
from cpstudy.core.result import Stop
from cpstudy.core.solving import WrongAnswerError, solve
from cpstudy.external.programs import program_row
from cpstudy.puzzles import kind

TINY = Path(__file__).with_name("tiny_sat.py")
PIPES = kind("pipes")
# Boards with one solution, several, and none.
BOARDS = ("3x3:654eb6414", "2x1w:11", "3x2:356153")
UNIQUE = "3x3:654eb6414"


def row(tmp_path, how="", record=PIPES, **fields):
    """Write the file of a program and return its row. how: what the tiny solver does wrong."""
    given = {
        "command": [sys.executable, "-IS", str(TINY), "{model}", *([how] if how else [])],
        "input": "dimacs",
        "model": "sat:planar",
    } | fields
    path = tmp_path / "tiny.toml"
    path.write_text("".join(f"{key} = {_toml(value)}\n" for key, value in given.items()))
    return program_row(record, path)


def _toml(value):
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {one!r}' for key, one in value.items())}}}"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def board(text):
    return puzzle("pipes", text)


@pytest.mark.parametrize("model", ["sat:lazy", "sat:binary"])
def test_a_program_settles_what_our_solvers_settle(tmp_path, model):
    solver = row(tmp_path, model=model)
    met = set()
    for text in BOARDS:
        found = solve(board(text), solver)
        assert found.verdict is verify(board(text)).verdict, text
        assert found.provenance.solver == solver.name == str(tmp_path / "tiny.toml")
        if found.counters["searches"]:  # none for the last: counting edges excludes a tree
            assert found.counters["exit_code"] in (10, 20)
            assert found.peak_bytes is None or found.peak_bytes > 1 << 20
        met.add(found.verdict)
    assert met == {Verdict.UNIQUE, Verdict.MANY, Verdict.NONE}


def test_all_solutions_are_found_one_by_one(tmp_path):
    sudoku = puzzle("sudoku", "1...3.....2...4.")
    solver = row(tmp_path, record=kind("sudoku"), model={"sudoku": "sat", "pipes": "sat:binary"})
    assert len(solve(sudoku, solver, limit=None).solutions) == 4
    assert solve(sudoku, solver, limit=None).counters["searches"] == 5


@pytest.mark.parametrize(
    ("how", "fault", "words"),
    [
        ("crash", ProgramError, r"signal SIGABRT: out of luck"),
        ("nonsense", ProgramError, r"not a list of literals: 'one' \(exit code 0"),
        ("lie", WrongAnswerError, "not a solution of 3x3:654eb6414"),
    ],
)
def test_what_a_program_does_wrong_is_said(tmp_path, how, fault, words):
    with pytest.raises(fault, match=words):
        solve(board(UNIQUE), row(tmp_path, how))


def test_a_program_that_repeats_itself_is_wrong(tmp_path):
    """The program ignores the last clause, which excludes the solution that it found."""
    with pytest.raises(WrongAnswerError, match=r"tiny.toml: gives again .* of 3x3:654eb6414"):
        solve(board(UNIQUE), row(tmp_path, "repeat"))


@pytest.mark.parametrize("how", ["sleep", "children"])
def test_time_ends_a_program_and_its_children(tmp_path, how):
    psutil = pytest.importorskip("psutil")
    start = time.perf_counter()
    found = solve(board(UNIQUE), row(tmp_path, how), budget=Budget(seconds=0.5))
    assert (found.stop, found.verdict) == (Stop.TIME, Verdict.UNKNOWN)

    def left() -> bool:
        every = [p.info["cmdline"] or [] for p in psutil.process_iter(["cmdline"])]
        asleep = any(str(TINY) in line and "sleep" in line for line in every)
        return asleep or any(str(tmp_path) in str(line) for line in every)

    # A killed process disappears a little later.
    while left():
        assert time.perf_counter() - start < 10
        time.sleep(0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="such limits are Linux's")
def test_memory_is_limited(tmp_path):
    with pytest.raises(ProgramError, match="MemoryError"):
        solve(board(UNIQUE), row(tmp_path, "memory", memory=0.5))


def test_what_counts_conflicts_is_no_program(tmp_path):
    with pytest.raises(InputError, match="cannot bound its conflicts"):
        solve(board(UNIQUE), row(tmp_path), budget=Budget(iterations=5))


SAYS = "import sys; open(sys.argv[1]).read(); print(sys.argv[2].replace('/', chr(10)))"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("# it was easy/unique/{0}", Verdict.UNIQUE),
        ("none", Verdict.NONE),  # a wrong answer that cannot be checked
        ("unknown", Verdict.UNKNOWN),
        ("many", "says many and shows 0 solutions"),
        ("unique", "says unique and shows 0 solutions"),
        ("none/{0}", "says none and shows 1 solutions"),
        ("{0}", "no line with a verdict"),
        ("unique/3x3:1", "3x3"),
        ("unique/3x3:654eb6414", "not a solution"),
    ],
)
def test_programs_that_read_the_text_form(tmp_path, said, verdict):
    solution = board(UNIQUE).encode_solution(verify(board(UNIQUE)).solutions[0])
    command = [sys.executable, "-IS", "-c", SAYS, "{model}", said.format(solution)]
    path = tmp_path / "says.toml"
    path.write_text(f"input = 'text'\ncommand = {command!r}\n")
    solver = program_row(PIPES, path)
    if isinstance(verdict, Verdict):
        assert solve(board(UNIQUE), solver).verdict is verdict
    else:
        with pytest.raises((ProgramError, WrongAnswerError), match=verdict):
            solve(board(UNIQUE), solver)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("command = 3", "key 'command': expected a list of texts"),
        ("input = 'dimacs'", "key 'command' is missing"),
        ("command = ['sh', '{modle}']\ninput = 'dimacs'", "did you mean '{model}'"),
        ("command = ['sh']\ninput = 'dimac'", "key 'input': 'dimac': choose from"),
        ("command = ['sh']\ninput = 'opb'", "key 'model': whose model of pipes as opb? sat:lazy, "),
        ("command = ['sh']\ninput = 'opb'\nmodel = 'search'", "'search' states no model for opb"),
        ("command = ['sh']\ninput = 'opb'\nmodel = 'sat:lasy'", "did you mean 'sat:lazy'"),
        ("command = ['no-such']\ninput = 'text'", "key 'command': no program no-such on the PATH"),
        ("command = ['sh']\ninput = 'text'\nkind = 'sudoku'", "it is for sudoku, not for pipes"),
        ("command = ['sh']\ninput = 'text'\nversion = ['no-such']", "key 'version': "),
        ("command = ['sh']\ninput = 'text'\nmemory = true", "key 'memory': expected a number"),
        ("comand = ['sh']", "key 'comand': choose from command"),
        ("command = [", "Invalid value"),
    ],
)
def test_the_users_faults_are_one_line(tmp_path, text, words):
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    run = CliRunner().invoke(main, ["verify", UNIQUE, "--solver", str(path)])
    assert run.exit_code == 2
    assert run.stderr.startswith(f"cpstudy: {path}: ")
    assert run.stderr.count("\n") == 1
    assert words in run.stderr


@pytest.mark.parametrize(("how", "words"), [("crash", "SIGABRT"), ("lie", "not a solution of")])
def test_a_programs_fault_is_one_line_of_the_command_line(tmp_path, how, words):
    row(tmp_path, how)
    run = CliRunner().invoke(main, ["verify", UNIQUE, "--solver", str(tmp_path / "tiny.toml")])
    assert run.exit_code == 70
    (line,) = run.stderr.splitlines()
    assert words in line
    assert UNIQUE in line


def test_another_version_is_another_row(tmp_path):
    first = row(tmp_path, version=[sys.executable, "-c", "print('tiny 1')"])
    second = row(tmp_path, version=[sys.executable, "-c", "print('tiny 2')"])
    assert "program tiny 1 on the model of sat:planar as dimacs" in first.summary
    assert first.version != second.version


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("cadical", "command = ['cadical', '-q', '{model}']\ninput = 'dimacs'"),
        ("cryptominisat5", "command = ['cryptominisat5', '--verb=0', '{model}']\ninput = 'dimacs'"),
        ("minisat", "command = ['minisat', '{model}', '{answer}']\ninput = 'dimacs'"),
        (
            "minizinc",
            "command = ['minizinc', '-n', '{limit}', '{model}']\n"
            "input = 'minizinc'\nseveral = true",
        ),
    ],
)
def test_programs_of_debian(tmp_path, program, text):
    if shutil.which(program) is None:
        pytest.skip(f"Debian's {program} is missing")
    path = tmp_path / f"{program}.toml"
    path.write_text(f"{text}\nmodel = '{'cpsat' if program == 'minizinc' else 'sat:binary'}'\n")
    solver = program_row(PIPES, path)
    for one in BOARDS:
        assert solve(board(one), solver).verdict is verify(board(one)).verdict, one
