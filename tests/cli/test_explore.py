"""``cpstudy explore``: JSON fields, exit codes, several levels, files, graphs."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from cpstudy.cli import main
from cpstudy.puzzles import kind, kinds

FOX = "fox,goose,beans:fox-goose,goose-beans"
IN_TIME, TOO_LATE = "1,2,5,8:15", "1,3,5,8:15"
GOOSE = "goose alone fox goose beans alone goose"


def cpstudy(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["explore", *arguments], input=stdin)


def test_json_lines():
    result = cpstudy("bridge_torch", IN_TIME, TOO_LATE, "--strategy", "astar", "--json")
    assert result.exit_code == 1
    found, late = (json.loads(line) for line in result.stdout.splitlines())
    fields = ["puzzle", "kind", "strategy", "verdict", "moves", "length", "states", "transitions",
              "depth", "seconds", "stop"]  # fmt: skip
    for row in (found, late):
        assert list(row)[: len(fields)] == fields
        assert (row["kind"], row["strategy"]) == ("bridge_torch", "astar")
        assert row["seconds"] > 0
    assert (found["verdict"], found["length"], found["cost"]) == ("found", 5, 15)
    assert found["puzzle"] == IN_TIME
    assert len(found["moves"]) == 5
    assert (late["verdict"], late["moves"], late["length"]) == ("unreachable", [], None)
    assert (late["stop"], late["states"], late["transitions"]) == ("done", 103, 197)


@pytest.mark.parametrize(
    ("levels", "code"),
    [
        ([IN_TIME], 0),
        ([TOO_LATE], 1),
        ([IN_TIME, TOO_LATE], 1),
        (["LARGE"], 3),
        ([TOO_LATE, "LARGE"], 3),
        (["nonsense"], 2),
        (["LARGE", "nonsense", TOO_LATE], 2),
    ],
)
def test_exit_codes(levels, code):
    given = ["1,2,3,4,5,6,7,8,9" if level == "LARGE" else level for level in levels]
    result = cpstudy("bridge_torch", *given, "--states", "150")
    assert result.exit_code == code
    readable = [level for level in given if level != "nonsense"]
    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == readable
    assert len(result.stderr.splitlines()) == levels.count("nonsense")


def test_undecided_says_why():
    large = "1,2,3,4,5,6,7,8,9"
    for option, value, stop in (
        ("--states", "10", "states"), ("--seconds", "0", "time"), ("--memory", "0", "memory"),
    ):  # fmt: skip
        result = cpstudy("bridge_torch", large, option, value)
        assert result.exit_code == 3
        assert f"unknown (stopped: {stop})" in result.stdout
        row = json.loads(cpstudy("bridge_torch", large, option, value, "--json").stdout)
        assert (row["verdict"], row["stop"], row["moves"]) == ("unknown", stop, [])


@pytest.mark.parametrize("strategy", ["bfs", "dfs", "astar", "bidirectional"])
def test_strategies_and_plain_lines(strategy):
    result = cpstudy("river_crossing", FOX, "--strategy", strategy)
    assert result.exit_code == 0
    text, verdict, moves = result.stdout.rstrip("\n").split("\t")
    assert (text, verdict) == (FOX, "found in 7 moves")
    assert moves.split(" ")[0] == "goose"
    # Printed lines can be read again.
    again = cpstudy("river_crossing", "-f", "-", "--strategy", strategy, stdin=result.stdout)
    assert again.stdout == result.stdout


def test_traces_and_animation():
    result = cpstudy("river_crossing", FOX, "--trace")
    assert [line.split()[-1] for line in result.stdout.splitlines()[1:]] == [
        "MFGB_", "FB_MG", "MFB_G", "B_MFG", "MGB_F", "G_MFB", "MG_FB", "_MFGB",
    ]  # fmt: skip
    result = cpstudy("river_crossing", FOX, "--animate")
    assert result.stdout.count("~~~~") == 8
    assert "7/7 goose" in result.stdout
    assert "\x1b" not in result.stdout
    assert "~~~~" not in cpstudy("river_crossing", "a,b,c:a-b,b-c,a-c", "--animate").stdout


def test_levels_from_files(tmp_path):
    file = tmp_path / "levels.txt"
    file.write_text(f"# two\n{IN_TIME}\n{TOO_LATE}\tlate\n1,x\n")
    for arguments in ([str(file)], ["-f", str(file)]):
        result = cpstudy("bridge_torch", *arguments)
        assert result.exit_code == 2
        assert [line.split("\t")[0] for line in result.stdout.splitlines()] == [IN_TIME, TOO_LATE]
        assert result.stderr == (f"cpstudy: {file}:4: time 2: 'x' is not a number of minutes\n")
    out = tmp_path / "out"
    assert cpstudy("bridge_torch", IN_TIME, "x", "--out", str(out)).exit_code == 2
    assert out.read_text().startswith(f"{IN_TIME}\tfound in 5 moves, cost 15\t")
    faulty = cpstudy("bridge_torch", IN_TIME, "x", TOO_LATE).stderr
    assert faulty == "cpstudy: argument 2: time 1: 'x' is not a number of minutes\n"


def test_graphs(tmp_path):
    files = {name: tmp_path / f"g.{name}" for name in ("dot", "graphml", "svg")}
    options = [text for name, file in files.items() for text in (f"--{name}", str(file))]
    assert cpstudy("river_crossing", FOX, *options).exit_code == 0
    assert files["dot"].read_text().startswith("digraph")
    assert "<graphml" in files["graphml"].read_text()
    drawn = files["svg"].read_bytes()
    assert drawn.startswith(b"<?xml")
    assert b"stroke-dasharray" in drawn
    cpstudy("river_crossing", FOX, "--svg", str(files["svg"]))
    assert files["svg"].read_bytes() == drawn
    result = cpstudy("river_crossing", FOX, "a:", "--dot", str(files["dot"]))
    assert (result.exit_code, result.stdout.count("\n")) == (2, 1)
    assert result.stderr == "cpstudy: argument 2: a second level: a state graph is of one\n"
    result = cpstudy("river_crossing", FOX, "--dot", str(tmp_path / "no" / "file"))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_the_result_is_printed_whatever_becomes_of_the_graph(tmp_path):
    """A space that is too large for a graph gives the path, one line and exit code 2."""
    room = ("10x10:@---------|-$--------|" + 7 * "----------|") + "---------."
    for options, message in (
        (["--svg"], "a graph of more than 1000 is refused"),
        (["--strategy", "astar", "--states", "5000", "--dot"], "more than 5000 states"),
    ):
        file = tmp_path / "graph"
        result = cpstudy("sokoban", room, *options, str(file))
        assert result.exit_code == 2
        (line,) = result.stdout.splitlines()
        assert line.split("\t")[1] == "found in 19 moves"
        assert message in result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert not file.exists()


def test_the_graph_is_that_of_the_strategy(tmp_path):
    """With pushes as moves, the graph consists of pushes, and the path through it is marked."""
    file = tmp_path / "areas.dot"
    level = "6x4:######|#@$-.#|#----#|######"
    assert cpstudy("sokoban", level, "--strategy", "areas", "--dot", str(file)).exit_code == 0
    text = file.read_text()
    assert '[label="1,2R", color=red]' in text
    assert text.count("color=red") == 3 + 2  # states and pushes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'KIND'"),
        (["chess", "x"], "'chess' is not"),
        (["bridge_torch"], "no level"),
        (["bridge_torch", IN_TIME, "--strategy", "magic"], "strategy 'magic' of bridge_torch"),
        (["bridge_torch", IN_TIME, "--states", "-1"], "-1 is not in the range"),
        (["bridge_torch", IN_TIME, "--memory", "x"], "'x' is not a number of GiB"),
        (["bridge_torch", IN_TIME, "--format", "xsb"], "format 'xsb': choose from text"),
        (["bridge_torch", "no-such-file.txt"], "argument 1: time 1: 'no-such-file.txt'"),
        (["bloxorz", "no-such-file.txt"], "there is no file of that name"),
        (["bridge_torch", "1,x"], "'x' is not a number of minutes"),
        (["bridge_torch", "a\0b"], "argument 1: time 1"),
        (["bridge_torch", "1," * 5000], "argument 1: time 5001"),
        (["pipes", "2x1:11"], "pipes has no moves to explore: use 'solve'"),
    ],
)
def test_bad_usage_is_one_line_and_two(arguments, message):
    result = cpstudy(*arguments)
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("cpstudy: ")
    assert message in line


@pytest.mark.parametrize("verb", ["verify", "solve"])
def test_other_verbs_refuse_puzzles_of_moves(verb):
    result = CliRunner().invoke(main, [verb, "--puzzle", "bridge_torch", IN_TIME])
    assert result.exit_code == 2
    assert result.stderr == (
        "cpstudy: bridge_torch has no solvers: it is a puzzle of moves, for 'explore'\n"
    )


def test_listings_show_strategies():
    runner = CliRunner()
    rows = [json.loads(x) for x in runner.invoke(main, ["solvers", "--json"]).stdout.splitlines()]
    names = [row["strategy"] for row in rows if row["kind"] == "river_crossing"]
    assert names == ["bfs", "dfs", "astar", "bidirectional"]
    assert "bidirectional" in runner.invoke(main, ["solvers"]).stdout
    listed = runner.invoke(main, ["puzzles"]).stdout
    assert "strategies" in listed
    assert all(kind(name).example in listed for name in kinds())  # in one piece, however long


def test_the_real_command_is_silent_in_a_pipe():
    done = subprocess.run(
        [sys.executable, "-m", "cpstudy", "explore", "river_crossing", FOX],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{FOX}\tfound in 7 moves\t{GOOSE}\n"


def test_what_is_least_is_reported():
    """The fewest crossings take 17 minutes, the fastest way 15; each row names what is least."""
    outcome = {
        "bfs": ("moves", "cost 17\tAB A AC A AD\tfewest moves; least cost: --strategy astar\n"),
        "astar": ("cost", "cost 15\tAB A CD B AB\tleast cost\n"),
        "dfs": (None, "cost 72\tCD D BD CD AD BD CD D BD\n"),
    }
    for strategy, (least, words) in outcome.items():
        done = cpstudy("bridge_torch", "1,2,5,8", "--strategy", strategy)
        assert done.stdout.partition("moves, ")[2] == words
        done = cpstudy("bridge_torch", "1,2,5,8", "--strategy", strategy, "--json")
        assert json.loads(done.stdout)["least"] == least
    assert "least" not in cpstudy("river_crossing", FOX).stdout  # each crossing costs one
