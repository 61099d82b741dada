"""Exact counts: a solver lists some solutions; if there are more, another counts by states.

The cost of counting by states does not depend on the number of solutions, and may be high even if
there are few; a search lists a few at once. So the search runs first, up to a number of solutions,
and every listed solution is checked. If the puzzle cannot be counted by states, or memory does not
suffice, the search continues to list, and its final number is a lower bound.

A budget of iterations counts in units of the search, so then only the search runs.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cpstudy.core.clock import Clock
from cpstudy.core.errors import NotApplicable
from cpstudy.core.portfolio import Engine
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request, checked

Checker = Callable[[Any], Callable[[Any], bool]]


def listed_then_counted(
    lister: Engine, name: str, counter: Engine, most: int, checker: Checker | None = None
) -> Engine:
    """The solver that lists up to ``most`` solutions with one engine, then counts with another.

    name: the counter's, for the result's ``engine``. checker: a compiled check of the rules.
    """

    def solve(puzzle: Any, request: Request) -> Result:
        """The number of solutions, and up to ``limit`` of them (None: those that were listed)."""
        budget, clock = request.budget, Clock(request.budget.seconds)
        limit = most if budget.iterations is None else None
        listed = _listed(puzzle, replace(request, limit=limit, found=None))
        if listed.exhausted:
            shown = listed.solutions[: request.limit]
            return replace(listed, solutions=shown, count=len(listed.solutions))
        if listed.stop is not Stop.LIMIT:
            return replace(listed, solutions=listed.solutions[: request.limit])
        left = replace(request, budget=replace(budget, seconds=clock.left), found=None)
        try:
            counted = counter(puzzle, left)
        except NotApplicable:
            counted = None
        if counted is None or counted.stop is Stop.MEMORY:
            left = replace(left, budget=replace(budget, seconds=clock.left), limit=None)
            outcome = {} if counted is None else counted.counters
            listed = _listed(puzzle, left)
            return replace(listed, counters={**outcome, **listed.counters})
        counters = {**listed.counters, **counted.counters}
        solutions = counted.solutions or listed.solutions[: request.limit]
        return replace(counted, counters=counters, solutions=solutions, engine=name)

    def _listed(puzzle: Any, request: Request) -> Result:
        found = lister(puzzle, request)
        is_solution = checker(puzzle) if checker else None
        for solution in found.solutions:
            checked(puzzle, solution, "counting", is_solution)
        return replace(found, count=len(found.solutions) if found.exhausted else None)

    return solve
