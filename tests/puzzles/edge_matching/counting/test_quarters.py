"""Test counting by quarters against brute force and search; other puzzles are refused."""

from collections import Counter

import numpy as np
import pytest

from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Budget
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.edge_matching.counting import quarters
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.instances import drawn, instance, needs_cases
from tests.samples import sample

# Numbers of inner and outer colours: from many boards to one or none.
COLOURS = ((2, 2), (3, 3), (3, 2), (4, 2))


def counted(puzzle):
    found = quarters.solve(puzzle, Request(limit=1))
    return found.count, found.counters["boards"]


def test_two_by_two_as_brute_force_has_them():
    rng = np.random.default_rng(3)
    met = Counter()
    for _ in range(60):
        puzzle = drawn(2, 2, rng)
        try:
            found = counted(puzzle)
        except NotApplicable:
            met["other"] += 1
            continue
        board = puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed
        assert found == (len(oracle.classes(*board)), len(oracle.boards(*board)))
        met[min(found[0], 2)] += 1
    assert met[1] > 3 and met["other"] > 3, met


@sample(12, 200)
def test_four_by_four_as_the_scan_finds_them(number):
    """Counting by quarters agrees with ``dfs`` on 4x4, also with identical pieces, and where the
    same pieces make several halves."""
    met = Counter()
    for index in range(number):
        ((puzzle, _),) = puzzles(4, 4, *COLOURS[index % 4], 1, index)
        try:
            found = counted(puzzle)
        except NotApplicable:
            met["other"] += 1
            continue
        by_scan = solve(puzzle, SOLVERS["dfs"], limit=None)
        assert by_scan.exhausted
        assert found == (by_scan.count, by_scan.counters["boards"]), puzzle.encode()
        met[found[0] > 1] += 1
    assert met[True] > 2 and met[False] > 0, met


@needs_cases
def test_owens_6x6():
    found = solve(instance("brendan_06x06"), SOLVERS["counting"], limit=1)
    assert (found.count, found.counters["boards"], found.engine) == (65, 260, "frontier")
    assert len(found.solutions) == 1 and found.counters["states"] == 54_583


def test_what_is_left_to_other_methods():
    ((odd, _),) = puzzles(5, 5, 3, 3, 1, 1)
    ((even, _),) = puzzles(4, 4, 4, 2, 1, 3)
    twins = EdgeMatching.decode("2x2:0,1,1,0;0,1,1,0;0,1,1,0;0,1,1,0")
    for puzzle, why in ((odd, "even side"), (twins, "its own rotation")):
        with pytest.raises(NotApplicable, match=why):
            quarters.solve(puzzle, Request())
    for budget in (Budget(iterations=9), Budget(states=9), Budget(memory=1 << 20)):
        with pytest.raises(NotApplicable, match="keep no budget"):
            quarters.solve(even, Request(budget=budget))
