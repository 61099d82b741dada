"""Workers of this machine: processes and threads, ended at once where their work is cut short.

The pools are the standard library's, with three additions. Workers ignore Ctrl-C, since the parent
ends them. The parent ends them within a task, which Python has from 3.14 on. A worker whose parent
is killed ends by itself: the standard library's would wait for ever, and loky's finishes its task.
Processes are spawned, so they inherit nothing but the solvers that were registered, and they do not
run the caller's script again (core/travelling.py). Threads are for functions that spend their time
in compiled code, which runs without the interpreter's lock.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Any, ClassVar, ParamSpec, TypeVar

from cpstudy.core import registered
from cpstudy.core.deferred_signals import undisturbed
from cpstudy.core.travelling import without_script

P = ParamSpec("P")
R = TypeVar("R")


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
    """A pool of threads; what waits is dropped where the body does not reach its end."""
    pool = ThreadPoolExecutor(jobs)
    finished = False
    try:
        yield pool
        finished = True
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)


@contextmanager
def pool_of_processes(jobs: int) -> Iterator[Executor]:
    """A pool of spawned processes; ended at once where the body does not reach its end."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=_Context(),
        initializer=_start_worker,
        initargs=(registered.for_workers(),),
    )
    finished = False
    try:
        yield pool
        finished = True
    except BrokenProcessPool:
        raise WorkerDiedError(
            "a worker process died (killed, out of memory, or crashed in compiled code)"
        ) from None
    finally:
        if not finished:
            _end(pool, set(multiprocessing.active_children()) - others)
        pool.shutdown(cancel_futures=True)


def _end(pool: ProcessPoolExecutor, workers: Iterable[BaseProcess]) -> None:
    """End the workers at once, so that the pool can be shut down without waiting for answers.

    A worker that is ended within an answer leaves half of it in a pipe, and the pool's own thread
    waits for the other half as long as anybody could write it: the workers, and this process.
    """
    answers: Any = pool._result_queue
    for worker in workers:
        worker.terminate()
    answers._writer.close()


def submit(
    pool: Executor, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> Future[R]:
    """Hand a task to a pool, which may start a process for it."""
    with undisturbed():
        return pool.submit(function, *args, **kwargs)


def _start_worker(solvers: dict[registered.Key, registered.Packed]) -> None:
    registered.arrived(solvers)
    # The parent handles Ctrl-C and ends the workers; they must not print tracebacks of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A pool's worker holds both ends of the pipe it waits on, so without this the workers of a
    # killed parent would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
