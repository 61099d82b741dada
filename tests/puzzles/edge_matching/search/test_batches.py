"""Test that batches and searches in turns have the results of single searches."""

import pytest

from cpstudy import Budget, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search import batches
from cpstudy.puzzles.edge_matching.search.batches import Turns, first_solutions
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import solve


@pytest.mark.parametrize("name", METHODS)
def test_batches_are_the_single_searches(name):
    pieces, _ = batch(4, 4, 3, 3, 12, seed=8)
    found = first_solutions(name, pieces, 4, 4, 1500)
    for sides, one in zip(pieces, found, strict=True):
        puzzle = EdgeMatching(4, 4, tuple(map(tuple, sides.tolist())))
        alone = solve(puzzle, Request(Budget(iterations=1500), 1), method=name)
        assert one.placements == alone.counters["placements"]
        stop = {FOUND: Stop.LIMIT, EXHAUSTED: Stop.DONE, SPENT: Stop.ITERATIONS}
        assert stop[one.status] is alone.stop
    turns = Turns(name, pieces, 4, 4)
    for limit in (10, 100, 1500):
        turns.finished(limit)
    assert [(t.placements, t.status) for t in turns.results()] == [
        (f.placements, f.status) for f in found
    ]


@pytest.mark.parametrize("name", METHODS)
def test_a_search_that_serves_again_remembers_nothing(name):
    streams = [batch(3, 4, 3, 3, 4, seed=seed)[0] for seed in (8, 9, 8)]
    fresh = []
    for pieces in streams:
        batches._kept.clear()
        fresh.append(first_solutions(name, pieces, 3, 4, 200))
    again = [first_solutions(name, pieces, 3, 4, 200) for pieces in streams]
    assert len(batches._kept) == 1
    for one, other in zip(fresh, again, strict=True):
        assert [(f.placements, f.status) for f in one] == [(f.placements, f.status) for f in other]
