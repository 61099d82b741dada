"""A solver as an iterator: what gives solutions one after another, made a result.

A function that yields a solution as soon as it has one, and ``None`` after each unit of other work,
is a solver but for its book-keeping. :func:`collected` does that: it counts, stops at the request's
limits, hands every solution over at once, and takes the end of the iterator for the proof that
there are no others. A search that ends without that proof raises
:class:`~cpstudy.core.clock.OutOfTimeError`, which ``request.clock.check()`` does.

Cost: a microsecond a unit. Limits: between two units nothing looks at the clock.
"""

from collections.abc import Hashable, Iterable

from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request


def collected(
    search: Iterable[Hashable | None], request: Request, counter: str = "nodes"
) -> Result:
    """The solutions of a search, as many as the request wants.

    search: yields each solution once, and None after a unit of work without one. counter: what the
    units are called; they are what a budget of iterations limits.
    """
    solutions: list[Hashable] = []
    units = 0
    stop = Stop.DONE
    try:
        for found in search:
            units += 1
            if found is not None:
                solutions.append(found)
                if request.found is not None:
                    request.found(found)
            if len(solutions) == request.limit:
                stop = Stop.LIMIT
                break
            if request.budget.iterations is not None and units >= request.budget.iterations:
                stop = Stop.ITERATIONS
                break
            request.clock.check()
    except OutOfTimeError:
        stop = Stop.TIME
    return Result(
        tuple(solutions), exhausted=stop is Stop.DONE, stop=stop, counters={counter: units}
    )
