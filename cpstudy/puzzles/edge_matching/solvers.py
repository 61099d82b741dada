"""The solvers of edge matching: the searches of the hardness studies, and encodings."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.solving import Solver
from cpstudy.encode import solver_rows

with deferred_imports():
    from cpstudy.puzzles.edge_matching import checker
    from cpstudy.puzzles.edge_matching.counting import meeting
    from cpstudy.puzzles.edge_matching.encodings import (
        cpmpy_classes,
        cpmpy_model,
        cpsat_placements,
        sat_diamonds,
    )
    from cpstudy.puzzles.edge_matching.search import best, searches

_searching = partial(
    Solver,
    function=searches.solve,
    counter="placements",
    unit="one piece put on the board",
)

SOLVERS = solver_rows.checked_by(
    checker.checker,
    *(
        _searching(name, summary, arguments={"method": name})
        for name, summary in (
            ("dfs", "depth-first row by row, candidates in piece order (Willems2016)"),
            (
                "highest-connectivity",
                "row by row, most sides left that fit the right side first (Willems2016)",
            ),
            (
                "lowest-connectivity",
                "row by row, fewest sides left that fit the right side first (Willems2016)",
            ),
            ("snopf", "the cell with the fewest candidates first, as published (Willems2016)"),
            ("snopf-filtered", "snopf with equal candidates counted and tried once"),
            ("hybrid", "cells as in snopf-filtered, candidates of the lowest connectivity first"),
            ("pla", "snopf-filtered with partial look-ahead (Ansotegui2008)"),
            ("matching", "pla, all-different pieces, colours matched to edges, restarts"),
        )
    ),
    _searching(
        "counting",
        "exact counts: dfs for a moment, then frontier if its layers fit into memory",
        function=meeting.count_first,
        counts=True,
        on_request=True,
    ),
    Solver(
        "frontier",
        "exact counting: layers of partial boards from both sides, which meet in the middle",
        meeting.solve,
        counter="states",
        unit="one state of the frontier expanded",
        counts=True,
        on_request=True,
    ),
    Solver(
        "best",
        "the board with the most matched edges: row by row, breaks by a schedule, restarts",
        best.solve,
        unit="one piece put on the board",
        counter="nodes",
        complete=False,
    ),
    solver_rows.CpsatRow(
        "cpsat",
        "CP-SAT: one Boolean per placement, one per colour of an edge",
        cpsat_placements.solve,
    ),
    solver_rows.SatRow(
        "sat",
        "SAT: pieces on cells, colours on edges (Heule2008)",
        sat_diamonds.solve,
        version=2,
        options=(solver_rows.sat_solver("glucose4"),),
    ),
    solver_rows.ClauseLearningRow(
        "cdcl",
        "the compiled clause learning on the same formula",
        sat_diamonds.solve_learning,
        unit="one conflict of the clause learning",
    ),
    solver_rows.cpmpy_row(cpmpy_model.declare, cpmpy_classes.solve),
)
