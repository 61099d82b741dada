"""Rows of clues: all legal signs, line ends and indentations give the same board or an error."""

import random
import re
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.slitherlink.puzzle import NO_CLUE, Slitherlink
from cpstudy.reading.door import items
from tests.samples import sample


def read(name, text, **hints):
    return list(items(kind(name), Document.of(text, hints)))


def one(name, text, **hints):
    (item,) = read(name, text, **hints)
    if isinstance(item.puzzle, InputError):
        raise item.puzzle
    return item.puzzle


EXPECTED = Slitherlink(3, 4, (2, -1, -1, 1, -1, -1, -1, -1, 0, -1, 3, -1))
ROWS = ["2  1", "    ", "0 3 "]


@pytest.mark.parametrize("blank", [".", "-", "_"])
@pytest.mark.parametrize("sized", [False, True])
def test_signs_ends_and_indentations(blank, sized):
    for end, between, indentation in product(
        ("\n", "\r\n"), ("", " ", "  ", "\t"), ("", "  ", "\t")
    ):
        lines = ["3 4"] * sized + [between.join(row.replace(" ", blank)) for row in ROWS]
        text = "".join(indentation + line + end for line in lines)
        assert one("slitherlink", text) == EXPECTED, text
        titled = f"# a title{end}{end}{text}{end}"
        assert one("slitherlink", titled, blank=blank) == EXPECTED, titled


def test_sizes_on_two_lines():
    assert one("slitherlink", "3\n4\n2 . . 1 \n. . . . \n0 . 3 . \n") == EXPECTED
    with pytest.raises(InputError, match=r"row 2 has 1 field,|row 3 has 4 fields"):
        one("slitherlink", "2\n4\n2 . . 1 \n. . . . \n0 . 3 . \n")


def test_one_sign_a_board():
    assert one("slitherlink", "2.-1\n-..-\n0.3-\n") == EXPECTED
    with pytest.raises(InputError, match="a board has one sign for blank cells"):
        one("slitherlink", "2._1\n....\n0.3.\n")
    assert one("slitherlink", "2xx1\nxxxx\n0x3x\n", blank="x") == EXPECTED
    with pytest.raises(InputError, match=r"row 1, column 2: '\.' is none of"):
        one("slitherlink", "2.x1\nxxxx\n0x3x\n", blank="x")
    zeros = one("slitherlink", "2 0 1\n0 0 3\n", blank="0")
    assert zeros == Slitherlink(2, 3, (2, -1, 1, -1, -1, 3))
    with pytest.raises(InputError, match="--blank 'xy': expected one sign"):
        one("slitherlink", "2..1\n", blank="xy")


# -- spaces --------------------------------------------------------------------------------------

BLANK_ROWS = "1  4\n    \n    \n2  3\n"
SPACED = Nurikabe(4, 4, (1, 0, 0, 4, *[0] * 8, 2, 0, 0, 3))


def test_blank_rows_are_cells_or_ends_of_boards():
    with pytest.raises(InputError) as result:
        one("nurikabe", BLANK_ROWS)
    assert str(result.value) == (
        "one board of 4x4 whose spaces are cells, or 2 boards of 2x1 with spaces between "
        "fields: say --blank ' ' or --blank ."
    )
    assert one("nurikabe", BLANK_ROWS, blank=" ") == SPACED
    assert [item.puzzle for item in read("nurikabe", BLANK_ROWS, blank=".")] == [
        Nurikabe(1, 2, (1, 4)),
        Nurikabe(1, 2, (2, 3)),
    ]


def test_rows_that_lost_their_spaces():
    text = "1  4\n\n\n2  3\n"
    with pytest.raises(InputError, match="one board of 4x4 whose spaces are cells, or 2 boards"):
        one("nurikabe", text)
    with pytest.raises(InputError, match="a row of blank cells, or a gap between boards"):
        one("nurikabe", text, blank=" ")
    assert one("nurikabe", f"4 4\n{text}", blank=" ") == SPACED
    with pytest.raises(InputError, match="one board of 4x4 whose spaces are cells, or 2 boards"):
        one("nurikabe", "4 4\n" + BLANK_ROWS)
    only = one("nurikabe", "4 4\n" + BLANK_ROWS.replace("    \n2", " 5  \n2"))  # the only reading
    assert only.clues == (*SPACED.clues[:9], 5, *SPACED.clues[10:])
    two = read("nurikabe", f"{BLANK_ROWS}\n{BLANK_ROWS}", blank=" ")
    assert [item.puzzle for item in two] == [SPACED, SPACED]


def test_spaces_are_cells_where_nothing_else_gives_a_rectangle():
    (item,) = read("nurikabe", "1 3 \n  2 \n3   \n")
    assert item.puzzle == Nurikabe(3, 4, (1, 0, 3, 0, 0, 0, 2, 0, 3, 0, 0, 0))
    assert item.about == {"read as": "spaces are cells"}
    with pytest.raises(InputError, match="row 2 has 1 field, expected 3"):
        one("nurikabe", "1 3 4\n  2\n3\n")


