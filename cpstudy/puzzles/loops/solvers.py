"""The rows of SOLVERS that the puzzles of one loop share; naming them imports nothing."""

from __future__ import annotations

from cpstudy.core.kind import Format
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver

_HERE = "cpstudy.puzzles.loops"

_CONFLICT = "one conflict of the clause-learning search"

# The default first.
ROWS = (
    Solver(
        name="portfolio",
        function=f"{_HERE}.portfolio:solve",
        complete=True,
        counter="conflicts",
        unit=_CONFLICT,
        version=1,
        summary="cdcl, and sat where it is at a loss; results name the engine",
        streams=True,
    ),
    Solver(
        name="cdcl",
        function=f"{_HERE}.search.solving:solve",
        complete=True,
        counter="conflicts",
        unit=_CONFLICT,
        version=1,
        summary="clause learning, compiled; one loop explains itself by its paths",
        streams=True,
    ),
    Solver(
        name="cpsat",
        function=f"{_HERE}.encodings.cpsat_circuit:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of CP-SAT's search",
        version=1,
        summary="CP-SAT: one circuit that leaves vertices out",
        options=CPSAT_OPTIONS,
        streams=True,
    ),
    Solver(
        name="sat",
        function=f"{_HERE}.encodings.sat_loops:solve",
        complete=True,
        counter="conflicts",
        unit="one conflict of the SAT solver's search",
        version=1,
        summary="SAT: sets of loops, cuts where there are several (Dantzig1954)",
        requires="pysat",
        options=(sat_solver("cadical195"),),
        streams=True,
    ),
    Solver(
        name="deduce",
        function=f"{_HERE}.deduction.solver:solve",
        complete=False,
        counter="steps",
        unit="one finding: edges that become known for one reason",
        version=1,
        summary="deduction only: clues, paths, early loops, inside and outside, one step ahead",
    ),
)

# What every kind writes for other programs.
WRITTEN = (
    Format(
        name="dimacs",
        summary="a CNF formula for SAT solvers, of sets of loops",
        write=f"{_HERE}.encodings.sat_loops:write_dimacs",
    ),
)
