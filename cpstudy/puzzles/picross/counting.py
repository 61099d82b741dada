"""Exact counts: the default solver lists some solutions; where there are more, states count them.

Breadth first over the states row by row counts without listing, whatever the number; but its states
are many on large pictures with few solutions, where the search that looks ahead lists them all in
no time. So the search goes first, up to :data:`LISTED` solutions. Every listed one is checked.

Cost: a thousand solutions of a 30×30 picture take a few seconds. A budget of iterations counts
looks of the search, so only that runs then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.picross import explicit, portfolio
from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.puzzle import Picross

# Solutions that the search lists before states are counted instead.
LISTED = 1000


def solve(puzzle: Picross, request: Request) -> Result:
    """The number of solutions, and up to ``limit`` of them (None: those that were listed)."""
    budget, clock = request.budget, Clock(request.budget.seconds)
    most = LISTED if budget.iterations is None else None
    listed = portfolio.solve(puzzle, replace(request, limit=most, found=None))
    holds = checker(puzzle)
    for solution in listed.solutions:
        checked(puzzle, cast(bytes, solution), "counting", holds)
    shown = replace(listed, solutions=listed.solutions[: request.limit])
    if listed.exhausted:
        return replace(shown, count=len(listed.solutions))
    if listed.stop is not Stop.LIMIT:
        return shown
    left = replace(budget, seconds=clock.left)
    counted = explicit.solve(puzzle, replace(request, budget=left, found=None), order="bfs")
    counters = {**listed.counters, **counted.counters}
    solutions = counted.solutions or shown.solutions
    return replace(counted, counters=counters, solutions=solutions, engine="explore:bfs")
