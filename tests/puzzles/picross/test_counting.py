"""Counting, by listing or by states if there are many solutions: both numbers agree."""

import random
from collections import Counter
from math import factorial

import pytest

from cpstudy import Budget, Stop, Verdict, count, solve
from cpstudy.api import counting_solver
from cpstudy.core.solving import Request
from cpstudy.puzzles import kind
from cpstudy.puzzles.picross import counting, portfolio
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import random_picture


def rooks(size):
    return Picross((((1, 1),),) * size, (((1, 1),),) * size)


def test_it_is_the_default():
    assert counting_solver(kind("picross"), None).name == "counting"
    assert counting_solver(kind("picross"), None, listing=True).name == "portfolio"


@pytest.mark.parametrize("listed", [1000, 2])
def test_numbers_are_those_of_states(listed, monkeypatch):
    monkeypatch.setattr(counting, "LISTED", listed)
    rng = random.Random(5)
    engines, verdicts = Counter(), Counter()
    for index in range(60):
        puzzle = Picross.of_picture(5, 5, random_picture(rng, 5, 5, rng.choice((1, 2))))
        if index % 3 == 0:  # another picture's rows: mostly no solution
            other = Picross.of_picture(5, 5, random_picture(rng, 5, 5, 1))
            puzzle = Picross(other.row_clues, puzzle.column_clues)
        found = solve(puzzle, "counting", limit=1)
        assert found.count == solve(puzzle, "explore:bfs").count
        assert len(found.solutions) == min(1, found.count)
        engines[found.engine] += 1
        verdicts[found.verdict] += 1
    assert min(verdicts[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 3, verdicts
    assert (engines["frontier"] > 10) is (listed == 2), engines


def test_more_solutions_than_are_listed_are_counted():
    found = solve(rooks(8), "counting", limit=1)
    assert (found.count, found.engine, len(found.solutions)) == (factorial(8), "frontier", 1)
    assert {"looks", "states"} <= found.counters.keys()
    assert count(rooks(8)) == factorial(8)


def test_a_budget_that_ends_gives_no_number():
    late = solve(rooks(40), "counting", budget=Budget(seconds=0.2), limit=1)
    assert (late.count, late.stop) == (None, Stop.TIME)
    few = solve(rooks(8), "counting", budget=Budget(iterations=3))
    assert (few.count, few.stop) == (None, Stop.ITERATIONS)


def test_a_wrong_solution_is_not_counted(monkeypatch):
    def wrong(puzzle, request):
        found = search(puzzle, request)
        return type(found)(solutions=(bytes(64),), exhausted=True)

    search = portfolio.solve
    monkeypatch.setattr(portfolio, "solve", wrong)
    with pytest.raises(RuntimeError, match="counting: not a solution of 8x8"):
        counting.solve(rooks(8), Request())
