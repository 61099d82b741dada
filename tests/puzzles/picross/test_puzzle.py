"""The rules of Picross, its text form, and texts that are refused."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.puzzle import (
    Picross,
    clue_of,
    clue_text,
    least_length,
    runs_of,
)
from tests.puzzles.picross.instances import random_puzzle
from tests.puzzles.picross.oracle import all_solutions, runs

PICTURES = st.integers(1, 6).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 3), min_size=columns, max_size=columns), min_size=1, max_size=6
    )
)


def of_rows(picture: list[list[int]]) -> tuple[Picross, bytes]:
    cells = bytes(colour for row in picture for colour in row)
    return Picross.of_picture(len(picture), len(picture[0]), cells), cells


@given(st.lists(st.integers(0, 3), max_size=12))
def test_runs_are_what_one_reads(line):
    assert list(runs_of(bytes(line))) == runs(tuple(line))
    assert clue_of(clue_text(runs_of(bytes(line)))) == runs_of(bytes(line))
    assert least_length(runs_of(bytes(line))) <= len(line)


@given(PICTURES, st.randoms(use_true_random=False))
def test_text_forms_come_back(picture, rng):
    puzzle, cells = of_rows(picture)
    assert puzzle.violation(cells) == ""
    shown = bytes(colour + 1 if rng.random() < 0.2 else 0 for colour in cells)
    for each in (puzzle, Picross(puzzle.row_clues, puzzle.column_clues, shown)):
        assert Picross.decode(each.encode()) == each
        assert each.decode_solution(each.encode_solution(cells)) == cells
        assert each.violation(cells) == ""


@given(PICTURES)
def test_a_transposed_picture_solves_the_transposed_puzzle(picture):
    puzzle, _ = of_rows(picture)
    turned, cells = of_rows([list(column) for column in zip(*picture, strict=True)])
    assert Picross(puzzle.column_clues, puzzle.row_clues) == turned
    assert turned.violation(cells) == ""


def test_the_rules_and_the_checker_say_what_brute_force_says():
    rng = random.Random(1)
    met = {True: 0, False: 0}
    for _ in range(400):
        puzzle = random_puzzle(rng, largest=3, most_cells=9)
        truth = all_solutions(puzzle)
        holds = checker(puzzle)
        size = puzzle.rows * puzzle.columns
        tried = [bytes(rng.randint(0, puzzle.colours) for _ in range(size)) for _ in range(5)]
        for picture in [*truth, *tried]:
            right = picture in truth
            assert (puzzle.violation(picture) == "") is right, puzzle.encode()
            assert holds(picture) is right, puzzle.encode()
            met[right] += 1
    assert min(met.values()) > 300
    assert not checker(puzzle)(b"")


def test_known_game_ids():
    puzzle = Picross.decode("3x2:1/1b/1/1.1b.1/")
    assert (puzzle.rows, puzzle.columns, puzzle.colours) == (2, 3, 2)
    assert puzzle.row_clues == (((1, 1), (1, 2), (1, 1)), ())
    assert Picross.decode("2:1/1/1a/01").encode() == "2x2:1/1/1/1"
    assert Picross.decode("2x2:///").violation(bytes(4)) == ""


def test_letters_of_given_cells():
    """A letter skips cells and gives the next one; ``z`` skips 25; a last letter may only skip."""
    square = Picross.decode("3x3:1/1/1/1/1/1,aAec")
    assert square.given == bytes([1, 2, 0, 0, 0, 0, 1, 0, 0])
    wide = "30x1:" + "/" * 30
    assert Picross.decode(f"{wide},ze").given == bytes(29) + b"\x01"
    assert Picross.decode(f"{wide},zf") == Picross.decode(wide)
    colours = Picross.decode("2x1:1b/1/1b.1,A2A")
    assert colours.given == bytes([3, 2])
    assert colours.encode() == "2x1:1b/1/1b.1,A2A"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5x5", "no ':'"),
        ("5y5:", "size '5y5': expected WxH"),
        ("0x2:/", "size 0x2: a board needs at least one row and one column"),
        ("2x0:/", "size 2x0: a board needs at least one row and one column"),
        ("2x2:1/1/1", "3 clues, expected 4"),
        ("2x2:1/x/1/1", "column 2, run 1: 'x' is not a length"),
        ("2x2:1/1/x/1", "row 1, run 1: 'x' is not a length"),
        ("2x2:1/1/1/1..1", "row 2, run 2: '' is not a length"),
        ("2x2:1/1/1/0", "row 2, run 1: length 0"),
        ("2x2:1/1/3/1", "row 1: its runs need 3 cells, there are 2"),
        ("2x2:1/1/1/1.1", "row 2: its runs need 3 cells, there are 2"),
        ("2x2:1/1/1/1,a", "given cells: 1, expected 4"),
        ("2x2:1/1/1/1,aaaaa", "given cells: more than 4"),
        ("2x2:1/1/1/1,a-", "given cells: '-' is not a letter"),
        ("2x2:1/1/1/1,A2d", "row 1, column 1 is given: no run has colour 2"),
        ("2x2:1/1/1/1,A99d", "given cell 1: no colour 99"),
    ],
)
def test_faults_are_named(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Picross.decode(text)


def test_broken_rules_are_named():
    puzzle = Picross.decode("2x2:1/1b/1.1b/,Ad")
    assert puzzle.violation(bytes([1, 2, 0, 0])) == ""
    for picture, words in (
        (b"", "0 cells, expected 4 (2x2)"),
        (bytes([1, 3, 0, 0]), "row 1, column 2: no colour 3"),
        (bytes([0, 2, 0, 0]), "row 1, column 1: given as '#'"),
        (bytes([1, 0, 0, 0]), "row 1: its runs are 1, not 1.1b"),
        (bytes([1, 2, 0, 1]), "row 2: its runs are 1, not none"),
    ):
        assert puzzle.violation(picture) == words
    with pytest.raises(ValueError, match="row 2: 1 cells, expected 2"):
        puzzle.decode_solution("#b/.")
    with pytest.raises(ValueError, match=r"row 2, column 1: '\?' is not a colour"):
        puzzle.decode_solution("#b/?.")
    with pytest.raises(ValueError, match="1 row, expected 2"):
        puzzle.decode_solution("#b")


def test_lines_and_cells_by_name():
    puzzle = Picross.decode("3x2:1/1b/1/1.1b.1/")
    assert [puzzle.line_name(line) for line in range(5)] == [
        "row 1", "row 2", "column 1", "column 2", "column 3"
    ]  # fmt: skip
    assert [puzzle.length(line) for line in range(5)] == [3, 3, 2, 2, 2]
    assert [[*puzzle.cells_of(line)] for line in (1, 3)] == [[3, 4, 5], [1, 4]]
    assert puzzle.violation(bytes([1, 2, 1, 2, 0, 0])) == "row 2: its runs are 1b, not none"
    assert Picross.decode("2x2:1//1/").violation(bytes([0, 1, 0, 0])) == (
        "column 1: its runs are none, not 1"
    )
    assert puzzle.canonical(bytes([1, 0])) == bytes([1, 0])
    assert puzzle.encode_solution(bytes([1, 2, 1, 0, 0, 0])) == "#b#/..."
    assert puzzle.decode_solution("#b#/...") == bytes([1, 2, 1, 0, 0, 0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Each column and row has as many places as runs can fit, the last run first.
        ("https://puzz.link/p?nonogram/3/1/1g1111", None),
        ("https://puzz.link/p?nonogram/1/1/11", "1x1:1/1"),
        ("https://puzz.link/p?nonogram/3/1/1g111", "3x1:1//1/1.1"),
        ("https://puzz.link/p?nonogram/3/2/111111g", "3x2:1/1/1/1.1/1"),
        ("https://puzz.link/p?nonogram/5/1/1g11g21g", "5x1:1//1/1//1.2"),
        ("https://puzz.link/p?nonogram/5/1/1g11g21", "5x1:1//1/1//1.2"),
        (f"https://puzz.link/p?nonogram/100/100/{'z' * 500}", f"100x100:{'/' * 199}"),
    ],
)
def test_addresses_of_nonograms(text, expected):
    if expected is None:
        with pytest.raises(ValueError, match=r"6 places, expected 5"):
            Picross.decode(text)
        return
    assert Picross.decode(text) == Picross.decode(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://puzz.link/p?sudoku/1/1/11", "an address of sudoku, expected nonogram"),
        ("https://puzz.link/p?nonogram/0/1/1", "size 0x1: 1 to 10000 cells in an address"),
        ("https://puzz.link/p?nonogram/101/100/1", "size 101x100: 1 to 10000 cells"),
        ("https://puzz.link/p?nonogram/1/1/111", "3 places, expected 2"),
        ("https://puzz.link/p?nonogram/1/1/1.", "a run whose length is unknown"),
        ("1x1:1:1/1", "column 1, run 1: '1:1' is not a length"),
        ("2x1:1/1/2,a,a", "given cells: ',' is not a letter"),
    ],
)
def test_more_faults_are_named(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Picross.decode(text)


def test_runs_and_given_cells_at_the_limits():
    for clue, message in (
        ((0, 1), "row 1, run 1: length 0, colour 1"),
        ((1, 0), "row 1, run 1: length 1, colour 0"),
        ((1, 27), "row 1, run 1: length 1, colour 27"),
        ((2, 1), "row 1: its runs need 2 cells, there are 1"),
    ):
        with pytest.raises(ValueError, match=message):
            Picross(((clue,),), ((),))
    assert Picross((((1, 26),),), (((1, 26),),)).colours == 26
    with pytest.raises(ValueError, match="2 given cells, expected 1"):
        Picross((((1, 1),),), (((1, 1),),), b"\1\1")
    assert Picross((((1, 1),),), (((1, 1),),), b"\2").given == b"\2"
    with pytest.raises(ValueError, match=r"row 1, column 1 is given: no run has colour 2"):
        Picross((((1, 1),),), (((1, 1),),), b"\3")
    with pytest.raises(ValueError, match=r"at least one row and one column, got 1x0"):
        Picross((), ((),))
    with pytest.raises(ValueError, match=r"at least one row and one column, got 0x1"):
        Picross(((),), ())


def test_given_colours_at_the_limits():
    for colour in (2, 25, 26):
        letter = "abcdefghijklmnopqrstuvwxyz"[colour - 1]
        board = Picross.decode(f"1x1:1{letter}/1{letter},A{colour}")
        assert board.given == bytes([colour + 1])
        assert Picross.decode(board.encode()) == board
    with pytest.raises(ValueError, match="given cell 1: no colour 27"):
        Picross.decode("1x1:1z/1z,A27")


def test_the_first_cell_of_no_colour_is_named():
    fault = Picross.decode("2x1:1/1/2").violation(bytes([1, 2]))
    assert fault == "row 1, column 2: no colour 2"


def test_what_is_given_may_be_a_list():
    listed = Picross([[(1, 1)]], [[(1, 1)]], [2])
    assert listed == Picross.decode("1x1:1/1,A") and hash(listed)


@pytest.mark.parametrize(("cells", "text"), [(25, "y"), (26, "za"), (27, "zb"), (51, "zza")])
def test_many_cells_before_a_given_one(cells, text):
    """Many cells before the last one, which is given as blank, are written and read."""
    wide = f"{cells}x1:{'/' * cells}"
    board = Picross.decode(f"{wide},{text}")
    assert board.given == bytes(cells - 1) + b"\1"
    assert board.encode() == f"{wide},{text}"
