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

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import FAST_PARAMETERS, CpsatSession
from cpstudy.encode.sessions import bytes_of_models


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
    whole = any(tuple(variable.proto.domain) not in _BITS for variable in answer)

    def opening(_: Clock) -> CpsatSession:
        return CpsatSession(model, answer, request.rng, parameters, whole=whole)

    return bytes_of_models(
        request,
        opening,
        ("conflicts", "branches"),
        read=lambda values: read(values.tolist()),
        clock=request.clock,
    )


_BITS = ((0, 1), (0, 0), (1, 1))
