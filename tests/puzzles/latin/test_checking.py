"""The fast checker and the batch checker of witnesses agree with the rules on small boards."""

from itertools import product

import numpy as np
import pytest

from cpstudy.core.native import view
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.checking import checker, first_wrong
from cpstudy.puzzles.sudoku.puzzle import Sudoku


@pytest.mark.parametrize(
    "puzzle",
    [
        Sudoku(1, 2, bytes(4)),
        Sudoku(1, 1, bytes(1)),
        Sudoku(1, 2, bytes([0, 1, 0, 0])),
        Jigsaw(2, bytes(4), bytes([0, 0, 1, 1]), diagonals=True),
        KenKen.decode("2:_5,a1a2a2a1"),
        KenKen.decode("2:b__,s1d2"),
    ],
)
def test_every_filling_is_judged_as_by_the_rules(puzzle):
    """The checker equals the rules on all fillings, also with values and lengths that are wrong."""
    holds = checker(puzzle)
    for values in product(range(4), repeat=puzzle.order**2):
        assert holds(bytes(values)) is (puzzle.violation(bytes(values)) == ""), values
    for other in (b"", b"\1\2\2", b"\1\2\2\1\1"):
        assert holds(other) is False


def test_fillings_of_order_three():
    """The checker equals the rules on fillings of order 3 whose two upper rows hold.

    Regions, a clue and cages exclude fillings that rows and columns allow.
    """
    regions = Jigsaw(3, bytes([0] * 8 + [3]), bytes([0, 0, 1, 0, 1, 1, 2, 2, 2]))
    cages = KenKen.decode("3:a_3aab_,a3d3s1m6")
    for puzzle in (regions, cages):
        holds = checker(puzzle)
        for values in product(range(1, 4), repeat=9):
            if len({*values[:3]}) == len({*values[3:6]}) == 3:
                assert holds(bytes(values)) is (puzzle.violation(bytes(values)) == ""), values


# Latin squares of order 3, and squares that break a column, a row or the range of values.
ONE, OTHER = bytes([1, 2, 3, 2, 3, 1, 3, 1, 2]), bytes([1, 2, 3, 3, 1, 2, 2, 3, 1])
COLUMNS, ROWS = bytes([1, 2, 3] * 3), bytes([1, 1, 1, 2, 2, 2, 3, 3, 3])
ABOVE = bytes([1, 2, 4, 2, 4, 1, 4, 1, 2])


def judged(*boards):
    """The index of the first wrong board, or -1. A board: (clues, verdict, witness, witness)."""
    units = [[3 * r + c for c in range(3)] for r in range(3)]
    units += [[3 * r + c for r in range(3)] for c in range(3)]
    clues, verdicts, *witnesses = zip(*boards, strict=True)
    pairs = [[list(one), list(other)] for one, other in zip(*witnesses, strict=True)]
    return first_wrong(
        view(np.array(units, np.int64)),
        view(np.array([list(clue) for clue in clues], np.uint8)),
        view(np.array(verdicts, np.int8)),
        view(np.array(pairs, np.uint8)),
    )


def test_witnesses_of_a_batch():
    free, last, wrong = bytes(9), bytes([0] * 8 + [2]), bytes([0] * 8 + [1])
    none = (free, 0, COLUMNS, ROWS)  # the verdict none has no witnesses, so these are ignored
    unique, many = (last, 1, ONE, COLUMNS), (free, 2, ONE, OTHER)
    assert judged(none, unique, many, (wrong, 1, OTHER, ONE), (free, -1, ROWS, ROWS)) == -1
    for at, bad in enumerate(
        (
            (free, 1, COLUMNS, ONE),
            (free, 1, ROWS, ONE),
            (free, 1, ABOVE, ONE),
            (wrong, 1, ONE, ONE),
            (free, 2, ONE, COLUMNS),
            (free, 2, ONE, ONE),
            (last, 2, ONE, OTHER),
        )
    ):
        good = [none, unique, many, unique, many, none, many]
        assert judged(*good[:at], bad, *good[at:], bad) == at
