"""Test the compiled checker against ``Pipes.violation`` on every placement of small boards."""

from itertools import product

import pytest

from cpstudy.puzzles.pipes.board.neighbours import checker
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes


@pytest.mark.parametrize(
    "text",
    [
        "1x1:0", "1x1:1", "2x1:11", "1x2:11", "3x1:151", "2x2:1331", "2x2:3333", "2x2g:3333",
        "2x2:1111", "2x2g:1111", "2x2g:1101", "2x2g:1011",
        "3x2:151151", "3x2:137111", "2x2:0101", "2x2:0000", "3x2:110011",
        "1x1w:1", "1x1wg:5", "2x1w:11", "2x1wg:55", "2x2w:1111", "2x2w:5151", "2x2wg:3333",
        "2x1:1v1", "2x1g:1v1", "2x2:1h111", "2x2:3vh333", "2x2g:3h33v3", "2x2w:1v1h11",
        "3x3:033011011",
    ],
)  # fmt: skip
def test_every_placement_is_judged_as_by_the_rules(text):
    """The checker agrees with the rules; a cell takes its tile's rotations and one other mask."""
    board = Pipes.decode(text)
    holds = checker(board)
    ways = [(*ORIENTATIONS[tile], 7 if tile else 8) for tile in board.tiles]
    for placement in map(bytes, product(*ways)):
        assert holds(placement) is (board.violation(placement) == ""), [*placement]
    right = bytes(way[0] for way in ways)
    assert holds(right[1:]) is holds(right + b"\0") is False
    assert holds(b"\x10" * len(right)) is holds(b"\xff" * len(right)) is False


def test_a_cycle_next_to_a_pair_is_no_tree():
    """A cycle and a pair have as many edges as a tree on their cells; only free graphs take them.

    The checker agrees with the rules on all placements.
    """
    board = Pipes.decode("3x2:331331")
    for placement in map(bytes, product(*(ORIENTATIONS[tile] for tile in board.tiles))):
        assert checker(board)(placement) is (board.violation(placement) == ""), [*placement]
    apart = bytes([9, 12, 8, 3, 6, 2])
    assert not checker(board)(apart)
    assert checker(Pipes(2, 3, board.tiles, free=True))(apart)
