"""A process that is ready to run one solver, and forks for each run.

It loads the solver's module and runs it twice on something small: on the kind's example, and on a
generated puzzle of the size that is wanted. So libraries are loaded and the tables of that size
made, as they are for every puzzle of a stream but the first. The puzzle itself is not solved before
it is measured.

A fork has one thread; a lock that another thread held stays locked in it. Libraries that know
(OpenBLAS, Z3) end their threads before a fork and start others when they need them. A process in
which a thread outlives a trial fork is *unfit*: :mod:`.isolation` starts another that only
loads the module, or does not even do that. CP-SAT's own threads have ended with the rehearsal.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.result import Budget
from cpstudy.core.solving import Solver, solve
from cpstudy.core.travelling import unpacked
from cpstudy.jobs.watched_run import adopt_programs, return_memory, supervised

_REHEARSAL = Budget(seconds=1.0)
_REHEARSAL_SEED = 2026
# A rehearsal that takes no longer is repeated in each fork.
_AGAIN = 0.05

# Threads that survive a fork by their library's own care: jemalloc's, which pyarrow brings.
_HARMLESS = {"jemalloc_bg_thd"}
# Threads that are about to end do so within these seconds.
_ENDING, _PAUSE = 1.0, 0.01


class Readiness(Enum):
    """What a worker does before its runs, and what it is when it has done that."""

    WARM = "the solver has run"
    LOADED = "its module is loaded"
    BARE = "nothing"
    UNFIT = "threads outlive a fork"


@dataclass(frozen=True)
class Shape:
    """What the rehearsed puzzle has in common with those to come. size: COLUMNSxROWS, or ""."""

    kind: str
    size: str
    wrap: bool

    @classmethod
    def of(cls, puzzle: Any) -> Shape:
        """The shape of a puzzle."""
        size, wrap = getattr(puzzle, "size", ""), getattr(puzzle, "wrap", False)
        return cls(puzzle.kind, size if isinstance(size, str) else "", bool(wrap))


def serve(asked: Connection, key: bytes, readiness: Readiness) -> None:
    """Get ready, report a :class:`Readiness`, then run what comes until nobody asks.

    key: a solver and a :class:`Shape`, packed (core/travelling.py).
    """
    solver, shape = unpacked(key)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks ends this one
    adopt_programs()
    if readiness is not Readiness.BARE:
        with suppress(Exception):  # the run itself will raise it
            loading_seconds(solver.function)
    asked.send(None)
    again = _rehearse(solver, shape) if readiness is Readiness.WARM else None
    gc.collect()
    return_memory()
    gc.freeze()  # what nobody looks at is not copied
    asked.send(readiness if _can_fork() else Readiness.UNFIT)
    with suppress(EOFError, OSError):  # the process that asks has ended
        while True:
            budget, wanted = asked.recv()
            asked.send(supervised(asked, budget, wanted, again))


def _rehearse(solver: Solver, shape: Shape) -> Callable[[], object] | None:
    """Run a solver on small puzzles; the last again, where that takes no time worth mentioning."""
    from cpstudy import api, puzzles

    def example() -> Any:
        return api.puzzle(shape.kind, puzzles.kind(shape.kind).example)

    def alike() -> Any:
        from cpstudy.core.clock import Clock

        columns, rows = map(int, shape.size.split("x"))
        name = next(iter(puzzles.kind(shape.kind).generators))
        clock = Clock(_REHEARSAL.seconds)
        found = api.generate(
            shape.kind, name, (rows, columns), 1, _REHEARSAL_SEED, wrap=shape.wrap, clock=clock
        )
        return next(found)[0]

    again = None
    for drawn in (example, alike):
        with suppress(Exception):  # a kind without generators, a puzzle that is not taken
            run = partial(solve, drawn(), solver, budget=_REHEARSAL, seed=_REHEARSAL_SEED)
            run()
            begun = time.perf_counter()
            run()
            again = run if time.perf_counter() - begun < _AGAIN else again
    return again


def _can_fork() -> bool:
    """Whether no thread outlives a fork, for which libraries get ready."""
    end = time.perf_counter() + _ENDING
    while True:
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
        if _threads() <= _HARMLESS:
            return True
        if time.perf_counter() > end:
            return False
        time.sleep(_PAUSE)


def _threads() -> set[str]:
    """The names of the other threads of this process."""
    names = set()
    for thread in Path("/proc/self/task").iterdir():
        if int(thread.name) != os.getpid():
            with suppress(OSError):
                names.add((thread / "comm").read_text(encoding="utf-8").strip())
    return names
