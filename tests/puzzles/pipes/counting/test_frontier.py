"""Exact counting of Pipes: against brute force, CP-SAT, a readable reference, published numbers."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy import Budget, Stop, Verdict, generate
from cpstudy.core.solving import solve
from cpstudy.puzzles.pipes import SOLVERS
from cpstudy.puzzles.pipes.board.symmetry import transposed
from cpstudy.puzzles.pipes.counting import batch, frontier
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE, possible_orientations
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes
from tests.puzzles.pipes.instances import (
    random_board,
    random_free,
    random_tree,
    shuffled,
    with_barriers,
)
from tests.puzzles.pipes.oracle import all_solutions, edge_list, safe_states
from tests.puzzles.pipes.strategies import mixed_pipes
from tests.puzzles.pipes.test_agreement import expected_verdict, variants

FRONTIER = SOLVERS["frontier"]

# Domino tilings of the n x n board: published (Kasteleyn 1961; OEIS A004003).
DOMINO_TILINGS = {
    2: 2, 4: 36, 6: 6728, 8: 12988816, 10: 258584046368, 12: 53060477521960000,
    14: 112202208776036178000000,
}  # fmt: skip


def reference(puzzle: Pipes, tree: bool) -> int:
    """The same count by a dictionary of states and whole numbers of any size, tile by tile.

    A state says, for each edge from a tile placed to one not yet placed, None (closed) or the
    component that it leads to, as the smallest edge of that component. No contraction, no groups.
    """
    edges = edge_list(puzzle)
    layer = {(): 1}
    placed: set[int] = set()
    finished = 0
    vertices = sum(map(bool, puzzle.tiles))
    seen_vertices = 0
    for tile, given_tile in enumerate(puzzle.tiles):
        seen_vertices += bool(given_tile)
        ends = [
            (number, bit if first == tile else other_bit, other if first == tile else first)
            for number, (first, bit, other, other_bit) in enumerate(edges)
            if tile in (first, other) and first != other
        ]
        loops = [(bit, other_bit) for first, bit, o, other_bit in edges if first == o == tile]
        allowed = sum(bit for _, bit, _ in ends) | sum(a | b for a, b in loops)
        following: Counter[tuple] = Counter()
        for state, ways in layer.items():
            for mask in ORIENTATIONS[given_tile]:
                if mask & ~allowed or any(bool(mask & a) != bool(mask & b) for a, b in loops):
                    continue
                if tree and any(mask & a for a, _ in loops):
                    continue
                labels = dict(state)
                joined: list[int] = []
                for number, bit, other in ends:
                    if other in placed:
                        label = labels.pop(number)
                        if (label is not None) != bool(mask & bit):
                            break
                        if label is not None:
                            joined.append(label)
                else:
                    if tree and len(set(joined)) < len(joined):
                        continue
                    for number, bit, other in ends:
                        if other not in placed:
                            labels[number] = -1 if mask & bit else None
                    labels = {k: -1 if v in joined else v for k, v in labels.items()}
                    if not tree:
                        labels = {k: None if v is None else 0 for k, v in labels.items()}
                    elif mask and -1 not in labels.values():
                        # The component is complete: it must be all there is.
                        if seen_vertices < vertices or any(v is not None for v in labels.values()):
                            continue
                        finished += ways
                        continue
                    smallest = {v: k for k, v in sorted(labels.items(), reverse=True)}
                    named = {k: None if v is None else smallest[v] for k, v in labels.items()}
                    following[tuple(sorted(named.items()))] += ways
        layer = following
        placed.add(tile)
    # Only empty tiles follow a complete component: one way each.
    return finished if tree and vertices else sum(layer.values())


def dominoes(size: int) -> Pipes:
    """Dead ends only, as a free graph: its solutions are the domino tilings of the board."""
    return Pipes(size, size, bytes([1]) * size**2, free=True)


def without_limits(puzzle: Pipes):
    return solve(puzzle, FRONTIER, limit=None)


def test_counts_agree_with_brute_force():
    rng = random.Random(4)
    verdicts: Counter[Verdict] = Counter()
    met: Counter[str] = Counter()
    for _ in range(1500):
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
    assert min(verdicts[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 150, verdicts
    for variant in ("tree", "free", "wrap", "wrap side 1", "wrap side 2", "barriers", "crosses",
                    "empties", "1x1", "1xn", "impossible by counting",
                    "safe state that is no tree"):  # fmt: skip
        assert met[variant] > 10, variant


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
def test_counts_agree_with_the_readable_reference(rows, columns):
    rng = random.Random(rows * 100 + columns)
    many = 0
    for puzzle in larger_boards(rng, 24, rows, columns):
        tree = reference(puzzle, not puzzle.free)
        assert frontier.count(puzzle) == tree, puzzle.encode()
        assert frontier.count_safe_states(puzzle) == reference(puzzle, False) >= tree
        many += tree > 1
    assert many >= 4


def test_the_reference_agrees_with_brute_force():
    rng = random.Random(8)
    for _ in range(300):
        puzzle = random_board(rng, 3)
        assert reference(puzzle, not puzzle.free) == len(all_solutions(puzzle)), puzzle.encode()
        assert reference(puzzle, False) == sum(1 for _ in safe_states(puzzle)), puzzle.encode()


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
    """Up to 14 x 14, whose number does not fit into 64 bits."""
    puzzle = dominoes(size)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    assert frontier.count(puzzle) == tilings
    assert batch.counts(np.stack([tiles, tiles]), size, size, free=True) == [tilings, tilings]
    if 2 < size <= 6:  # T-pieces on a torus: what is closed is a domino tiling of the torus
        assert frontier.count(Pipes(size, size, bytes([7]) * size**2, True, True)) > tilings


def test_a_count_above_64_bits_agrees_with_whole_numbers_of_any_size():
    # A long torus, so that the reference stays small.
    puzzle = Pipes(90, 3, bytes([11]) * 270, True, True)
    count = frontier.count(puzzle)
    assert count == reference(puzzle, False) > 2**64
    assert frontier.count(transposed(puzzle)) == count


def test_boards_side_by_side_multiply():
    """Behind a wall of barriers: free graphs multiply, two trees are never one tree."""
    rng = random.Random(12)
    drawn = [random_free(rng, 4, 3, False) for _ in range(400)]
    several = [Pipes(4, 3, bytes([1]) * 12, free=True)]
    several += [board for board in drawn if frontier.count(board) > 1]
    products = 0
    for _ in range(60):
        left, right = rng.choice(several), rng.choice(several + drawn[:5])
        tiles = b"".join(
            side.tiles[start : start + 3] for start in (0, 3, 6, 9) for side in (left, right)
        )
        walls = bytes([0, 0, 1, 0, 0, 0]) * 4
        both = Pipes(4, 6, tiles, False, True, walls)
        product = frontier.count(left) * frontier.count(right)
        assert frontier.count(both) == product >= 1
        products += product > 3
        if any(left.tiles) and any(right.tiles):
            assert frontier.count(replace(both, free=False)) == 0
    assert products > 20


@settings(max_examples=80, deadline=None)
@given(mixed_pipes(4), st.data())
def test_counts_split_over_the_orientations_of_a_tile(puzzle, data):
    tile = data.draw(st.integers(0, len(puzzle.tiles) - 1))
    total = 0
    for mask in ORIENTATIONS[puzzle.tiles[tile]]:
        possible = possible_orientations(puzzle)
        possible[tile] = 1 << mask
        before = possible.copy()
        total += frontier.count(puzzle, possible)
        assert (possible == before).all()
    assert total == frontier.count(puzzle)
    assert frontier.count(transposed(puzzle)) == total


def test_batches_are_boards_one_by_one():
    for wrap in (False, True):
        boards = [
            puzzle
            for name in ("depth-first", "prim", "kruskal")
            for puzzle, _ in generate("pipes", name, (9, 11), 15, 3, wrap=wrap)
        ]
        tiles = np.array([list(puzzle.tiles) for puzzle in boards], np.uint8)
        found = batch.counts(tiles, 9, 11, wrap=wrap)
        assert found == [frontier.count(puzzle) for puzzle in boards]
        assert len(set(found)) > 3
        narrowed = POSSIBLE[tiles]
        narrowed[:, 0] = 0
        assert batch.counts(tiles, 9, 11, wrap=wrap, possible=narrowed) == [0] * len(boards)
    rng = random.Random(2)
    walls = with_barriers(rng, random_tree(rng, 4, 5, False, 1.0), 0.4)
    row = np.frombuffer(walls.tiles, np.uint8)[None]
    for free in (False, True):
        (one,) = batch.counts(row, 4, 5, free=free, barriers=walls.barriers)
        assert one == frontier.count(replace(walls, free=free)) >= 1
    assert batch.counts(np.empty((0, 4), np.uint8), 2, 2) == []


def test_wrong_shapes_are_refused():
    puzzle = Pipes.decode("2x1:11")
    with pytest.raises(ValueError, match=r"possible: shape \(3,\), expected \(2,\)"):
        frontier.count(puzzle, np.ones(3, np.uint16))
    with pytest.raises(ValueError, match=r"tiles: shape \(2,\)"):
        batch.counts(np.ones(2, np.uint8), 1, 2)
    with pytest.raises(ValueError, match="possible: shape"):
        batch.counts(np.ones((1, 2), np.uint8), 1, 2, possible=np.ones((2, 2), np.uint16))


def test_pausing_changes_nothing(monkeypatch):
    boards = [puzzle for puzzle, _ in generate("pipes", "depth-first", 12, 12, 1)]
    whole = [solve(puzzle, FRONTIER, limit=5) for puzzle in boards]
    assert sum(result.count > 2 for result in whole) > 3
    for piece in (1, 2, 7):
        monkeypatch.setattr(frontier, "_SLICE", piece)
        for puzzle, result in zip(boards, whole, strict=True):
            again = solve(puzzle, FRONTIER, limit=5)
            assert (again.count, again.solutions) == (result.count, result.solutions)
            assert again.counters == result.counters


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


def test_without_memory_for_the_record_the_count_stands_alone():
    puzzle = dominoes(10)
    plain = solve(puzzle, FRONTIER)
    assert len(plain.solutions) == 2
    tight = solve(puzzle, FRONTIER, budget=Budget(memory=300_000))
    assert (tight.count, tight.verdict) == (DOMINO_TILINGS[10], Verdict.MANY)
    assert tight.solutions == ()
    assert tight.counters == plain.counters


def test_too_wide_from_python(monkeypatch):
    monkeypatch.setattr(frontier, "DEFAULT_MEMORY", 50_000)
    puzzle = dominoes(14)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)[None]
    for call in (
        lambda: frontier.count(puzzle),
        lambda: frontier.count_safe_states(puzzle),
        lambda: batch.counts(tiles, 14, 14, free=True),
    ):
        with pytest.raises(MemoryError, match="too wide"):
            call()


UNCOMPILED = """
import random, sys
from cpstudy.puzzles.pipes.counting import batch, frontier
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.core.result import Budget
from tests.puzzles.pipes.instances import random_board
import numpy as np
rng = random.Random(3)
for _ in range(60):
    puzzle = random_board(rng)
    result = frontier.solve(puzzle, Budget(), None, None)
    print(puzzle.encode(), result.count, len(result.solutions), dict(result.counters))
print(frontier.count(Pipes(70, 2, bytes([11]) * 140, True, True)))
print(batch.counts(np.full((2, 16), 1, np.uint8), 4, 4, free=True))
"""


def test_uncompiled_kernels_count_the_same():
    outputs = []
    for disabled in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", UNCOMPILED],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": str(Path.cwd())},
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 62
