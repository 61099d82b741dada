"""The solvers of Picross, the default first."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.solving import Solver
from cpstudy.encode.solver_rows import (
    ClauseLearningRow,
    CpsatRow,
    DeductionRow,
    SatRow,
    SearchRow,
    checked_by,
    cpmpy_row,
)

with deferred_imports():
    from cpstudy.puzzles.picross import counting, deduction, explicit, portfolio
    from cpstudy.puzzles.picross.encodings import cpmpy_model, cpsat_automata, sat_starts
    from cpstudy.puzzles.picross.lines import checker
    from cpstudy.puzzles.picross.search import solving

_looking = partial(SearchRow, counter="looks", unit="one cell looked ahead at", version=2)
_exploring = partial(
    Solver,
    function=explicit.solve,
    counter="states",
    unit="one state expanded, what the rows so far leave of each column",
)

SOLVERS = checked_by(
    checker.checker,
    _looking(
        "portfolio",
        "search, and cdcl where failures go deep; results name the engine",
        portfolio.solve,
        batch=portfolio.solve_batch,
    ),
    _looking(
        "search",
        "compiled search: lines as words, looking ahead, branching where most follows",
        solving.solve,
        batch=solving.solve_batch,
    ),
    _looking(
        "counting",
        "exact counts: the default lists up to 1,000 solutions, beyond that explore:bfs counts",
        counting.solve,
        counts=True,
    ),
    CpsatRow("cpsat", "CP-SAT: an automaton a line (Pesant2004)", cpsat_automata.solve),
    ClauseLearningRow(
        "cdcl",
        "our clause learning on where runs begin, in order encoding",
        sat_starts.solve_learning,
        unit="one conflict of the clause learning",
    ),
    cpmpy_row(cpmpy_model.declare),
    _exploring(
        "explore:bfs",
        "row by row over explicit states, breadth first: counts exactly",
        arguments={"order": "bfs"},
        counts=True,
    ),
    _exploring(
        "explore:dfs",
        "row by row over explicit states, depth first, dead states remembered",
        arguments={"order": "dfs"},
    ),
    DeductionRow(
        "deduce",
        "deduction only: overlaps, lines, one step ahead",
        deduction.solve,
        unit="one use of a rule that removed something",
    ),
    SatRow("sat", "SAT: where runs begin, in order encoding", sat_starts.solve),
)
