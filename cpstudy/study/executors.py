"""Running many tasks: in this process at first, on all cores when it takes longer.

Results come in the order of the tasks, and only a bounded window of tasks is in flight, so memory
stays flat however long the input is. Tasks go to the workers in chunks of about a fifth of a
second: the cost of handing one over matters more than the engine. Ctrl-C ends the workers at
once; what was yielded before stays.
"""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

# Below this many seconds, starting processes that import the solvers again does not pay.
_ALONE_SECONDS = 1.0
_CHUNK_SECONDS = 0.2
_LONGEST_CHUNK = 2000


def _ignore_interrupts() -> None:
    # The parent handles Ctrl-C and ends the workers; they must not print tracebacks of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _run_chunk(function: Callable[[T], R], tasks: list[T]) -> list[R]:
    return [function(task) for task in tasks]


def ordered_map(
    function: Callable[[T], R], tasks: Iterable[T], jobs: int | None = None
) -> Iterator[R]:
    """``function`` of each task, in order, on up to ``jobs`` processes (None: all cores).

    ``function`` and tasks must be picklable. An exception of a task is raised here; the tasks
    behind it are dropped. Raises ValueError where jobs is below 1.
    """
    jobs = jobs if jobs is not None else multiprocessing.cpu_count()
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, got {jobs}")
    queue = iter(tasks)
    start = time.perf_counter()
    done = 0
    for task in queue:
        yield function(task)
        done += 1
        if jobs > 1 and time.perf_counter() - start > _ALONE_SECONDS:
            break
    else:
        return
    seconds_each = (time.perf_counter() - start) / done
    chunk = max(1, min(_LONGEST_CHUNK, round(_CHUNK_SECONDS / max(seconds_each, 1e-9))))
    yield from _pooled(function, queue, jobs, chunk)


def _pooled(function: Callable[[T], R], queue: Iterator[T], jobs: int, chunk: int) -> Iterator[R]:
    chunks = iter(lambda: list(itertools.islice(queue, chunk)), [])
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    waiting: deque[Future[list[R]]] = deque()
    finished = False
    try:
        for tasks in itertools.islice(chunks, 2 * jobs):
            waiting.append(pool.submit(_run_chunk, function, tasks))
        while waiting:
            results = waiting.popleft().result()
            following = next(chunks, None)
            if following is not None:
                waiting.append(pool.submit(_run_chunk, function, following))
            yield from results
        finished = True
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
