"""The rows of SOLVERS that Pipes on any tiling have; naming them imports nothing."""

from __future__ import annotations

from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver

_HERE = "cpstudy.puzzles.tilings"
_CHECKER = f"{_HERE}.checker:checker"

# The default first.
ROWS = (
    Solver(
        name="portfolio",
        function=f"{_HERE}.portfolio:solve",
        complete=True,
        counter="nodes",
        unit="one decision of the compiled search",
        version=1,
        summary="search, and cdcl where it is at a loss; results name the engine",
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="search",
        function=f"{_HERE}.search.engine:solve",
        complete=True,
        counter="nodes",
        unit="one decision of the compiled search",
        version=1,
        summary="compiled search: edges, loops, dead ends, conflict-ordered branching",
        checker=_CHECKER,
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
        checker=_CHECKER,
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
        checker=_CHECKER,
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
        checker=_CHECKER,
        streams=True,
    ),
    Solver(
        name="deduce",
        function=f"{_HERE}.deduction.solver:solve",
        complete=False,
        counter="steps",
        unit="one finding: an edge that is known, or a tile that lies in fewer ways",
        version=1,
        summary="deduction only: one tile, loops, dead ends, one step ahead",
        checker=_CHECKER,
    ),
    Solver(
        name="frontier",
        function=f"{_HERE}.frontier:solve",
        complete=True,
        counter="states",
        unit="one state of the frontier expanded",
        version=1,
        summary="exact counting: dynamic programming over connectivity (Sekine1995)",
        counts=True,
        checker=_CHECKER,
        streams=True,
    ),
)
