"""CP-SAT: enumerate the solutions of a model.

CP-SAT enumerates without projection: successive solutions differ in some variable of the model,
perhaps not in a watched one. The session compares the solutions. At the first repetition it ends
the search, forbids all solutions so far by clauses over the watched variables, and continues with
one search for each solution. So one search suffices for a model in which every variable is a
function of the watched ones, and all other models are enumerated correctly. One worker, so that
counters and seeds are meaningful.

Limits: CP-SAT has had wrong INFEASIBLE answers (or-tools issues 5274 and 5295); "unique" rests on
INFEASIBLE, hence the agreement tests with methods that share no code with it.
"""

from __future__ import annotations

from _thread import start_new_thread
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue

import numpy as np
from ortools.sat.python import cp_model

from cpstudy.core.clock import Clock
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Stop
from cpstudy.encode.sessions import Stated, Values, stand_in
from cpstudy.encode.solver_rows import CPSAT_PARAMETERS

# Measured on streams of Pipes boards (benchmarks/): linear relaxation, symmetry detection and
# probing cost more than they save on models whose clauses propagate well. Later rounds of presolve
# find nothing that the first does not.
FAST_PARAMETERS: Mapping[str, int | bool] = {
    "num_workers": 1,
    "linearization_level": 0,
    "symmetry_level": 0,
    "cp_model_probing_level": 0,
    "max_presolve_iterations": 1,
    # CP-SAT's own handler would replace Python's; see _Search.
    "catch_sigint_signal": False,
}

# Seeds are positive 32-bit integers.
_SEEDS = 2**31 - 1

# Waits are repeated after this many seconds: Ctrl-C just before a wait does not end it, and a
# request to stop before a search has begun is lost.
_PATIENCE = 0.1


class CpsatModel(cp_model.CpModel):
    """A ``CpModel`` without the method names from before 2022, which is faster to create.

    OR-Tools adds some fifty methods under their old names (``AddBoolOr`` for ``add_bool_or``) to
    each model. This takes 0.2 ms, as long as writing all constraints of a small board. Boards of
    one shape are clones of one model.
    """

    def _add_pre_pep8_methods(self) -> None:
        """Do nothing. OR-Tools calls this for each new model."""

    def clone(self) -> CpsatModel:
        """Return a copy of the model."""
        clone = CpsatModel()
        clone.proto.copy_from(self.proto)
        clone.rebuild_constant_map()
        return clone


def with_options(
    chosen: Iterable[str], parameters: Mapping[str, int | bool] = FAST_PARAMETERS
) -> Mapping[str, int | bool]:
    """Return ``parameters`` changed by options (keys of CPSAT_PARAMETERS); later ones override."""
    changed = dict(parameters)
    for option in chosen:
        changed.update(CPSAT_PARAMETERS[option])
    return changed


class CpsatSession:
    """A model in CP-SAT; see :class:`cpstudy.encode.sessions.Session`.

    watched: Booleans of the model whose values are the solutions. whole: the watched variables are
    integers; then ``add`` does not apply. one_by_one: find each solution by a search of its own, on
    the model with clauses that forbid the earlier ones, as lazy encodings need. A bound on
    iterations implies this, since CP-SAT counts conflicts from the last solution; so do several
    workers.

    Counters: ``conflicts`` (the iterations), ``branches``, and ``searches`` if one by one. Raises
    NotApplicable for iterations with several workers.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        watched: Sequence[cp_model.IntVar],
        rng: np.random.Generator,
        parameters: Mapping[str, int | bool] = FAST_PARAMETERS,
        *,
        one_by_one: bool = False,
        whole: bool = False,
    ) -> None:
        self.exhausted = False
        self._model = model
        self._watched = watched
        self._type: type[np.generic] = np.int64 if whole else np.bool_
        self._solver = cp_model.CpSolver()
        for name, value in parameters.items():
            setattr(self._solver.parameters, name, value)
        self._solver.parameters.random_seed = int(rng.integers(_SEEDS))
        self._several_workers = int(parameters.get("num_workers", 1)) > 1
        self._counts_searches = one_by_one
        self._enumerates = not (one_by_one or self._several_workers)
        self._search: _Search | None = None
        self._given: dict[bytes, Values] = {}  # found by enumeration
        self._spent = {"conflicts": 0, "branches": 0}
        self._searches = 0
        self._stated: Stated | None = None  # a reference cycle, so only if needed
        if (outside := stand_in()) is not None:
            self._enumerates = False
            self._stated = Stated("cpsat", model, self._state, self._values)
            outside.opened(self._stated)

    def _state(self, clauses: Iterable[Sequence[int]]) -> None:
        add_clauses(self._model, self._watched, clauses)

    def _values(self, answer: Sequence[int]) -> Values:
        return np.array([answer[variable.index] for variable in self._watched], self._type)

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """See the protocol."""
        if iterations is not None:
            if self._several_workers:
                raise NotApplicable("several workers share no count of conflicts: give seconds")
            self._enumerates = False
        if self._stated is not None and (outside := stand_in()) is not None:
            given = outside.next_solution(self._stated, clock, iterations)
            if given is not None:
                return given
        if self._search is None:
            if clock.late:
                return Stop.TIME
            self._begin(clock, iterations)
            assert self._search is not None
        values = self._search.next_solution()
        if values is not None and self._enumerates:
            if self._given.setdefault(values.tobytes(), values) is values:
                return values
            self._end()
            self._enumerates = False
            for given in self._given.values():
                self.forbid(given)
            return self.next_solution(clock, iterations)
        status = self._end()
        if values is not None:
            return values
        if status == cp_model.INFEASIBLE or (status == cp_model.OPTIMAL and self._enumerates):
            return Stop.DONE
        if iterations is not None and self._spent["conflicts"] >= iterations:
            return Stop.ITERATIONS
        return Stop.TIME

    def _begin(self, clock: Clock, iterations: int | None) -> None:
        parameters = self._solver.parameters
        parameters.enumerate_all_solutions = self._enumerates
        if clock.left is not None:
            parameters.max_time_in_seconds = clock.left
        if iterations is not None:
            parameters.max_number_of_conflicts = max(0, iterations - self._spent["conflicts"])
        indices = [variable.index for variable in self._watched]
        self._search = _Search(
            self._solver, self._model, indices, self._type, waits=self._enumerates
        )
        self._search.begin()

    def _end(self) -> cp_model.CpSolverStatus:
        """End the search in progress and add its effort to the counters."""
        assert self._search is not None
        status = self._search.end()
        self._search = None
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"invalid CP-SAT model: {self._model.validate()}")
        self._spent["conflicts"] += int(self._solver.num_conflicts)
        self._spent["branches"] += int(self._solver.num_branches)
        self._searches += 1
        self.exhausted = self._enumerates and status == cp_model.OPTIMAL
        return status

    def forbid(self, solution: Values) -> None:
        """See the protocol. During enumeration the search finds another solution by itself."""
        if self._stated is not None:
            self._stated.grown = True
            if solution.dtype != np.bool_:  # no new variables: an answer has the model's
                self._model.add_forbidden_assignments(self._watched, [solution.tolist()])
                return
        if self._search is None:
            forbid(self._model, self._watched, solution)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See the protocol. Raises RuntimeError during a search."""
        if self._search is not None:
            raise RuntimeError("clauses are added during a search")
        if self._stated is None:
            self._state(clauses)
        else:
            self._stated.add(clauses)

    def counters(self) -> dict[str, int]:
        """See the class."""
        searches = {"searches": self._searches} if self._counts_searches else {}
        return {**self._spent, **searches}

    def close(self) -> None:
        """See the protocol."""
        if self._search is not None and self._search.begun:
            self._end()


