"""The solvers of Pipes on any tiling, the default first."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.encode import solver_rows

with deferred_imports():
    from cpstudy.puzzles.tilings import checker, counting, deduction, portfolio
    from cpstudy.puzzles.tilings.encodings import (
        clause_learning,
        cpmpy_model,
        cpsat_edges,
        sat_trees,
    )
    from cpstudy.puzzles.tilings.search import engine


SOLVERS = solver_rows.checked_by(
    checker.checker,
    solver_rows.SearchRow(
        "portfolio", "search, then cdcl if it is stuck; results name the engine", portfolio.solve
    ),
    solver_rows.SearchRow(
        "search",
        "compiled search: edges, loops, dead ends, conflict-ordered branching",
        engine.solve,
    ),
    solver_rows.CpsatRow(
        "cpsat",
        "CP-SAT: one Boolean per edge, tables of orientations, single-commodity flow",
        cpsat_edges.solve,
        arguments={"connectivity": "clauses"},
    ),
    solver_rows.SatRow(
        "sat:lazy",
        "SAT: safe states, cuts on cycles and on components added lazily",
        sat_trees.solve,
        arguments={"encoding": "lazy"},
        options=(solver_rows.sat_solver("minicard"),),
    ),
    solver_rows.ClauseLearningRow(
        "cdcl",
        "compiled clause learning; connectivity propagates and explains itself by cuts",
        clause_learning.solve,
        unit="one conflict of the compiled clause-learning search",
    ),
    solver_rows.cpmpy_row(cpmpy_model.declare),
    solver_rows.DeductionRow(
        "deduce",
        "deduction only: one tile, loops, dead ends, one step ahead",
        deduction.solve,
        unit="one finding: an edge that became known, or a tile that lost orientations",
    ),
    solver_rows.FrontierRow(
        "frontier",
        "exact counting: dynamic programming over connectivity (Sekine1995)",
        counting.solve,
    ),
)
