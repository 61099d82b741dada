"""A process that is ready to run one solver, and forks for each run.

It loads the solver's module and runs it twice on something small: on the kind's example, and on a
generated puzzle of the size that is wanted. So libraries are loaded and the tables of that size
made, as they are for every puzzle of a stream but the first. The puzzle itself is not solved before
it is measured.

A fork has one thread; a lock that another thread held stays locked in it. Libraries that know
(OpenBLAS, Z3) end their threads before a fork and start others when they need them. A process in
which a thread outlives a trial fork is *unfit*: :mod:`.isolation` starts another that only
loads the module, or does not even do that. CP-SAT's own threads have ended with the rehearsal.

Each run is a session of its own, so that its programs are found and ended with it, and those that
left the session come back here, as this process takes the place of init for them. A run ends with
this process, and this process with the one that asks.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import resource
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any

from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Solver, solve
from cpstudy.jobs.process_tree import (
    children_of,
    cpu_of_tree,
    forget_peak,
    memory_of,
    memory_of_tree,
)

# How far beyond its seconds a run may go until it is ended: a share, and seconds. With what ending
# takes that stays within 5 % and 50 ms.
_SHARE, _SECONDS = 0.03, 0.02

# Seconds between two looks at a run; as short as memory may grow, in bytes a second.
_SHORTEST, _LONGEST = 0.0005, 0.01
_GROWTH = 4e9
# Writable memory that a run may reserve beyond what it may hold: it ends one that grows
# faster than anybody can look. A share, and bytes.
_RESERVED_SHARE, _RESERVED = 2, 256 << 20

_REHEARSAL = Budget(seconds=1.0)
_REHEARSAL_SEED = 2026
# A rehearsal that takes no longer is repeated in each fork.
_AGAIN = 0.05
# A fork that has not begun by then never will.
_BEGINNING = 60.0

# Threads that survive a fork by their library's own care: jemalloc's, which pyarrow brings.
_HARMLESS = {"jemalloc_bg_thd"}
# Threads that are about to end do so within these seconds.
_ENDING = 1.0

# The answer of a run that got no more memory.
_NO_MEMORY = pickle.dumps(None)

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


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


@dataclass(frozen=True)
class Ended:
    """How a run ended.

    answer: its result, or what it raised, pickled; None where it was ended or died. stop: why it
    was ended. code: of the process. begun: when it began, on the clock of ``time.perf_counter``.
    seconds, cpu_seconds, peak_bytes: what it took, its children included.
    """

    answer: bytes | None
    stop: Stop | None
    code: int
    begun: float
    seconds: float
    cpu_seconds: float
    peak_bytes: int


# -- getting ready ---------------------------------------------------------------------------


def serve(asked: Connection, solver: Solver, shape: Shape, readiness: Readiness) -> None:
    """Get ready, report a :class:`Readiness`, then run what comes until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asks ends this one
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    if readiness is not Readiness.BARE:
        with suppress(Exception):  # the run itself will raise it
            loading_seconds(solver.function)
    asked.send(None)
    again = _rehearse(solver, shape) if readiness is Readiness.WARM else None
    gc.collect()
    _return_memory()
    gc.freeze()  # what nobody looks at is not copied
    asked.send(readiness if _can_fork() else Readiness.UNFIT)
    with suppress(EOFError, OSError):  # the process that asks has ended
        while True:
            budget, wanted = asked.recv()
            asked.send(_supervised(asked, budget, wanted, again))


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


def _return_memory() -> None:
    """Give free memory back, so that a run that takes it again is seen to take it."""
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


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
        time.sleep(_LONGEST)


def _threads() -> set[str]:
    """The names of the other threads of this process."""
    names = set()
    for thread in Path("/proc/self/task").iterdir():
        if int(thread.name) != os.getpid():
            with suppress(OSError):
                names.add((thread / "comm").read_text(encoding="utf-8").strip())
    return names


