"""Test that counting a batch of boards gives the counts of the single boards."""

import random
from dataclasses import replace

import numpy as np

from cpstudy import generate
from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE
from tests.puzzles.pipes.instances import random_tree, with_barriers


def test_batches_are_boards_one_by_one():
    for wrap in (False, True):
        boards = [
            puzzle
            for name in ("depth-first", "prim", "kruskal")
            for puzzle, _ in generate("pipes", name, (9, 11), 15, 3, wrap=wrap)
        ]
        tiles = np.array([list(puzzle.tiles) for puzzle in boards], np.uint8)
        found = frontier.counts(tiles, 9, 11, wrap=wrap)
        assert found == [frontier.count(puzzle) for puzzle in boards]
        assert len(set(found)) > 3
        narrowed = POSSIBLE[tiles]
        narrowed[:, 0] = 0
        assert frontier.counts(tiles, 9, 11, wrap=wrap, possible=narrowed) == [0] * len(boards)
    rng = random.Random(2)
    walls = with_barriers(rng, random_tree(rng, 4, 5, False, 1.0), 0.4)
    row = np.frombuffer(walls.tiles, np.uint8)[None]
    for free in (False, True):
        (one,) = frontier.counts(row, 4, 5, free=free, barriers=walls.barriers)
        assert one == frontier.count(replace(walls, free=free)) >= 1
    assert frontier.counts(np.empty((0, 4), np.uint8), 2, 2) == []
