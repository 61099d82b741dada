"""Test counting in two halves that meet, against brute force, search, and published counts."""

from collections import Counter
from math import factorial, prod

import numpy as np
import pytest

from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.edge_matching.counting import meeting
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, distinct_turns, least_turn
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.puzzles.edge_matching.symmetry import narrow
from tests.puzzles.edge_matching import oracle
from tests.puzzles.edge_matching.instances import (
    SHAPES,
    drawn,
    exchanged,
    instance,
    needs_cases,
    placed,
    unframed,
)


def counted(puzzle):
    found = meeting.solve(puzzle, Request(limit=0))
    assert found.stop is Stop.DONE and not found.solutions
    return found.count, found.counters["boards"]


def test_small_boards_have_as_many_as_by_brute_force():
    rng = np.random.default_rng(8)
    met, refused = set(), 0
    for turn in range(24):
        for shape in SHAPES:
            base = unframed(*shape, rng) if turn % 3 == 0 else drawn(*shape, rng)
            puzzle = placed(base, rng) if turn % 2 else exchanged(base, rng)
            board = puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed
            boards = len(oracle.boards(*board, puzzle.fixed, puzzle.forbidden, puzzle.turning))
            classes = boards if not puzzle.symmetric else len(oracle.classes(*board))
            try:
                assert counted(puzzle) == (classes, boards), puzzle.encode()
                met.add((min(boards, 2), puzzle.framed, puzzle.symmetric))
            except NotApplicable:
                refused += 1
    # A symmetric puzzle with a single board is not met: that board would be its own rotation.
    assert len(met) == 10 and refused < 110, refused


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (4, 4), (5, 3)])
def test_larger_boards_have_as_many_as_by_search(shape):
    for index, (inner, outer) in enumerate(((1, 2), (2, 2), (3, 3))):
        ((puzzle, _),) = puzzles(*shape, inner, outer, 1, index)
        found = solve(puzzle, SOLVERS["dfs"], limit=None)
        assert counted(puzzle) == (found.count, found.counters["boards"])


def test_a_wide_board_is_reflected_with_its_places():
    rng = np.random.default_rng(5)
    met = 0
    for _ in range(20):
        puzzle = placed(drawn(2, 4, rng), rng)
        high = narrow(puzzle)
        assert (high.rows, high.columns, narrow(high)) == (4, 2, high)
        shown = {
            tuple(tuple(sides) for _, sides in board)
            for board in oracle.boards(
                2, 4, puzzle.pieces, True, puzzle.fixed, puzzle.forbidden, puzzle.turning
            )
        }
        for board in shown:
            lying = tuple(board[c * 1 + r * 4][::-1] for c in range(4) for r in range(2))
            assert high.violation(high.placement(lying)) == ""
        met += bool(shown)
    assert met > 5


def test_boards_that_may_be_their_own_rotation_are_refused():
    for text in ("2x2u:1,2,3,4;1,2,3,4;1,2,3,4;1,2,3,4", "2x2u:1,2,1,2;1,2,1,2;3,1,3,1;3,1,3,1"):
        with pytest.raises(NotApplicable, match="its own rotation"):
            meeting.solve(EdgeMatching.decode(text), Request())


def test_budgets_end_it():
    ((puzzle, _),) = puzzles(5, 5, 2, 2, 1, 1)
    for budget, stop in (
        (Budget(iterations=100), Stop.ITERATIONS),
        (Budget(memory=600), Stop.MEMORY),
        (Budget(seconds=1e-9), Stop.TIME),
    ):
        found = solve(puzzle, SOLVERS["frontier"], budget=budget)
        assert (found.stop, found.count) == (stop, None)


def all_different(puzzle, boards):
    """The number of boards if identical pieces, and turns that look the same, are different."""
    copies = Counter(map(least_turn, puzzle.pieces))
    ways = prod(map(factorial, copies.values()))
    return boards * ways * prod((4 // len(distinct_turns(k))) ** m for k, m in copies.items())


@needs_cases
def test_the_four_by_four_that_came_with_the_box():
    assert counted(instance("tomy_4x4")) == (320, 1_280)


@pytest.mark.slow
@needs_cases
def test_owens_6x6():
    assert counted(instance("brendan_06x06")) == (65, 260)


@pytest.mark.slow
@needs_cases
def test_clue_puzzle_1():
    # This takes a minute. The community counts identical pieces as different ones.
    _, boards = counted(instance("clue1"))
    assert all_different(instance("clue1"), boards) == 115_071_633_408
