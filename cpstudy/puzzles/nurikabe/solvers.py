"""The solvers of Nurikabe, the default first."""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.kind import table
from cpstudy.core.options import Option
from cpstudy.core.solving import Solver
from cpstudy.encode import solver_rows

with deferred_imports():
    from cpstudy.puzzles.nurikabe import counting, deduction, portfolio, stepwise
    from cpstudy.puzzles.nurikabe.encodings import cpmpy_model, cpsat_forest, sat_forest
    from cpstudy.puzzles.nurikabe.search import solving

SOLVERS = table(
    solver_rows.ClauseLearningRow(
        "portfolio",
        "cdcl, then sat if it is stuck; results name the engine",
        portfolio.solve,
        version=7,
        packages=("python-sat", "ortools"),
    ),
    solver_rows.ClauseLearningRow(
        "cdcl",
        "compiled clause learning and probing; reach, bottlenecks, sea explain themselves",
        solving.solve,
        version=7,
    ),
    Solver(
        "counting",
        "exact counts: the default lists up to 1,000 solutions; beyond that, frontier counts",
        counting.solve,
        counter="conflicts",
        unit="one conflict of the clause-learning search",
        counts=True,
        on_request=True,
    ),
    solver_rows.FrontierRow(
        "frontier",
        "exact counting: dynamic programming over connected cells (Sekine1995)",
        counting.frontier,
        on_request=True,
    ),
    solver_rows.CpsatRow(
        "cpsat",
        "CP-SAT: owners of cells, a forest by parents and levels (Miller1960)",
        cpsat_forest.solve,
    ),
    solver_rows.SatRow(
        "sat",
        "SAT: owners of cells, a forest by binary distances (Zhou2020)",
        sat_forest.solve,
        options=(Option("unary", "levels in unary"), solver_rows.sat_solver("cadical195")),
    ),
    solver_rows.model_count_row(sat_forest.solve),
    solver_rows.cpmpy_row(cpmpy_model.declare),
    solver_rows.DeductionRow(
        "deduce",
        "deduction only: islands, pools, reach, bottlenecks, one step ahead",
        deduction.solve,
        unit="one finding: cells that become known for one reason",
    ),
    *solver_rows.cell_rows("cells coloured", stepwise.solve),
)
