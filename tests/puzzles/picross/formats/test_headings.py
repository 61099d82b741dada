"""Formats with clues below headings."""

import pytest

from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.formats.reading import check_mutations, fault, only, read, seen_by

GNO = """[Description]
Two rows
N. N.
2026-01-01
2
[License]
CC0
[Dimensions]
2
3
[Row clues]
2
1,1
[Column clues]
2
1
1
[Solution]
2 2 1
"""
GRIDS = """GRID "first"
ROWS
[ 2 ]
[ 1 1 ]
COLUMNS
[ 2 ]
[ 1 ]
[ 1 ]

GRID "second" of two
ROWS
[ 1 ]
[ ]
COLUMNS
[ 1 ]
"""
BOARD = Picross.of_picture(2, 3, bytes([1, 1, 0, 1, 0, 1]))


def test_gno():
    item = only(GNO)
    assert item.puzzle == BOARD
    assert item.title == "Two rows"
    known = {"author": "N. N.", "date": "2026-01-01", "difficulty": "2", "license": "CC0"}
    assert item.about == known
    assert seen_by(GNO) == ["headings"]


def test_grids():
    found = read(GRIDS)
    assert [item.puzzle for item in found] == [BOARD, Picross.decode("1x2:1/1/")]
    assert [item.title for item in found] == ["first", '"second" of two']


@pytest.mark.parametrize(
    "text",
    [
        "ROWS:\n2\n1 1\nCOLUMNS:\n2\n1\n1\n",
        "# by hand\ncolumns\n\n2\n1\n1\n\nrows\n2\n1,1\n",
        "[rows]\n2\n1 1\n[cols]\n2\n1\n1\n",
    ],
)
def test_words(text):
    assert only(text).puzzle == BOARD
    assert seen_by(text) == ["headings"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (GNO.replace("\n3\n", "\n4\n"), 10, "dimensions: 4 columns, but 3 clues"),
        (GNO.replace("\n3\n", "\n"), 9, "expected rows and columns on a line each"),
        (GNO.replace("1,1", "1,x"), 13, "row 2, run 2: 'x' is not a length"),
        (GNO.replace("1,1", "\n1,1"), 13, "an empty line in the rows"),
        ("ROWS\n2\nCOLUMNS\n1\n", 1, "the rows have 2 cells, the columns 1"),
        ("2\nROWS\n1\nCOLUMNS\n1\n", 1, "'2' above the first heading"),
        ("ROWS\n1\nCOLUMNS\n1\nROWS\n1\n", 5, "rows are given twice"),
    ],
)
def test_faults_are_on_their_line(text, line, message):
    text = text.replace("ROWS\n2\nCOLUMNS\n1\n", "ROWS\n1\n1\nCOLUMNS\n1\n")
    found, words = fault(text)
    assert message in words
    assert found == line


def test_mutations():
    assert check_mutations(GNO, (2, 3)) > 5
    assert check_mutations("ROWS\n2\n1 1\nCOLUMNS\n2\n1\n1\n", (2, 3), "headings") > 5
