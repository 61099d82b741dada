"""CPMpy: one model of a puzzle for every solver of CPMpy (Guns2019).

A kind states its rules once, as CPMpy constraints; CPMpy rewrites them for a solver. The session
finds one solution after another and forbids each by a clause over the answer's variables, so
auxiliary variables may have any number of values. A solver that accepts constraints after a solve
continues; for others CPMpy builds the model again.

The model is built and solved in a fork of this process (forked_servant.py), which is killed at the
time limit. Solvers do not get a time limit of their own: some overrun it, CaDiCaL does not have
one, and if Choco stops a moment early, CPMpy 1.1 takes this for a proof of infeasibility.

Cost: importing CPMpy takes 0.4 s, once (phase "loading"); a fork and CPMpy's rewriting take some
tens of milliseconds a puzzle. Limits: those of the solvers; needs ``os.fork``.
"""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.deferred_imports import resolve
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.forked_servant import Servant
from cpstudy.encode.sessions import Values, bytes_of_models

try:
    import cpmpy as cp
    from cpmpy.exceptions import NotSupportedError
    from cpmpy.solvers.solver_interface import ExitStatus
except ModuleNotFoundError:
    raise InputError("solvers of CPMpy need it: install cpstudy[cpmpy]") from None

# Solvers that accept constraints after a solve. Choco crashes then; Pumpkin raises if the model has
# become infeasible.
_EXTENDED = ("ortools", "z3", "pysat", "exact", "pindakaas")

# Arguments of CPMpy's ``solve``. CP-SAT has one worker, as everywhere in the suite.
_ARGUMENTS: Mapping[str, Mapping[str, Any]] = {"ortools": {"num_workers": 1}}


@dataclass(frozen=True)
class CpmpyModel:
    """A puzzle's model. answer: the variables whose values are the solution, in order."""

    model: cp.Model
    answer: Sequence[Any]


class CpmpySession:
    """A model in a solver of CPMpy; see :class:`cpstudy.encode.sessions.Session`.

    declare: builds the model, in the fork. solver: a name of CPMpy, such as ``ortools`` or
    ``minizinc:gecode``. building: seconds spent so far on the model and CPMpy's rewriting.
    Counters: ``searches`` (the iterations), and ``conflicts`` if the solver reports them.
    """

    def __init__(self, declare: Callable[[], CpmpyModel], solver: str, seed: int) -> None:
        self.exhausted = False
        self._servant = Servant(partial(_Searching, declare, solver, seed))
        self._forbidden: list[Values] = []
        self._counters = {"searches": 0}
        self.building = 0.0

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """See the protocol. Raises NotApplicable if the solver does not support a constraint."""
        if iterations is not None and self._counters["searches"] >= iterations:
            return Stop.ITERATIONS
        clock.check()
        self._counters["searches"] += 1
        try:
            searched: _Searched = self._servant.ask(self._forbidden, clock.left)
        except MemoryError:
            return Stop.MEMORY
        self._forbidden = []
        self._counters.update(searched.counters)
        self.building = searched.building
        self.exhausted = searched.answer is None
        return Stop.DONE if searched.answer is None else np.array(searched.answer, np.int64)

    def forbid(self, solution: Values) -> None:
        """See the protocol."""
        self._forbidden.append(solution)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Raise RuntimeError: these models are complete."""
        raise RuntimeError("models in CPMpy take no clauses")

    def counters(self) -> dict[str, int]:
        """See the protocol."""
        return dict(self._counters)

    def close(self) -> None:
        """See the protocol."""
        self._servant.end()


class _Searched(NamedTuple):
    """answer: the values of a solution; None if infeasible. building: see :class:`CpmpySession`."""

    answer: list[int] | None
    counters: dict[str, int]
    building: float


class _Searching:
    """The part in the fork: the solver with the model and the forbidden solutions."""

    def __init__(self, declare: Callable[[], CpmpyModel], solver: str, seed: int) -> None:
        clock = Clock()
        declared = declare()
        self._building = clock.passed
        self._model, self._answer = declared.model, declared.answer
        self._solver, self._family = solver, solver.partition(":")[0]
        self._arguments = dict(_ARGUMENTS.get(self._family, {}))
        if self._family == "ortools":
            self._arguments["random_seed"] = seed % 2**31
        self._built: Any = None
        self._conflicts = 0

    def __call__(self, forbidden: Sequence[Values]) -> _Searched:
        """Search once. Raises NotApplicable, and InputError if CPMpy lacks a package."""
        try:
            self._build(forbidden)
            result = self._built.solve(**self._arguments)
        except ImportError as error:
            raise InputError(f"cpmpy:{self._solver}: {error}") from None
        except (NotSupportedError, NotImplementedError) as error:
            raise NotApplicable(f"cpmpy:{self._solver}: {error}") from None
        answer = [int(variable.value()) for variable in self._answer] if result else None
        status = self._built.status().exitstatus
        if not result and status is not ExitStatus.UNSATISFIABLE:
            raise RuntimeError(f"cpmpy:{self._solver} ended with {status.name}")
        return _Searched(answer, self._counters(), self._building)

    def _build(self, forbidden: Sequence[Values]) -> None:
        clock = Clock()
        clauses = [
            cp.any([v != int(x) for v, x in zip(self._answer, old, strict=True)])
            for old in forbidden
        ]
        if self._built is not None and self._family in _EXTENDED:
            self._built += clauses
        else:
            self._model += clauses
            self._built = cp.SolverLookup.get(self._solver, self._model)
            self._built.user_vars.update(self._answer)  # also those that no rule mentions
        self._building += clock.passed

    def _counters(self) -> dict[str, int]:
        """Return the counters of all searches so far."""
        if self._family == "ortools":
            self._conflicts += int(self._built.ort_solver.num_conflicts)
        elif self._family == "pysat":
            spent = self._built.pysat_solver.accum_stats() or {}
            self._conflicts = int(spent.get("conflicts", 0))
        else:
            return {}
        return {"conflicts": self._conflicts}


def solve(
    puzzle: Any,
    request: Request,
    *,
    declare: Callable[[Any], CpmpyModel],
    read: Callable[[Any, Sequence[int]], Any] | None = None,
    solver: str = "ortools",
    engine: str = "",
) -> Result:
    """Find up to ``limit`` solutions (None: all).

    declare: builds the model of a puzzle. read: turns the answer's values into a solution; None:
    the solution is their bytes. solver, engine: see encode/solver_rows.py. Counters: searches (the
    iterations), conflicts if the solver counts them. Phases: build (with CPMpy's rewriting),
    search. Raises NotApplicable if the solver does not support a constraint.
    """
    declare = resolve(declare)
    _load(solver)
    sessions: list[CpmpySession] = []

    def opening(_: Clock) -> CpmpySession:
        name = f"{solver}:{engine}" if engine else solver
        sessions.append(CpmpySession(partial(declare, puzzle), name, request.seed))
        return sessions[0]

    def solution(values: Values) -> Any:
        numbers = values.tolist()
        return bytes(numbers) if read is None else read(puzzle, numbers)

    result = bytes_of_models(request, opening, ("searches",), read=solution)
    building = sessions[0].building
    phases = {"build": result.phases["build"] + building}
    phases["search"] = result.phases["search"] - building
    return replace(result, phases=phases)


@cache
def _load(solver: str) -> None:
    """Import a solver here, not in every fork; except Choco, whose import starts threads."""
    if solver != "choco":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            dict(cp.SolverLookup.base_solvers())[solver].supported()
