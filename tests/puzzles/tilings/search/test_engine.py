"""Test the compiled search and the portfolio against brute force; broken rules are caught."""

import random
from collections import Counter

import pytest

from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.solving import Request, solve
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.search import engine
from cpstudy.puzzles.tilings.solvers import SOLVERS
from tests.mutating import mutated
from tests.puzzles.tilings.instances import random_board, truth

SEARCH = SOLVERS["search"]
PORTFOLIO = SOLVERS["portfolio"]


@pytest.mark.pure
@pytest.mark.parametrize(
    ("module", "says", "instead"),
    [
        ("rules", "if size < w.vertices:", "if True:"),
        ("rules", "if w.stubs[w.label[cell]] != w.degree[kind] - BITS[state & full]:", "if False:"),
        ("rules", "stubs == 0 and size < w.vertices", "stubs == 0"),
        ("rules", "if w.label[beyond] == large:", "if w.label[beyond] >= large:"),
        ("state", "w.stubs[large] += 2 - w.stubs[small]", "w.stubs[large] -= w.stubs[small]"),
        ("engine", "1 - w.decisions[depth, 1]", "w.decisions[depth, 1]"),
    ],
)
def test_broken_rules_are_caught(module, says, instead):
    rng = random.Random(4)
    with mutated(f"cpstudy.puzzles.tilings.search.{module}", says, instead):
        for _ in range(300):
            board = random_board(rng, HexPipes)
            try:
                found = engine.solve(board, Request(Budget(iterations=500), None))
            except (IndexError, ValueError, RuntimeError):  # no owner, or a repeated solution
                return
            if set(found.solutions) != truth(board):
                return
    pytest.fail("no board exposes the broken rule")


def test_the_portfolio_hands_over(monkeypatch):
    """If the search has no second solution after PATIENCE nodes, clause learning takes over."""
    monkeypatch.setattr("cpstudy.puzzles.tilings.portfolio.PATIENCE", 1)
    rng = random.Random(5)
    met = Counter()
    for _ in range(60):
        board = random_board(rng, HexPipes)
        outcome = solve(board, PORTFOLIO, limit=None)
        assert set(outcome.solutions) == truth(board)
        met[outcome.engine, str(outcome.verdict)] += 1
        cut = solve(board, PORTFOLIO, budget=Budget(iterations=0), limit=None)
        assert cut.verdict is Verdict.UNKNOWN and cut.stop is Stop.ITERATIONS
    assert met["search", "unique"] and met["cdcl", "many"], met
