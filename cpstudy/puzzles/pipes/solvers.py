"""The solvers of Pipes on squares, the default first."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.options import Option
from cpstudy.core.solving import Solver
from cpstudy.encode import solver_rows

with deferred_imports():
    from cpstudy.puzzles.pipes import factors, portfolio
    from cpstudy.puzzles.pipes.board import neighbours
    from cpstudy.puzzles.pipes.counting import frontier
    from cpstudy.puzzles.pipes.deduction import solver as deduction
    from cpstudy.puzzles.pipes.encodings import cpsat_orientations, smt_models
    from cpstudy.puzzles.pipes.encodings.hegeman import solving as hegeman
    from cpstudy.puzzles.pipes.search import batch, engine
    from cpstudy.puzzles.tilings.encodings import (
        clause_learning,
        cpmpy_model,
        cpsat_edges,
        sat_trees,
    )

# Bounds of the paths from the start (Hegeman2022); encodings/hegeman/formula.py has the numbers.
BOUNDS = {
    "half": "bound: half the tiles (table 4); often cannot decide",
    **{
        name: f"bound: as observed for {name} mazes (table 3)"
        for name in ("depth-first", "kruskal", "prim", "wilson")
    },
}

_DEDUCED = Option("deduced", "edges that deduction settles are fixed first")

_by_edges = partial(
    solver_rows.CpsatRow, function=cpsat_edges.solve, options=(_DEDUCED, *solver_rows.CPSAT_OPTIONS)
)
_by_trees = partial(
    solver_rows.SatRow,
    function=sat_trees.solve,
    options=(_DEDUCED, solver_rows.sat_solver("minicard")),
)
_by_smt = partial(solver_rows.SmtRow, function=smt_models.solve)
_by_hegeman = partial(
    solver_rows.SatRow,
    options=(Option("bound", "bound", str, None, BOUNDS), solver_rows.sat_solver("cadical195")),
)

SOLVERS = solver_rows.checked_by(
    neighbours.checker,
    solver_rows.SearchRow(
        "portfolio",
        "search, then cpsat:contour if it thrashes; results name the engine",
        portfolio.solve,
        version=4,
        batch=portfolio.solve_batch,
        packages=("ortools",),
    ),
    solver_rows.SearchRow(
        "search",
        "compiled search: edges, loops, dead ends, conflict-ordered branching",
        engine.solve,
        version=5,
        batch=batch.solve_batch,
    ),
    solver_rows.CpsatRow(
        "cpsat",
        "CP-SAT: orientation elements, one Boolean per edge, single-commodity flow",
        cpsat_orientations.solve,
    ),
    *(
        _by_edges(f"cpsat:{name}", f"CP-SAT: {summary}", arguments={"connectivity": name})
        for name, summary in (
            ("clauses", "exactly-ones on edges, single-commodity flow"),
            ("levels", "exactly-ones on edges, parents and levels (Miller1960)"),
            ("lazy", "exactly-ones on edges, cuts added lazily"),
            ("contour", "exactly-ones on edges, one circuit around the tree"),
        )
    ),
    *(
        _by_trees(f"sat:{name}", f"SAT: {summary}", arguments={"encoding": name})
        for name, summary in (
            ("lazy", "safe states, cuts on cycles and on components added lazily"),
            ("binary", "distances from a root as binary numbers (Zhou2020)"),
            ("levels", "distances from a root in unary"),
            (
                "planar",
                "a spanning tree and that of the dual (Williams2002); boards that do not wrap",
            ),
            ("contour", "one circuit around the tree, by shift registers (Zhou2020)"),
        )
    ),
    solver_rows.ClauseLearningRow(
        "cdcl",
        "compiled clause learning; connectivity propagates and explains itself by cuts",
        clause_learning.solve,
        unit="one conflict of the compiled clause-learning search",
        options=(_DEDUCED,),
    ),
    *(
        _by_smt(name, f"SMT: {summary}", arguments={"encoding": encoding})
        for name, encoding, summary in (
            ("smt", "yurichev", "half-joints and angles (Yurichev), lazy cuts"),
            ("smt:integers", "integers", "half-joints as integers (Yurichev's first version)"),
            ("smt:lazy", "lazy", "one Boolean per edge, lazy cuts"),
            ("smt:levels", "levels", "one Boolean per edge, integer levels"),
        )
    ),
    solver_rows.cpmpy_row(cpmpy_model.declare),
    solver_rows.DeductionRow(
        "deduce",
        "deduction only: local, loops, dead ends, parity, one step ahead",
        deduction.solve,
        unit="one edge that became known, or one tile that lost orientations",
    ),
    solver_rows.FrontierRow(
        "frontier",
        "exact counting: blocks, dynamic programming over connectivity (Sekine1995)",
        frontier.solve,
    ),
    Solver(
        "factors",
        "a flow: free boards without corners and straights, where it is polynomial (Kral2004)",
        factors.solve,
        unit="one search for a cycle that can be exchanged",
        counter="searches",
        complete=False,
    ),
    _by_hegeman(
        "sat:hegeman",
        "SAT: bounded distances, one variable per step (Hegeman2022), corrected",
        hegeman.solve,
    ),
    _by_hegeman(
        "sat:hegeman-safe-states",
        "SAT: safe states one after another (Hegeman2022)",
        hegeman.solve_safe_states,
    ),
    _by_hegeman(
        "sat:hegeman-printed",
        "WRONG on purpose: the formula as printed; it ignores connectivity",
        hegeman.solve_printed,
        complete=False,
    ),
)
