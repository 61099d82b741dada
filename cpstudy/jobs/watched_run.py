"""One run of a solver in a fork of this process, watched so that it keeps its limits.

Each run is a separate session, so that its programs are found and ended with it. Programs that left
the session become children of this process, which takes the place of init for them. A run ends with
this process.

The kernel can limit only reserved memory, not memory held, and CPU time only in whole seconds. So a
run is measured at least every hundredth of a second, and more often when its memory approaches the
limit; its own report at the end is exact. Cost: some 50 µs for each measurement.
"""

import ctypes
import os
import pickle
import resource
import signal
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import solve
from cpstudy.jobs import process_tree

# How far a run may exceed its seconds before it is ended: a share, and seconds. Including the time
# to end it, that stays within 5 % and 50 ms.
_SHARE, _SECONDS = 0.03, 0.02

# The shortest and longest pause between two measurements of a run, in seconds; and how fast memory
# may grow, in bytes a second.
_SHORTEST, _LONGEST = 0.0005, 0.01
_GROWTH = 4e9
# Writable memory that a run may reserve beyond its limit: this ends a run that grows faster than
# it can be measured. A share, and bytes.
_RESERVED_SHARE, _RESERVED = 2, 256 << 20

# A fork that has not begun after this time never will.
_BEGINNING = 60.0

# The answer of a run that ran out of memory.
_NO_MEMORY = pickle.dumps(None)

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


@dataclass(frozen=True)
class RunReport:
    """The end of a run.

    answer: its result or exception, pickled; None if it was ended or died. stop: why it was ended.
    code: the exit code of the process. begun: when it began, on the clock of ``time.perf_counter``.
    seconds, cpu_seconds, peak_bytes: its consumption, including its children.
    """

    answer: bytes | None
    stop: Stop | None
    code: int
    begun: float
    seconds: float
    cpu_seconds: float
    peak_bytes: int


