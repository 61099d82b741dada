"""SAT: safe states, and cuts where one is no tree (encode/cuts.py); any solver.

Almost all safe states of a board are nearly trees, so a handful of rounds is enough. Uniqueness:
solutions have equally many open edges, so each is forbidden by "one of these is closed".
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Result
from cpstudy.core.solving import Found
from cpstudy.encode.edge_models import solve_on_edges
from cpstudy.encode.sat import DEFAULT, SatSession
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.encodings.tile_clauses import safe_states
from cpstudy.puzzles.tilings.rules import Tiling


def solve(
    puzzle: Tiling,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    solver: str = DEFAULT,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part of its own.

    solver: a SAT solver's name (encode/solver_rows.py). Counters: conflicts (the iterations)
    where the solver tells, searches, cuts. Phases: build, search. Raises InputError where
    python-sat is not installed.
    """

    def opening(clock: Clock) -> SatSession:
        formula, edges = safe_states(puzzle, clock), len(edge_table(puzzle).ends)
        return SatSession(formula, edges, solver=solver, same_size=True, clock=clock)

    return solve_on_edges(
        puzzle, edge_table, tree_graph, budget, limit, opening, lazily=True, found=found
    )
