"""Test the compiled checker against ``violation`` on every placement of small boards."""

from itertools import product

import numpy as np
import pytest

from cpstudy.core.native import table, view, zeros
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from cpstudy.puzzles.tilings.checker import checker, first_unsolved


@pytest.mark.parametrize(
    "text",
    [
        "1x1:00", "2x1:0101", "3x1:011101", "2x2:01030301", "2x2:00010001", "2x2:01010101",
        "3x2:000101010100", "2x1w:0101", "1x2w:0303", "2x2w:03030303", "2x2wg:03030303",
        "2x2g:01010101", "2x2w:01010115", "1x3w:000101", "2x3:010011010100", "2x2:00000000",
    ],
)  # fmt: skip
def test_every_placement_is_judged_as_by_the_rules(text):
    """The checker agrees with the rules; a cell takes its tile's rotations and one other mask."""
    board = HexPipes.decode(text)
    holds = checker(board)
    ways = [(*board.orientations[tile], 7 if tile else 8) for tile in board.tiles]
    for placement in map(bytes, product(*ways)):
        assert holds(placement) is (board.violation(placement) == ""), [*placement]
    right = bytes(ways[at][0] for at in range(len(board.tiles)))
    assert not holds(right[1:])
    assert not holds(right + b"\0")
    assert not holds(b"\x40" * len(right))
    assert not holds(b"\xff" * len(right))


def test_a_cycle_beside_a_cell_alone():
    """A cycle next to a pair is refused, although a tree on these cells has as many edges."""
    ring = HexPipes(3, 3, bytes([0, 48, 0, 3, 12, 0, 0, 1, 1]))
    for placement in product(*(ring.orientations[tile] for tile in ring.tiles)):
        assert checker(ring)(bytes(placement)) is (ring.violation(bytes(placement)) == "")
    assert checker(HexPipes(3, 3, ring.tiles, free=True))(bytes([0, 48, 0, 3, 12, 0, 0, 1, 8]))
    assert not checker(ring)(bytes([0, 48, 0, 3, 12, 0, 0, 1, 8]))


def test_the_first_of_many_boards_that_is_not_solved():
    """``first_unsolved`` returns the place of the first wrong row, or the number of rows.

    The rows are the solution of ``2x2:1313``, and the same with one tile turned.
    """
    board = Pipes.decode("2x2:1313")
    (right,) = [p for p in product(*(ORIENTATIONS[t] for t in board.tiles)) if solves(board, p)]
    wrong = (*right[:3], ORIENTATIONS[3][0])
    assert not solves(board, wrong)
    neighbours, closed = neighbour_table(2, 2, False), closed_of(2, 2, False, b"\0" * 4, True)
    for rows in ((right,), (wrong,), (right, wrong), (right, right, wrong, wrong), (right,) * 5):
        placements = np.array(rows, np.uint8)
        boards = np.array([list(board.tiles)] * len(rows), np.uint8)
        queue, seen = zeros(4, "i32"), zeros(4, "u8")
        first = first_unsolved(
            table(neighbours, "i32"), 2, view(boards), view(closed), True, view(placements),
            queue, seen,
        )  # fmt: skip
        assert first == next((at for at, row in enumerate(rows) if row == wrong), len(rows))


def solves(board, placement):
    return board.violation(bytes(placement)) == ""
