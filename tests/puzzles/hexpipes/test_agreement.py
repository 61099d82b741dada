"""Test that search, CP-SAT and brute force agree on small boards of hexagons, for every verdict."""

import random
from collections import Counter

import pytest

from cpstudy.core.result import Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from tests.puzzles.tilings.instances import random_board, truth

SOLVERS = kind("hexpipes").solvers
VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)


def agree(count, names, seed):
    """Assert that solvers and brute force find the same solutions; count verdicts and variants."""
    rng = random.Random(seed)
    met = Counter()
    for _ in range(count):
        board = random_board(rng, HexPipes)
        expected = truth(board)
        for name in names:
            found = solve(board, SOLVERS[name], limit=None)
            assert set(found.solutions) == expected, f"{name}: {board.encode()}"
            assert found.verdict is VERDICTS[min(len(expected), 2)]
        met[str(found.verdict)] += 1
        met["wraps" if board.wrap else "free" if board.free else "tree"] += 1
        met["holes"] += 0 in board.tiles
    return met


def test_search_and_brute_force_agree():
    met = agree(400, ("search",), 1)
    assert min(met[name] for name in ("none", "unique", "many", "wraps", "free", "holes")) > 40, met


@pytest.mark.slow
def test_search_cpsat_and_brute_force_agree_on_two_thousand():
    met = agree(2000, ("search", "cpsat"), 2)
    assert min(met[name] for name in ("none", "unique", "many", "wraps", "free", "holes")) > 200
