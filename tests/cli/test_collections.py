"""``cpstudy explore`` on collections: levels, titles, the last line; films; replays."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from click.testing import CliRunner
from PIL import Image

from cpstudy.cli import main
from cpstudy.core.documents import Located
from cpstudy.core.result import PathResult
from cpstudy.jobs.explorations import Exploration, explorations
from cpstudy.puzzles.sokoban.puzzle import Sokoban

SOLVABLE, STUCK = "6x4:######|#@$-.#|#----#|######", "6x3:######|#$@-.#|######"
COLLECTION = """; first

######
#@$ .#
#    #
######

; stuck

######
#$@ .#
######

######
#@$? #
######

; last
####
#@*#
####
"""
SPLIT = "s t1 p e p l1 x l2/----/t1 teleports l1, l2"


def cpstudy(*arguments, stdin=None):
    if arguments[0] == "explore":  # on a slow machine workers would start for a few levels
        arguments += ("--jobs", "1")
    return CliRunner().invoke(main, list(arguments), input=stdin)


@pytest.fixture(name="collection")
def _collection(tmp_path):
    file = tmp_path / "levels.xsb"
    file.write_text(COLLECTION)
    return str(file)


def test_every_row_names_its_level_and_the_last_line_counts(collection):
    got = cpstudy("explore", "sokoban", collection)
    assert got.exit_code == 2
    columns = [line.split("\t") for line in got.stdout.splitlines()]
    assert [row[-1] for row in columns] == ["level 1: first", "level 2: stuck", "level 4: last"]
    assert columns[0][1:] == ["found in 2 moves", "RR", "2 pushes, 2 moves", "level 1: first"]
    assert columns[1][1].startswith("unreachable")
    fault, last = got.stderr.splitlines()
    assert fault.startswith(f"cpstudy: {collection}:14: row 2, column 4")
    assert last == "2 of 3 solved; unreachable: 2"
    rows = [
        json.loads(line)
        for line in cpstudy("explore", "sokoban", collection, "--json").stdout.splitlines()
    ]
    assert [(row["level"], row["title"]) for row in rows] == [
        (1, "first"),
        (2, "stuck"),
        (4, "last"),
    ]
    assert (rows[0]["answer"], rows[0]["tally"]) == ("RR", {"pushes": 2, "moves": 2})
    assert (rows[1]["answer"], rows[1]["tally"]) == (None, {})
    quiet = cpstudy("explore", "sokoban", collection, "-q", "--level", "1..2")
    assert (quiet.exit_code, quiet.stderr) == (1, "")


def test_undecided_levels_are_named(collection):
    got = cpstudy("explore", "sokoban", collection, "--level", "1..2", "--states", "0")
    assert got.stderr == "0 of 2 solved; undecided: 1, 2\n"


@pytest.mark.parametrize(
    ("wanted", "numbers"), [("1", [1]), ("2..4", [2, 4]), ("4..9", [4]), ("1..1", [1])]
)
def test_levels_can_be_chosen(collection, wanted, numbers):
    got = cpstudy("explore", "sokoban", "-f", collection, "--level", wanted, "--json", "-q")
    assert [json.loads(line)["level"] for line in got.stdout.splitlines()] == numbers


@pytest.mark.parametrize(
    ("wanted", "message"),
    [("5", "no level 5: there are 4"), ("0", "expected N or A..B"), ("3..2", "expected N or A..B"),
     ("x", "expected N or A..B")],
)  # fmt: skip
def test_levels_that_there_are_not(collection, wanted, message):
    got = cpstudy("explore", "sokoban", collection, "--level", wanted)
    assert (got.exit_code, got.stdout) == (2, "")
    (line,) = got.stderr.splitlines()
    assert message in line


def test_lists_are_no_collections(tmp_path):
    """The plain rows of a list have no level numbers; its JSON rows have them."""
    file = tmp_path / "list"
    file.write_text(f"{SOLVABLE}\n{STUCK}\n")
    got = cpstudy("explore", "sokoban", str(file))
    assert (got.stderr, [line.count("\t") for line in got.stdout.splitlines()]) == ("", [3, 1])
    rows = [
        json.loads(x)
        for x in cpstudy("explore", "sokoban", "-f", str(file), "--json").stdout.splitlines()
    ]
    assert [(row["level"], row["title"]) for row in rows] == [(1, None), (2, None)]


def test_more_processes_give_the_same_rows_in_order(monkeypatch):
    levels = [Sokoban.decode(text) for text in (SOLVABLE, STUCK) * 3]
    items = [Located(f"argument {i}", level, i) for i, level in enumerate(levels, 1)]
    how = Exploration("push-optimal")
    alone = list(explorations(items, how, 1))
    assert [found.located for found in alone] == items
    monkeypatch.setattr("cpstudy.study.executors._ALONE_SECONDS", 0.0)
    several = list(explorations(items, how, 2, report=lambda progress: None))
    assert [found.located for found in several] == items
    for one, other in zip(alone, several, strict=True):
        assert isinstance(one.result, PathResult)
        assert (one.result.path, one.result.states) == (other.result.path, other.result.states)


def test_sokoban_finds_fewest_moves_by_default_and_by_the_strategy_of_that_name():
    for options, strategy in (
        ([], "portfolio"), (["--whole"], "bfs"), (["--count"], "bfs"),
        (["-o", "space=areas"], "bfs"), (["--strategy", "move-optimal"], "move-optimal"),
    ):  # fmt: skip
        row = json.loads(cpstudy("explore", "sokoban", SOLVABLE, "--json", *options).stdout)
        assert row["strategy"] == strategy
        assert row["answer"] == "RR"
        assert row.get("engine") == ("live" if strategy == "portfolio" else None)


def test_whole_tells_the_number_of_states():
    got = cpstudy("explore", "sokoban", SOLVABLE, "--whole").stdout
    states = json.loads(cpstudy("explore", "sokoban", SOLVABLE, "--whole", "--json").stdout)[
        "states"
    ]
    assert f"found in 2 moves; all {states} states seen\tRR" in got
    got = cpstudy("explore", "sokoban", SOLVABLE, "--whole", "--states", str(states - 1)).stdout
    assert f"found in 2 moves; {states - 1} states seen (stopped: states)\tRR" in got


def test_animation_ends_on_the_result():
    lines = cpstudy("explore", "sokoban", SOLVABLE, "--animate").stdout.splitlines()
    assert lines[0] == "0/2 start"
    assert lines[-1].startswith(f"{SOLVABLE}\tfound in 2 moves")
    assert [line for line in lines if line[:3] in ("1/2", "2/2")] == ["1/2 R", "2/2 R"]


def test_films(tmp_path):
    moving, still = tmp_path / "way.gif", tmp_path / "way.svg"
    assert (
        cpstudy("explore", "sokoban", SOLVABLE, "--film", str(moving), "--delay", "0.5").exit_code
        == 0
    )
    with Image.open(moving) as film:
        assert film.n_frames == 3
        durations = []
        for number in range(3):
            film.seek(number)
            durations.append(film.info["duration"])
        assert durations == [500, 500, 1500]
    assert cpstudy("explore", "sokoban", SOLVABLE, "--film", str(still)).exit_code == 0
    tree = ElementTree.fromstring(still.read_text())
    frames = [e for e in tree if e.tag.endswith("}g") and e.get("visibility")]
    assert [frame.get("visibility") for frame in frames] == ["visible", "hidden", "hidden"]
    (animation,) = [e for e in frames[2] if e.tag.endswith("animate")]
    assert (animation.get("keyTimes"), animation.get("dur")) == ("0;0.4", "1.25s")
    data = still.read_bytes()
    cpstudy("explore", "sokoban", SOLVABLE, "--film", str(still))
    assert still.read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([SOLVABLE, "--film", "x.png"], "expected a name in .gif or .svg"),
        ([STUCK, "--film", "x.gif"], "no film: no way to the goal"),
        ([SOLVABLE, SOLVABLE, "--film", "x.gif"], "argument 2: a second level"),
        ([SOLVABLE, "--film", "x.gif", "--delay", "0"], "0 seconds a picture"),
        ([SOLVABLE, "--film", "no/x.gif"], "No such file"),
        (["--level", "1", "x.gif", "--film", "x.gif"], "is an input too"),
    ],
)
def test_films_that_cannot_be(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    if "too" in message:
        (tmp_path / "x.gif").write_text(COLLECTION)
    got = cpstudy("explore", "sokoban", *arguments)
    assert got.exit_code == 2
    (line,) = got.stderr.splitlines()
    assert message in line


def test_what_explore_prints_is_replayed(tmp_path):
    for form in ([], ["--json"]):
        for strategy in ("bfs", "areas", "push-optimal"):
            rows = tmp_path / "rows"
            command = ["explore", "sokoban", SOLVABLE, "--strategy", strategy, *form]
            rows.write_text(cpstudy(*command).stdout)
            got = cpstudy("check", "--puzzle", "sokoban", str(rows))
            assert (got.exit_code, got.stdout) == (0, f"{SOLVABLE}\tholds: 2 pushes, 2 moves\n")
            got = cpstudy("convert", "--puzzle", "sokoban", "-f", str(rows), "--to", "lurd")
            assert (got.exit_code, got.stdout) == (0, "RR\n")
    printed = cpstudy("explore", "bridge_torch", "1,2:5", "--whole").stdout
    assert printed.startswith("1,2:5\tfound in 1 move, cost 2; all 13 states seen\tAB\t")
    got = cpstudy("check", "--puzzle", "bridge_torch", "-", stdin=printed)
    assert (got.exit_code, got.stdout[:11]) == (0, "1,2:5\tholds")
    got = cpstudy("check", "--puzzle", "bridge_torch", "-", stdin="1,2,5:9\tfound in 1 move\tAB\n")
    rejected = "1,2,5:9\trejected: after 1 move the goal is not reached\n"
    assert (got.exit_code, got.stdout) == (1, rejected)


@pytest.mark.parametrize(
    ("row", "code", "message"),
    [
        (f"{SOLVABLE}\trR", 1, "rejected: move 1: 'r' from row 2, column 2 pushes a box"),
        (f"{SOLVABLE}\tR", 1, "rejected: after 1 move the goal is not reached"),
        (f"{SOLVABLE}\tRx", 1, "rejected: move 2: 'x' is none of"),
        (f"{STUCK}\tunreachable: all 4 states seen", 2, "no moves: none were found"),
        (SOLVABLE, 2, "no moves after the puzzle"),
        ("{", 2, "not a row of explore"),
        ('{"puzzle": 1, "moves": []}', 2, "not a row of explore"),
        ('{"puzzle": "x", "moves": [], "kind": "pipes"}', 2, "a puzzle of kind 'pipes'"),
        ("", 2, "no answer in it"),
        ("x\tR", 2, "expected WxH"),
    ],
)
def test_answers_that_do_not_hold(row, code, message):
    got = cpstudy("check", "--puzzle", "sokoban", "-", stdin=row + "\n")
    assert got.exit_code == code
    assert message in (got.stdout if code == 1 else got.stderr)
    assert len((got.stdout + got.stderr).splitlines()) == 1
    converted = cpstudy(
        "convert", "--puzzle", "sokoban", "-f", "-", "--to", "lurd", stdin=row + "\n"
    )
    assert (converted.exit_code, converted.stdout) == (2, "")
    assert len(converted.stderr.splitlines()) == 1


def test_moves_beside_a_level(collection):
    got = cpstudy("check", "--puzzle", "sokoban", SOLVABLE, "--moves", "2R")
    assert (got.exit_code, got.stdout) == (0, f"{SOLVABLE}\tholds: 2 pushes, 2 moves\n")
    assert cpstudy("check", "--puzzle", "sokoban", collection, "--moves", "RR").exit_code == 2
    assert cpstudy("check", "x", "--moves", "RR").exit_code == 2
    assert cpstudy("check", "--puzzle", "sudoku", "x").exit_code == 2


def test_keys_of_bloxorz():
    """A level with two halves is explored; keys may be words or their first letters."""
    found = cpstudy("explore", "bloxorz", SPLIT)
    assert (found.exit_code, found.stdout.split("\t")[2]) == (0, "right right")
    level = "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1"
    found = cpstudy("explore", "bloxorz", level)
    answer = found.stdout.split("\t")[2]
    for keys in (answer, " ".join(key[0] for key in answer.split())):
        got = cpstudy("check", "--puzzle", "bloxorz", level, "--moves", keys)
        assert (got.exit_code, got.stdout.split("\t")[1]) == (
            0,
            f"holds: {len(keys.split())} keys\n",
        )
    got = cpstudy("check", "--puzzle", "bloxorz", level, "--moves", "jump")
    assert "rejected: key 1: 'jump' is none of up, down" in got.stdout
    got = cpstudy("check", "--puzzle", "bloxorz", level, "--moves", "up")
    assert "rejected: key 1 'up': nothing to rest on" in got.stdout
