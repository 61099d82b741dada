"""Sessions: a model in a solver, and the one loop that enumerates its solutions.

CP-SAT, SAT and SMT each have a session (cpsat.py, sat.py, smt.py); limits, budgets, lazy clauses
and counters are here. A *solution* is the values of the watched variables of a model; Booleans are
numbered from 1 in clauses. Sessions project: two solutions differ in watched variables, whatever
the others do. The loop checks that no solution comes twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request

# The values of the watched variables: bool[number of them], or int64 where they are integers.
Values = npt.NDArray[Any]


class Session(Protocol):
    """A model in a solver that gives one solution after another, each different.

    exhausted: after closing, whether the solver has proved that there are no others.
    """

    exhausted: bool

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """A solution that is not forbidden, DONE where there is none, else the limit reached.

        iterations: bounds the solver's own counter, over all calls together. Raises InputError
        for a solver that has no such counter.
        """
        ...

    def forbid(self, solution: Values) -> None:
        """Exclude a solution."""
        ...

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses over the watched variables."""
        ...

    def counters(self) -> dict[str, int]:
        """The effort so far."""
        ...

    def close(self) -> None:
        """End a search in progress and free the memory; may be repeated."""
        ...


@dataclass(frozen=True)
class Enumeration:
    """The solutions of a session, in their order, and the effort.

    seconds: of the loop. lacking: the clauses that were added because a candidate broke them (lazy
    encodings).
    """

    solutions: list[Values]
    stop: Stop
    counters: dict[str, int]
    seconds: float
    lacking: list[list[int]] = field(default_factory=list)

    def result(self, solutions: Iterable[bytes], build: float) -> Result:
        """The result for a puzzle with these solutions. build: the seconds before the loop."""
        return Result(
            solutions=tuple(solutions),
            exhausted=self.stop is Stop.DONE,
            stop=self.stop,
            counters=self.counters,
            phases={"build": build, "search": self.seconds},
        )


def enumerate_models(
    session: Session,
    limit: int | None,
    *,
    clock: Clock = UNLIMITED,
    iterations: int | None = None,
    lacking: Callable[[Values], Iterable[list[int]]] | None = None,
    known: Iterable[Values] = (),
    found: Callable[[Values], None] | None = None,
) -> Enumeration:
    """Solutions of a session, up to ``limit`` (None: all); the session is closed at the end.

    lacking: for lazy encodings, the clauses that a candidate breaks; they are added, and a
    candidate is a solution where there are none. known: solutions that are forbidden from the
    start. found: called with each solution at once. Counters: those of the session, and ``cuts``
    for lazy encodings.
    """
    start = time.perf_counter()
    solutions: list[Values] = []
    seen: set[bytes] = set()
    added: list[list[int]] = []
    if (outside := stand_in()) is not None:
        outside.lazily |= lacking is not None
        known = known if outside.takes_known else ()
    try:
        for solution in known:
            session.forbid(solution)
            seen.add(solution.tobytes())
        while True:
            answer = session.next_solution(clock, iterations)
            if isinstance(answer, Stop):
                stop = answer
                break
            clauses = list(lacking(answer)) if lacking is not None else []
            if clauses:
                session.add(clauses)
                added += clauses
                continue
            if answer.tobytes() in seen:
                raise RuntimeError("a session gave a solution that was forbidden")
            seen.add(answer.tobytes())
            solutions.append(answer)
            if found is not None:
                found(answer)
            if limit is not None and len(solutions) >= limit:
                stop = Stop.LIMIT
                break
            session.forbid(answer)
    except OutOfTimeError:
        stop = Stop.TIME
    finally:
        session.close()
    if stop is Stop.LIMIT and session.exhausted:
        stop = Stop.DONE
    counters = session.counters()
    if lacking is not None:
        counters["cuts"] = len(added)
    return Enumeration(solutions, stop, counters, time.perf_counter() - start, added)


def bytes_of_models(
    request: Request,
    opening: Callable[[Clock], Session | None],
    counters: Iterable[str],
    lacking: Callable[[Values], Iterable[list[int]]] | None = None,
    *,
    read: Callable[[Values], Any] = lambda values: values.tobytes(),
    first: bytes | None = None,
    watched: Callable[[bytes], Values] | None = None,
    clock: Clock | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all) of puzzles whose solutions are bytes, say.

    opening: the session, or None where it finds that there is no solution; may raise
    OutOfTimeError. counters: those of the session, which are 0 where none is opened. lacking: as
    above. read: the solution of the watched values. first: a solution that is known, which comes
    first; watched: its values. clock: by default it begins here. Phases: build, search.
    """
    clock = Clock(request.budget.seconds) if clock is None else clock
    solutions: list[bytes] = []

    def take(solution: bytes) -> None:
        solutions.append(solution)
        if request.found is not None:
            request.found(solution)

    def ended(stop: Stop) -> Result:
        nothing = dict.fromkeys(counters, 0)
        return Result(tuple(solutions), exhausted=stop is Stop.DONE, stop=stop, counters=nothing)

    if first is not None:
        take(first)
        if request.limit is not None and request.limit <= 1:
            return ended(Stop.LIMIT)
    try:
        clock.check()
        session = opening(clock)
    except OutOfTimeError:
        return ended(Stop.TIME)
    except MemoryError:
        return ended(Stop.MEMORY)
    if session is None:
        return ended(Stop.DONE)
    built = clock.passed
    enumeration = enumerate_models(
        session,
        None if request.limit is None else request.limit - len(solutions),
        clock=clock,
        iterations=request.budget.iterations,
        lacking=lacking,
        known=[watched(solution) for solution in solutions] if watched is not None else (),
        found=lambda values: take(read(values)),
    )
    return enumeration.result(solutions, built)


@dataclass
class Stated:
    """A model as its session states it, for what stands in for the session's solver.

    formalism: ``sat``, ``cpsat`` or ``smt``; model: a ``Cnf``, ``CpModel`` or ``Script``. adding:
    adds clauses over the watched variables to the model. values: of the watched variables, from
    those of all variables in their order (of a script: of the watched symbols). grown: whether
    anything was added.
    """

    formalism: str
    model: Any
    adding: Callable[[Iterable[Sequence[int]]], None]
    values: Callable[[Sequence[int]], Values]
    grown: bool = False

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses over the watched variables."""
        self.grown = True
        self.adding(clauses)


class StandIn:
    """What stands in for the solvers of a context: a writer of files, an answer, a program.

    Every session states its model here when it is opened and asks here for solutions, so a row
    needs no line for any of these. lazily: set where clauses are added that a candidate broke: what
    was stated at first is then not the whole model. takes_known: whether solutions known from the
    start are forbidden.
    """

    lazily = False
    takes_known = True

    def opened(self, stated: Stated) -> None:
        """A session states its model, before anything is added."""

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        """As :meth:`Session.next_solution`; None: the session's own solver shall find it."""
        return Stop.TIME


# None: nothing stands in.
Answer = Values | Stop | None

_present: ContextVar[StandIn | None] = ContextVar("stand_in", default=None)


def stand_in() -> StandIn | None:
    """What stands in for the solvers of this context; usually None."""
    return _present.get()


@contextmanager
def standing_in(placed: StandIn) -> Iterator[None]:
    """Let ``placed`` stand in for the solvers while the body runs, in this thread."""
    token = _present.set(placed)
    try:
        yield
    finally:
        _present.reset(token)
