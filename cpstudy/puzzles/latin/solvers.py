"""The rows of SOLVERS that Sudoku, jigsaw and KenKen share; naming them imports nothing."""

from __future__ import annotations

from cpstudy.core.kind import Format
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_options import CPSAT_OPTIONS, sat_solver

_HERE = "cpstudy.puzzles.latin"

CHECKER = f"{_HERE}.checking:checker"

_NODE = "one decision of the compiled search"


def solvers(*, batches: bool, presolved: bool, search_version: int) -> tuple[Solver, ...]:
    """The default first. batches: boards are decided together, where their tables are the same.

    presolved: whether CP-SAT presolves its models, which most boards of the kind are settled by.
    search_version: of the compiled search, which cages can change for one kind alone.
    """
    return (
        Solver(
            name="portfolio",
            function=f"{_HERE}.portfolio:solve",
            complete=True,
            counter="nodes",
            unit=_NODE,
            version=search_version,
            summary="search, and sat where it thrashes; results name the engine",
            batch=f"{_HERE}.portfolio:solve_batch" if batches else None,
            checker=CHECKER,
            streams=True,
        ),
        Solver(
            name="search",
            function=f"{_HERE}.search.engine:solve",
            complete=True,
            counter="nodes",
            unit=_NODE,
            version=search_version,
            summary="compiled search: singles, cages, fewest values first",
            batch=f"{_HERE}.search.batch:solve_batch" if batches else None,
            checker=CHECKER,
            streams=True,
        ),
        Solver(
            name="cpsat",
            function=f"{_HERE}.encodings.cpsat_values:solve",
            complete=True,
            counter="conflicts",
            unit="one conflict of CP-SAT's search",
            version=2,
            summary="CP-SAT: an integer a cell, all different in units, arithmetic in cages",
            arguments={"presolved": presolved},
            options=CPSAT_OPTIONS,
            checker=CHECKER,
            streams=True,
        ),
        Solver(
            name="sat",
            function=f"{_HERE}.encodings.sat_values:solve",
            complete=True,
            counter="conflicts",
            unit="one conflict of the SAT solver's search",
            version=1,
            summary="SAT: exactly one value a cell, one cell a value in units",
            requires="pysat",
            options=(sat_solver("cadical195"),),
            checker=CHECKER,
            streams=True,
        ),
        Solver(
            name="deduce",
            function=f"{_HERE}.deduction.solver:solve",
            complete=False,
            counter="steps",
            unit="one value placed, or values taken from cells by one rule",
            version=1,
            summary="deduction only: singles, cages, locked candidates, subsets, x-wing, one ahead",
        ),
        *(
            Solver(
                name=f"explore:{strategy}",
                function=f"{_HERE}.stepwise:solve",
                complete=True,
                counter="states",
                unit="one partial board",
                version=1,
                summary=f"explicit-state search, {words}: cells filled in order (Kamies2016)",
                arguments={"strategy": strategy},
                checker=CHECKER,
                streams=strategy == "dfs",
            )
            for strategy, words in (("bfs", "breadth first"), ("dfs", "depth first"))
        ),
        Solver(
            name="brute-force",
            function=f"{_HERE}.brute_force:solve",
            complete=True,
            counter="values",
            unit="one value tried in a cell",
            version=1,
            summary="values cell by cell, without propagation: for comparison",
            checker=CHECKER,
            streams=True,
        ),
    )


# What every kind writes for other programs.
WRITTEN = (
    Format(
        name="cpsat",
        summary="the CP-SAT model's protocol buffer, as text",
        write=f"{_HERE}.encodings.cpsat_values:write_proto",
    ),
    Format(
        name="dimacs",
        summary="a CNF formula for SAT solvers",
        write=f"{_HERE}.encodings.sat_values:write_dimacs",
    ),
)
