"""Workers of this machine: processes and threads, ended at once if their work is cut short.

A worker notes its current run (:func:`note`), so that its death – killed, out of memory, a crash in
compiled code – names that run. The pools are the standard library's, with three additions. Workers
ignore Ctrl-C, since the parent ends them. The parent can end them within a task, which Python
supports from 3.14 on. A worker whose parent is killed ends by itself: the standard library's would
wait for ever, and loky's finishes its task. Processes are spawned, so they inherit only the
registered solvers, and they do not run the caller's script again (core/pickling.py). Threads are
for functions that spend their time in compiled code, which runs without the interpreter's lock.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from mmap import mmap
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, ParamSpec, TypeVar

from cpstudy.core import registered
from cpstudy.core.deferred_signals import undisturbed
from cpstudy.core.pickling import without_script

P = ParamSpec("P")
R = TypeVar("R")

# The stored bytes of a note, and the seconds to wait for a dead worker's exit code.
_NOTE = 4000
_SECONDS = 1.0


class WorkerDiedError(ChildProcessError):
    """A worker process ended without an answer: killed, out of memory, or crashed."""


class _Process(SpawnProcess):
    def start(self) -> None:
        with without_script():
            super().start()


class _Context(SpawnContext):
    """Spawns processes that do not run the caller's script."""

    Process: ClassVar[type[SpawnProcess]] = _Process


@contextmanager
def pool_of_threads(jobs: int) -> Iterator[Executor]:
    """A pool of threads; if the body fails, waiting tasks are dropped."""
    pool = ThreadPoolExecutor(jobs)
    finished = False
    try:
        yield pool
        finished = True
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)


@contextmanager
def pool_of_processes(jobs: int) -> Iterator[Executor]:
    """A pool of spawned processes; if the body fails, they are ended at once."""
    others = set(multiprocessing.active_children())
    with TemporaryDirectory(prefix="cpstudy-") as notes:
        known = registered.for_workers()
        pool = ProcessPoolExecutor(jobs, _Context(), _start_worker, (notes, known))
        workers = pool._processes  # a dictionary, which the pool fills later
        finished = False
        try:
            yield pool
            finished = True
        except BrokenProcessPool:
            raise WorkerDiedError(_cause_of_death(workers.values(), Path(notes))) from None
        finally:
            if not finished:
                _end(pool, set(multiprocessing.active_children()) - others)
            pool.shutdown(cancel_futures=True)


# In a worker: the file in which it notes its current run.
_diaries: list[mmap] = []


def note(what: str) -> None:
    """Record this process's current run, in case it dies; does nothing outside a pool."""
    for diary in _diaries:
        text = what.encode()[:_NOTE]
        diary[: len(text) + 1] = text + b"\0"


def _cause_of_death(workers: Iterable[BaseProcess], notes: Path) -> str:
    """How a worker died, and in which run; of several, the one that the pool did not end."""
    dead = {worker: _exit_code(worker) for worker in list(workers)}
    first = [worker for worker, code in dead.items() if code not in (0, None, -signal.SIGTERM)]
    runs = []
    for worker in first or dead:
        with suppress(OSError):
            written = (notes / str(worker.pid)).read_bytes().partition(b"\0")[0]
            runs.append(written.decode(errors="replace"))
    code = dead[first[0]] if first else None
    how = ""
    if code is not None:
        how = f" ({signal.Signals(-code).name})" if code < 0 else f" (exit code {code})"
    at = f" at {'; or '.join(filter(None, runs))}" if any(runs) else ""
    return (
        f"a worker process died{how}{at}: killed, out of memory, or crashed in compiled code "
        "(isolated runs cost themselves alone)"
    )


def _exit_code(worker: BaseProcess) -> int | None:
    """The exit code of a worker of a broken pool, which waits for its workers in a thread."""
    end = time.monotonic() + _SECONDS
    while worker.exitcode is None and time.monotonic() < end:
        time.sleep(_SECONDS / 100)
    return worker.exitcode


def _end(pool: ProcessPoolExecutor, workers: Iterable[BaseProcess]) -> None:
    """End the workers at once, so that the pool can be shut down without waiting for answers.

    A worker that is ended while it answers leaves half an answer in a pipe. The pool's own thread
    waits for the other half as long as any process could write it: the workers, and this process.
    """
    answers: Any = pool._result_queue
    for worker in workers:
        worker.terminate()
    answers._writer.close()


def submit(
    pool: Executor, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> Future[R]:
    """Hand a task to a pool, which may start a process for it."""
    if len(getattr(pool, "_processes", None) or ()) == getattr(pool, "_max_workers", 0):
        return pool.submit(function, *args, **kwargs)  # all of its processes exist
    with undisturbed():
        return pool.submit(function, *args, **kwargs)


def _start_worker(notes: str, solvers: dict[registered.Key, registered.Packed]) -> None:
    registered.add_rows(solvers)
    place = Path(notes, str(os.getpid()))
    place.write_bytes(bytes(_NOTE + 1))
    with place.open("r+b") as file:
        _diaries.append(mmap(file.fileno(), _NOTE + 1))
    # The parent handles Ctrl-C and ends the workers; they must not print their own tracebacks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A pool's worker holds both ends of the pipe on which it waits, so without this thread the
    # workers of a killed parent would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
