"""The rows of SOLVERS that Pipes on any tiling have; naming them imports nothing."""

from __future__ import annotations

from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver

_HERE = "cpstudy.puzzles.tilings"

# The default first.
ROWS = (
    Solver(
        name="search",
        function=f"{_HERE}.search.engine:solve",
        complete=True,
        counter="nodes",
        unit="one decision of the compiled search",
        version=1,
        summary="compiled search: edges, loops, dead ends, conflict-ordered branching",
        streams=True,
    ),
    Solver(
        name="cpsat",
        function=f"{_HERE}.encodings.cpsat_edges:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of CP-SAT's search",
        version=1,
        summary="CP-SAT: one Boolean an edge, tables of orientations, single-commodity flow",
        options=CPSAT_OPTIONS,
        streams=True,
    ),
    Solver(
        name="sat:lazy",
        function=f"{_HERE}.encodings.sat_lazy:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the SAT solver's search",
        version=1,
        summary="SAT: safe states, cuts on cycles and on components added as they are met",
        requires="pysat",
        options=(sat_solver("minicard"),),
        streams=True,
    ),
    Solver(
        name="cdcl",
        function=f"{_HERE}.encodings.clause_learning:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the compiled clause-learning search",
        version=1,
        summary="compiled clause learning; connectivity propagates and explains itself by cuts",
        streams=True,
    ),
)
