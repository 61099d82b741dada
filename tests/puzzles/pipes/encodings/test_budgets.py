"""Test that a budget of seconds is kept while models are built and many solutions are listed."""

import pytest

from cpstudy import Budget, Stop, Verdict, generate, solve
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.solvers import SOLVERS

ROWS = [
    row.name
    for row in SOLVERS.values()
    if row.installed and row.name.startswith(("cpsat", "sat:", "smt"))
]

# Solvers whose model of a large board may exceed the memory.
TOO_LARGE = ("sat:levels", "sat:hegeman", "sat:hegeman-printed")


def dominoes() -> Pipes:
    """A free graph with more solutions than can be listed: 12 × 12 ways to lay dominoes."""
    return Pipes(12, 12, b"\1" * 144, free=True)


@pytest.mark.parametrize("name", ROWS)
def test_a_clock_strikes_before_a_large_model_is_built(name):
    puzzle, _ = next(generate("pipes", "depth-first", 60, 1, seed=3))
    found = solve(puzzle, name, budget=Budget(seconds=0.01), limit=None)
    # If a model is too large, either limit may be reached first.
    expected = (Stop.TIME, Stop.MEMORY) if name in TOO_LARGE else (Stop.TIME,)
    assert found.verdict is Verdict.UNKNOWN
    assert found.stop in expected


@pytest.mark.parametrize("name", [name for name in ROWS if name != "sat:hegeman-printed"])
def test_a_clock_strikes_among_many_solutions(name):
    found = solve(dominoes(), name, budget=Budget(seconds=0.05), limit=None)
    assert found.stop is Stop.TIME
    assert not found.exhausted
    assert found.verdict in (Verdict.MANY, Verdict.UNKNOWN)
