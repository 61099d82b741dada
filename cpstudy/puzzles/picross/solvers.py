"""The solvers of Picross, the default first."""

from functools import partial

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.solving import Solver
from cpstudy.encode import solver_rows

with deferred_imports():
    from cpstudy.puzzles.picross import counting, deduction, explicit, portfolio
    from cpstudy.puzzles.picross.encodings import cpmpy_model, cpsat_automata, sat_starts
    from cpstudy.puzzles.picross.lines import checker
    from cpstudy.puzzles.picross.search import solving

_looking = partial(
    solver_rows.SearchRow, counter="looks", unit="one cell tried by look-ahead", version=2
)
_exploring = partial(
    Solver,
    function=explicit.solve,
    counter="states",
    unit="one state expanded: what the rows so far leave of each column",
)

SOLVERS = solver_rows.checked_by(
    checker.checker,
    _looking(
        "portfolio",
        "search, then cdcl if failures go deep; results name the engine",
        portfolio.solve,
        batch=portfolio.solve_batch,
    ),
    _looking(
        "search",
        "compiled search: lines as words, look-ahead, branching on the most consequences",
        solving.solve,
        batch=solving.solve_batch,
    ),
    _looking(
        "counting",
        "exact counts: the default lists up to 1,000 solutions; beyond that, frontier counts",
        counting.solve,
        counts=True,
    ),
    solver_rows.FrontierRow(
        "frontier",
        "exact counting: dynamic programming over the automata of lines",
        counting.frontier,
        on_request=True,
    ),
    solver_rows.CpsatRow(
        "cpsat", "CP-SAT: an automaton per line (Pesant2004)", cpsat_automata.solve
    ),
    solver_rows.ClauseLearningRow(
        "cdcl",
        "the compiled clause learning on where runs begin, in order encoding",
        sat_starts.solve_learning,
        unit="one conflict of the clause learning",
    ),
    solver_rows.cpmpy_row(cpmpy_model.declare),
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
    solver_rows.DeductionRow(
        "deduce",
        "deduction only: overlaps, lines, one step ahead",
        deduction.solve,
        unit="one application of a rule that removed something",
    ),
    solver_rows.model_count_row(sat_starts.solve),
    solver_rows.SatRow("sat", "SAT: where runs begin, in order encoding", sat_starts.solve),
)
