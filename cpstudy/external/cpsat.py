"""CP-SAT for external solvers: solve a model for a request.

:func:`enumerated` finds as many solutions as requested, projected on the answer's variables, within
the request's time limit and limit of conflicts. It reports each solution as soon as it is found,
and counts. The time before the call is the phase "build". The loop is that of the suite's own rows
(encode/sessions.py, encode/cpsat.py with its limits).

Source: the project's own. Cost: a clause for each solution, over the answer's variables if they are
Booleans, else with a literal for each. Limits: a model serves one request, which changes it.
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
    """Enumerate the solutions of a model that differ in ``answer``; return a result.

    answer: variables, not negations. read: turns their values into the puzzle's solution, by
    default a tuple; ``bytes`` for many kinds. parameters: of CP-SAT, by default those of the
    suite's own rows; with one worker, conflicts and seeds are meaningful. Counters: conflicts (the
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