def _prctl(option: int, value: int) -> None:
    with suppress(AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# -- one run ---------------------------------------------------------------------------------


def _supervised(
    asked: Connection, budget: Budget, wanted: bytes, again: Callable[[], object] | None
) -> Ended:
    """Fork for a run, and see to it that it keeps its limits.

    wanted: the pickled arguments of :func:`solve`. again: what the fork does first.
    """
    heard, told = Pipe(duplex=False)
    before, worker = _cpu_of_children(), os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            heard.close()
            asked.close()
            _become_run(budget, worker)
            _run(told, wanted, again)
            os._exit(0)
        finally:
            os._exit(1)  # what comes after a run is the worker's
    told.close()
    run = _Watched(pid, budget)
    try:
        run.watch(heard, asked)
    finally:
        heard.close()
        code = _end(pid)
    if run.answer is None and code == -signal.SIGABRT and run.starved:
        run.stop = Stop.MEMORY
    cpu = run.cpu_seconds
    if cpu is None:
        cpu = max(0.0, _cpu_of_children() - before - run.cpu_before)
    seconds = run.ended - run.begun
    return Ended(run.answer, run.stop, code, run.begun, seconds, cpu, run.peak)


def _become_run(budget: Budget, worker: int) -> None:
    """In the fork: a session of its own that ends with the worker, and bounds on memory."""
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != worker:
        os._exit(1)
    if budget.memory is not None:
        reserve = _RESERVED_SHARE * budget.memory + _RESERVED
        most = memory_of().reserved + reserve
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _run(told: Connection, wanted: bytes, again: Callable[[], object] | None) -> None:
    """In the fork: run, report what it took and its answer.

    A fork copies each page that it writes to and maps each page of a library again. A rehearsal
    does that before the clock runs; memory that it freed is given back.
    """
    arguments: dict[str, Any] = pickle.loads(wanted)
    loading_seconds(arguments["solver"].function)
    if again is not None:
        again()
        _return_memory()
    forget_peak()
    base = memory_of().held
    told.send((time.perf_counter(), base, _cpu()))
    answer: Result | Exception | None = None
    begun = _cpu()
    try:
        answer = solve(**arguments)
    except MemoryError:
        pass
    except Exception as error:
        answer = error
    ended, cpu = time.perf_counter(), _cpu() - begun
    told.send((ended, cpu, memory_of().most - base))
    told.send_bytes(_fault(answer) if isinstance(answer, Exception) else pickle.dumps(answer))


def _fault(error: Exception) -> bytes:
    """An exception pickled, with its traceback as a note; of one that cannot be, the words."""
    from cpstudy.core.faults import name_puzzle

    name_puzzle(error)
    if not isinstance(error, InputError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return pickle.dumps(error)


class _Watched:
    """A run. peak: bytes beyond those that it began with. cpu_before: what its process computed
    before it began. cpu_seconds: of the run, where it has reported them.
    """

    def __init__(self, pid: int, budget: Budget) -> None:
        self.answer: bytes | None = None
        self.stop: Stop | None = None
        self.begun = self.ended = time.perf_counter()
        self.cpu_seconds: float | None = None
        self.cpu_before, self.peak = 0.0, 0
        self._pid, self._budget, self._base, self._reserved = pid, budget, 0, 0

    def watch(self, heard: Connection, asked: Connection) -> None:
        """Until it has answered, died or passed a limit. SystemExit: nobody waits for it."""
        process = os.pidfd_open(self._pid)
        has_begun = False
        try:
            while self.stop is None:
                ready = wait([heard, asked, process], self._pause() if has_begun else _BEGINNING)
                if asked in ready:
                    raise SystemExit
                if heard in ready and not has_begun:
                    self.begun, self._base, self.cpu_before = heard.recv()
                    has_begun = True
                elif heard in ready:
                    self._hear(heard)
                    return
                elif process in ready:
                    raise EOFError
                elif not has_begun:
                    self.stop = Stop.TIME
                else:
                    self._look()
        except EOFError:  # it died
            self.ended = time.perf_counter()
        finally:
            os.close(process)

    @property
    def starved(self) -> bool:
        """Whether it reserved more than it may hold when it was last measured."""
        limit = self._budget.memory
        return limit is not None and self._reserved > self._base + limit

    def _hear(self, heard: Connection) -> None:
        """Take what it took, and its answer. EOFError: it dies."""
        self.ended, self.cpu_seconds, peak = heard.recv()
        self.answer = heard.recv_bytes()
        self.peak = max(peak, self.peak)
        if self.answer == _NO_MEMORY or self._fat:
            self.answer, self.stop = None, Stop.MEMORY

    @property
    def _fat(self) -> bool:
        return self._budget.memory is not None and self.peak > self._budget.memory

    def _look(self) -> None:
        """Measure it, and decide whether it has passed a limit."""
        self.ended = time.perf_counter()
        with suppress(OSError):
            held, most, self._reserved = memory_of_tree(self._pid, self._base)
            self.peak = max(self.peak, held, most)
        if self._fat:
            self.stop = Stop.MEMORY
        elif self._late(self._budget.seconds, self.ended - self.begun):
            self.stop = Stop.TIME
        elif self._budget.cpu_seconds is not None:
            if self._late(self._budget.cpu_seconds, cpu_of_tree(self._pid) - self.cpu_before):
                self.stop = Stop.TIME

    @staticmethod
    def _late(limit: float | None, spent: float) -> bool:
        return limit is not None and spent > _last(limit)

    def _pause(self) -> float:
        """Seconds in which it cannot go far beyond a limit."""
        pause = _LONGEST
        if self._budget.memory is not None:
            pause = min(pause, max(0, self._budget.memory - self.peak) / _GROWTH)
        if self._budget.seconds is not None:
            left = self.begun + _last(self._budget.seconds) - time.perf_counter()
            pause = min(pause, left)
        return max(pause, _SHORTEST)


def _last(seconds: float) -> float:
    return seconds * (1 + _SHARE) + _SECONDS


def _end(pid: int) -> int:
    """End a run and all that it started; its exit code, or minus the signal that ended it."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    with suppress(ChildProcessError):
        while True:  # what left the session has come to this process
            for child in children_of(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            os.waitpid(-1, 0)
    return os.waitstatus_to_exitcode(status)


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu() -> float:
    """CPU seconds of this process and of its children that have ended."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime + _cpu_of_children()
