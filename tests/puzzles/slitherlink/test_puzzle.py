"""Slitherlink: its text form is that of the site; files of all forms, faults, pictures."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.puzzle_urls import write_address
from cpstudy.puzzles.loops import sites
from cpstudy.puzzles.loops.drawing import drawing, known, text_picture
from cpstudy.puzzles.slitherlink.formats import (
    decode_loopy,
    write_loopy,
)
from cpstudy.puzzles.slitherlink.puzzle import NO_CLUE, Slitherlink
from cpstudy.puzzles.slitherlink.record import KIND

boards = st.integers(1, 7).flatmap(
    lambda rows: st.integers(1, 30).flatmap(
        lambda columns: st.lists(
            st.sampled_from((NO_CLUE, NO_CLUE, NO_CLUE, 0, 1, 2, 3)),
            min_size=rows * columns,
            max_size=rows * columns,
        ).map(lambda clues: Slitherlink(rows, columns, tuple(clues)))
    )
)


@settings(max_examples=40)
@given(boards)
def test_round_trips(puzzle):
    text = puzzle.encode()
    assert Slitherlink.decode(text) == puzzle
    assert Slitherlink.decode(text.removeprefix("slither/")) == puzzle
    assert Slitherlink.decode(write_address(puzzle)) == puzzle
    assert decode_loopy(write_loopy(puzzle)) == puzzle
    (item,) = KIND.formats["grid"].read(sites.write_grid(puzzle).splitlines(keepends=True))
    assert item.puzzle == puzzle


def test_the_notation_is_that_of_the_site():
    """The text form is the site's address; both give the clues of the same board."""
    text = "https://puzz.link/p?slither/4/3/3c18c6"
    expected = Slitherlink(3, 4, (3, 2, -1, -1, 1, 3, -1, 2, -1, -1, 1, -1))
    assert Slitherlink.decode(text) == expected
    assert write_address(expected).strip() == text
    assert Slitherlink.decode("slither/4/3/3c18cb") == expected  # a cell beyond the board
    assert Slitherlink.decode("slitherlink/3/1/.2.").clues == (-1, 2, -1)
    assert Slitherlink.decode("slither/3/1/gd").clues == (-1, 3, -1)
    assert Slitherlink(1, 2, (-1, 3)).encode() == "slither/2/1/g3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected slither/COLUMNS/ROWS/BODY"),
        ("nurikabe/3/3/o", "expected slither/COLUMNS/ROWS/BODY"),
        ("slither/3/3/n", r"8 cells, expected 9 \(3x3\)"),
        ("slither/f/3/3/o", r"variant f \(loop through every dot\) is not supported"),
        ("slither/3/3/p", r"10 cells, expected 9 \(3x3\)"),
        ("slither/3/3/g!n", r"row 1, column 2: '!' is not a clue from 0 to 3"),
        ("slither/3/3/j4l", r"row 2, column 2: '4' is not a clue from 0 to 3"),
        ("slither/3/3/jfl", r"row 2, column 2: 'f' is not a clue"),
        ("slither/0/3/", "size 0x3"),
        ("slither/999999/999999/zz", "40 cells, expected 999998000001"),
        ("masyu/3/3/000", "got an address of masyu"),
    ],
)
def test_faults_of_the_text_form(text, message):
    with pytest.raises(ValueError, match=message):
        Slitherlink.decode(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x2t0:a3b1", "5 cells, expected 6"),
        ("3x2t1:f", "t1 is not of squares"),
        ("3x2:a4d", r"row 1, column 2: '4' is not a clue from 0 to 3"),
        ("3x2t0;f", "expected a game ID of Loopy"),
        ("0x2t0:", "one column, got 0x2"),
    ],
)
def test_faults_of_game_ids(text, message):
    with pytest.raises(ValueError, match=message):
        decode_loopy(text)


