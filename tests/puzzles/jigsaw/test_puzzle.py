"""The data of jigsaw: text forms, regions, files."""

import random
import re

import pytest

from cpstudy import Verdict, solve
from cpstudy.puzzles.jigsaw.formats import of_rows, write_grid
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin.drawing import text_picture
from cpstudy.puzzles.latin.grids import read_grids, read_records
from tests.puzzles.latin.instances import random_jigsaw


def test_text_forms_and_grids_come_back():
    rng = random.Random(1)
    for _ in range(200):
        puzzle = random_jigsaw(rng)
        assert Jigsaw.decode(puzzle.encode()) == puzzle
        if puzzle.diagonals:
            with pytest.raises(ValueError, match="diagonals"):
                write_grid(puzzle)
        else:
            (item,) = read_grids(of_rows, write_grid(puzzle).splitlines(keepends=True))
            assert item.puzzle == puzzle


def test_long_runs_of_edges():
    """Long runs of edges come back: ``y`` is 25 edges and then a line, ``z`` 25 edges of more."""
    for order in (5, 6, 7, 13, 25):
        rows = Jigsaw(order, bytes(order**2), bytes(c // order for c in range(order**2)))
        assert Jigsaw.decode(rows.encode()) == rows
        columns = Jigsaw(order, bytes(order**2), bytes(c % order for c in range(order**2)))
        assert Jigsaw.decode(columns.encode()) == columns
    assert Jigsaw.decode("1j:a,_").encode() == "1j:a,_"


def test_a_jigsaw_of_rows_is_a_latin_square():
    puzzle = Jigsaw.decode("3j:i," + "f" + "_" * 6)
    assert len(puzzle.units) == 6
    assert len(solve(puzzle, "brute-force", limit=None).solutions) == 12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4j:p", "no ','"),
        ("4:p,a", "expected Nj:"),
        ("26j:p,a", "expected 1 to 25"),
        ("4j:p,a", "edges, expected 24"),
        ("4j:p,?", "unexpected character '?'"),
        ("4j:o,b__b__bc___c_", "15 cells, expected 16"),
        ("4j:p," + "_" * 25, "16 regions, expected 4"),
        ("2j:d,c_", "the region of row 1, column 1"),
    ],
)
def test_faults_are_named(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Jigsaw.decode(text)


def test_regions_hang_together():
    torn = bytes([0, 1, 0, 1])
    with pytest.raises(ValueError, match="is not connected"):
        Jigsaw(2, bytes(4), bytes([0, 1, 1, 0]))
    assert Jigsaw(2, bytes(4), torn).regions == torn
    with pytest.raises(ValueError, match="3 cells, expected 2"):
        Jigsaw(2, bytes(4), bytes([0, 0, 0, 1]))


GRID = ["4 4\n", "- - - 1\n", "2 - - -\n", "- 3 4 -\n", "- - - -\n"]
REGIONS = ["2 2 4 4\n", "2 2 4 4\n", "1 1 3 3\n", "1 1 3 3\n"]


def test_grids():
    (item,) = read_grids(of_rows, GRID + REGIONS)
    assert solve(item.puzzle).verdict is Verdict.UNIQUE
    for lines, line, words in (
        ([], 1, "no grid"),
        (["4\n"], 1, "expected rows and columns"),
        (["4 5\n"], 1, "expected a square"),
        (GRID, 5, "4 rows, expected 8"),
        (["4 4\n", "- - -\n"], 2, "row 1: 3 cells, expected 4"),
        ([*GRID[:4], "- - 9 -\n", *REGIONS], 5, "row 4, column 3: '9' is not a value"),
        ([*GRID, *REGIONS[:3], "1 1 3 7\n"], 6, "5 regions, expected 4"),
        ([*GRID, *REGIONS[:3], "1 1 3 1\n"], 6, "the region of"),
        ([*GRID, *REGIONS, "1 1 3 3\n"], 10, "more than 2 blocks"),
    ):
        (item,) = read_grids(of_rows, lines)
        assert (item.line, words in str(item.puzzle)) == (line, True), str(item.puzzle)


def test_records():
    problem = "".join(GRID + REGIONS).replace("\n", "\\n")
    text = f'{{\n"a": {{"problem": "{problem}"}},\n"b": {{"problem": "4 4"}},\n"c": 7\n}}\n'
    items = list(read_records(of_rows, text.splitlines(keepends=True)))
    assert [item.line for item in items] == [2, 3, 4]
    assert isinstance(items[0].puzzle, Jigsaw)
    assert "record 'b': 0 rows, expected 8" in str(items[1].puzzle)
    assert "record 'c': no text under 'problem'" in str(items[2].puzzle)
    for text in ("{", "[1]", "{" * 3):
        (item,) = read_records(of_rows, [text])
        assert isinstance(item.puzzle, ValueError)


def test_the_picture_parts_regions():
    puzzle = Jigsaw.decode("4j:a3c1a4a4f,b__b__bc___c_")
    lines = ["".join(span.text for span in line) for line in text_picture(puzzle)]
    assert len({len(line) for line in lines}) == 1
    assert sum(line.startswith("│") for line in lines) == 4


def test_regions_do_not_hang_together_around_the_border():
    """The last cell of a row and the first cell of the next row are not adjacent in a region."""
    whole, torn = bytes([0, 0, 1, 0, 1, 1, 2, 2, 2]), bytes([0, 0, 1, 1, 0, 1, 2, 2, 2])
    assert Jigsaw(3, bytes(9), whole).regions == whole
    with pytest.raises(ValueError, match=r"the region of row 1, column 3 is not connected"):
        Jigsaw(3, bytes(9), torn)
    around = bytes([0, 0, 1, 2, 0, 1, 1, 2, 2])
    with pytest.raises(ValueError, match=r"the region of row 1, column 3 is not connected"):
        Jigsaw(3, bytes(9), around)


def test_boards_keep_all_but_their_clues():
    regions = bytes([0, 0, 1, 0, 1, 1, 2, 2, 2])
    for crossed in (False, True):
        board = Jigsaw(3, bytes(9), regions, crossed)
        other = board.with_clues(bytes([3] + [0] * 8))
        assert (other.order, other.regions, other.diagonals) == (3, regions, crossed)
        assert other.clues == bytes([3] + [0] * 8)
        units = {unit.name: unit.cells for unit in board.units}
        assert len(board.units) == len(units)
        assert units["region 1"] == (0, 1, 3)
        assert {*units} == {
            "row 1", "row 2", "row 3", "column 1", "column 2", "column 3", "region 1", "region 2",
            *(("the falling diagonal", "the rising diagonal") if crossed else ()),
        } - {"region 3"}  # fmt: skip
        assert board.cages == ()


def test_regions_by_any_numbers():
    """Regions are numbered by their first cells; the text form counts repeated characters."""
    assert Jigsaw(2, bytes(4), bytes([5, 5, 3, 3])).regions == bytes([0, 0, 1, 1])
    rows = Jigsaw(4, bytes(16), bytes(cell // 4 for cell in range(16)))
    assert rows.encode() == "4j:p,l____________"
    for text, message in (
        ("2j:d,_a__", "3 regions, expected 2"),
        ("2j:d,b__,_", "blocks: unexpected character ','"),
    ):
        with pytest.raises(ValueError, match=re.escape(message)):
            Jigsaw.decode(text)
