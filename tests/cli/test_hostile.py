"""The command line under hostile use: closed pipes, absurd budgets, inputs that are outputs."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from cpstudy.cli import main
from cpstudy.core.result import Budget
from cpstudy.puzzles import PUZZLES, kind
from tests import forking
from tests.undrawn import undrawn

UNIQUE = "2x1:11"
CROSSING = "1,2,5,8:15"


def cpstudy(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def one_line(result: Result) -> str:
    """Return the only line on standard error of a run that ended with bad input."""
    assert result.exit_code == 2, (result.exception, result.stdout)
    (line,) = result.stderr.splitlines()
    assert line.startswith("cpstudy: ")
    return line


def shell(command: str) -> subprocess.CompletedProcess[str]:
    command = command.replace("cpstudy", f"{sys.executable} -m cpstudy")
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("verb", ["verify -f -", "explain -f -", "generate --count 20000"])
def test_a_reader_that_goes_away_is_no_fault(tmp_path, verb):
    boards = f"{UNIQUE}\n" * 20_000
    forking.stand_in(tmp_path, "cpstudy", imported=forking.LIGHT)
    command = f"{tmp_path}/cpstudy {verb} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], input=boards, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (141, "")
    assert done.stdout.count("\n") == 1


def test_streams_that_the_caller_closed():
    assert shell("cpstudy verify nonsense 2>&-").returncode == 2
    nothing = shell("cpstudy verify -f - <&-")
    assert (nothing.returncode, nothing.stderr) == (2, "cpstudy: stdin: no puzzle in it\n")


@pytest.mark.parametrize("size", ["inf", "nan", "-1", "1e400", "much"])
def test_memory_is_a_number_of_gibibytes(size):
    assert "--memory" in one_line(cpstudy("count", UNIQUE, "--memory", size))
    assert "--memory" in one_line(cpstudy("explore", "bridge_torch", CROSSING, "--memory", size))


HUGE = "9" * 40


def test_budgets_beyond_64_bits_are_as_good_as_none():
    assert Budget(states=10**30) == Budget(states=2**62)
    assert Budget(seconds=1e300).seconds == 1e300
    for name, solver in kind("pipes").solvers.items():
        if solver.installed and name != "factors":  # only free boards
            result = cpstudy("solve", UNIQUE, "--solver", name, "--iterations", HUGE)
            assert result.stdout == "2x1:14\n", (name, result.exception)
    for name in ("bfs", "dfs", "astar", "push-optimal"):
        level = kind("sokoban").example
        given = ("explore", "sokoban", level, "--strategy", name)
        result = cpstudy(*given, "--states", HUGE, "--memory", HUGE)
        assert result.exit_code == 0, (name, result.exception)


@pytest.mark.parametrize(("limit", "stop"), [("seconds", "time"), ("iterations", "iterations")])
def test_nothing_is_begun_without_a_budget(limit, stop):
    """A budget of zero means the same for every solver, even on trivial boards."""
    boards = {"pipes": ["1x1:0", UNIQUE, "2x1w:11", "2x1:55"], "edge_matching": ["1x1:0,0,0,0"]}
    for name, texts in boards.items():
        for solver in kind(name).solvers:
            given = ("verify", "--puzzle", name, "--solver", solver, "--json", f"--{limit}", "0")
            result = cpstudy(*given, *texts)
            assert result.exit_code == 3
            rows = [json.loads(line) for line in result.stdout.splitlines()]
            assert [row["puzzle"] for row in rows] == texts
            assert {(row["verdict"], row["solvable"], row["stop"]) for row in rows} == {
                ("unknown", "unknown", stop)
            }
            assert rows[0]["counters"] == {kind(name).solvers[solver].counter: 0}


@pytest.mark.parametrize(
    ("limit", "stop"), [("seconds", "time"), ("states", "states"), ("memory", "memory")]
)
def test_nothing_is_explored_without_a_budget(limit, stop):
    tried = 0
    for name in PUZZLES:
        for strategy in kind(name).strategies:
            given = ("explore", name, kind(name).example, "--strategy", strategy, "--json")
            result = cpstudy(*given, f"--{limit}", "0")
            row = json.loads(result.stdout)
            assert (result.exit_code, row["verdict"], row["stop"]) == (3, "unknown", stop)
            tried += 1
    assert tried > 20


def test_count_without_memory_is_unknown():
    result = cpstudy("count", UNIQUE, "--memory", "0")
    assert (result.exit_code, result.stdout) == (3, f"{UNIQUE}\tunknown\tunknown\n")


@pytest.mark.parametrize("name", ["budget", "report", "strategy", "whole", "count", "puzzle"])
def test_options_that_are_no_options_of_the_puzzle(name):
    line = one_line(cpstudy("explore", "bridge_torch", CROSSING, "-o", f"{name}=1"))
    assert name in line
    for keywords in ("options", "self"):  # no options, although Python has these names
        given = ("explore", "rush_hour", kind("rush_hour").example, "-o", f"{keywords}=1")
        assert keywords in one_line(cpstudy(*given))


def test_the_state_graph_is_that_of_the_options(tmp_path):
    """A slide over two cells is two steps, so only the graph of slides has an edge ``A+2``."""
    board = ("explore", "rush_hour", "4x1:AAoo")
    labels = {}
    for moves in ("slides", "steps"):
        file = tmp_path / f"{moves}.dot"
        assert cpstudy(*board, "-o", f"moves={moves}", "--dot", str(file)).exit_code == 0
        labels[moves] = {"A+2" in file.read_text(), "A+1" in file.read_text()}
    assert labels == {"slides": {True}, "steps": {False, True}}


def test_a_byte_order_mark_is_skipped(tmp_path):
    file = tmp_path / "windows.txt"
    file.write_bytes(b"\xef\xbb\xbf2x1:11\r\n2x1:11\r\n")
    assert cpstudy("verify", "-f", str(file)).stdout == 2 * f"{UNIQUE}\tunique\n"


@pytest.mark.parametrize("verb", ["verify", "solve", "count", "explain", "repair", "convert"])
def test_an_input_is_not_written_over(tmp_path, verb):
    file = tmp_path / "boards.txt"
    file.write_text(f"{UNIQUE}\n")
    more = ("--to", "text") if verb == "convert" else ()
    given = (verb, *more, "-f", str(file), "--out", str(tmp_path / "." / "boards.txt"))
    assert "is an input too" in one_line(cpstudy(*given))
    assert file.read_text() == f"{UNIQUE}\n"
    assert cpstudy(verb, *more, UNIQUE, "--out", str(file)).exit_code == 0


@pytest.mark.parametrize("name", [name for name in PUZZLES if kind(name).generators])
def test_boards_that_no_memory_holds_are_refused(name):
    assert "at most" in one_line(cpstudy("generate", "--puzzle", name, "--size", "99999"))


@pytest.mark.parametrize("verb", ["verify", "solve", "explain", "explain --ambiguity"])
def test_json_lines_hold_no_pictures(verb):
    result = cpstudy(*verb.split(), "2x1w:11", "--json", "--draw")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["puzzle"] for row in rows if "step" not in row] == ["2x1w:11"]
    animated = cpstudy("explore", "bridge_torch", CROSSING, "--json", "--animate")
    assert len(animated.stdout.splitlines()) == 1


def test_a_save_is_of_a_deduction(tmp_path):
    given = ("explain", "2x1w:11", "--ambiguity", "--save", str(tmp_path / "x.sav"))
    assert "--save" in one_line(cpstudy(*given))


def test_the_smallest_sweep_and_its_rows(tmp_path):
    """A 2×2 board has no inner edges; an export does not replace the rows that it reads."""
    rows = tmp_path / "rows.sqlite"
    swept = cpstudy("hardness", "--size", "2", "--puzzles", "2", "--jobs", "1", "--out", str(rows))
    assert swept.exit_code == 0, swept.exception
    before = rows.read_bytes()
    assert "is an input too" in one_line(cpstudy("plot", str(rows), "--csv", str(rows)))
    assert rows.read_bytes() == before
    with undrawn():
        assert cpstudy("plot", str(rows), "--json").exit_code == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["hardness", "--puzzles", "9223372036854775808"], "more runs than can be numbered"),
        (["hardness", "--puzzles", "9" * 400], "more runs than can be numbered"),
        (["verify", "--seed", "１"], "--seed"),
        (["verify", "--count", "1_0"], "--count"),
        (["generate", "--count", "٣"], "--count"),
    ],
)
def test_numbers_that_are_none_or_too_large_are_one_line(given, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in one_line(cpstudy(*given))


@pytest.mark.parametrize("option", ["--iterations", "--limit"])
def test_limits_of_400_digits_are_as_good_as_none(option):
    assert cpstudy("solve", UNIQUE, option, "9" * 400).stdout == "2x1:14\n"


def test_a_name_that_no_file_has_beside_an_output_that_is_there(tmp_path):
    out = tmp_path / "out"
    out.touch()
    assert "null" in one_line(cpstudy("verify", "-f", "\0", "--out", str(out)))
