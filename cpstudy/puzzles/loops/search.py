"""Loops by clause learning: the clauses of vertices and clues, and one loop as a propagator.

No loop contains another one, so "one of its edges is not on the loop" excludes a solution. Cost:
some milliseconds for 10×10, half of it building; measured in benchmarks/loops.py.

A :class:`Selection` is a board whose clues can be left out. Each clue has its own variable, and its
clauses hold if the variable is true. One engine therefore answers for any set of clues, by assuming
their variables, and keeps its learned clauses. If there is no solution, it reports some conflicting
clues, often few (the core of the assumptions; Een2003).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.one_loop import OneLoop
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result, Solvable, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.loops.clauses import clauses_of_group, clue_clauses, demands, lattice_clauses
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Loops


@lru_cache(maxsize=32)
def _prepared(lattice: Lattice) -> tuple[Graph, npt.NDArray[np.int32]]:
    """The graph of a lattice, and its clauses, each ended by 0; shared by all of a shape."""
    ends = np.array(lattice.ends, np.int64).reshape(-1, 2)
    graph = Graph(ends, np.ones(len(ends), np.bool_), np.ones(lattice.vertices, np.bool_))
    literals = (literal for clause in lattice_clauses(lattice) for literal in (*clause, 0))
    return graph, np.fromiter(literals, np.int32)


def engine_of(puzzle: Loops, clock: Clock = UNLIMITED) -> Engine:
    """The engine of a puzzle; variable i + 1 states that edge i is on the loop."""
    lattice = puzzle.lattice
    return _engine(lattice, lattice.edges, clue_clauses(puzzle, clock), demands(puzzle))


def one_loop(puzzle: Loops) -> OneLoop:
    """The propagator of a puzzle."""
    return OneLoop(_prepared(puzzle.lattice)[0], demands(puzzle))


def _engine(
    lattice: Lattice, variables: int, clauses: list[list[int]], wanted: list[tuple[int, ...]]
) -> Engine:
    """The engine of a lattice and further clauses. wanted: sets, each with an edge on the loop."""
    graph, passed = _prepared(lattice)
    engine = Engine(variables, OneLoop(graph, wanted), arena=4 * len(passed))
    engine.add_flat(passed)
    engine.add(clauses)
    return engine


def solve(puzzle: Loops, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part.

    Counters: conflicts (the iterations), decisions, propagations. Phases: build, search.
    """

    def opening(clock: Clock) -> CdclSession:
        return CdclSession(engine_of(puzzle, clock), puzzle.lattice.edges, same_size=True)

    return bytes_of_models(request, opening, ("conflicts", "decisions", "propagations"))


class Selection:
    """The clues of a puzzle, any set of which can be assumed. forbidden: a loop to exclude."""

    def __init__(self, puzzle: Loops, forbidden: bytes | None = None) -> None:
        lattice = puzzle.lattice
        self._edges = lattice.edges
        self._selects = {cell: i for i, cell in enumerate(puzzle.clue_cells, self._edges + 1)}
        self._cells = {variable: cell for cell, variable in self._selects.items()}
        clauses = [[*range(1, self._edges + 1)]]
        for group in puzzle.groups:
            chosen = -self._selects[group.clue]
            clauses += [[chosen, *clause] for clause in clauses_of_group(group)]
        if forbidden is not None:
            clauses.append([-edge - 1 for edge, here in enumerate(forbidden) if here])
        self.engine = _engine(lattice, self._edges + len(self._selects), clauses, [])

    def solution(
        self, clues: Iterable[int], conflicts: int, clock: Clock = UNLIMITED
    ) -> bytes | Stop:
        """A loop that satisfies the clues of some cells; DONE if there is none, else the limit hit.

        conflicts: the limit for this search.
        """
        most = self.engine.counters["conflicts"] + conflicts
        answer = self.engine.run(clock, most, [self._selects[cell] for cell in clues])
        return answer if isinstance(answer, Stop) else answer[: self._edges].tobytes()

    def conflicting(
        self, clues: Sequence[int], conflicts: int, clock: Clock = UNLIMITED
    ) -> Solvable | set[int]:
        """Whether a loop satisfies these clues; if none does, some of them that conflict."""
        answer = self.solution(clues, conflicts, clock)
        if answer is Stop.DONE:
            return {self._cells[literal] for literal in self.engine.core}
        return Solvable.UNKNOWN if isinstance(answer, Stop) else Solvable.YES
