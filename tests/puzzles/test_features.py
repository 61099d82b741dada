"""Features of every kind with solvers: they exist, are finite, and agree with counting by hand."""

import math

import pytest

from cpstudy import puzzle
from cpstudy.puzzles import PUZZLES, kind

KINDS = [name for name in PUZZLES if kind(name).solvers]
RULED = ("sudoku", "jigsaw", "kenken", "picross", "nurikabe", "slitherlink", "masyu", "pipes")
SUDOKU = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"


MORE = {
    "sudoku": (SUDOKU, "1...3.....2...4."),
    "pipes": ("5x5:28b58bdc165751a55193137e2", "2x1w:11"),
    "picross": ("2x2:1/1/1/1", "3x2:2/1/1/1.1/2"),
}


def features(name, text):
    return kind(name).features(puzzle(name, text))


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_that_is_solved_has_features(name):
    found = features(name, kind(name).example)
    assert len(found) > 4
    assert all(math.isfinite(value) for value in found.values())


@pytest.mark.parametrize("name", RULED)
def test_what_rules_leave_is_a_share_and_becomes_less(name):
    for text in (kind(name).example, *MORE.get(name, ())):
        board = puzzle(name, text)
        found = kind(name).features(board)
        left = [value for key, value in found.items() if key.startswith("undecided after")]
        assert left
        assert all(0 <= share <= 1 for share in left)
        assert left == sorted(left, reverse=True)


def test_a_sudoku_by_hand():
    found = features("sudoku", SUDOKU)
    assert (found["cells"], found["values"], found["cages"]) == (81, 9, 0)
    assert found["share given"] == sum(c != "." for c in SUDOKU) / 81
    left = 0
    for cell, clue in enumerate(SUDOKU):
        row, column = divmod(cell, 9)
        seen = {
            SUDOKU[other]
            for other in range(81)
            if other // 9 == row
            or other % 9 == column
            or (other // 27, other % 9 // 3) == (row // 3, column // 3)
        }
        left += 1 if clue != "." else 9 - len(seen - {"."})
    assert found["values left"] == pytest.approx(left / 81)
    assert found["undecided after rules"] == 0
    assert sum(value for key, value in found.items() if key.startswith("steps of")) >= 81 - 36
    assert "undecided after rules" not in features("sudoku", "11..............")


def test_a_nonogram_by_hand():
    found = features("picross", "3x2:2/1/1/1.1/2")
    assert (found["cells"], found["colours"]) == (6, 1)
    assert found["runs a line"] == pytest.approx((1 + 1 + 1 + 2 + 1) / 5)
    assert found["share filled"] == pytest.approx(4 / 6)
    assert "undecided after overlap" not in features("picross", "2x2:2/2/1/1")


def test_a_nurikabe_by_hand():
    board = puzzle("nurikabe", kind("nurikabe").example)
    found = kind("nurikabe").features(board)
    clues = [clue for clue in board.clues if clue > 0]
    assert found["islands"] == len(clues)
    assert found["largest island"] == max(clues)
    assert found["share of sea"] == pytest.approx(1 - sum(clues) / len(board.clues))
