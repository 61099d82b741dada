"""Loops by clause learning: the clauses of vertices and clues, one loop as a propagator.

The solver's row. Two loops are never one within the other, so a solution is forbidden by "one of
its edges is not run on". Cost: some milliseconds for 10×10, half of it building; measured in
benchmarks/loops.py.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.one_loop import OneLoop
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.loops.clauses import clue_clauses, demands, lattice_clauses
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Loops


@lru_cache(maxsize=32)
def prepared_of(lattice: Lattice) -> tuple[Graph, npt.NDArray[np.int32]]:
    """The graph of a lattice, and its clauses, each ended by 0: the same for all of a shape."""
    ends = np.array(lattice.ends, np.int64).reshape(-1, 2)
    graph = Graph(ends, np.ones(len(ends), np.bool_), np.ones(lattice.vertices, np.bool_))
    literals = (literal for clause in lattice_clauses(lattice) for literal in (*clause, 0))
    return graph, np.fromiter(literals, np.int32)


def engine_of(puzzle: Loops, clock: Clock = UNLIMITED) -> Engine:
    """The engine of a puzzle; variable i + 1 says that the loop runs along edge i."""
    lattice = puzzle.lattice
    return engine_with(lattice, lattice.edges, clue_clauses(puzzle, clock), demands(puzzle))


def engine_with(
    lattice: Lattice, variables: int, clauses: list[list[int]], wanted: list[tuple[int, ...]]
) -> Engine:
    """The engine of a lattice and more clauses. wanted: sets of which some edge is run on."""
    graph, passed = prepared_of(lattice)
    engine = Engine(variables, OneLoop(graph, wanted), room=4 * len(passed))
    engine.add_flat(passed)
    engine.add(clauses)
    return engine


def solve(puzzle: Loops, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part.

    Counters: conflicts (the iterations), decisions, propagations. Phases: build, search.
    """

    def opening(clock: Clock) -> CdclSession:
        return CdclSession(engine_of(puzzle, clock), puzzle.lattice.edges, same_size=True)

    counters = ("conflicts", "decisions", "propagations")
    return bytes_of_models(request, opening, counters)
