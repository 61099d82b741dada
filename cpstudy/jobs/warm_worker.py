"""A process that is ready to run one solver, and forks for each run.

It loads the solver's module and runs it twice on small puzzles: on the kind's example, and on a
generated puzzle of the requested size. This loads libraries and builds the tables of that size, as
in a stream, where only the first puzzle lacks them. The measured puzzle itself is not solved
before.

A fork has one thread; a lock that another thread held stays locked in it. Some libraries
(OpenBLAS, Z3) end their threads before a fork and start others when they need them. A process in
which a thread outlives a trial fork is *unfit*: :mod:`.isolation` starts another that only loads
the module, or does not even do that. CP-SAT's own threads have ended after the rehearsal.
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
from cpstudy.core.pickling import unpacked
from cpstudy.core.result import Budget
from cpstudy.core.solving import Solver, solve
from cpstudy.jobs.watched_run import adopt_programs, return_memory, supervised

_REHEARSAL = Budget(seconds=1.0)
_REHEARSAL_SEED = 2026
# A rehearsal that takes at most this time is repeated in each fork.
_AGAIN = 0.05

# Threads that survive a fork by their library's own handling: jemalloc's, which pyarrow loads.
_HARMLESS = {"jemalloc_bg_thd"}
# Ending threads end within these seconds.
_ENDING, _PAUSE = 1.0, 0.01


class Readiness(Enum):
    """A worker's preparation before its runs; UNFIT: it cannot run them."""

    WARM = "the solver has run"
    LOADED = "its module is loaded"
    BARE = "nothing"
    UNFIT = "threads outlive a fork"


@dataclass(frozen=True)
class Shape:
    """What the rehearsed puzzle and the later ones have in common. size: COLUMNSxROWS, or ""."""

    kind: str
    size: str
    wrap: bool

    @classmethod
    def of(cls, puzzle: Any) -> Shape:
        """The shape of a puzzle."""
        size, wrap = getattr(puzzle, "size", ""), getattr(puzzle, "wrap", False)
        return cls(puzzle.kind, size if isinstance(size, str) else "", bool(wrap))


def serve(requests: Connection, key: bytes, readiness: Readiness) -> None:
    """Get ready, report a :class:`Readiness`, then run requests until the connection closes.

    key: a solver and a :class:`Shape`, packed (core/pickling.py).
    """
    solver, shape = unpacked(key)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the requesting process ends this one
    adopt_programs()
    if readiness is not Readiness.BARE:
        with suppress(Exception):  # the run itself will raise it
            loading_seconds(solver.function)
    requests.send(None)
    again = _rehearse(solver, shape) if readiness is Readiness.WARM else None
    gc.collect()
    return_memory()
    gc.freeze()  # forks do not copy pages that nobody writes
    requests.send(readiness if _can_fork() else Readiness.UNFIT)
    with suppress(EOFError, OSError):  # the requesting process has ended
        while True:
            budget, wanted = requests.recv()
            requests.send(supervised(requests, budget, wanted, again))


def _rehearse(solver: Solver, shape: Shape) -> Callable[[], object] | None:
    """Run a solver on small puzzles; return the last run that is fast enough to repeat, if any."""
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
        with suppress(Exception):  # a kind without generators, or a puzzle that is refused
            run = partial(solve, drawn(), solver, budget=_REHEARSAL, seed=_REHEARSAL_SEED)
            run()
            begun = time.perf_counter()
            run()
            again = run if time.perf_counter() - begun < _AGAIN else again
    return again


def _can_fork() -> bool:
    """Whether no thread outlives a fork; some libraries end theirs before it."""
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
