"""Sessions: a model that a solver holds, and the one loop that asks it for its solutions.

CP-SAT, SAT and SMT each have a session (cpsat.py, sat.py, smt.py); limits, budgets, lazy clauses
and what is counted are here. A *solution* is the values of the watched variables of a model, from
which the answer is read; Booleans are numbered from 1 in clauses. Sessions project:
two solutions differ in watched variables, whatever the others do. The loop checks that none comes
twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request

# The values of the watched variables: bool[number of them], or int64 where they are integers.
Values = npt.NDArray[Any]


class Session(Protocol):
    """A model handed to a solver, which is asked for one solution after another, each different.

    exhausted: after closing, whether the solver knows that those given were all.
    """

    exhausted: bool

    def next_solution(self, clock: Clock, iterations: int | None) -> Values | Stop:
        """A solution that is not forbidden, DONE where there is none, else what ran out.

        iterations: bounds the solver's own counter, over all calls together. Raises InputError
        for a solver that has no such counter.
        """
        ...

    def forbid(self, solution: Values) -> None:
        """Not this one again."""
        ...

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """More clauses over the watched variables."""
        ...

    def counters(self) -> dict[str, int]:
        """What the solver spent until now."""
        ...

    def close(self) -> None:
        """End the search, if there is one, and free what the session holds; may be repeated."""
        ...


@dataclass(frozen=True)
class Enumeration:
    """The solutions that a session gave, in their order, and what it took.

    seconds: of the loop. lacking: the clauses that were added because a candidate broke them (lazy
    encodings).
    """

    solutions: list[Values]
    stop: Stop
    counters: dict[str, int]
    seconds: float
    lacking: list[list[int]] = field(default_factory=list)

    def result(self, solutions: Iterable[bytes], build: float) -> Result:
        """What it came to for a puzzle with these solutions; ``build`` is the seconds before it."""
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

    lacking: for lazy encodings, the clauses that a candidate breaks; while there are some they are
    added and the candidate is none. known: solutions that are forbidden from the start. found: gets
    each solution at once. Counters: those of the session, and ``cuts`` for lazy encodings.
    """
    start = time.perf_counter()
    solutions: list[Values] = []
    seen: set[bytes] = set()
    added: list[list[int]] = []
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
    opening: Callable[[Clock], Session],
    counters: Iterable[str],
    lacking: Callable[[Values], Iterable[list[int]]] | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all) of puzzles whose solutions are the watched values.

    opening: the session; may raise OutOfTimeError. counters: those of the session, which are 0
    where time ends before it is opened. lacking: as above. Phases: build, search.
    """
    clock = Clock(request.budget.seconds)
    solutions: list[bytes] = []

    def take(values: Values) -> None:
        solutions.append(values.tobytes())
        if request.found is not None:
            request.found(solutions[-1])

    try:
        session = opening(clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters=dict.fromkeys(counters, 0))
    built = clock.passed
    told = enumerate_models(
        session,
        request.limit,
        clock=clock,
        iterations=request.budget.iterations,
        lacking=lacking,
        found=take,
    )
    return told.result(solutions, built)
