"""Test exact counting of Pipes against brute force, CP-SAT, search, a readable reference, and
published numbers."""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cpstudy import Budget, Stop, Verdict, generate
from cpstudy.core.errors import InputError
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.solvers import SOLVERS
from tests.puzzles.pipes.counting.reference import DOMINO_TILINGS, dominoes, reference
from tests.puzzles.pipes.images import transposed
from tests.puzzles.pipes.instances import (
    random_board,
    random_free,
    random_tree,
    shuffled,
    with_barriers,
)
from tests.puzzles.pipes.oracle import all_solutions, safe_states
from tests.puzzles.pipes.test_agreement import expected_verdict, variants
from tests.samples import sample

FRONTIER = SOLVERS["frontier"]


def without_limits(puzzle: Pipes):
    return solve(puzzle, FRONTIER, limit=None)


def test_counts_agree_with_brute_force():
    rng = random.Random(4)
    verdicts: Counter[Verdict] = Counter()
    met: Counter[str] = Counter()
    for _ in range(800):
        puzzle = random_board(rng)
        truth = all_solutions(puzzle)
        result = without_limits(puzzle)
        assert result.count == len(truth) == frontier.count(puzzle), puzzle.encode()
        assert set(result.solutions) == truth, puzzle.encode()
        assert frontier.count_safe_states(puzzle) == sum(1 for _ in safe_states(puzzle))
        expected = expected_verdict(len(truth))
        assert result.verdict is expected
        verdicts[expected] += 1
        met.update(variants(puzzle))
        met["safe state that is no tree"] += frontier.count_safe_states(puzzle) > len(truth)
    assert min(verdicts[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 75, verdicts
    for variant in ("tree", "free", "wrap", "wrap side 1", "wrap side 2", "barriers", "crosses",
                    "empties", "1x1", "1xn", "impossible by counting",
                    "safe state that is no tree"):  # fmt: skip
        assert met[variant] > 4, variant


def larger_boards(rng: random.Random, number: int, rows: int, columns: int):
    for index in range(number):
        wrap = index % 2 == 0
        if index % 3 == 0:
            board = random_tree(rng, rows, columns, wrap, rng.choice((0.8, 1.0)))
        elif index % 3 == 1:
            board = random_free(rng, rows, columns, wrap)
        else:
            name = ("depth-first", "prim", "wilson")[index // 3 % 3]
            ((board, _),) = generate(
                "pipes", name, (rows, columns), 1, rng.randrange(99), wrap=wrap
            )
        if index % 4 == 0:
            board = with_barriers(rng, board, 0.2)
        yield shuffled(rng, board)


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (4, 9), (8, 3), (2, 12), (6, 6)])
@sample(8, 24)
def test_counts_agree_with_the_readable_reference(rows, columns, number):
    rng = random.Random(rows * 100 + columns)
    many = 0
    for puzzle in larger_boards(rng, number, rows, columns):
        tree = reference(puzzle, not puzzle.free)
        assert frontier.count(puzzle) == tree, puzzle.encode()
        assert frontier.count_safe_states(puzzle) == reference(puzzle, False) >= tree
        many += tree > 1
    assert many >= number // 6


def test_all_solutions_are_those_of_cpsat():
    rng = random.Random(6)
    many = 0
    others = 0
    for puzzle in larger_boards(rng, 200, 7, 7):
        count = frontier.count(puzzle)
        others += count <= 2
        if count > 200 or (count <= 2 and others > 10):
            continue
        result = without_limits(puzzle)
        other = solve(puzzle, SOLVERS["cpsat"], limit=None)
        assert set(result.solutions) == set(other.solutions), puzzle.encode()
        assert result.count == len(result.solutions)
        many += result.count > 2
    assert many > 5


def test_verdicts_of_larger_boards_are_those_of_the_search():
    rng = random.Random(5)
    verdicts: Counter[Verdict] = Counter()
    for rows, columns in ((9, 11), (6, 20), (13, 10)):
        for board in larger_boards(rng, 60, rows, columns):
            spoiled = bytearray(board.tiles)
            spoiled[rng.randrange(len(spoiled))] ^= rng.choice((0, 0, 0, 3))
            puzzle = replace(board, tiles=bytes(spoiled))
            result = solve(puzzle, FRONTIER)
            verdicts[result.verdict] += 1
            assert result.verdict is solve(puzzle, SOLVERS["search"]).verdict, puzzle.encode()
            assert len(result.solutions) == min(2, result.count)
    assert min(verdicts[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 15, verdicts


@pytest.mark.parametrize(("size", "tilings"), DOMINO_TILINGS.items())
def test_domino_tilings_are_the_published_numbers(size, tilings):
    """The counts are the published ones up to 14 x 14, whose number does not fit into 64 bits."""
    puzzle = dominoes(size)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    assert frontier.count(puzzle) == tilings
    assert frontier.counts(np.stack([tiles, tiles]), size, size, free=True) == [tilings, tilings]
    if 2 < size <= 6:  # T-pieces on a torus: the closed sides are a domino tiling of the torus
        assert frontier.count(Pipes(size, size, bytes([7]) * size**2, True, True)) > tilings


def test_a_count_above_64_bits_agrees_with_whole_numbers_of_any_size():
    # A long torus, so that the reference stays small.
    puzzle = Pipes(90, 3, bytes([11]) * 270, True, True)
    count = frontier.count(puzzle)
    assert count == reference(puzzle, False) > 2**64
    assert frontier.count(transposed(puzzle)) == count


def test_wrong_shapes_are_refused():
    puzzle = Pipes.decode("2x1:11")
    with pytest.raises(InputError, match=r"possible: shape \(3,\), expected \(2,\)"):
        frontier.count(puzzle, np.ones(3, np.uint16))
    with pytest.raises(InputError, match=r"tiles: shape \(2,\)"):
        frontier.counts(np.ones(2, np.uint8), 1, 2)
    with pytest.raises(InputError, match="possible: shape"):
        frontier.counts(np.ones((1, 2), np.uint8), 1, 2, possible=np.ones((2, 2), np.uint16))


def test_what_is_too_wide_is_unknown():
    puzzle = dominoes(14)
    for budget, stop in (
        (Budget(memory=100_000), Stop.MEMORY),
        (Budget(states=500), Stop.STATES),
        (Budget(iterations=5000), Stop.ITERATIONS),
        (Budget(seconds=0), Stop.TIME),
    ):
        result = solve(puzzle, FRONTIER, budget=budget)
        assert (result.verdict, result.stop, result.count) == (Verdict.UNKNOWN, stop, None)
        assert not result.exhausted
        assert frontier.safe_states(puzzle, budget).stop is stop
    assert solve(puzzle, FRONTIER, budget=Budget(iterations=5000)).counters["states"] == 5000


def test_too_wide_from_python(monkeypatch):
    monkeypatch.setattr(frontier, "DEFAULT_MEMORY", 50_000)
    puzzle = dominoes(14)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)[None]
    for call in (
        lambda: frontier.count(puzzle),
        lambda: frontier.count_safe_states(puzzle),
        lambda: frontier.counts(tiles, 14, 14, free=True),
    ):
        with pytest.raises(MemoryError, match="too wide"):
            call()


@pytest.mark.pure
def test_uncompiled_kernels_count_the_same():
    """Uncompiled kernels count boards of every variety, a number of two limbs, and a batch."""
    rng = random.Random(3)
    for _ in range(60):
        puzzle = random_board(rng)
        truth = all_solutions(puzzle)
        found = frontier.solve(puzzle, Request(limit=None))
        assert (found.count, set(found.solutions)) == (len(truth), truth), puzzle.encode()
    chain = Pipes(70, 2, bytes([11]) * 140, True, True)
    assert frontier.count(chain) == reference(chain, False) > 2**64
    assert frontier.counts(np.full((2, 16), 1, np.uint8), 4, 4, free=True) == [36, 36]
