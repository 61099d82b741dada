"""The default solver of Pipes: the compiled search, and CP-SAT's contour where it thrashes.

Chronological search is a thousand times faster than a model that has to be built, until it is not:
on large, very ambiguous boards with several regions far apart it repeats itself, where a solver
that learns from its failures does not. So the search gets ``PATIENCE`` nodes to find its second
solution; then CP-SAT begins anew, on what deduction leaves open. The result's ``engine`` says which
of them settled it; the counters of both are there. With a budget of iterations, which are nodes,
only the search runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search import batch, engine

# After this many nodes without a second solution CP-SAT is asked.
PATIENCE = 300_000


def solve(
    puzzle: Pipes,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Counters: nodes (the iterations), and CP-SAT's."""
    clock = Clock(budget.seconds)
    patience = PATIENCE if budget.iterations is None else None
    searched = engine.solve(puzzle, budget, rng, limit, patience=patience, found=found)
    if patience is None or searched.stop is not Stop.ITERATIONS:
        return replace(searched, engine="search")

    from cpstudy.puzzles.pipes.encodings import cpsat_edges

    left = replace(budget, seconds=clock.left)
    told = cpsat_edges.solve(
        puzzle, left, rng, limit, connectivity="contour", deduced=True, found=found
    )
    counters = {**searched.counters, **told.counters}
    return replace(told, counters=counters, engine="cpsat:contour")


def solve_batch(puzzles: Sequence[Pipes]) -> list[Result | None]:
    """What ``solve`` says of each puzzle, by the search's batches; None where nodes run out."""
    found = batch.solve_batch(puzzles)
    return [each and replace(each, engine="search") for each in found]