def test_crooked_columns_are_refused():
    with pytest.raises(InputError, match="one board of 4x3 whose spaces are cells"):
        one("nurikabe", "1 2 \n 3 4\n2 1 \n")
    for text in ("1 2\n3 4\n", "1 2\n3 4\n\n1 2\n3 4\n"):
        for item in read("nurikabe", text):
            assert isinstance(item.puzzle, Nurikabe) and item.puzzle.columns == 2
    for text in ("12  2\n 3 14\n", " 1 2\n 3 4\n", "2  2\n3  4\n", "213 \n311 \n"):
        with pytest.raises(InputError, match="whose spaces are cells"):
            one("nurikabe", text)


def test_sizes_and_rows_of_spaces():
    with pytest.raises(InputError, match="'1 3': rows and columns, or a row of cells"):
        one("nurikabe", "1 3\n  2\n", blank=" ")
    assert one("nurikabe", "1  3\n  2\n", blank=" ") == Nurikabe(1, 3, (0, 0, 2))


def test_nothing_between_tabs():
    with pytest.raises(InputError, match="3 or 2 columns: nothing between two TABs"):
        one("slitherlink", "2\t\t1\n3\t0\t\n")
    (item,) = read("slitherlink", "2\t\t1\n3\t0\t1\n")
    assert item.puzzle == Slitherlink(2, 3, (2, -1, 1, 3, 0, 1))
    assert item.about == {"read as": "nothing between TABs is a blank cell"}


def test_a_size_or_a_row_of_two():
    assert one("slitherlink", "2 2\n. .\n1 .\n") == Slitherlink(2, 2, (-1, -1, 1, -1))
    with pytest.raises(InputError, match="rows and columns, or a row of cells"):
        one("slitherlink", "2\t2\n.\t.\n1\t.\n")


def test_one_fault_where_blank_lines_may_be_rows():
    for text in ("5 1\n\n\nw\n\nb\n", "\nww\n\n b\nbw\n"):
        with pytest.raises(InputError, match="if spaces and blank lines are cells: --blank ' '"):
            one("masyu", text)
    assert one("masyu", "5 1\n\n\nw\n\nb\n", blank=" ").clues == (0, 0, 1, 0, 2)


@given(st.data())
def test_boards_come_back_or_are_refused(data):
    """A board in any legal form is read as the same board, or refused with one error."""
    rows, columns = data.draw(st.integers(1, 5)), data.draw(st.integers(3, 6))
    clues = st.sampled_from([NO_CLUE, NO_CLUE, 0, 1, 2, 3])
    size = rows * columns
    board = Slitherlink(rows, columns, tuple(data.draw(st.lists(clues, min_size=size,
                                                                max_size=size))))  # fmt: skip
    blank = data.draw(st.sampled_from(".-_ "))
    between = data.draw(st.sampled_from(["", " ", "\t"] if blank != " " else [""]))
    end = data.draw(st.sampled_from(["\n", "\r\n", " \n"] if blank != " " else ["\n"]))
    cells = board.characters.replace(".", blank)
    lines = [between.join(cells[at : at + columns]) + end for at in range(0, size, columns)]
    if data.draw(st.booleans()):
        lines.insert(0, f"{rows} {columns}\n")
    # Single signs with one space between them are fields.
    assume(
        blank != " " or not all(re.fullmatch(r"\S(?: \S)* *", line.strip("\n")) for line in lines)
    )
    hints = {"blank": blank} if data.draw(st.booleans()) else {}
    found = read("slitherlink", "".join(lines), **hints)
    puzzles = [item.puzzle for item in found if not isinstance(item.puzzle, InputError)]
    assert puzzles in ([], [board]) and len(found) <= 1
    if blank != " ":
        assert puzzles == [board]


@pytest.mark.parametrize("name", ["slitherlink", "masyu", "nurikabe"])
@sample(60, 1000)
def test_one_edit(name, number):
    """A text with one edit gives an error, or a board with at most one changed clue."""
    record = kind(name)
    board = record.puzzle.decode(record.example)
    original = record.formats["grid"].write(board)
    original = original if original[:1].isdigit() else f"5 5\n{original}"
    rng = random.Random(7)
    boards = 0
    for _ in range(number):
        place = rng.randrange(len(original))
        new = rng.choice(["", *"0123456789wb.-_?x"])
        text = original[:place] + new + original[place + 1 :]
        found = read(name, text)
        assert len(found) <= 1, text
        for item in found:
            if not isinstance(item.puzzle, InputError):
                pairs = zip(item.puzzle.clues, board.clues, strict=True)
                assert sum(a != b for a, b in pairs) <= 1, text
                boards += 1
    assert number // 10 < boards < number, boards
