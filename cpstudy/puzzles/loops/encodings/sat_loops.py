"""SAT: the clauses of vertices and clues, and cuts for several loops.

A candidate is a set of loops. If there are several, a cut excludes each loop that misses a clue
which needs an edge, and each of the others together with an edge of another loop: no solution has
both. Cuts are added until a candidate is one loop (lazily, like subtours; Dantzig1954).

Size: a variable per edge. Limits: boards with few clues have many candidates of small loops.
"""

from collections.abc import Callable

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import Values, bytes_of_models
from cpstudy.puzzles.loops.clauses import demands, formula
from cpstudy.puzzles.loops.rules import Loops

_SOLVER = "cadical195"


def lacking(puzzle: Loops) -> Callable[[Values], list[list[int]]]:
    """The function that returns the cuts of a set of loops, [] if it is one loop."""
    lattice, wanted = puzzle.lattice, [set(demand) for demand in demands(puzzle)]

    def cuts(values: Values) -> list[list[int]]:
        loops = lattice.walks(set(np.flatnonzero(values).tolist()))
        if len(loops) < 2:
            return []
        found = []
        for number, loop in enumerate(loops):
            clause = [-edge - 1 for edge in loop]
            if all(not demand.isdisjoint(loop) for demand in wanted):
                clause.append(-loops[number - 1][0] - 1)
            found.append(clause)
        return found

    return cuts


def solve(puzzle: Loops, request: Request, *, solver: str = _SOLVER) -> Result:
    """Up to ``limit`` solutions (None: all). The encoding adds no randomness to the solver.

    solver: a SAT solver's name (encode/solver_rows.py). Counters: conflicts (the iterations) if
    the solver reports them, searches, cuts. Phases: build, search. Raises InputError if python-sat
    is not installed.
    """

    def opening(clock: Clock) -> SatSession:
        cnf = formula(puzzle, clock)
        return SatSession(cnf, cnf.variables, solver=solver, same_size=True, clock=clock)

    counters = ("conflicts", "searches", "cuts")
    return bytes_of_models(request, opening, counters, lacking(puzzle))
