"""Masyu: its text form is that of the site; grids of pearls, faults, pictures."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.puzzle_urls import write_address
from cpstudy.puzzles.loops import sites
from cpstudy.puzzles.loops.drawing import drawing, known, text_picture
from cpstudy.puzzles.masyu.formats import decode_pearl, is_pearl, write_pearl
from cpstudy.puzzles.masyu.puzzle import BLACK, NO_PEARL, WHITE, Masyu
from cpstudy.puzzles.masyu.record import KIND

boards = st.integers(1, 8).flatmap(
    lambda rows: st.integers(1, 9).flatmap(
        lambda columns: st.lists(
            st.integers(0, 2), min_size=rows * columns, max_size=rows * columns
        ).map(lambda clues: Masyu(rows, columns, tuple(clues)))
    )
)


@settings(max_examples=40)
@given(boards)
def test_round_trips(puzzle):
    text = puzzle.encode()
    assert Masyu.decode(text) == puzzle
    assert Masyu.decode(text.removeprefix("mashu/")) == puzzle
    assert Masyu.decode(write_address(puzzle)) == puzzle
    (item,) = KIND.formats["grid"].read(sites.write_grid(puzzle).splitlines(keepends=True))
    assert item.puzzle == puzzle


def test_the_notation_is_that_of_the_site():
    """A character is three cells, the first most significant: 0 none, 1 white, 2 black."""
    expected = Masyu(2, 4, (0, 1, 0, 0, 0, 2, 1, 1))
    assert Masyu.decode("https://puzz.link/p?mashu/4/2/32c") == expected
    assert write_address(expected).strip() == "https://puzz.link/p?mashu/4/2/32c"
    assert Masyu.decode("masyu/2/2/q0") == Masyu(2, 2, (2, 2, 2, 0))
    assert Masyu.decode("pzv.jp/p?pearl/v:/3/2/q") == Masyu(2, 3, (2, 2, 2, 0, 0, 0))  # padded


@given(boards)
def test_game_ids_of_pearl(puzzle):
    assert decode_pearl(write_pearl(puzzle)) == puzzle


def test_game_ids_of_pearl_as_the_program_writes_them():
    expected = Masyu(2, 3, (2, 0, 1, 0, 0, 1))
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pearl.html"
    for text in ("3x2:BaWbW", "3x2dt:BaWbW", "3x2den:BaWbW", "pearl:3x2:BaWbW",
                 f"{page}#3x2%3ABaWbW"):  # fmt: skip
        assert decode_pearl(text) == expected and is_pearl(text)
    assert decode_pearl("2:dd".replace("dd", "d")) == Masyu(2, 2, (0,) * 4)
    for text, words in (("3x2:BaW", "3 cells, expected 6"), ("3x2:Bax", "26 cells, expected 6"),
                        ("3x2:B1", "expected a game ID of Pearl"), ("0x2:", "one column, got 0x2"),
                        ("loopy:3x2:a", "an address of loopy, expected pearl")):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            decode_pearl(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected mashu/COLUMNS/ROWS/BODY"),
        ("slither/3/3/o", "expected mashu/COLUMNS/ROWS/BODY"),
        ("mashu/3/3/00", r"6 cells, expected 9 \(3x3\)"),
        ("mashu/f/2/2/00", r"variant f \(loop through every cell\) is not supported"),
        ("mashu/v:odd/2/2/00", "variant odd is not supported"),
        ("mashu/2/2/001", r"9 cells, expected 4 \(2x2\)"),
        ("mashu/3/1/00", r"6 cells, expected 3 \(3x1\)"),
        ("mashu/2/2/01", r"6 cells, expected 4 \(2x2\)"),
        ("mashu/3/3/0r0", r"row 2, column 1: 'r' is not three cells"),
        ("mashu/0/3/", "size 0x3"),
    ],
)
def test_faults_of_the_text_form(text, message):
    with pytest.raises(ValueError, match=message):
        Masyu.decode(text)


def test_grids_of_all_forms():
    expected = Masyu(2, 3, (0, 1, 0, 2, 0, 1))
    lines = [".w.\n", "b.w\n", "\n", "# two\n", "2 3\n", "- w -\n", "b - w\n", "\n"]
    assert [(item.line, item.puzzle) for item in KIND.formats["grid"].read(lines)] == [
        (1, expected),
        (5, expected),
    ]
    (drawn,) = KIND.formats["grid"].read(["-○-\n", "B-W\n"])
    assert drawn.puzzle == expected
    (item,) = KIND.formats["grid"].read([".w.\n", ".x.\n"])
    with pytest.raises(ValueError, match=r"row 2, column 2: 'x' is none of w, b"):
        raise item.puzzle
    recognised = [form for form in KIND.formats.values() if form.recognises]
    assert [form.name for form in recognised if form.recognises(Document.of(". w b\n"))] == ["grid"]
    assert not [form for form in recognised if form.recognises(Document.of("mashu/2/2/q0\n"))]


def test_pictures():
    puzzle = Masyu(2, 3, (2, 1, 0, 0, 0, 0))
    one = puzzle.decode_solution("95c/356")
    lines = ["".join(span.text for span in line) for line in text_picture(puzzle, (one,))]
    assert lines == ["●───○───┐", "│       │", "└───────┘"]
    assert lines[1].count("│") == 2
    shapes = drawing(puzzle, (one, one))
    assert (shapes.width, shapes.height) == (7, 2)
    assert known(puzzle, (), 0).shapes == drawing(puzzle).shapes


def test_boards_that_are_none():
    for rows, columns, clues, message in (
        (0, 1, (), "at least one row"),
        (1, 2, (1,), "1 cells, expected 2"),
        (1, 1, (3,), r"row 1, column 1: 3 is not a clue"),
    ):
        with pytest.raises(ValueError, match=message):
            Masyu(rows, columns, clues)


def test_what_a_pearl_asks_for_is_a_sentence():
    """Each demand of a pearl has a sentence: black in a corner, white in the middle, near sides."""
    board = Masyu(3, 3, (BLACK, NO_PEARL, NO_PEARL, NO_PEARL, WHITE, *[NO_PEARL] * 4))
    black, white = board.clue(0), board.clue(4)
    assert [group.words for group in board.groups if group.clue == 0] == [
        f"the loop turns at {black}",
        *[f"the loop runs straight through the cells before and after {black}"] * 2,
    ]
    assert [group.words for group in board.groups if group.clue == 4] == [
        f"the loop goes straight on at {white}"
    ]
    wide = Masyu(2, 5, (NO_PEARL, NO_PEARL, WHITE, BLACK, *[NO_PEARL] * 6))
    words = [group.words for group in wide.groups]
    assert f"the loop turns just before or just after {wide.clue(2)}" in words
    assert words.count(f"there is no room to go two cells straight on from {wide.clue(3)}") == 2
