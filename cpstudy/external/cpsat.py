"""CP-SAT for solvers that people bring: a model, the variables of its answer, and a request.

:func:`enumerated` does what a model does not say: it gives solutions one after another, as many as
are wanted, projected on the answer, whatever other variables do; it keeps the request's clock and
its bound on conflicts, hands every solution over at once, and counts. What was spent before it is
called is the phase "build". The loop is that of our own rows (encode/sessions.py, encode/cpsat.py
with its limits).

Source: the project's own. Cost: of a solution a clause, over the answer's variables where they are
0 or 1, else with a literal for each. Limits: a model for one request; it is changed.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

from ortools.sat.python import cp_model

from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import FAST_PARAMETERS, CpsatSession
from cpstudy.encode.sessions import Values, enumerate_models


def enumerated(
    model: cp_model.CpModel,
    answer: Sequence[cp_model.IntVar],
    request: Request,
    read: Callable[[list[int]], Hashable] = tuple,
    *,
    parameters: Mapping[str, int | bool] = FAST_PARAMETERS,
) -> Result:
    """The solutions of a model that differ in ``answer``, as a result.

    answer: variables, not their negations. read: the puzzle's solution of their values, by default
    a tuple of them; ``bytes`` for many kinds. parameters: of CP-SAT, by default those that our rows
    found best; one worker, so that conflicts and seeds mean something. Counters: conflicts (the
    iterations), branches. Phases: build, search.
    """
    solutions: list[Hashable] = []

    def take(values: Values) -> None:
        solutions.append(read(values.tolist()))
        if request.found is not None:
            request.found(solutions[-1])

    whole = any(tuple(variable.proto.domain) not in _BITS for variable in answer)
    session = CpsatSession(model, answer, request.rng, parameters, whole=whole)
    built = request.clock.passed
    ended = enumerate_models(
        session,
        request.limit,
        clock=request.clock,
        iterations=request.budget.iterations,
        found=take,
    )
    return Result(
        tuple(solutions),
        exhausted=ended.stop is Stop.DONE,
        stop=ended.stop,
        counters=ended.counters,
        phases={"build": built, "search": ended.seconds},
    )


_BITS = ((0, 1), (0, 0), (1, 1))
