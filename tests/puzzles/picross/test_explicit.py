"""Search row by row: exact numbers, the same solutions as search, budgets of states."""

import random
from math import factorial

from cpstudy import Budget, Stop, Verdict, solve
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import random_picture


def test_permutations_are_counted():
    for size in (1, 3, 6, 9):
        puzzle = Picross((((1, 1),),) * size, (((1, 1),),) * size)
        result = solve(puzzle, "explore:bfs")
        assert result.count == factorial(size)
        assert result.counters["states"] == 2**size - 1
        assert len(result.solutions) == min(2, factorial(size))


def test_numbers_are_those_of_search():
    rng = random.Random(1)
    numbers = set()
    for _ in range(30):
        puzzle = Picross.of_picture(6, 5, random_picture(rng, 6, 5, rng.choice((1, 2))))
        every = solve(puzzle, "search", limit=None)
        count = solve(puzzle, "explore:bfs", limit=None)
        deep = solve(puzzle, "explore:dfs", limit=None)
        assert count.count == len(every.solutions)
        assert set(count.solutions) == set(deep.solutions) == set(every.solutions)
        numbers.add(count.count)
    assert len(numbers) > 5


def test_states_and_memory_are_budgets():
    puzzle = Picross((((1, 1),),) * 5, (((1, 1),),) * 5)
    for name in ("explore:bfs", "explore:dfs"):
        for budget, stop in (
            (Budget(states=3), Stop.STATES),
            (Budget(iterations=3), Stop.ITERATIONS),
        ):
            result = solve(puzzle, name, budget=budget)
            assert (result.verdict, result.stop) == (Verdict.UNKNOWN, stop)
            assert result.counters["states"] == 3
        small = solve(puzzle, name, budget=Budget(memory=1000))
        assert (small.verdict, small.stop) == (Verdict.UNKNOWN, Stop.MEMORY)
        assert solve(puzzle, name, budget=Budget(memory=10**8)).verdict is Verdict.MANY
    first = solve(puzzle, "explore:dfs", limit=1)
    assert (first.stop, len(first.solutions)) == (Stop.LIMIT, 1)
