"""Formats with clues in sections: makhorin and olsak."""

import pytest
from hypothesis import given

from cpstudy.puzzles.picross.formats.sections import (
    write_all_olsak,
    write_makhorin,
)
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.formats.reading import check_mutations, fault, only, seen_by
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows

MAKHORIN = "* by hand\n2\n1 1\n* that was all\n&\n2\n1\n1\n"
BOARD = Picross.of_picture(2, 3, bytes([1, 1, 0, 1, 0, 1]))

OLSAK = """A flag of two rows, by hand. Colours:
#d
   0:   white  blank
   1:*  black
   r:%  #FF0000  red
:rows ---
    1 1r

:columns ---
 1
1r
0
"""
FLAG = Picross.decode("3x2:1/1b//1.1b/")


def test_makhorin():
    assert only(MAKHORIN).puzzle == BOARD
    assert seen_by(MAKHORIN) == ["makhorin"]
    assert only(MAKHORIN.replace("&\n", "\n&\n\n") + "\n").puzzle == BOARD


def test_olsak():
    flag = OLSAK.replace("1 1r\n\n", "1 1r\n0\n")
    item = only(flag)
    assert item.puzzle == FLAG
    assert item.about == {"colours": "a black, b #ff0000"}
    assert seen_by(flag) == ["olsak"]
    assert only(flag + ": picture\n##.\n\n").puzzle == FLAG
    plain = ": rows\n2\n1 1\n: columns\n2\n1\n1\n"
    assert only(plain).puzzle == BOARD
    assert only(plain).about == {}
    coloured = flag.replace("white", "#00ff00")
    assert only(coloured).about["background"] == "#00ff00"


def _packed(puzzle):
    """The puzzle with its colours numbered without gaps."""
    used = sorted({colour for clue in puzzle.clues for _, colour in clue})
    rows, columns = (
        tuple(tuple((n, used.index(c) + 1) for n, c in clue) for clue in clues)
        for clues in (puzzle.row_clues, puzzle.column_clues)
    )
    return Picross(rows, columns)


@given(PICTURES)
def test_sections_come_back(picture):
    puzzle, _ = of_rows(picture)
    assert only(write_all_olsak([({}, puzzle)])).puzzle == _packed(puzzle)
    if puzzle.colours == 1:
        assert only(write_makhorin(puzzle)).puzzle == puzzle


def test_title_and_description_are_text_before_the_sections():
    puzzle = only(OLSAK.replace("1 1r\n\n", "1 1r\n0\n")).puzzle
    about = {"title": "#d: of\nthem", "description": "easy, score 3"}
    written = write_all_olsak([(about, puzzle)])
    assert written.startswith("d: of them\neasy, score 3\n#d\n")
    assert only(written).puzzle == puzzle


def test_colours_are_written():
    item = only(OLSAK.replace("1 1r\n\n", "1 1r\n0\n"))
    written = write_all_olsak([(item.about, item.puzzle)])
    assert "a:a  black" in written and "b:b  #ff0000" in written
    assert only(written).about == item.about


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (MAKHORIN.replace("1 1\n", "1 1\n\n0\n"), 4, "an empty line in the rows"),
        (MAKHORIN + "&\n", 9, "2 lines '&', expected one"),
        (MAKHORIN.replace("1 1\n", "1\n"), 1, "the rows have 3 cells, the columns 4"),
        (MAKHORIN.replace("1 1\n", "1 x\n"), 3, "row 2, run 2: 'x' is not a length"),
        (OLSAK, 8, "an empty line in the rows"),
        (OLSAK.replace("#d", "#t"), 2, "a grid of triangles"),
        (OLSAK.replace("   r:%", "   r %"), 5, "declares no colour"),
        (OLSAK.replace("1 1r\n\n", "1 1q\n0\n"), 7, "'1q': colour 'q' is not declared"),
        (OLSAK.replace("   1:*  black\n", "").replace("\n\n", "\n0\n"), 6, "no letter of a colour"),
        (OLSAK.replace("1 1r\n\n", "1 1+r\n0\n"), 7, "'1+r' is not a length"),
    ],
)
def test_faults_are_on_their_line(text, line, message):
    found, words = fault(text)
    assert message in words
    assert found == line


def test_mutations():
    # These files have no sizes, so a missing clue without runs at the end cannot be detected.
    assert check_mutations("2\n1 1\n&\n2\n1\n1\n", (2, 3), "makhorin") > 5
    assert check_mutations(": rows\n2\n1 1\n: columns\n2\n1\n1\n", (2, 3), "olsak") > 5
    check_mutations(MAKHORIN, (2, 3))
