"""A search asked for solutions slice by slice, so that limits, budgets and Ctrl-C are kept.

A compiled search stops at every solution and after some hundredths of a second at the latest. Here
is what all of them do between two slices: look at the clock, hand over the solution, and tell why
it ended. What a slice is, and whether it runs plainly or compiled, is the search's own matter.
"""

from __future__ import annotations

from typing import Protocol

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request

# In place of a budget of iterations, where there is none.
UNLIMITED = 1 << 62


class Sliced(Protocol):
    """A search under way."""

    @property
    def effort(self) -> int:
        """What it has spent, in the unit of the budget's iterations."""

    @property
    def counters(self) -> dict[str, int]:
        """What it has spent, as a result tells it."""

    def go(self, most: int) -> bytes | Stop | None:
        """Another slice, to the effort ``most`` in all: a solution, DONE, or None if it is neither.

        It goes on where it stopped: behind the solution, where it had found one.
        """


def solutions(search: Sliced, clock: Clock, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all) of a search under way.

    clock: of the budget's seconds, begun before the search was. patience: give up at such an effort
    without a second solution (stop ITERATIONS). found: gets each solution at once.
    """
    most = UNLIMITED if request.budget.iterations is None else request.budget.iterations
    told: list[bytes] = []
    stop = None
    while stop is None:
        if clock.late:
            stop = Stop.TIME
            break
        bound = most if request.patience is None or len(told) > 1 else min(most, request.patience)
        what = search.go(bound)
        if isinstance(what, bytes):
            told.append(what)
            if request.found is not None:
                request.found(what)
            if len(told) == request.limit:
                stop = Stop.LIMIT
        elif what is not None:
            stop = what
        elif search.effort >= bound:
            stop = Stop.ITERATIONS
    return Result(
        solutions=tuple(told), exhausted=stop is Stop.DONE, stop=stop, counters=search.counters
    )
