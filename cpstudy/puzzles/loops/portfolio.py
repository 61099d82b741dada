"""The default solver of loops: clause learning, and SAT where it is at a loss.

The propagator of one loop settles nearly every board in some milliseconds, before a model could be
built. A board that takes it very many conflicts is handed to a solver of many years' work. The
result's ``engine`` says which of them settled it; the counters of both are there. With a budget of
iterations, which are conflicts of the first, only that one runs.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search import solving

# After this many conflicts without an answer another solver is asked.
PATIENCE = 100_000


def solve(
    puzzle: Loops,
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
    alone = budget.iterations is not None or find_spec("pysat") is None
    if alone or searched.stop is not Stop.ITERATIONS:
        return replace(searched, engine="cdcl")
    from cpstudy.puzzles.loops.encodings import sat_loops

    asked = sat_loops.solve(puzzle, Budget(seconds=clock.left), rng, limit, found=found)
    others = {f"sat {name}": number for name, number in asked.counters.items()}
    told = replace(asked, counters={**searched.counters, **others}, engine="sat")
    if asked.stop is Stop.DONE:
        return told
    more = [solution for solution in searched.solutions if solution not in asked.solutions]
    return replace(told, solutions=(*asked.solutions, *more)[:limit])
