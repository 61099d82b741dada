"""Counting along the frontier agrees with brute force, published sequences and a second counter."""

import random
from collections import Counter

import pytest

from cpstudy import Budget, Stop, api, count, solve
from cpstudy.api import counting_solver
from cpstudy.core import clock
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.puzzles.loops.counting import WIDEST
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from tests.puzzles.loops.instances import KINDS, every_board, random_board, truth
from tests.puzzles.test_clock_looks import SECONDS, Looks
from tests.samples import sample

BY_KIND = pytest.mark.parametrize("name", KINDS)

# OEIS A140517: the number of cycles in the graph of n × n cells, n = 1, 2, …
CYCLES = (
    1, 13, 213, 9349, 1222363, 487150371, 603841648931, 2318527339461265, 27359264067916806101,
    988808811046283595068099,
)  # fmt: skip


def empty(puzzle, rows, columns):
    return puzzle(rows, columns, (puzzle.no_clue,) * (rows * columns))


@BY_KIND
@sample(120, 2000)
def test_as_many_as_brute_force_finds(name, number):
    rng = random.Random(3)
    met = Counter()
    for _ in range(number):
        puzzle = random_board(rng, name)
        found = solve(puzzle, "frontier", limit=1)
        assert found.count == len(truth(puzzle)), puzzle.encode()
        assert len(found.solutions) == min(1, found.count)
        met[min(found.count, 2)] += 1
    assert min(met[number] for number in range(3)) > 15, met


@BY_KIND
def test_every_board_of_two_by_two(name):
    for puzzle in every_board(name, 2, 2):
        assert solve(puzzle, "frontier", limit=1).count == len(truth(puzzle)), puzzle.encode()


def test_cycles_of_grids_as_published():
    for number, cycles in enumerate(CYCLES, 1):
        assert count(empty(Slitherlink, number, number), "frontier") == cycles
        assert count(empty(Masyu, number + 1, number + 1), "frontier") == cycles


@pytest.mark.slow
def test_cycles_of_larger_grids_as_published():
    for number, cycles in (
        (11, 109331355810135629946698361371), (12, 36954917962039884953387868334644457),
    ):  # fmt: skip
        assert count(empty(Slitherlink, number, number), "frontier") == cycles


@BY_KIND
@sample(8, 2000)
def test_as_many_as_clause_learning_lists(name, number):
    """Frontier search counts as many solutions as clause learning lists, on larger boards.

    Some have more rows than columns. These are turned, since rows are the shorter side.
    """
    rng = random.Random(7)
    seen = Counter()
    for index in range(number):
        rows, columns = rng.choice([(5, 6), (6, 4), (4, 7), (7, 7)])
        boards = api.generate(name, "regions", (rows, columns), 1, index + 1)
        ((_, solution),) = boards
        full = KINDS[name].of_loop(rows, columns, solution)
        share = rng.choice([0.5, 0.7, 1.0])
        clues = [clue if rng.random() < share else full.no_clue for clue in full.clues]
        puzzle = KINDS[name](rows, columns, tuple(clues))
        listed = solve(puzzle, "cdcl", limit=3000)
        if not listed.exhausted:
            continue
        assert solve(puzzle, "frontier", limit=1).count == len(listed.solutions), puzzle.encode()
        seen[len(listed.solutions) > 1] += 1
    assert seen.total() > number // 2 and min(seen[False], seen[True]) > 0, seen


@BY_KIND
def test_turned_and_mirrored_boards_have_as_many(name):
    rng = random.Random(5)
    for _ in range(30):
        puzzle = random_board(rng, name)
        rows = [
            puzzle.clues[at : at + puzzle.columns]
            for at in range(0, len(puzzle.clues), puzzle.columns)
        ]
        turned = [clue for column in zip(*rows, strict=True) for clue in column]
        mirrored = [clue for row in rows for clue in row[::-1]]
        for clues, (high, wide) in (
            (turned, (puzzle.columns, puzzle.rows)),
            (mirrored, (puzzle.rows, puzzle.columns)),
        ):
            other = KINDS[name](high, wide, tuple(clues))
            assert count(other, "frontier") == count(puzzle, "frontier")


@BY_KIND
def test_the_default_lists_few_and_counts_many(name):
    assert counting_solver(kind(name), None).name == "counting"
    one = solve(api.puzzle(name, kind(name).example), "counting", limit=1)
    assert (one.count, one.engine) == (1, "cdcl")
    many = solve(empty(KINDS[name], 6, 6), "counting", limit=1)
    assert many.engine == "frontier" and many.count == CYCLES[5 if name == "slitherlink" else 4]
    assert {"conflicts", "states"} <= many.counters.keys()


def test_budgets_end_it(monkeypatch):
    large = empty(Slitherlink, 14, 14)
    assert solve(large, "frontier", budget=Budget(seconds=0.05)).stop is Stop.TIME
    assert solve(large, "frontier", budget=Budget(iterations=5000)).stop is Stop.ITERATIONS
    assert solve(large, "frontier", budget=Budget(states=1000)).stop is Stop.STATES
    little = solve(large, "frontier", budget=Budget(memory=1 << 20))
    assert (little.stop, little.count) == (Stop.MEMORY, None)
    # If the memory does not suffice to count, the default solver lists solutions.
    monkeypatch.setattr(clock, "time", Looks())
    listed = solve(large, "counting", budget=Budget(memory=1 << 20, seconds=20 * SECONDS), limit=1)
    assert listed.count is None and len(listed.solutions) > 1


def test_what_is_too_wide_is_refused_in_a_line():
    wide = empty(Masyu, WIDEST + 1, WIDEST + 1)
    with pytest.raises(InputError, match=rf"{WIDEST + 1} vertices, at most {WIDEST} fit a state"):
        solve(wide, "frontier")
    long = empty(Masyu, 2, 60)
    assert count(long, "frontier") == 59 * 60 // 2


def test_it_lists_as_many_as_are_asked_for():
    puzzle = empty(Slitherlink, 3, 3)
    assert len(solve(puzzle, "frontier", limit=None).solutions) == CYCLES[2]
    some = solve(puzzle, "frontier", limit=5)
    assert (some.count, len(some.solutions), some.stop) == (CYCLES[2], 5, Stop.DONE)


def test_the_widest_boards_are_counted_right():
    """The widest boards, whose words are full, are counted right; a 32-bit shift would fail."""
    size = WIDEST - 1
    ((_, solution),) = api.generate("slitherlink", "regions", size, 1, 4)
    full = Slitherlink.of_loop(size, size, solution)
    some = [clue if place % 7 else full.no_clue for place, clue in enumerate(full.clues)]
    for puzzle in (full, Slitherlink(size, size, tuple(some))):
        listed = solve(puzzle, "cdcl", limit=200)
        assert listed.exhausted
        assert count(puzzle, "frontier") == len(listed.solutions) > 0
