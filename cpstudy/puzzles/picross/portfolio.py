"""The default solver of Picross: the compiled search, then clause learning for deep conflicts.

Lines and look-ahead solve nearly all puzzles within milliseconds, faster than a formula could be
written. After a number of looks without a second solution (``PATIENCE``, and more on larger boards,
whose formulas are larger), clause learning starts on what is still open. core/portfolio.py has the
rules of handing over.
"""

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.portfolio import Stage, batched, portfolio
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.search import solving

with deferred_imports():
    from cpstudy.puzzles.picross.encodings import sat_starts

# After this number of looks, plus this number for each cell, clause learning takes over.
PATIENCE, PATIENCE_A_CELL = 1000, 3


def solve(puzzle: Picross, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all).

    Counters: looks (the iterations), lines, and those of the solver that took over.
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
