"""The default solver: the compiled search, and SAT where it thrashes.

Search with singles is a thousand times faster than a model that has to be built, until it is not:
on large boards with few clues it repeats itself, where a solver that learns from its failures does
not. So the search gets ``PATIENCE`` nodes to find its second solution; then SAT begins anew (CP-SAT
where python-sat is not installed). The result's ``engine`` says which of them settled it; the
counters of both are there. With a budget of iterations, which are nodes, only the search runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search import batch, engine

# Loads of a word after which the second engine is asked: about a tenth of a second; but not before
# so many nodes.
_PATIENCE = 20_000_000
_LEAST_NODES = 100


def solve(
    puzzle: Latin,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Counters: nodes (the iterations), and those of SAT."""
    clock = Clock(budget.seconds)
    patience = None
    if budget.iterations is None:
        patience = max(_LEAST_NODES, _PATIENCE // puzzle.order**3)
    searched = engine.solve(puzzle, budget, rng, limit, patience=patience, found=found)
    if patience is None or searched.stop is not Stop.ITERATIONS:
        return replace(searched, engine="search")
    left = replace(budget, seconds=clock.left)
    if find_spec("pysat") is None:
        from cpstudy.puzzles.latin.encodings import cpsat_values

        told = cpsat_values.solve(puzzle, left, rng, limit, found=found)
    else:
        from cpstudy.puzzles.latin.encodings import sat_values

        told = sat_values.solve(puzzle, left, rng, limit, found=found)
    name = "cpsat" if find_spec("pysat") is None else "sat"
    return replace(told, counters={**searched.counters, **told.counters}, engine=name)


def solve_batch(puzzles: Sequence[Latin]) -> list[Result | None]:
    """What ``solve`` says of each puzzle, by the search's batches; None where nodes run out."""
    found = batch.solve_batch(puzzles)
    return [each and replace(each, engine="search") for each in found]