def add_clauses(
    model: cp_model.CpModel, watched: Sequence[cp_model.IntVar], clauses: Iterable[Sequence[int]]
) -> None:
    """Add clauses of literals as in encode/cnf.py; variable i + 1 is ``watched[i]``."""
    for clause in clauses:
        model.add_bool_or(watched[x - 1] if x > 0 else ~watched[-x - 1] for x in clause)


def forbid(model: cp_model.CpModel, watched: Sequence[cp_model.IntVar], solution: Values) -> None:
    """Require that a watched variable differs from ``solution``: for Booleans, by one clause.

    Each integer gets a literal that implies that the variable differs.
    """
    if solution.dtype != np.bool_:
        differs = [model.new_bool_var("") for _ in watched]
        for x, value, literal in zip(watched, solution.tolist(), differs, strict=True):
            model.add(x != value).only_enforce_if(literal)
        model.add_bool_or(differs)
        return
    model.add_bool_or(~x if value else x for x, value in zip(watched, solution, strict=True))


class _Search(cp_model.CpSolverSolutionCallback):
    """One search in its own thread, so that Ctrl-C reaches Python at once and stops the search.

    waits: pause at each solution until the next one is requested or the search is ended; without
    it, the search stops at the first solution. begun: whether the thread exists.

    A process that exits while CP-SAT searches is aborted, so every method returns only after the
    search has ended. Ctrl-C can interrupt Python code of the main thread anywhere. The threads
    therefore communicate by queues written in C, whose operations are atomic; the locks of
    ``threading`` and of futures are taken in Python code, and an interrupt there leaves them
    locked. The thread is started at a low level, because Ctrl-C in ``Thread.start`` would leave a
    thread behind that nobody stops.
    """

    def __init__(
        self,
        solver: cp_model.CpSolver,
        model: cp_model.CpModel,
        watched: Sequence[int],
        kind: type[np.generic],
        *,
        waits: bool,
    ) -> None:
        super().__init__()
        self.begun = False
        self._solver, self._model, self._watched = solver, model, watched
        self._type = kind
        self._waits = waits
        self._enough = not waits
        self._paused = False
        self._given: SimpleQueue[Values | None] = SimpleQueue()
        self._resume: SimpleQueue[None] = SimpleQueue()
        self._outcome: cp_model.CpSolverStatus | BaseException | None = None

    def begin(self) -> None:
        self.begun = True
        try:
            start_new_thread(self._run, ())
        except RuntimeError:  # no more threads
            self.begun = False
            raise

    def _run(self) -> None:
        try:
            self._outcome = self._solver.solve(self._model, self)
        except BaseException as error:
            self._outcome = error
        self._given.put(None)

    def on_solution_callback(self) -> None:
        values = self.response_proto.solution
        self._given.put(np.array([values[i] for i in self._watched], dtype=self._type))
        if not self._enough:
            self._resume.get()
        if self._enough:
            self.stop_search()

    def next_solution(self) -> Values | None:
        """Return the next solution, or None if the search has ended."""
        if self._paused:
            self._resume.put(None)
        self._paused = self._waits
        while True:
            with suppress(Empty):
                return self._given.get(timeout=_PATIENCE)

    def end(self) -> cp_model.CpSolverStatus:
        """Stop the search, wait until it has ended, and return its status."""
        interrupted = False
        while self._outcome is None:
            try:
                self._enough = True
                self._resume.put(None)
                self._solver.stop_search()
                with suppress(Empty):
                    self._given.get(timeout=_PATIENCE)
            except KeyboardInterrupt:
                interrupted = True
        if interrupted:
            raise KeyboardInterrupt
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome
