"""Test the orders of tiles: each has every tile of a group once; growth takes the cheapest tile."""

import itertools
import random

import numpy as np

from cpstudy.core.native import array, zeros
from cpstudy.puzzles.pipes.counting.multigraph import unknown
from cpstudy.puzzles.pipes.counting.plan import sort_by_groups, sort_by_growth
from tests.puzzles.pipes.counting.bench import contracted, entries
from tests.puzzles.pipes.instances import random_board


def grouped(count: int, largest: int):
    """Yield (graph, orders, first places, columns) of random boards with groups left to count."""
    rng = random.Random(41)
    found = 0
    while found < count:
        puzzle = random_board(rng, largest)
        tree = not puzzle.free and rng.random() < 0.7
        g, o, groups = contracted(puzzle, tree)
        if groups > 0:
            found += 1
            first = zeros(len(puzzle.tiles) + 1, "i64")
            sort_by_groups(g, o, groups, puzzle.columns, first)
            yield g, o, array(first)[: groups + 1].tolist(), puzzle.columns


def test_rows_and_columns_sort_each_group():
    several = 0
    for _, o, first, columns in grouped(60, 5):
        several += len(first) > 2
        for group, (begin, end) in enumerate(itertools.pairwise(first)):
            tiles = np.flatnonzero(array(o.group) == group).tolist()
            assert array(o.by_rows)[begin:end].tolist() == tiles
            by_columns = sorted(tiles, key=lambda tile: (tile % columns, tile))
            assert array(o.by_columns)[begin:end].tolist() == by_columns
    assert several > 5


def test_growth_takes_the_ready_tile_that_costs_least_and_of_these_the_oldest():
    choices = 0
    for g, o, first, _ in grouped(60, 5):
        for begin, end in itertools.pairwise(first):
            sort_by_growth(g, o, begin, end)
            waiting = array(o.by_rows)[begin:end].tolist()
            outside = set(range(len(o.group))) - set(waiting)
            taken: set[int] = set()
            ready: list[int] = []
            for tile in array(o.by_growth)[begin:end].tolist():
                ready = ready or waiting[:1]
                growth = {other: entries(g, taken | {other}, outside) for other in ready}
                assert tile == min(ready, key=growth.__getitem__)
                choices += len(set(growth.values())) > 1
                ready.remove(tile)
                waiting.remove(tile)
                taken.add(tile)
                for side in range(4):
                    other = g.neighbours[tile, side]
                    beside = unknown(g, tile, side) and other not in taken
                    if beside and other not in ready:
                        ready.append(other)
            assert not waiting
    assert choices > 50
