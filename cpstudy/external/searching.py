"""Solvers as iterators: turn an iterator of solutions into a result.

A solver may be a generator that yields each solution as soon as it is found, and ``None`` after
each unit of other work. :func:`collected` does the rest: it counts, stops at the request's limits,
reports each solution at once, and takes the end of the iterator as proof that there are no others.
A search that ends without that proof raises :class:`~cpstudy.core.clock.OutOfTimeError`, as
``request.clock.check()`` does.

Cost: a microsecond a unit. Limits: the clock is not checked within a unit.
"""

from collections.abc import Hashable, Iterable

from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request


def collected(
    search: Iterable[Hashable | None], request: Request, counter: str = "nodes"
) -> Result:
    """Collect as many solutions of a search as the request wants.

    search: yields each solution once, and None after a unit of work without one. counter: the name
    of the units, which a budget of iterations limits.
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
