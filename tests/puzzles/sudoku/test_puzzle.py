"""The data of Sudoku: text forms, rules, degenerate sizes, files, pictures."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import Verdict, solve
from cpstudy.core.documents import Document
from cpstudy.core.drawing import Label
from cpstudy.core.errors import InputError
from cpstudy.puzzles.latin.drawing import drawing, text_picture
from cpstudy.puzzles.latin.rules import neighbours, values_fault
from cpstudy.puzzles.sudoku.formats.grids import read_grids, recognises, write_grid
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape

EXAMPLE = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"


@st.composite
def sudokus(draw):
    box = draw(st.sampled_from([(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 5)]))
    order = box[0] * box[1]
    clues = draw(st.lists(st.integers(0, order), min_size=order**2, max_size=order**2))
    return Sudoku(*box, bytes(clues), draw(st.booleans()))


@given(sudokus())
def test_text_forms_come_back(puzzle):
    assert Sudoku.decode(puzzle.encode()) == puzzle


@given(sudokus())
def test_grids_come_back(puzzle):
    try:
        text = write_grid(puzzle)
    except ValueError:
        return
    (item,) = read_grids(text.splitlines(keepends=True))
    assert item.puzzle == puzzle


def test_the_game_ids_of_solo():
    """3x2 means boxes of three rows and two columns: two rows and three columns of boxes."""
    puzzle = Sudoku.decode("3x2:a6_5za3e")
    assert (puzzle.box_rows, puzzle.box_columns, puzzle.order) == (3, 2, 6)
    assert puzzle.clues[1:3] == bytes([6, 5])
    assert puzzle.clues[30:32] == bytes([3, 0])
    boxes = [unit.cells for unit in puzzle.units if unit.name.startswith("box")]
    assert boxes[0] == (0, 1, 6, 7, 12, 13)
    assert Sudoku.decode("3x3:" + "zzzc").encode() == "." * 81
    assert Sudoku.decode("3x3x:" + "zzzc").encode() == "3x3x:zzzc"
    assert Sudoku.decode("3x3xr4du:zzzc").diagonals
    assert Sudoku.decode("3x3m4:zzzc") == Sudoku.decode("0" * 81)
    assert Sudoku.decode("5x5:" + "z" * 24 + "a").order == 25


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "0 characters"),
        ("123", "3 characters"),
        ("x" * 81, "row 1, column 1: unexpected character 'x'"),
        ("." * 80 + "a", "row 9, column 9: unexpected character 'a'"),
        ("3x3:zzz", "78 cells, expected 81"),
        ("3x3:zzzd", "more than 81 cells"),
        ("3x3:zzzb10", "row 9, column 9: 10 is not a value"),
        ("3x3:zzzb0", "row 9, column 9: unexpected character '0'"),
        ("3x3:1_!", "row 1, column 2: unexpected character '!'"),
        ("2x2:12n", "row 1, column 1: 12 is not a value"),
        ("0x3:a", "at most 25 values"),
        ("9x9:a", "at most 25 values"),
        ("3x3k:zzzc,ab", "killer"),
        ("3x3q:zzzc", "'q' after the size"),
        ("nonsense:a", "expected 81 characters"),
    ],
)
def test_faults_are_named(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Sudoku.decode(text)


def test_rules_are_named():
    puzzle = Sudoku.decode(EXAMPLE)
    (solution,) = solve(puzzle).solutions
    assert puzzle.violation(solution) == ""
    assert puzzle.violation(solution[:-1]).startswith("80 cells")
    swapped = bytearray(solution)
    swapped[0], swapped[1] = swapped[1], swapped[0]
    assert "column 1" in puzzle.violation(bytes(swapped))
    assert puzzle.violation(bytes([solution[0] % 9 + 1]) + solution[1:]).startswith("row 1")
    assert "where the clue is 3" in puzzle.violation(solution[:2] + b"\1" + solution[3:])
    assert "no value" in puzzle.violation(b"\0" + solution[1:])
    crossed = Sudoku(3, 3, bytes(81), diagonals=True)
    assert "diagonal" in crossed.violation(solution)
    assert puzzle.decode_solution(puzzle.encode_solution(solution)) == solution
    for text in ("12", "x" * 81):
        with pytest.raises(ValueError, match="solution"):
            puzzle.decode_solution(text)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1x1:a", Verdict.UNIQUE),
        ("1x1:1", Verdict.UNIQUE),
        ("1x1x:a", Verdict.UNIQUE),
        ("1x2:d", Verdict.MANY),
        ("2x1:1c", Verdict.UNIQUE),
        ("2x1x:d", Verdict.NONE),
        ("1x3:i", Verdict.MANY),
        ("2x2x:p", Verdict.MANY),
    ],
)
def test_degenerate_sizes(text, verdict):
    puzzle = Sudoku.decode(text)
    for row in ("portfolio", "search", "cpsat", "sat", "brute-force"):
        assert solve(puzzle, row).verdict is verdict, row


def test_every_box_shape_to_25():
    for rows in range(1, 26):
        for columns in range(1, 25 // rows + 1):
            puzzle = Sudoku(rows, columns, bytes((rows * columns) ** 2))
            assert all(sorted(u.cells) == sorted(set(u.cells)) for u in puzzle.units)
            assert all(len(u.cells) == puzzle.order for u in puzzle.units)
            assert len(puzzle.units) == (2 if 1 in (rows, columns) else 3) * puzzle.order or (
                puzzle.order == 1
            )
    with pytest.raises(ValueError, match="expected 1 to 25"):
        Sudoku(2, 13, bytes(26**2))
    with pytest.raises(ValueError, match="boxes of"):
        Sudoku(0, 3, b"")


GRID = """
+-------+-------+-------+
| . . 3 | . 2 9 | . 5 . |
| 2 4 5 | . . . | . 7 . |
| . 9 . | 5 . 8 | 2 3 . |
+-------+-------+-------+
| . . 2 | 8 . . | . . . |
| 7 . 8 | . 1 . | 3 . 9 |
| 4 . 6 | . . 5 | . 2 . |
+-------+-------+-------+
| . . 9 | . 5 . | . 1 . |
| . . . | . 9 6 | 4 8 3 |
| . . . | . 8 3 | 5 . 7 |
+-------+-------+-------+
"""


def test_framed_grids_are_read():
    (item,) = read_grids(GRID.splitlines(keepends=True))
    assert item.puzzle.encode() == EXAMPLE
    bare = "\n".join(EXAMPLE[start : start + 9] for start in range(0, 81, 9))
    (item,) = read_grids(bare.splitlines(keepends=True))
    assert item.puzzle.encode() == EXAMPLE
    (item,) = read_grids(["1 - - -\n", "- - - -\n", "- - x -\n", "- - - -\n"])
    assert (item.line, str(item.puzzle)) == (
        3,
        "row 3, column 3: 'x' and '-': both may be empty cells; say which by --blank",
    )
    (item,) = read_grids(["1 - - -\n", "- - -\n", "- - - -\n", "- - - -\n"])
    assert (item.line, str(item.puzzle)) == (2, "row 2: 3 cells, expected 4")
    assert recognises(Document.of(GRID)) and recognises(Document.of(bare))
    assert not recognises(Document.of(EXAMPLE))
    assert not recognises(Document.of("2x2:p"))


def test_pictures_show_solutions_side_by_side():
    puzzle = Sudoku.decode("2x2:p")
    solutions = solve(puzzle).solutions
    lines = ["".join(span.text for span in line) for line in text_picture(puzzle, solutions)]
    assert len({len(line) for line in lines}) == 1
    differing = sum(a != b for a, b in zip(*solutions, strict=True))
    assert sum(line.count("*") for line in lines) == differing
    labels = [shape for shape in drawing(puzzle, solutions).shapes if isinstance(shape, Label)]
    assert len(labels) == 32
    assert "·" in "".join(span.text for line in text_picture(puzzle) for span in line)


def test_boards_keep_all_but_their_clues():
    for board in (Sudoku(2, 3, bytes(36), diagonals=True), Sudoku(3, 2, bytes(36))):
        clues = bytes([1, 6] + [0] * 34)
        other = board.with_clues(clues)
        assert (other.box_rows, other.box_columns, other.diagonals, other.clues) == (
            board.box_rows, board.box_columns, board.diagonals, clues
        )  # fmt: skip
        assert (other.order, other.cages, other.size) == (6, (), "6x6")


def test_a_fault_is_named_behind_the_largest_values():
    assert values_fault(2, bytes([2, 1, 3, 1]), 0) == "row 2, column 1: no value from 1 to 2"
    assert sorted(neighbours(3, 8)) == [5, 7]


def test_units_of_boxes_and_diagonals():
    wide = Sudoku(2, 3, bytes(36), diagonals=True)
    named = {unit.name: unit.cells for unit in wide.units}
    assert len(named) == len(wide.units) == 20
    assert named["row 2"] == (6, 7, 8, 9, 10, 11)
    assert named["column 2"] == (1, 7, 13, 19, 25, 31)
    assert named["box 1"] == (0, 1, 2, 6, 7, 8)
    assert named["box 4"] == (15, 16, 17, 21, 22, 23)
    assert named["the falling diagonal"] == (0, 7, 14, 21, 28, 35)
    assert named["the rising diagonal"] == (5, 10, 15, 20, 25, 30)
    assert wide.labels == (0, 0, 0, 1, 1, 1) * 2 + (2, 2, 2, 3, 3, 3) * 2 + (4, 4, 4, 5, 5, 5) * 2
    assert all(type(label) is int for label in wide.labels)
    assert len(Sudoku(2, 3, bytes(36)).units) == 18
    names = {unit.name for unit in Sudoku(1, 2, bytes(4)).units}  # whose boxes are rows
    assert names == {"row 1", "row 2", "column 1", "column 2"}


def test_faults_of_fillings_name_both_places():
    board = Sudoku(2, 2, bytes([0, 2] + [0] * 14), diagonals=True)
    found = board.violation(board.decode_solution("1234341221434321"))
    assert found == "the falling diagonal: 4 at row 2, column 2 and row 3, column 3"
    plain = Sudoku(2, 2, bytes([0, 2] + [0] * 14))
    for values, fault in (
        ("1234341221434321", ""),
        ("1234341221434322", "row 4: 2 at row 4, column 3 and row 4, column 4"),
        ("1234341221341234", "column 1: 1 at row 1, column 1 and row 4, column 1"),
        ("1234214334124321", "box 1: 2 at row 1, column 2 and row 2, column 1"),
        ("1324341221434231", "row 1, column 2: 3 where the clue is 2"),
    ):
        assert plain.violation(plain.decode_solution(values)) == fault
    assert plain.violation(bytes(16)) == "row 1, column 1: no value from 1 to 4"
    assert (
        plain.violation(bytes([1, 2, 3, 5] + [1] * 12)) == "row 1, column 4: no value from 1 to 4"
    )
    assert plain.violation(bytes(15)) == "15 cells, expected 16 (4x4)"
    assert plain.canonical(bytes([1, 2])) == bytes([1, 2])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://puzz.link/p?slither/4/4/0000", "an address of slither, expected sudoku"),
        ("https://puzz.link/p?sudoku/4/6/p", "size 4x6: expected a square of 1 to 25"),
        ("https://puzz.link/p?sudoku/26/26/p", "size 26x26: expected a square of 1 to 25"),
        ("https://puzz.link/p?sudoku/0/0/p", "size 0x0: expected a square of 1 to 25"),
        ("https://puzz.link/p?sudoku/4/4/zg", "21 cells, expected 16"),
        ("https://puzz.link/p?sudoku/4/4/5u", "row 1, column 1: 5 is above 4"),
        ("https://puzz.link/p?sudoku/4/4/m5n", "row 2, column 4: 5 is above 4"),
        ("2x2k:p", "killer cages are not supported"),
        ("2x2q:p", "'q' after the size"),
        ("2x2xq:p", "'q' after the size"),
        ("0x2:", "size 0x2: at most 25 values"),
        ("13x2:p", "size 13x2: at most 25 values"),
        ("2x2x", "4 characters, expected 81"),
        ("1" * 15, "15 characters, expected 81"),
        ("5" * 16, "row 1, column 1: unexpected character '5'"),
        ("..../?...".replace("/", "") + "." * 8, "row 2, column 1: unexpected character '?'"),
    ],
)
def test_more_faults_are_named(text, message):
    with pytest.raises(InputError) as caught:
        Sudoku.decode(text)
    assert message in str(caught.value)


def test_addresses_and_characters():
    address = "https://puzz.link/p?sudoku/4/4/4u"
    assert Sudoku.decode(address) == Sudoku(2, 2, bytes([4] + [0] * 15))
    assert Sudoku.decode("https://puzz.link/p?sudoku/1/1/1") == Sudoku(1, 1, b"\1")
    assert Sudoku.decode("https://puzz.link/p?sudoku/6/6/6zu") == Sudoku(
        2, 3, bytes([6] + [0] * 35)
    )
    big = Sudoku.decode("https://puzz.link/p?sudoku/25/25/-19" + "z" * 31 + "j")
    assert (big.order, big.clues[0], any(big.clues[1:])) == (25, 25, False)
    assert Sudoku.decode("1.04" + "." * 12) == Sudoku(2, 2, bytes([1, 0, 0, 4] + [0] * 12))
    assert Sudoku.decode(".") == Sudoku(1, 1, b"\0")
    letters = Sudoku.decode("Gg9" + "." * 253)
    assert (letters.order, letters.clues[:3]) == (16, bytes([16, 16, 9]))
    crossed = Sudoku.decode("2x2xdu:p")
    assert crossed == Sudoku(2, 2, bytes(16), diagonals=True)
    assert crossed.encode() == "2x2x:p"
    assert Sudoku.decode("2x2:p").encode() == "2x2:p"
    assert Sudoku(3, 3, bytes(80) + b"\x09").encode() == "." * 80 + "9"
    assert Sudoku(3, 3, bytes(81), diagonals=True).encode() == "3x3x:zzzc"
    assert [box_shape(order) for order in (1, 4, 6, 7, 8, 12)] == [
        (1, 1), (2, 2), (2, 3), (1, 7), (2, 4), (3, 4)
    ]  # fmt: skip


def test_clues_and_characters_at_the_limits():
    for clues, message in (
        (bytes([5] + [0] * 15), "clue row 1, column 1: no value from 1 to 4"),
        (bytes(15), "clue 15 cells, expected 16 (4x4)"),
    ):
        with pytest.raises(InputError) as caught:
            Sudoku(2, 2, clues)
        assert str(caught.value) == message
    assert Sudoku.decode("." * 625).order == 25
    with pytest.raises(InputError, match=r"row 1, column 1: unexpected character 'X'"):
        Sudoku.decode("X" + "." * 15)
    assert [type(side) for side in box_shape(6)] == [int, int]
