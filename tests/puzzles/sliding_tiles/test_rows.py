"""Boards of sliding tiles as rows, and the goal order of the tiles."""

import random
from collections import Counter

import pytest

from cpstudy.api import explore
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.result import Reachability
from cpstudy.puzzles import kind
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles
from cpstudy.reading.door import items
from tests.cases import cases_dir
from tests.edits import edits

KIND = kind("sliding_tiles")
FOUND = cases_dir("found")
SCHOOL = "# This puzzle is solvable\n3\n3 2 6\n1 4 0\n8 7 5\n"
FIFTEEN = "1 2 3 4\n5 6 7 8\n9 10 _ 12\n13 14 11 15\n"


def read(text, **hints):
    return list(items(KIND, Document.of(text, hints)))


def board(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, SlidingTiles), str(item.puzzle)
    return item.puzzle


def fault(text, **hints):
    (item,) = read(text, **hints)
    assert isinstance(item.puzzle, InputError)
    return str(item.puzzle)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (FIFTEEN, "4x4:1,2,3,4,5,6,7,8,9,10,0,12,13,14,11,15"),
        ("1 2 3\n4 5 6\n7 x 8\n", "3x3:1,2,3,4,5,6,7,0,8"),
        ("[1, 2, 3],\n[4, 5, 6],\n[7, ., 8]\n", "3x3:1,2,3,4,5,6,7,0,8"),
        ("3 3\n1 2 3\n4 5 6  # a row\n7 0 8\n", "3x3:1,2,3,4,5,6,7,0,8"),
        ("2 3\n1 2 3\n4 0 5\n", "3x2:1,2,3,4,0,5"),
        ("2\n2 3\n1 0\n", "2x2:2,3,1,0"),
        ("\t1 2 3\r\n\r\n\t4 5 6\r\n\r\n\t7 0 8\r\n", "3x3:1,2,3,4,5,6,7,0,8"),
        ("1 2 3\n\n4 5 6\n7 0 8\n", "3x3:1,2,3,4,5,6,7,0,8"),
        (SCHOOL, "3x3s:3,2,6,1,4,0,8,7,5"),
        (SCHOOL.replace("solvable", "unsolvable"), "3x3:3,2,6,1,4,0,8,7,5"),
        ("0 1 2 3 4 5 6 7 8\n", "3x3f:0,1,2,3,4,5,6,7,8"),
        ("3 2 1 0\n", "2x2f:3,2,1,0"),
    ],
)
def test_forms(text, form):
    assert board(text).encode() == form
    assert board(form) == board(text)


def test_several_boards():
    found = read("# one\n1 2\n3 0\n\n# two\n2\n1 2\n0 3\n")
    assert [item.puzzle.encode() for item in found] == ["2x2:1,2,3,0", "2x2:1,2,0,3"]
    assert [item.line for item in found] == [2, 6]
    assert {item.about["read as"] for item in found} == {"goal last (the empty cell)"}


def test_the_goal_is_said_or_asked_for():
    """The reader asks for a goal that is not stated, so that no proof is about another goal."""
    text = SCHOOL.partition("\n")[2]
    assert "--reading goal=last or goal=snail" in fault(text)
    assert board(text, goal="last").encode() == "3x3:3,2,6,1,4,0,8,7,5"
    assert board(text, goal="snail") == board(SCHOOL)
    assert "the comment 'solvable' is true" in read(SCHOOL)[0].about["read as"]
    first = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n"
    assert "--reading goal=last or goal=first" in fault(first)
    assert explore(board(first, goal="first"), "ida").path == ()
    assert "goal 'second': choose from" in fault(first, goal="second")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1 2 3\n4 5 6\n7 8\n", "row 3 has 2 tiles"),
        ("1 2 3\n4 5 6\n7 8 8\n", "tile 8 is given twice"),
        ("1 2 3\n4 5 6\n7 8 9\n", "tile 9 is none of 0 to 8"),
        ("1 2 3\n4 5 6\n#7 0 8\n", "'#7' is not a tile"),
    ],
)
def test_faulty_rows(text, outcome):
    assert outcome in fault(text)


def test_snails():
    assert SlidingTiles.decode("3x3s:1,2,3,8,0,4,7,6,5").goal == (1, 2, 3, 8, 0, 4, 7, 6, 5)
    assert SlidingTiles.decode("3x2s:1,2,3,4,0,5").goal == (1, 2, 3, 0, 5, 4)
    with pytest.raises(InputError, match="a spiral does not begin"):
        SlidingTiles(2, 2, (0, 1, 2, 3), True, True)
    rng = random.Random(5)
    met = set()
    for _ in range(20):
        tiles = list(range(6))
        rng.shuffle(tiles)
        puzzle = SlidingTiles(2, 3, tuple(tiles), snail=True)
        found = explore(puzzle, "ida")
        plain = explore(puzzle, "bfs")
        met.add(found.verdict)
        assert found.verdict is plain.verdict
        if found.path is not None:
            assert len(found.path) == len(plain.path) and found.engine == "astar"
    assert met == {Reachability.FOUND, Reachability.UNREACHABLE}


@pytest.mark.parametrize("text", [SCHOOL, FIFTEEN])
def test_one_edit(text):
    """The same tiles are left, at other places or with other spaces, or there is a fault."""
    puzzle, met = board(text), Counter()
    for edited in edits(text, 400):
        (item,) = read(edited)
        met[type(item.puzzle)] += 1
        if isinstance(item.puzzle, SlidingTiles):
            assert sorted(item.puzzle.tiles) == sorted(puzzle.tiles), edited
        else:
            assert isinstance(item.puzzle, InputError), edited
    assert 20 < met[SlidingTiles] < 380, met


@pytest.mark.skipif(FOUND is None, reason="no public instances here")
def test_what_was_found():
    puzzle = board((FOUND / "moves" / "08-tiles-size-line.txt").read_text(encoding="utf-8"))
    assert puzzle.encode() == "3x3s:3,2,6,1,4,0,8,7,5"
    assert len(explore(puzzle, "bfs").path) == 15


SNAIL = "2 8 3\n1 6 4\n7 0 5\n"


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        (SNAIL, "goal=last or goal=snail"),
        (SNAIL.replace("\n", " "), "goal=first or goal=snail"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n", "goal=first or goal=last"),
        ("1,2,3,4,5,6,7,0,8\n", "goal=last or goal=first"),
        ("[1, 2, 3, 4, 5, 6, 7, 0, 8]\n", "goal=last or goal=first"),
        ("1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n", "goal=last"),
        ("7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8\n", "goal=first"),
    ],
)
def test_a_goal_that_is_not_clear_is_asked_for(text, goals):
    """The reader asks for an unclear goal, so no proof and no number of moves is about another."""
    assert f"choose --reading {goals}" in fault(text)


def test_the_goal_of_numbers_is_said():
    assert len(explore(board(SNAIL.replace("\n", " "), goal="snail"), "bfs").path) == 5
    assert board("1,2,3,4,5,6,7,0,8\n", goal="last").encode() == "3x3:1,2,3,4,5,6,7,0,8"
    (item,) = read("1 2 3 4 5 6 7 0 8\n")
    assert item.about["read as"] == "goal first (the empty cell)"
    assert "read as" not in read("7 1 2 3 4 5 6 7 0 8\n")[0].about


@pytest.mark.parametrize("sign", "bB?")
def test_signs_of_the_empty_cell(sign):
    assert board(f"1 2 3\n4 5 6\n7 {sign} 8\n").encode() == "3x3:1,2,3,4,5,6,7,0,8"
