"""Counting in halves: beside brute force, and numbers that the community knows."""

from collections import Counter
from math import factorial, prod

import numpy as np
import pytest

from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.edge_matching.counting import halves
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, distinct_turns, least_turn
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
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

HALVES = SOLVERS["halves"]


def counted(puzzle):
    found = halves.solve(puzzle, Request())
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
    assert len(met) == 12 and refused < 110


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (4, 4), (5, 3)])
def test_larger_boards_have_as_many_as_by_search(shape):
    for index, (inner, outer) in enumerate(((1, 2), (2, 2), (3, 3))):
        ((puzzle, _),) = puzzles(*shape, inner, outer, 1, index)
        found = solve(puzzle, SOLVERS["dfs"], limit=None)
        assert counted(puzzle) == (found.count, found.counters["boards"])


def test_boards_that_a_half_turn_leaves_as_they_are():
    # Two pairs of pieces, so that a board may be its own half turn: 1x2 halves, turned, above.
    for text in ("2x2u:0,1,2,3;0,1,2,3;2,1,0,3;2,1,0,3", "2x2u:1,2,1,2;1,2,1,2;3,1,3,1;3,1,3,1",
                 "2x3u:1,1,2,1;1,1,2,1;1,2,1,1;1,2,1,1;3,1,1,1;3,1,1,1"):  # fmt: skip
        puzzle = EdgeMatching.decode(text)
        board = puzzle.rows, puzzle.columns, puzzle.pieces, puzzle.framed
        try:
            assert counted(puzzle) == (len(oracle.classes(*board)), len(oracle.boards(*board)))
        except NotApplicable as error:
            assert "of a turn" in str(error)


def test_what_it_does_not_take():
    for text, why in (
        ("1x2u:0,1,2,3;4,5,6,7", "one row has none"),
        (next(puzzles(7, 7, 3, 3, 1, 1))[0].encode(), "a state takes 73 bits"),
        ("2x2u:1,2,3,4;1,2,3,4;1,2,3,4;1,2,3,4", "the same after 1/4 of a turn"),
        ("3x2u:1,2,3,4;1,2,3,4;1,2,3,4;1,2,3,4;2,2,3,3;2,2,3,3", "after 1/2 of a turn"),
    ):
        with pytest.raises(NotApplicable, match=why):
            halves.solve(EdgeMatching.decode(text), Request())


def test_budgets_end_it():
    ((puzzle, _),) = puzzles(4, 4, 2, 2, 1, 1)
    for budget, stop in (
        (Budget(iterations=100), Stop.ITERATIONS),
        (Budget(memory=600), Stop.MEMORY),
        (Budget(seconds=1e-9), Stop.TIME),
    ):
        found = solve(puzzle, HALVES, budget=budget)
        assert (found.stop, found.count) == (stop, None)


def all_different(puzzle, boards):
    """Boards where identical pieces, and turns that look the same, are different ways."""
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
    # 72 seconds. The community counts identical pieces as different ones.
    found = halves.solve(instance("clue1"), Request())
    assert all_different(instance("clue1"), found.counters["boards"]) == 115_071_633_408
