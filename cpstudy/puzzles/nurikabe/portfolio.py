"""The default solver of Nurikabe: clause learning with propagators, and SAT where it is at a loss.

Propagators of reach and bottlenecks settle nearly every board in some thousandths of a second,
before a model could be built. What is left are boards of few, large islands, on which little can be
cut off; a formula with levels, searched by a solver of many years' work, sometimes gets further.
The result's ``engine`` says which of them settled it; the counters of both are there. With a budget
of iterations, which are conflicts of the first, only that one runs.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search import solving

# After this many conflicts without an answer another solver is asked.
PATIENCE = 200_000


def solve(
    puzzle: Nurikabe,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Counters: conflicts (the iterations), and others'."""
    clock = Clock(budget.seconds)
    patience = budget.iterations if budget.iterations is not None else PATIENCE
    searched = solving.solve(puzzle, replace(budget, iterations=patience), rng, limit, found=found)
    if budget.iterations is not None or searched.stop is not Stop.ITERATIONS:
        return replace(searched, engine="cdcl")

    # Imported for the few boards that need them: that takes longer than to solve the others.
    from cpstudy.puzzles.nurikabe.encodings import cpsat_forest, sat_forest

    left = Budget(seconds=clock.left)
    if find_spec("pysat") is not None:
        engine, asked = "sat", sat_forest.solve(puzzle, left, rng, limit, found=found)
    else:
        engine, asked = "cpsat", cpsat_forest.solve(puzzle, left, rng, limit, found=found)
    others = {f"{engine} {name}": number for name, number in asked.counters.items()}
    told = replace(asked, counters={**searched.counters, **others}, engine=engine)
    if asked.stop is Stop.DONE:
        return told
    more = [solution for solution in searched.solutions if solution not in asked.solutions]
    return replace(told, solutions=(*asked.solutions, *more)[:limit])
