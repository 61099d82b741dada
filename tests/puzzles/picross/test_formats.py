"""Every format comes back as it was written; faults are told with their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.picross.formats import (
    read_hints,
    read_non,
    read_picture,
    recognises_hints,
    recognises_non,
    recognises_picture,
    write_hints,
    write_non,
)
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.record import KIND
from tests.puzzles.picross.test_puzzle import PICTURES, of_rows

TEXT = KIND.formats["text"]
LISTS = ((read_non, write_non, recognises_non), (read_hints, write_hints, recognises_hints))


@given(PICTURES)
def test_clue_lists_come_back(picture):
    puzzle, cells = of_rows(picture)
    for read, write, recognises in (*LISTS, (TEXT.read, TEXT.write, None)):
        lines = write(puzzle).splitlines()
        (item,) = read(lines)
        assert item.puzzle == puzzle
        assert recognises is None or recognises(lines[0])
    (item,) = read_picture(puzzle.encode_solution(cells).split("/"))
    assert item.puzzle == puzzle


@given(st.lists(PICTURES, min_size=1, max_size=3))
def test_bundles_and_several_pictures(pictures):
    made = [of_rows(picture) for picture in pictures]
    bundle = "\n====\n".join(write_non(puzzle) for puzzle, _ in made).splitlines()
    assert [item.puzzle for item in read_non(bundle)] == [puzzle for puzzle, _ in made]
    drawn = [p.encode_solution(cells).replace("/", "\n") for p, cells in made]
    read = list(read_picture("\n\n".join(drawn).splitlines()))
    assert [item.puzzle for item in read] == [puzzle for puzzle, _ in made]


NON = """catalogue "one"
width 2
height 3
color a #ff0000

rows
1a

2
columns
1,1
1
goal "100011"
"""


def test_non_files_as_others_write_them():
    (item,) = read_non(NON.splitlines())
    assert item.line == 1
    assert item.puzzle == Picross.of_picture(3, 2, bytes([1, 0, 0, 0, 1, 1]))
    zeros = NON.replace("1a\n\n2", "1a\n0\n2")
    assert next(read_non(zeros.splitlines())).puzzle == item.puzzle


def test_plain_bitmaps():
    (item,) = read_picture("P1\n# a comment\n3 2\n1 0 1\n011\n".splitlines())
    assert item.puzzle == Picross.of_picture(2, 3, bytes([1, 0, 1, 0, 1, 1]))
    assert recognises_picture("P1")
    assert recognises_picture("..#b.")
    assert not recognises_picture("width 5")


@pytest.mark.parametrize(
    ("read", "text", "line", "message"),
    [
        (read_non, NON.replace("width 2", "width x"), 2, "width: 'x' is not a size"),
        (read_non, NON.replace("height 3", "height 3\nheight 3"), 4, "height is given twice"),
        (read_non, NON.replace("height 3\n", ""), 5, "rows: height and width must come before"),
        (read_non, NON.replace("1a", "1?"), 7, "row 0, run 0: '1?' is not a length"),
        (read_non, NON.replace("1,1\n1\n", "1,1\n1\n7\n"), 13, "'7': a clue where none"),
        (read_non, NON.replace("1,1", "3,1"), 11, "column 0: its runs need 5 cells"),
        (read_non, "width 1\nheight 1\nrows\n1\n", 4, "no columns"),
        (read_hints, "2 x\n", 1, "size '2 x': expected ROWS COLUMNS"),
        (read_hints, "1 1\n1\n", 2, "row 0 is missing"),
        (read_hints, "1 1\n1\n1 1\n", 3, "row 0: its runs need 3 cells"),
        (read_hints, "1 1\n1\n1\n1\n", 4, "'1' after the last clue"),
        (read_hints, "1 1\ny\n1\n", 2, "column 0, run 0: 'y' is not a length"),
        (read_hints, "", 1, "no size"),
        (read_picture, "#.\n#\n", 2, "row 1: 1 cells, expected 2"),
        (read_picture, "#.\n#?\n", 2, "row 1: '?' is not a colour"),
        (read_picture, "P1\n2 2\n101\n", 1, "P1: 3 bits, expected 4"),
        (read_picture, "P1\n2\n", 1, "P1: no width and height"),
        (read_picture, "P1\n0 2\n", 1, "P1: size 0x2"),
    ],
)
def test_faults_are_told_on_their_line(read, text, line, message):
    (item,) = read(text.splitlines())
    assert isinstance(item.puzzle, ValueError)
    assert message in str(item.puzzle)
    assert "\n" not in str(item.puzzle)
    assert item.line == line


def test_given_cells_are_not_written_into_files():
    puzzle = Picross.decode("1x1:1/1,A")
    for _, write, _ in LISTS:
        with pytest.raises(ValueError, match="given cells cannot be written"):
            write(puzzle)