def adopt_programs() -> None:
    """Make programs whose parents have ended children of this process."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def return_memory() -> None:
    """Return free memory to the system, so that a run that uses it again is measured doing so."""
    with suppress(AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def supervised(
    requests: Connection, budget: Budget, wanted: bytes, again: Callable[[], object] | None
) -> RunReport:
    """Fork for a run and enforce its limits.

    wanted: the pickled arguments of :func:`solve`. again: the rehearsal that the fork repeats.
    """
    results, outcome = Pipe(duplex=False)
    before, worker = _cpu_of_children(), os.getpid()
    pid = os.fork()
    if pid == 0:
        try:
            results.close()
            requests.close()
            _prepare_fork(budget, worker)
            _run(outcome, wanted, again)
            os._exit(0)
        finally:
            os._exit(1)  # the fork must not continue with the worker's code
    outcome.close()
    run = _Watched(pid, budget)
    try:
        run.watch(results, requests)
    finally:
        results.close()
        code = _end(pid)
    if run.answer is None and code == -signal.SIGABRT and run.starved:
        run.stop = Stop.MEMORY
    cpu = run.cpu_seconds
    if cpu is None:
        cpu = max(0.0, _cpu_of_children() - before - run.cpu_before)
    seconds = run.ended - run.begun
    return RunReport(run.answer, run.stop, code, run.begun, seconds, cpu, run.peak)


def _prepare_fork(budget: Budget, worker: int) -> None:
    """In the fork: start a session that ends with the worker, and limit the memory."""
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != worker:
        os._exit(1)
    if budget.memory is not None:
        reserve = _RESERVED_SHARE * budget.memory + _RESERVED
        most = process_tree.memory_of().reserved + reserve
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _run(outcome: Connection, wanted: bytes, again: Callable[[], object] | None) -> None:
    """In the fork: run, then report the consumption and the answer.

    A fork copies each page that it writes to and maps each page of a library again. A rehearsal
    does that before the clock runs; memory that it freed is returned to the system.
    """
    arguments: dict[str, Any] = pickle.loads(wanted)
    loading_seconds(arguments["solver"].function)
    if again is not None:
        again()
        return_memory()
    process_tree.forget_peak()
    base = process_tree.memory_of().resident
    outcome.send((time.perf_counter(), base, _cpu()))
    answer: Result | Exception | None = None
    begun = _cpu()
    try:
        answer = solve(**arguments)
    except MemoryError:
        pass
    except Exception as error:
        answer = error
    ended, cpu = time.perf_counter(), _cpu() - begun
    outcome.send((ended, cpu, process_tree.memory_of().most - base))
    outcome.send_bytes(_fault(answer) if isinstance(answer, Exception) else pickle.dumps(answer))


def _fault(error: Exception) -> bytes:
    """An exception pickled, with its traceback as a note; if that fails, only its words."""
    from cpstudy.core.failures import name_puzzle

    name_puzzle(error)
    if not isinstance(error, InputError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return pickle.dumps(error)


class _Watched:
    """A run. peak: bytes beyond those at its beginning.

    cpu_before: the CPU seconds of its process before it began. cpu_seconds: of the run, once it
    has reported them.
    """

    def __init__(self, pid: int, budget: Budget) -> None:
        self.answer: bytes | None = None
        self.stop: Stop | None = None
        self.begun = self.ended = time.perf_counter()
        self.cpu_seconds: float | None = None
        self.cpu_before, self.peak = 0.0, 0
        self._pid, self._budget, self._base, self._reserved = pid, budget, 0, 0

    def watch(self, results: Connection, requests: Connection) -> None:
        """Wait until the run answers, dies or passes a limit. SystemExit: nobody waits for it."""
        process = os.pidfd_open(self._pid)
        has_begun = False
        try:
            while self.stop is None:
                ready = wait(
                    [results, requests, process], self._pause() if has_begun else _BEGINNING
                )
                if requests in ready:
                    raise SystemExit
                if results in ready and not has_begun:
                    self.begun, self._base, self.cpu_before = results.recv()
                    has_begun = True
                elif results in ready:
                    self._receive(results)
                    return
                elif process in ready:
                    raise EOFError
                elif not has_begun:
                    self.stop = Stop.TIME
                else:
                    self._measure()
        except EOFError:  # it died
            self.ended = time.perf_counter()
        finally:
            os.close(process)

    @property
    def starved(self) -> bool:
        """Whether it reserved more than it may hold when it was last measured."""
        limit = self._budget.memory
        return limit is not None and self._reserved > self._base + limit

    def _receive(self, results: Connection) -> None:
        """Receive its consumption and its answer. EOFError: it dies."""
        self.ended, self.cpu_seconds, peak = results.recv()
        self.answer = results.recv_bytes()
        self.peak = max(peak, self.peak)
        if self.answer == _NO_MEMORY or self._exceeds_memory:
            self.answer, self.stop = None, Stop.MEMORY

    @property
    def _exceeds_memory(self) -> bool:
        return self._budget.memory is not None and self.peak > self._budget.memory

    def _measure(self) -> None:
        """Measure the run, and decide whether it has passed a limit."""
        self.ended = time.perf_counter()
        with suppress(OSError):
            held, most, self._reserved = process_tree.memory_of_tree(self._pid, self._base)
            self.peak = max(self.peak, held, most)
        if self._exceeds_memory:
            self.stop = Stop.MEMORY
        elif self._late(self._budget.seconds, self.ended - self.begun):
            self.stop = Stop.TIME
        elif self._budget.cpu_seconds is not None:
            if self._late(
                self._budget.cpu_seconds, process_tree.cpu_of_tree(self._pid) - self.cpu_before
            ):
                self.stop = Stop.TIME

    @staticmethod
    def _late(limit: float | None, spent: float) -> bool:
        return limit is not None and spent > _last(limit)

    def _pause(self) -> float:
        """A pause in which it cannot go far beyond a limit, in seconds."""
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
    """End a run and all programs that it started; return its exit code, or minus the signal."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    with suppress(ChildProcessError):
        while True:  # processes that left the session have become children of this one
            for child in process_tree.children_of(os.getpid()):
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


def _prctl(option: int, value: int) -> None:
    with suppress(AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
