"""SAT: enumerate the models of a formula with any solver.

Solvers of python-sat run incrementally in this process: learnt clauses stay when cuts and blocking
clauses are added. They run in turns; between turns the clock and Ctrl-C are checked. A turn is a
number of conflicts that depends on the formula and on the conflicts so far, never on time: most
solvers restart with each turn, so otherwise the search would depend on the load of the machine.
Solvers of python-sat that cannot be stopped (Lingeling) or called twice (Kissat), and programs that
read DIMACS files, run in their own process (programs.py).

Conflicts are counted, and bounded by ``iterations``, if the solver supports it. Glucose checks its
budget at restarts, so it may exceed it by some hundred conflicts.

Requires the extra ``sat``, except for programs; InputError if it is missing.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError, choose_from
from cpstudy.core.result import Stop
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.interchange import LANGUAGES
from cpstudy.encode.programs import MODEL, Program, ProgramRuns
from cpstudy.encode.sessions import StandIn, Stated, Values, stand_in
from cpstudy.encode.solver_rows import IN_PROCESS, OWN_PROCESS, PROGRAMS, SAT_SOLVERS

# Solvers with native cardinality constraints.
_NATIVE = {"minicard", "gluecard3", "gluecard4"}

# Measured on streams of Pipes boards (benchmarks/): the fastest on small and medium formulas, and
# its budget of conflicts is exact.
DEFAULT = "minicard"

# Conflicts of the first turn, fewer on large formulas, where each takes longer. A later turn is
# this share of all earlier conflicts, at most this many times the first turn. So a time limit is
# exceeded by less than that share, and Ctrl-C waits a few seconds at most.
_FIRST_TURN = 1000
_LARGE_FORMULA = 50_000
_SHARE = _MOST = 16

# Clauses added between two checks of the clock: some milliseconds.
_CHUNK = 1 << 14


# Literals, and the largest number of them that may be true.
AtMost = tuple[Sequence[int], int]


def takes_counts(solver: str) -> bool:
    """Return whether a session of the solver takes :data:`AtMost`; a written model does not."""
    return solver in _NATIVE and stand_in() is None


class Search(Protocol):
    """A formula in a solver."""

    def counters(self) -> dict[str, int]:
        """The effort so far: ``conflicts``, if the solver reports them."""
        ...

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses."""
        ...

    def run(self, clock: Clock, conflicts: int | None) -> Sequence[int] | Stop:
        """Return a model as literals, DONE if there is none, else the limit reached.

        conflicts: the limit for all runs together. May raise OutOfTimeError.
        """
        ...

    def close(self) -> None:
        """Free the memory."""
        ...


def open_search(name: str, cnf: Cnf, clock: Clock = UNLIMITED) -> Search:
    """Pass ``cnf`` to the solver of that name (SAT_SOLVERS).

    Raises InputError if the solver is missing, OutOfTimeError at the time limit.
    """
    if name in IN_PROCESS:
        return _Incremental(name, cnf, clock)
    if name in OWN_PROCESS:
        _python_sat(name)
        script = Path(__file__).with_name("dimacs_solver.py")
        command: tuple[str, ...] = (sys.executable, "-P", str(script), name, MODEL)
    elif name in PROGRAMS:
        command = PROGRAMS[name]
    else:
        raise InputError(f"SAT solver {name!r}: {choose_from(name, SAT_SOLVERS)}")
    return _Program(Program(name, command), cnf)


def _python_sat(name: str) -> Any:
    try:
        return import_module("pysat.solvers")
    except ImportError:
        raise InputError(
            f"solver {name} needs python-sat: install cpstudy[sat] or python-sat>=1.8.dev30"
        ) from None


class _Program:
    """A formula for a program, which starts once for each search."""

    def __init__(self, program: Program, cnf: Cnf) -> None:
        self._runs = ProgramRuns(program, LANGUAGES["dimacs"])
        self._cnf = cnf.grown()

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._cnf.clauses += map(list, clauses)

    def run(self, clock: Clock, conflicts: int | None) -> Sequence[int] | Stop:
        values = self._runs.answer("sat", self._cnf, clock, conflicts)
        return values if isinstance(values, Stop) else _literals(values)

    def counters(self) -> dict[str, int]:
        return self._runs.counters()

    def close(self) -> None:
        pass


class _Outside:
    """A stand-in for a SAT solver; opens the solver if the stand-in declines the first search."""

    def __init__(self, outside: StandIn, stated: Stated, solver: Callable[[], Search]) -> None:
        self._outside, self._stated, self._solver = outside, stated, solver
        self.add = stated.add
        outside.opened(stated)

    def run(self, clock: Clock, conflicts: int | None) -> Sequence[int] | Stop:
        values = self._outside.next_solution(self._stated, clock, conflicts)
        if values is None:
            search = self._solver()
            try:
                return search.run(clock, conflicts)
            finally:
                search.close()
        return values if isinstance(values, Stop) else _literals(values.tolist())

    def counters(self) -> dict[str, int]:
        return {}

    def close(self) -> None:
        pass


