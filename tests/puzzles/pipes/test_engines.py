"""Test that deduction, search, exact counting and CP-SAT agree on thousands of boards.

The oracle for boards of up to 4x4 is brute force. The slow parameters run more boards.
"""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from cpstudy import Verdict
from cpstudy.core.solving import check_agreement, solve
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.batch import VERDICTS, decide_boards
from cpstudy.puzzles.pipes.solvers import SOLVERS
from cpstudy.puzzles.tilings.generating.algorithms import ALGORITHMS
from tests.puzzles.pipes.instances import by_shape, random_board, shuffled, with_barriers
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.test_agreement import VARIANTS, expected_verdict, variants

MAZES = list(ALGORITHMS)[:5]


def agree(puzzle: Pipes, names: tuple[str, ...], truth: set[bytes] | None) -> Verdict:
    """Assert that the solvers agree with each other and with ``truth``; return the verdict."""
    results = {name: solve(puzzle, SOLVERS[name]) for name in names}
    check_agreement(puzzle, results)
    verdict = results["search"].verdict
    assert verdict is not Verdict.UNKNOWN, puzzle.encode()
    for name, result in results.items():
        if SOLVERS[name].complete:
            assert result.verdict is verdict, (name, puzzle.encode())
    count = results["frontier"].count
    assert count is not None
    assert expected_verdict(count) is verdict, puzzle.encode()
    if truth is not None:
        assert count == len(truth), puzzle.encode()
        for name, result in results.items():
            assert set(result.solutions) <= truth, (name, puzzle.encode())
    return verdict


@pytest.mark.parametrize(
    ("boards", "largest"),
    [
        pytest.param(1000, 4, id="a thousand"),
        pytest.param(100_000, 4, id="hundred thousand", marks=pytest.mark.slow),
    ],
)
def test_engines_agree_with_brute_force(boards, largest):
    rng = random.Random(boards)
    met = Counter()
    names = ("search", "deduce", "frontier", "cpsat")
    for index, puzzle in enumerate(by_shape(random_board(rng, largest) for _ in range(boards))):
        # CP-SAT takes longer than all others together, so it gets every fourth board.
        chosen = names if index % 4 == 0 else names[:3]
        verdict = agree(puzzle, chosen, all_solutions(puzzle))
        met.update(f"{variant} {verdict}" for variant in variants(puzzle))
    for variant in VARIANTS:
        for verdict in ("none", "unique", "many"):
            if (variant, verdict) != ("1x1", "many"):  # one such board: test_degenerate_boards
                assert met[f"{variant} {verdict}"] > 0, (variant, verdict)


def test_engines_agree_at_five():
    rng = random.Random(5)
    met = Counter()
    for puzzle in by_shape(random_board(rng, 5) for _ in range(400)):
        if max(puzzle.rows, puzzle.columns) == 5:
            met[agree(puzzle, ("search", "deduce", "frontier", "cpsat"), None)] += 1
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 15, met


def larger_board(rng: random.Random, largest: int) -> Pipes:
    """A maze of 6 to ``largest`` rows and columns; some wrap, some have walls, some are spoiled."""
    rows, columns = rng.randint(6, largest), rng.randint(6, largest)
    wrap = rng.random() < 0.2 and rows * columns <= 150  # the frontier of a torus is wide
    solution, _ = board(rng.choice(MAZES), rows, columns, rng.randrange(2**20), wrap=wrap)
    puzzle = Pipes(rows, columns, solution.tobytes(), wrap)
    if rng.random() < 0.3:
        puzzle = with_barriers(rng, puzzle, rng.choice((0.1, 0.4)))
    if rng.random() < 0.2:  # exchange two tiles: the number of open sides stays that of a tree
        tiles = bytearray(puzzle.tiles)
        one, other = rng.sample(range(len(tiles)), 2)
        tiles[one], tiles[other] = tiles[other], tiles[one]
        puzzle = replace(puzzle, tiles=bytes(tiles))
    return shuffled(rng, puzzle)


@pytest.mark.parametrize(
    "boards", [pytest.param(90, id="ninety"), pytest.param(10_000, marks=pytest.mark.slow)]
)
def test_engines_agree_on_larger_boards(boards):
    rng = random.Random(boards)
    met = Counter()
    # Most boards are small, so that CP-SAT takes milliseconds; every tenth is up to 20×20.
    drawn = (larger_board(rng, 11 if index % 10 else 20) for index in range(boards))
    for puzzle in by_shape(drawn):
        verdict = agree(puzzle, ("search", "frontier", "cpsat"), None)
        met[verdict] += 1
        met.update(f"{variant} {verdict}" for variant in variants(puzzle))
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 9, met
    for variant in ("wrap", "barriers"):
        for verdict in ("none", "unique", "many"):
            assert met[f"{variant} {verdict}"] > 0, (variant, verdict)


@pytest.mark.parametrize("algorithm", MAZES)
@pytest.mark.parametrize(
    "boards", [pytest.param(100, id="hundred"), pytest.param(3000, marks=pytest.mark.slow)]
)
def test_no_maze_up_to_thirty_exhausts_the_nodes(algorithm, boards):
    for size in (20, 30):
        tiles = np.array([board(algorithm, size, size, 17, i)[1].ravel() for i in range(boards)])
        found = {VERDICTS[v] for v in decide_boards(tiles, size, size).verdicts.tolist()}
        assert Verdict.UNKNOWN not in found
        assert Verdict.UNIQUE in found or Verdict.MANY in found
