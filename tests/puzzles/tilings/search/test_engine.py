"""The compiled search: plain and compiled alike, broken rules caught, the portfolio."""

import random
from collections import Counter

import pytest

from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.search import engine
from cpstudy.puzzles.tilings.solvers import ROWS
from tests.compiling import compiling
from tests.mutating import mutated
from tests.puzzles.tilings.geometries import KINDS
from tests.puzzles.tilings.instances import random_board, random_tree, truth, turned_at_random

SEARCH = next(row for row in ROWS if row.name == "search")
PORTFOLIO = next(row for row in ROWS if row.name == "portfolio")


@pytest.mark.slow
def test_plain_and_compiled_are_the_same():
    rng = random.Random(3)
    boards = [random_board(rng, KINDS[name], most=25) for name in KINDS for _ in range(15)]
    empty = HexPipes(12, 12, bytes(144), wrap=True)
    boards += [turned_at_random(rng, random_tree(rng, empty)) for _ in range(3)]
    for size, free in ((8, False), (8, True), (10, False), (10, True)):  # trees' tiles, mixed up
        empty = HexPipes(size, size, bytes(size * size), True, free)
        tiles = list(random_tree(rng, empty, newest=0.95).tiles)
        rng.shuffle(tiles)
        boards.append(empty.with_tiles(bytes(tiles)))
    told = []
    budget = Budget(iterations=300)
    for way in ("never", "always"):
        with compiling(way):
            told.append([solve(board, SEARCH, budget=budget, limit=20) for board in boards])
    for one, other in zip(*told, strict=True):
        assert one.solutions == other.solutions and one.counters == other.counters
    assert sum(result.counters["nodes"] for result in told[0]) > 30


@pytest.mark.parametrize(
    ("module", "says", "instead"),
    [
        ("rules", "if new & ~ends or", "if"),
        ("rules", "if w.stubs[w.label[cell]] != need:", "if need == 0:"),
        ("state", "stubs == 0 and size < w.control[VERTICES]", "stubs == 0"),
        ("state", "if w.label[meets >> 3] == label:", "if w.label[meets >> 3] >= label:"),
        ("trail", "w.stubs[large] += 2 - w.stubs[small]", "w.stubs[large] -= w.stubs[small]"),
        ("engine", "1 - wide(w.decisions[depth, 1])", "wide(w.decisions[depth, 1])"),
    ],
)
def test_broken_rules_are_caught(module, says, instead):
    rng = random.Random(4)
    with mutated(f"cpstudy.puzzles.tilings.search.{module}", says, instead):
        for _ in range(300):
            board = random_board(rng, HexPipes)
            try:
                found = engine.solve(board, Budget(iterations=500), None, None)
            except (IndexError, ValueError):  # stubs without an owner, a solution given twice
                return
            if set(found.solutions) != truth(board):
                return
    pytest.fail("no board told")


def test_the_portfolio_hands_over(monkeypatch):
    """Where the search has no second solution after so many nodes, clause learning settles it."""
    monkeypatch.setattr("cpstudy.puzzles.tilings.portfolio.PATIENCE", 1)
    rng = random.Random(5)
    met = Counter()
    with compiling("never"):
        for _ in range(60):
            board = random_board(rng, HexPipes)
            told = solve(board, PORTFOLIO, limit=None)
            assert set(told.solutions) == truth(board)
            met[told.engine, str(told.verdict)] += 1
            cut = solve(board, PORTFOLIO, budget=Budget(iterations=0), limit=None)
            assert cut.verdict is Verdict.UNKNOWN and cut.stop is Stop.ITERATIONS
    assert met["search", "unique"] and met["cdcl", "many"], met