def test_game_ids_of_all_forms():
    expected = Slitherlink(2, 3, (-1, 3, -1, -1, 1, 0))
    for text in (
        "3x2t0:a3b10",
        "3x2:a3b10",
        "loopy:3x2t0de:a3b10",
        "3x2t0dt:a3b10",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#3x2t0:a3b10",
    ):
        assert decode_loopy(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 3\n. . . .\n. . . .", "row 1 has 4 fields, expected 3"),
        ("3 2\n. . .\n. . .", "2 rows, but the first line says 3"),
        (". 2 .\n. .", "row 2 has 2 fields, expected 3"),
        (". 2 .\n. x .", r"row 2, column 2: 'x' is none of 0, 1, 2, 3"),
        (".4.", r"row 1, column 2: '4' is none of"),
    ],
)
def test_faults_of_grids(text, message):
    (item,) = KIND.formats["grid"].read(text.splitlines(keepends=True))
    with pytest.raises(ValueError, match=message):
        raise item.puzzle


def test_grids_of_all_forms():
    expected = Slitherlink(2, 3, (-1, 2, -1, 0, -1, 3))
    lines = [".2.\n", "0.3\n", "\n", "# two\n", "2 3\n", "- 2 -\n", "0 - 3\n", "\n"]
    assert [(item.line, item.puzzle) for item in KIND.formats["grid"].read(lines)] == [
        (1, expected),
        (5, expected),
    ]
    (question,) = KIND.formats["grid"].read(["?2?\n", "0?3\n"])
    assert question.puzzle == expected
    (two,) = KIND.formats["grid"].read(["2 1\n", "0 3\n"])
    assert two.puzzle == Slitherlink(2, 2, (2, 1, 0, 3))


def test_files_are_recognised():
    for line, name in (
        (". 2 .\n", "grid"),
        ("10 10\n", "grid"),
        ("3x2t0:a3b10\n", None),  # a list
        ("slither/3/3/o\n", None),
        ("https://puzz.link/p?slither/3/3/o\n", None),
    ):
        forms = [form for form in KIND.formats.values() if form.recognises]
        found = [form.name for form in forms if form.recognises(Document.of(line))]
        assert found == ([name] if name else []), line


def test_pictures():
    puzzle = Slitherlink(2, 2, (3, -1, -1, -1))
    one = puzzle.decode_solution("9c./36./...")
    other = puzzle.decode_solution("95c/356/...")

    def lines(*solutions):
        picture = text_picture(puzzle, solutions)
        return ["".join(span.text for span in line).rstrip() for line in picture]

    assert lines(one) == ["┌───┐   ·", "│ 3 │", "└───┘   ·", "", "·   ·   ·"]
    # Edges only in the second solution are double; edges only in the first are crossed.
    assert lines(one, other)[:3] == [
        "┌───┐   ·    ┌────═══┐",
        "│ 3 │        │ 3 ×   ║",
        "└───┘   ·    └────═══┘",
    ]
    shapes = drawing(puzzle, (one, one))
    assert (shapes.width, shapes.height) == (6, 2.5)
    assert known(puzzle, (), 0).shapes == drawing(puzzle).shapes


def test_boards_that_are_none():
    for rows, columns, clues, message in (
        (0, 1, (), "at least one row"),
        (1, 2, (1,), "1 cells, expected 2"),
        (1, 1, (4,), r"row 1, column 1: 4 is not a clue"),
    ):
        with pytest.raises(ValueError, match=message):
            Slitherlink(rows, columns, clues)


def test_gaps_beyond_the_last_cell():
    """A number with up to two empty cells after it may end the board beyond its last cell.

    Longer gaps may not.
    """
    assert Slitherlink.decode("slither/1/1/b") == Slitherlink(1, 1, (1,))
    assert Slitherlink.decode("slither/2/1/b") == Slitherlink(1, 2, (1, -1))
    assert Slitherlink.decode("slither/3/1/b") == Slitherlink(1, 3, (1, -1, -1))
    with pytest.raises(ValueError, match="2 cells, expected 1"):
        Slitherlink.decode("slither/1/1/h")


def test_short_bodies_are_filled_as_on_the_site():
    site = "puzz.link/p?slither"
    assert Slitherlink.decode(f"{site}/3/3/n") == Slitherlink(3, 3, (NO_CLUE,) * 9)
    assert Slitherlink.decode(f"{site}/3/2/2") == Slitherlink(2, 3, (2, *(NO_CLUE,) * 5))
    assert Slitherlink.decode(f"{site}/2/1") == Slitherlink(1, 2, (NO_CLUE, NO_CLUE))
    with pytest.raises(ValueError, match="40 cells, expected 999998000001"):
        Slitherlink.decode(f"{site}/999999/999999/zz")
