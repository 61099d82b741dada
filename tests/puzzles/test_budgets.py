"""Budgets of seconds are kept by every solver and strategy, also with a flood of solutions.

Compiling and loading are counted apart (the phase "compiling"). The strict bound of half a second
or a fifth is for a quiet machine and run on demand; what runs always allows for a busy one and
still catches a run that forgets its clock.
"""

import random
import time

import pytest

from cpstudy import Budget, Stop, Verdict, generate
from cpstudy.core.solving import solve
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.pipes.puzzle import Pipes

SOLVERS = [
    pytest.param(name, row.name, id=f"{name}-{row.name}")
    for name in PUZZLES
    for row in kind(name).solvers.values()
    if row.installed
]


def hard_puzzles(name: str) -> list[object]:
    """Puzzles that no method can be done with: floods of solutions, and large boards."""
    if name == "edge_matching":
        rng = random.Random(4)
        plain = tuple((1, 1, 1, 1) for _ in range(400))
        mixed = tuple(tuple(rng.choices((1, 2, 3), k=4)) for _ in range(100))
        return [EdgeMatching(20, 20, plain, framed=False), EdgeMatching(10, 10, mixed, False)]
    if name == "nurikabe":
        rng = random.Random(6)
        scattered = (rng.choices((0, -1, 30), (30, 2, 1), k=900) for _ in range(2))
        return [Nurikabe(30, 30, clues) for clues in scattered]
    flood = next(iter(generate("pipes", "depth-first", 30, 1, seed=3)))[0]
    free = Pipes(12, 12, bytes(rng_tiles(144)), wrap=True, free=True)
    return [flood, free]


def rng_tiles(count: int) -> list[int]:
    rng = random.Random(5)
    return [rng.choice((5, 3, 7, 15)) for _ in range(count)]


def seconds_over(name: str, solver: str, seconds: float) -> float:
    """How far beyond its budget a solver goes, at most, on the hard puzzles."""
    most = 0.0
    for puzzle in hard_puzzles(name):
        begun = time.perf_counter()
        try:
            result = solve(
                puzzle, kind(name).solvers[solver], budget=Budget(seconds=seconds), limit=None
            )
        except ValueError:  # a puzzle that it does not take
            continue
        passed = time.perf_counter() - begun - result.phases.get("compiling", 0.0)
        most = max(most, passed - seconds)
        assert result.stop in (Stop.TIME, Stop.DONE, Stop.STUCK, Stop.BOUND, Stop.MEMORY)
        assert result.verdict is not Verdict.UNIQUE or result.exhausted
        if len(result.solutions) > 1:
            assert result.verdict is Verdict.MANY
    return most


@pytest.mark.parametrize(("name", "solver"), SOLVERS)
def test_no_solver_forgets_its_clock(name, solver):
    assert seconds_over(name, solver, 0.3) < 10


@pytest.mark.slow
@pytest.mark.parametrize(("name", "solver"), SOLVERS)
def test_seconds_are_kept_closely(name, solver):
    for seconds in (1.0, 3.0):
        assert seconds_over(name, solver, seconds) < max(0.5, seconds / 5)
