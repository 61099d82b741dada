"""Exact counts: a search lists up to a thousand solutions, beyond that states count.

Breadth first over the states row by row counts without listing, whatever the number; but its states
are many on large pictures with few solutions, where the search that looks ahead lists them all in
no time (:mod:`cpstudy.core.counting`). Cost: a thousand solutions of a 30×30 picture take a few
seconds.
"""

from functools import partial

from cpstudy.core.counting import listed_then_counted
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.picross import explicit, portfolio
from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.puzzle import Picross

# Solutions that the search lists before states are counted instead.
LISTED = 1000


def solve(puzzle: Picross, request: Request) -> Result:
    """The number of solutions, and up to ``limit`` of them (None: those that were listed)."""
    by_states = partial(explicit.solve, order="bfs")
    count = listed_then_counted(portfolio.solve, "explore:bfs", by_states, LISTED, checker)
    return count(puzzle, request)
