"""SAT: the solutions of a formula, one after another, by any solver.

Solvers of python-sat run in this process, incrementally: learnt clauses stay when cuts and
blocking clauses are added. They run in turns; between turns the clock and Ctrl-C are checked. A
turn is a number of conflicts that depends on the formula and on the conflicts so far, not on the
time they took: most solvers restart with each turn, so the search would depend on the machine's
load. Those of python-sat that cannot be stopped (Lingeling) or called twice (Kissat), and programs
that read DIMACS files, run in a process of their own (programs.py).

Conflicts are counted, and bounded by ``iterations``, where the solver can. Glucose checks its
budget when it restarts, so it may exceed it by some hundred conflicts.

Requires the extra ``sat`` (except for programs); an InputError reports where it is missing.
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

# Solvers that take "at most so many of these literals" as it is.
_NATIVE = {"minicard", "gluecard3", "gluecard4"}

# Measured on streams of Pipes boards (benchmarks/): the quickest on small and middle-sized
# formulas, and it keeps a budget of conflicts exactly.
DEFAULT = "minicard"

# Conflicts of the first turn; on large formulas each takes longer. A later turn is so large a share
# of the conflicts before, at most so many times the first: a budget of seconds is exceeded by less
# than that share, and Ctrl-C waits some seconds at most.
_FIRST_TURN = 1000
_LARGE_FORMULA = 50_000
_SHARE = _MOST = 16

# Clauses added between two looks at the clock: some milliseconds.
_CHUNK = 1 << 14


# Literals, and how many of them are true at most.
AtMost = tuple[Sequence[int], int]


def takes_counts(solver: str) -> bool:
    """Whether a session by that solver takes :data:`AtMost`; a model that is written does not."""
    return solver in _NATIVE and stand_in() is None


class Search(Protocol):
    """A formula in a solver."""

    def counters(self) -> dict[str, int]:
        """The effort so far: ``conflicts`` where the solver reports them."""
        ...

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses."""
        ...

    def run(self, clock: Clock, conflicts: int | None) -> Sequence[int] | Stop:
        """A model as literals, DONE where there is none, else the limit reached.

        conflicts: the bound on all runs together. May raise OutOfTimeError.
        """
        ...

    def close(self) -> None:
        """Free its memory."""
        ...


def open_search(name: str, cnf: Cnf, clock: Clock = UNLIMITED) -> Search:
    """Hand ``cnf`` to the solver of that name (SAT_SOLVERS).

    Raises InputError where it is missing, OutOfTimeError by the clock.
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
    """A formula for a program, which is started again for each search."""

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
    """What stands in for a SAT solver; where it leaves the first search to a solver, that one."""

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
        self._solver = self._owner.solver  # the object behind it: a call less for each clause
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
        deque(map(self._solver.add_clause, clauses), maxlen=0)  # a loop without Python's own share

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
    """A formula handed to a SAT solver; see :class:`cpstudy.encode.sessions.Session`.

    Watched are the variables 1 … ``watched``. solver: its name. same_size: all solutions have
    equally many true watched variables, so that forbidding the true ones of each is enough.
    at_most: beside the clauses, for a solver of which :func:`takes_counts` holds. Counters:
    ``searches``, and ``conflicts`` (the iterations) where the solver reports it; of a program those
    of :meth:`.ProgramRuns.counters`. Raises InputError for a solver that is missing or cannot keep
    a bound on conflicts, OutOfTimeError by the clock.
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
    """Some of the variables 1 … len(values) differs from ``values``; see SatSession."""
    literals = np.arange(1, len(values) + 1)
    if same_size:
        return [-literal for literal in literals[values].tolist()]
    literals[values] *= -1
    clause: list[int] = literals.tolist()
    return clause
