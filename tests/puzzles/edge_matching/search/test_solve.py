"""Test the compiled solvers against the plain search: the same placements, solutions and stops."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cpstudy import Budget, Stop
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search import searches
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from tests.puzzles.edge_matching.instances import PLACING, instance, needs_cases, random_puzzle
from tests.puzzles.edge_matching.reference import backtracking
from tests.samples import sample


def assert_same(name: str, puzzle: EdgeMatching, budget: Budget, limit: int | None) -> Stop:
    request = Request(budget, limit, seed=5)
    expected = backtracking.solve(puzzle, request, method=name)
    actual = searches.solve(puzzle, request, method=name)
    said = (name, puzzle.encode(), limit)
    assert dict(actual.counters) == dict(expected.counters), said
    assert actual.stop is expected.stop, said
    assert actual.solutions == expected.solutions, said
    assert actual.count == expected.count, said
    return actual.stop


def compare(seed: int, number: int) -> Counter[Stop]:
    rng = random.Random(seed)
    stops: Counter[Stop] = Counter()
    for _ in range(number):
        puzzle = random_puzzle(rng)
        cells = puzzle.rows * puzzle.columns
        limit = rng.choice((1, 2, None)) if cells <= 9 else rng.choice((1, 2))
        budget = Budget(iterations=600 if cells > 9 else 3000)
        for name in METHODS:
            if METHODS[name].look and cells > 12 and rng.random() < 0.8:
                continue  # the reference is slow
            stops[assert_same(name, puzzle, budget, limit)] += 1
    return stops


@sample(100, 250)
def test_placement_for_placement(number):
    stops = compare(1, number)
    each = [stops[stop] for stop in (Stop.DONE, Stop.LIMIT, Stop.ITERATIONS)]
    assert min(each) > number // 5, stops


@pytest.mark.slow
def test_placement_for_placement_on_thousands():
    compare(2, 5000)


def ridge_puzzles(number: int) -> list[tuple[str, EdgeMatching]]:
    """Puzzles at the ridge, each with the name of a solver that needs over 10,000 placements."""
    names = [name for name in METHODS if not METHODS[name].look]
    found: list[tuple[str, EdgeMatching]] = []
    for puzzle, _ in puzzles(6, 6, 6, 2, 10 * number, seed=3):
        name = names[len(found) % len(names)]
        effort = solve(puzzle, SOLVERS[name], budget=Budget(iterations=60_000), limit=1)
        if effort.counters["placements"] > 10_000:
            found.append((name, puzzle))
        if len(found) == number:
            return found
    raise AssertionError("too few hard puzzles")


@pytest.mark.parametrize(
    "number", [10, pytest.param(500, marks=pytest.mark.slow)], ids=["ten", "five hundred"]
)
def test_placement_for_placement_at_the_ridge(number):
    for name, puzzle in ridge_puzzles(number):
        budget = Budget(iterations=20_000 if number == 10 else 60_000)
        assert_same(name, puzzle, budget, 1)


# Solvers that count have their solutions only at the end.
@pytest.mark.parametrize(
    "name", [name for name, row in SOLVERS.items() if row.complete and not row.counts]
)
def test_solutions_are_handed_over_as_they_are_found(name):
    ((puzzle, _),) = puzzles(4, 4, 2, 2, 1, SEED)
    found = []
    result = SOLVERS[name].solve(puzzle, Request(limit=3, found=found.append))
    assert tuple(found) == result.solutions and len(found) >= 3


def test_large_boards_leave_the_words_of_64():
    """The placements are the same on 10×10, where the scan's words are too short and domains take
    seven words."""
    ((puzzle, solution),) = puzzles(10, 10, 30, 20, 1, seed=1)
    assert puzzle.violation(solution) == ""
    for name in ("dfs", "highest-connectivity", "snopf", "snopf-filtered", "hybrid", "pla"):
        assert_same(name, puzzle, Budget(iterations=300), 1)


def test_colours_may_be_any_numbers():
    """Colours may be any numbers: tables grow only with the number of colours."""
    ((puzzle, _),) = puzzles(4, 4, 3, 3, 1, seed=1)
    spread = {colour: 0 if colour == 0 else 10**6 - 7 * colour for colour in range(7)}
    pieces = tuple(tuple(spread[colour] for colour in piece) for piece in puzzle.pieces)
    recoloured = EdgeMatching(4, 4, pieces)
    for name in METHODS:
        before, after = (solve(p, SOLVERS[name], limit=None) for p in (puzzle, recoloured))
        assert dict(before.counters) == dict(after.counters), name
        assert before.count == after.count


SEED = 2016


@pytest.mark.parametrize("name", PLACING)
def test_a_first_solution_takes_no_more_than_all_of_them(name):
    for puzzle, _ in puzzles(4, 4, 3, 3, 3, SEED):
        first = solve(puzzle, SOLVERS[name], limit=1)
        everything = solve(puzzle, SOLVERS[name], limit=None)
        assert everything.stop is Stop.DONE
        assert first.counters["placements"] <= everything.counters["placements"]


def test_orders_of_candidates_change_the_way_but_not_the_whole_tree():
    for puzzle, _ in puzzles(4, 4, 3, 2, 4, SEED):
        for names in (
            ("dfs", "highest-connectivity", "lowest-connectivity"),
            ("snopf-filtered", "hybrid"),
        ):
            counters = [dict(solve(puzzle, SOLVERS[n], limit=None).counters) for n in names]
            assert all(counter == counters[0] for counter in counters)


def test_looking_ahead_prunes():
    spent = {
        name: sum(
            solve(puzzle, SOLVERS[name], limit=None).counters["placements"]
            for puzzle, _ in puzzles(4, 4, 4, 2, 6, SEED)
        )
        for name in ("dfs", "snopf", "snopf-filtered", "pla", "matching")
    }
    assert spent["dfs"] > spent["snopf-filtered"] > max(spent["pla"], spent["matching"])
    assert spent["snopf"] > spent["snopf-filtered"]


def test_restarts_take_a_new_order_and_end():
    # Whatever the order is, some run meets each class, and the last run is complete.
    puzzle = next(
        puzzle
        for puzzle, _ in puzzles(5, 5, 5, 2, 50, 9)
        if solve(puzzle, SOLVERS["matching"]).counters["placements"] > 500
    )
    spent = {solve(puzzle, SOLVERS["matching"], seed=s).counters["placements"] for s in range(4)}
    verdicts = {solve(puzzle, SOLVERS["matching"], seed=s).verdict for s in range(4)}
    assert len(spent) > 1 and min(spent) > 100
    assert verdicts == {solve(puzzle, SOLVERS["sat"]).verdict}


# Exact counts of public instances: file, boards, classes, placements.
EXACT = [
    ("tomy_4x4", 1_280, 320, 42_052),
    ("heule_em_7_4_8", 8, 2, 14_721_834),
    ("brendan_06x06", 260, 65, 69_284_103),
]


@needs_cases
@pytest.mark.parametrize(("name", "boards", "classes", "placements"), EXACT)
def test_exact_counts_of_public_boards(name, boards, classes, placements):
    result = solve(instance(name), SOLVERS["dfs"], limit=None)
    assert result.counters["placements"] == placements
    assert result.counters["boards"] == boards
    assert result.count == classes
    assert result.exhausted


@needs_cases
def test_tomy_has_1280_boards_in_42052_placements():
    result = solve(instance("tomy_4x4"), SOLVERS["dfs"], limit=None)
    assert dict(result.counters) == {"placements": 42_052, "boards": 1_280}
    assert result.count == 320
