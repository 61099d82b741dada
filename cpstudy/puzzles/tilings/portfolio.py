"""The default solver on tilings: the compiled search, and clause learning where it thrashes.

Chronological search is ten times faster than a model that has to be built, until it repeats itself
in one region of a board for what it decided in another. So it gets ``PATIENCE`` nodes to find its
second solution; then clause learning begins anew. The result's ``engine`` says which of them
settled it; the counters of both are there. With a budget of iterations, which are nodes, only the
search runs.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search import engine

# After this many nodes without a second solution clause learning is asked.
PATIENCE = 50_000


def solve(
    puzzle: Tiling,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Counters: nodes (the iterations), and cdcl's."""
    clock = Clock(budget.seconds)
    patience = PATIENCE if budget.iterations is None else None
    searched = engine.solve(puzzle, budget, rng, limit, patience=patience, found=found)
    if patience is None or searched.stop is not Stop.ITERATIONS:
        return replace(searched, engine="search")

    from cpstudy.puzzles.tilings.encodings import clause_learning

    left = replace(budget, seconds=clock.left)
    told = clause_learning.solve(puzzle, left, rng, limit, found=found)
    return replace(told, counters={**searched.counters, **told.counters}, engine="cdcl")
