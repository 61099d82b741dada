"""The default solver of Picross: the compiled search, and clause learning where failures go deep.

Lines and looking ahead settle nearly all puzzles within milliseconds, before a formula would be
written. After some looks without a second solution, ``PATIENCE`` and more on larger boards, since
formulas grow with them, clause learning begins anew on what is open. The result's ``engine`` says
which of them settled it; the counters of both are there. With a budget of iterations, which are
looks, only the search runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import batch, solving

# After so many looks, and so many more for each cell, a solver that learns is asked.
PATIENCE, PATIENCE_A_CELL = 1000, 3


def solve(
    puzzle: Picross,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all).

    Counters: looks (the iterations), lines, and those of the solver asked.
    """
    clock = Clock(budget.seconds)
    patience = None
    if budget.iterations is None:
        patience = PATIENCE + PATIENCE_A_CELL * puzzle.rows * puzzle.columns
    searched, search = solving.searched(puzzle, budget, limit, patience=patience, found=found)
    if patience is None or searched.stop is not Stop.ITERATIONS:
        return replace(searched, engine="search")
    left = replace(budget, seconds=clock.left)

    from cpstudy.puzzles.picross.encodings import sat_starts

    known = solving.narrowed(puzzle, search)
    told = sat_starts.solve_learning(known, left, rng, limit, found=found)
    return replace(told, counters={**searched.counters, **told.counters}, engine="cdcl")


def solve_batch(puzzles: Sequence[Picross]) -> list[Result | None]:
    """What ``solve`` says of each puzzle, by the search's batches; None where looks run out."""
    found = batch.solve_batch(puzzles)
    return [each and replace(each, engine="search") for each in found]
