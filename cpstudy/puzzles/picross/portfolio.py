"""The default solver of Picross: the compiled search, and clause learning where failures go deep.

Lines and looking ahead settle nearly all puzzles within milliseconds, before a formula would be
written. After some looks without a second solution, ``PATIENCE`` and more on larger boards, since
formulas grow with them, clause learning begins again on what is open. core/portfolio.py has the
rules of taking over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, batched, portfolio
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import solving

with deferred_imports():
    from cpstudy.puzzles.picross.encodings import sat_starts

# After so many looks, and so many more for each cell, clause learning takes over.
PATIENCE, PATIENCE_A_CELL = 1000, 3


def solve(puzzle: Picross, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all).

    Counters: looks (the iterations), lines, and those of the engine that took over.
    """
    left = puzzle

    def search(puzzle: Picross, request: Request) -> Result:
        nonlocal left
        result, where = solving.searched(puzzle, request)
        if result.stop is Stop.ITERATIONS:
            left = solving.narrowed(puzzle, where)
        return result

    def learning(puzzle: Picross, request: Request) -> Result:
        return sat_starts.solve_learning(left, request)

    most = PATIENCE + PATIENCE_A_CELL * puzzle.rows * puzzle.columns
    return portfolio("search", search, lambda _: most, Stage("cdcl", learning))(puzzle, request)


solve_batch = batched("search", solving.solve_batch)
