"""Cages with several automaton paths for one filling: every solver counts fillings, not paths."""

import random

import pytest

from cpstudy import Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.rules import ANY, Cage
from tests.puzzles.latin.instances import random_kenken
from tests.puzzles.latin.test_agreement import all_solutions, expected

SOLVERS = kind("kenken").solvers
COMPLETE = [name for name, row in SOLVERS.items() if row.in_all]


@pytest.mark.parametrize("name", COMPLETE)
def test_all_solutions_come_once(name):
    """All 12 solutions are found once, although a filling does not determine automaton states."""
    puzzle = KenKen.decode("3:fa3,m6e12")
    found = solve(puzzle, SOLVERS[name], limit=None)
    assert len(all_solutions(puzzle)) == 12
    assert (found.count or len(found.solutions)) == 12
    assert set(found.solutions) <= all_solutions(puzzle)


@pytest.mark.parametrize("name", COMPLETE)
def test_a_unique_board_is_unique(name):
    puzzle = KenKen.decode("4:b_6a_b_4ca,e12s2a2a6a3a6a7")
    assert solve(puzzle, SOLVERS[name]).verdict is Verdict.UNIQUE


def several_ways(rng):
    """A board whose cages of more than two cells do not state their operation."""
    puzzle = random_kenken(rng, rng.choice((3, 4)), 5)
    return KenKen(
        puzzle.order,
        tuple(
            Cage(cage.cells, ANY if len(cage.cells) > 2 else cage.operation, cage.target)
            for cage in puzzle.cages
        ),
    )


def test_boards_with_cages_of_several_ways_agree_with_brute_force():
    rng = random.Random(5)
    repeated = 0
    for index in range(60):
        puzzle = several_ways(rng)
        truth = all_solutions(puzzle)
        for name in COMPLETE if index % 6 == 0 else ("search", "cpsat", "sat"):
            found = solve(puzzle, SOLVERS[name])
            assert found.verdict is expected(len(truth)), (name, puzzle.encode())
        if len(truth) <= 200:
            found = solve(puzzle, SOLVERS["cpsat"], limit=None)
            assert set(found.solutions) == truth, puzzle.encode()
            repeated += len(truth) > 1
    assert repeated > 5
