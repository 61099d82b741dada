"""Test that the counts of blocks that share no tile are multiplied."""

import random
from dataclasses import replace

from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import random_free


def test_boards_side_by_side_multiply():
    """Free graphs on both sides of a wall of barriers multiply; two trees are never one tree."""
    rng = random.Random(12)
    drawn = [random_free(rng, 4, 3, False) for _ in range(400)]
    several = [Pipes(4, 3, bytes([1]) * 12, free=True)]
    several += [board for board in drawn if frontier.count(board) > 1]
    products = 0
    for _ in range(60):
        left, right = rng.choice(several), rng.choice(several + drawn[:5])
        tiles = b"".join(
            side.tiles[start : start + 3] for start in (0, 3, 6, 9) for side in (left, right)
        )
        walls = bytes([0, 0, 1, 0, 0, 0]) * 4
        both = Pipes(4, 6, tiles, False, True, walls)
        product = frontier.count(left) * frontier.count(right)
        assert frontier.count(both) == product >= 1
        products += product > 3
        if any(left.tiles) and any(right.tiles):
            assert frontier.count(replace(both, free=False)) == 0
    assert products > 20
