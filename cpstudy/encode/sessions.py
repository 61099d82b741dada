"""Sessions: a model in a solver, and the one loop that enumerates its solutions.

CP-SAT, SAT and SMT each have a session (cpsat.py, sat.py, smt.py); limits, budgets, lazy clauses
and counters are here. A *solution* is the values of the watched variables; clauses number watched
Booleans from 1. Sessions project: any two solutions differ in a watched variable. The loop checks
that no solution is repeated.
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

# The values of the watched variables: bool[n], or int64[n] for integers.
Values = npt.NDArray[Any]


class Session(Protocol):
    """A model in a solver that finds one solution after another, all different.

    exhausted: after ``close``, whether the solver has proved that there are no others.
    """

    exhausted: bool

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """Return a solution that is not forbidden, DONE if there is none, else the limit reached.

        iterations: the limit of the solver's own counter for all calls together. Raises InputError
        for a solver without such a counter.
        """
        ...

    def forbid(self, solution: Values) -> None:
        """Exclude a solution."""
        ...

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses over the watched variables."""
        ...

    def counters(self) -> dict[str, int]:
        """Return the effort so far."""
        ...

    def close(self) -> None:
        """End a search in progress and free the memory; may be called again."""
        ...


@dataclass(frozen=True)
class Enumeration:
    """The solutions of a session in order of discovery, and the effort.

    seconds: the time of the loop. lacking: the clauses that candidates violated, which were added
    (lazy encodings).
    """

    solutions: list[Values]
    stop: Stop
    counters: dict[str, int]
    seconds: float
    lacking: list[list[int]] = field(default_factory=list)

    def result(self, solutions: Iterable[bytes], build: float) -> Result:
        """Return the result of a puzzle with these solutions. build: seconds before the loop."""
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
    """Find up to ``limit`` solutions of a session (None: all), and close it.

    lacking: for lazy encodings, returns the clauses that a candidate violates. They are added; a
    candidate without any is a solution. known: solutions to forbid from the start. found: called
    with each solution as soon as it is found. Counters: those of the session, and ``cuts`` for lazy
    encodings.
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
    """Find up to ``limit`` solutions (None: all) of a puzzle, by default as bytes.

    opening: opens the session, or returns None if it finds that there is no solution; may raise
    OutOfTimeError. counters: the names of the session's counters, which are 0 without a session.
    lacking: see :func:`enumerate_models`. read: turns watched values into a solution. first: a
    known solution, which comes first; watched: turns it into watched values. clock: starts now by
    default. Phases: build, search.
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
    """A model as its session states it, for a stand-in of the session's solver.

    formalism: ``sat``, ``cpsat`` or ``smt``; model: a ``Cnf``, ``CpModel`` or ``Script``. adding:
    adds clauses over the watched variables to the model. values: selects the watched values from
    those of all variables in order (for a script: of the watched symbols). grown: whether anything
    was added.
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
    """Replaces the solvers of a context: by a writer of files, a given answer, or a program.

    Every session states its model here when it opens, and requests solutions here, so solver rows
    need no code for this. lazily: set if the encoding is lazy; then the model stated first is not
    the whole one. takes_known: whether to forbid solutions known from the start.
    """

    lazily = False
    takes_known = True

    def opened(self, stated: Stated) -> None:
        """Called when a session has stated its model, before any clause is added."""

    def next_solution(self, stated: Stated, clock: Clock, iterations: int | None) -> Answer:
        """As :meth:`Session.next_solution`; None leaves the search to the session's own solver."""
        return Stop.TIME


# None: the session's own solver searches.
Answer = Values | Stop | None

_present: ContextVar[StandIn | None] = ContextVar("stand_in", default=None)


def stand_in() -> StandIn | None:
    """Return the stand-in of this context; usually None."""
    return _present.get()


@contextmanager
def standing_in(placed: StandIn) -> Iterator[None]:
    """Replace the solvers by ``placed`` in the body, for this thread."""
    token = _present.set(placed)
    try:
        yield
    finally:
        _present.reset(token)
