"""Test that every solver of edge matching keeps its budgets."""

from __future__ import annotations

from collections import Counter

import pytest

from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from tests.puzzles.edge_matching.instances import PLACING


@pytest.mark.parametrize("name", PLACING)
def test_an_iteration_budget_stops_before_the_placement_that_exceeds_it(name):
    verdicts: Counter[Verdict] = Counter()
    for puzzle, _ in puzzles(4, 4, 4, 3, 3, 2):
        full = solve(puzzle, SOLVERS[name])
        spent = full.counters["placements"]
        enough = solve(puzzle, SOLVERS[name], budget=Budget(iterations=spent))
        assert (enough.stop, enough.solutions) == (full.stop, full.solutions)
        short = solve(puzzle, SOLVERS[name], budget=Budget(iterations=spent - 1))
        assert (short.stop, short.counters["placements"]) == (Stop.ITERATIONS, spent - 1)
        verdicts[short.verdict] += 1
    assert verdicts[Verdict.UNKNOWN]


@pytest.mark.parametrize("name", [name for name, row in SOLVERS.items() if row.in_all])
def test_budgets_are_kept(name):
    puzzle = next(puzzles(7, 7, 7, 3, 1, 4))[0]
    iterations = solve(puzzle, SOLVERS[name], budget=Budget(iterations=10))
    assert (iterations.stop, iterations.verdict) == (Stop.ITERATIONS, Verdict.UNKNOWN)
    assert iterations.counters[SOLVERS[name].counter] >= 10
    seconds = solve(puzzle, SOLVERS[name], budget=Budget(seconds=0.0))
    assert (seconds.stop, seconds.verdict) == (Stop.TIME, Verdict.UNKNOWN)


def test_a_time_limit_strikes_between_solutions_too():
    """A time limit also ends a search that finds millions of boards, faster than slices end."""
    pieces = 4 * ["1,1,1,2", "1,1,2,2", "1,2,1,2", "2,2,2,1"]
    puzzle = EdgeMatching.decode("4x4u:" + ";".join(pieces))
    result = solve(puzzle, SOLVERS["snopf"], budget=Budget(seconds=0.01), limit=None)
    assert (result.stop, result.verdict) == (Stop.TIME, Verdict.MANY)
    assert not result.exhausted


@pytest.mark.parametrize("name", ["snopf", "pla", "matching"])
def test_a_board_that_memory_does_not_hold_is_left_unknown(name):
    """A board too large for the memory is unknown: 50×50 takes 8 GB with look-ahead, 0.2 GB
    without."""
    puzzle = EdgeMatching(50, 50, tuple((1, 1, 1, 1) for _ in range(2500)), framed=False)
    refused = 0
    for memory in (None, 1 << 20):
        result = solve(puzzle, SOLVERS[name], budget=Budget(iterations=1, memory=memory))
        assert result.stop in (Stop.MEMORY, Stop.ITERATIONS)
        assert result.verdict is Verdict.UNKNOWN
        refused += result.stop is Stop.MEMORY
    assert refused == 1 + (name != "snopf")