def _literals(values: Iterable[int]) -> list[int]:
    return [place if value else -place for place, value in enumerate(values, 1)]


class _Incremental:
    def __init__(self, name: str, cnf: Cnf, clock: Clock) -> None:
        self._owner = _python_sat(name).Solver(name=name)
        self._solver = self._owner.solver  # the inner object: saves a call for each clause
        self._first = max(10, _FIRST_TURN * _LARGE_FORMULA // max(_LARGE_FORMULA, len(cnf.clauses)))
        self.conflicts = 0
        try:
            for start in range(0, len(cnf.clauses), _CHUNK):
                clock.check()
                self.add(cnf.clauses[start : start + _CHUNK])
        except BaseException:
            self.close()
            raise

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        deque(map(self._solver.add_clause, clauses), maxlen=0)  # a loop in C

    def add_at_most(self, counts: Iterable[AtMost]) -> None:
        for literals, most in counts:
            self._solver.add_atmost(literals, most)

    def run(self, clock: Clock, conflicts: int | None) -> Sequence[int] | Stop:
        while True:
            if clock.late:
                return Stop.TIME
            turn = min(max(self._first, self.conflicts // _SHARE), _MOST * self._first)
            if conflicts is not None:
                turn = min(turn, conflicts - self.conflicts)
                if turn <= 0:
                    return Stop.ITERATIONS
            self._solver.conf_budget(turn)
            satisfiable = self._solver.solve_limited(expect_interrupt=True)
            self.conflicts = int(self._solver.accum_stats()["conflicts"])
            if satisfiable is not None:
                return self._solver.get_model() if satisfiable else Stop.DONE

    def counters(self) -> dict[str, int]:
        return {"conflicts": self.conflicts}

    def close(self) -> None:
        self._owner.delete()


class SatSession:
    """A formula in a SAT solver; see :class:`cpstudy.encode.sessions.Session`.

    watched: the variables 1 … ``watched`` are the watched ones. solver: a name of SAT_SOLVERS.
    same_size: all solutions have the same number of true watched variables, so a blocking clause
    needs only these. at_most: constraints in addition to the clauses, for solvers with
    :func:`takes_counts`.

    Counters: ``searches``, and ``conflicts`` (the iterations) if the solver reports them; for a
    program, :meth:`.ProgramRuns.counters`. Raises InputError for a solver that is missing or cannot
    limit its conflicts, OutOfTimeError at the time limit.
    """

    exhausted = False

    def __init__(
        self,
        cnf: Cnf,
        watched: int,
        *,
        solver: str = DEFAULT,
        same_size: bool = False,
        clock: Clock = UNLIMITED,
        at_most: Sequence[AtMost] = (),
    ) -> None:
        self._watched = watched
        self._same_size = same_size
        self._searches = 0
        self._search: Search
        if (outside := stand_in()) is not None:
            cnf = cnf.grown()
            stated = Stated(
                "sat",
                cnf,
                lambda clauses: cnf.clauses.extend(map(list, clauses)),
                lambda answer: np.array(answer[:watched], np.bool_),
            )
            self._search = _Outside(outside, stated, lambda: open_search(solver, cnf, clock))
        else:
            self._search = open_search(solver, cnf, clock)
        if at_most:
            assert isinstance(self._search, _Incremental)
            self._search.add_at_most(at_most)

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """See the protocol."""
        model = self._search.run(clock, iterations)
        self._searches += 1
        if isinstance(model, Stop):
            return model
        values = np.zeros(self._watched, np.bool_)
        seen = np.array(model[: self._watched], np.int64)
        values[seen[seen > 0] - 1] = True
        return values

    def forbid(self, solution: Values) -> None:
        """See the protocol."""
        self._search.add([blocking_clause(solution, self._same_size)])

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """See the protocol."""
        self._search.add(clauses)

    def counters(self) -> dict[str, int]:
        """See the class."""
        return {"searches": self._searches, **self._search.counters()}

    def close(self) -> None:
        """See the protocol."""
        self._search.close()


def blocking_clause(values: Values, same_size: bool = False) -> list[int]:
    """Return the clause "one of the variables 1 … len(values) differs"; see SatSession."""
    literals = np.arange(1, len(values) + 1)
    if same_size:
        return [-literal for literal in literals[values].tolist()]
    literals[values] *= -1
    clause: list[int] = literals.tolist()
    return clause
