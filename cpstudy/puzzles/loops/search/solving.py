"""Loops by clause learning: the clauses of vertices and clues, one loop as a propagator.

The solver's row. Two loops are never one within the other, so a solution is forbidden by "one of
its edges is not run on". Cost: some milliseconds for 10×10, half of it building; measured in
benchmarks/loops.py.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.one_loop import ONE_LOOP, one_loop
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Budget, Result
from cpstudy.core.solving import Found
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.loops.clauses import demands, formula
from cpstudy.puzzles.loops.lattice import Lattice, lattice_of
from cpstudy.puzzles.loops.rules import Loops


@lru_cache(maxsize=32)
def graph_of(rows: int, columns: int) -> Graph:
    """The graph of a lattice of that shape."""
    lattice = lattice_of(rows, columns)
    ends = np.array(lattice.ends, np.int64).reshape(-1, 2)
    return Graph(ends, np.ones(len(ends), np.bool_), np.ones(lattice.vertices, np.bool_))


def engine_of(puzzle: Loops, clock: Clock = UNLIMITED) -> Engine:
    """The engine of a puzzle; variable i + 1 says that the loop runs along edge i."""
    return engine_with(puzzle.lattice, formula(puzzle, clock), demands(puzzle))


def engine_with(lattice: Lattice, cnf: Cnf, wanted: list[tuple[int, ...]]) -> Engine:
    """The engine of clauses on a lattice. wanted: sets of which some edge is run on."""
    p = one_loop(graph_of(lattice.rows, lattice.columns), wanted)
    engine = Engine(cnf.variables, ONE_LOOP, p, room=8 * len(cnf.clauses))
    engine.add(cnf.clauses)
    return engine


def solve(
    puzzle: Loops,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part.

    Counters: conflicts (the iterations), decisions, propagations. Phases: build, search.
    """

    def opening(clock: Clock) -> CdclSession:
        return CdclSession(engine_of(puzzle, clock), puzzle.lattice.edges, same_size=True)

    counters = ("conflicts", "decisions", "propagations")
    return bytes_of_models(budget, limit, opening, counters, found)
