"""Rows of clues as other programs write them; rows that may be one board or several."""

import pytest

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from cpstudy.reading.door import items, only

ROWS = ["3..2", ".1..", "...0", "2..."]
BOARD = Slitherlink(4, 4, (3, -1, -1, 2, -1, 1, -1, -1, -1, -1, -1, 0, 2, -1, -1, -1))
PLAIN = "".join(f"{row}\n" for row in ROWS)


def written(between, blank=".", end="\n"):
    return "".join(between.join(row).replace(".", blank) + end for row in ROWS)


def faults(name, text, **hints):
    found = [item.puzzle for item in items(kind(name), Document.of(text, hints))]
    return [str(one) for one in found if isinstance(one, InputError)]


@pytest.mark.parametrize(
    "text",
    [
        written(","),
        written(", "),
        written(",", end=",\n"),
        written(",", "-1"),
        written(" ", "-1"),
        f"4\n{PLAIN}",
        f"4\n4\n{PLAIN}",
        f"4x4\n{PLAIN}",
        f"4,4\n{PLAIN}",
        f"4 4\n\n{PLAIN}",
        f"4\n\n{written(' ')}",
        f"; by hand\n{PLAIN}",
        f"// by hand\n% of an evening\n{PLAIN}",
        f"```\n{PLAIN}```\n",
        f"\n```text\n{written(' ')}```\n",
        "4 4\n" + written("\t", ""),
    ],
)
def test_other_programs(text):
    assert only(kind("slitherlink"), text) == BOARD
    assert only(kind("slitherlink"), text.replace("\n", "\r\n")) == BOARD


def test_a_size_behind_which_a_line_is_blank_is_no_board():
    text = "4 4\n\n1 . . .\n. . 2 .\n. . . .\n. 3 . .\n"
    assert only(kind("nurikabe"), text) == Nurikabe(4, 4, (1, *[0] * 5, 2, *[0] * 6, 3, 0, 0))


def test_columns_first_behind_an_x():
    board = Slitherlink(2, 3, (3, -1, -1, -1, 2, -1))
    assert only(kind("slitherlink"), "3x2\n3..\n.2.\n") == board
    assert only(kind("slitherlink"), "2 x 3\n3..\n.2.\n") == board
    assert "rows, but the first line says" in faults("slitherlink", "5x4\n3..\n.2.\n")[0]


@pytest.mark.parametrize("name", ["slitherlink", "nurikabe"])
def test_rows_apart_are_one_board_or_several(name):
    apart = "3..2\n\n.1..\n\n...1\n\n"
    (fault,) = faults(name, apart)
    assert "3 boards of one row, which --blank . says, or one board" in fault
    found = list(items(kind(name), Document.of(apart, {"blank": "."})))
    assert [item.puzzle.rows for item in found] == [1, 1, 1]


def test_a_square_in_one_row():
    flat = "".join(ROWS)
    (fault,) = faults("slitherlink", flat)
    assert "one row of 16 cells, which --blank . says, or 4 rows in one line?" in fault
    assert only(kind("slitherlink"), flat, {"blank": "."}).columns == 16
    assert only(kind("slitherlink"), f"1 16\n{flat}").columns == 16


def test_spaces_between_blank_cells():
    (fault,) = faults("slitherlink", written(" ", " "))
    assert "7 columns, or 4 with spaces between?" in fault
    assert only(kind("slitherlink"), written(" ", " "), {"blank": " "}).columns == 7


@pytest.mark.parametrize("rows", ["3\t\t\n\t1\t\n", "\t3\t\n\t\t1\n", "3,,\n,1,\n"])
def test_a_blank_column_at_the_side_is_not_lost(rows):
    (fault,) = faults("slitherlink", rows)
    assert "is a first or last column blank?" in fault
    assert only(kind("slitherlink"), f"2 3\n{rows}").columns == 3


def test_records():
    values = "[[3,null,null,2],[null,1,null,null],[null,null,null,0],[2,null,null,null]]"
    for text in (
        values,
        values.replace("null", "-1"),
        '["3..2", ".1..", "...0", "2..."]',
        '{"clues": ["3..2", ".1..", "...0", "2..."], "rows": 4}',
        f'{{"puzzle": "{BOARD.encode()}", "author": "A"}}',
    ):
        assert only(kind("slitherlink"), text) == BOARD
    for text in ('[["w", null], [null, "b"]]', "[[1, 0], [0, 2]]", '["1.", ".2"]'):
        assert only(kind("masyu"), text).clues == (1, 0, 0, 2)
    assert only(kind("nurikabe"), '{"problem": "nurikabe/2/1/2g"}') == Nurikabe(1, 2, (2, 0))


def test_pearls_in_numbers():
    expected = only(kind("masyu"), "w...\n..b.\n....\n")
    for text in ("1...\n..2.\n....\n", "1 0 0 0\n0 0 2 0\n0 0 0 0\n"):
        assert only(kind("masyu"), text) == expected
    (fault,) = faults("masyu", "1.0\n0.2\n")
    assert "'0' is none of" in fault


def test_boards_of_tiles_are_not_joined():
    (fault,) = faults("pipes", "1 4\n\n8 8\n")
    assert "a blank line between rows" in fault
    assert only(kind("pipes"), "# a title\n\n1 4\n# and\n8 8\n\n").rows == 2


def test_rows_are_what_a_complaint_is_of():
    (fault,) = faults("slitherlink", "2xx1\nx2xx\n")
    assert "read as grid: row 1, column 2: 'x' is none of" in fault
