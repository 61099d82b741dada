"""Running many tasks: in this process at first, on all cores when it takes longer.

Only a bounded window of tasks is in flight, so memory stays flat however long the input is. Tasks
go to the workers in chunks of about a fifth of a second: the cost of handing one over matters
more than the engine. Ctrl-C ends the workers at once; what was yielded before stays.

``ordered_map`` gives results in the order of the tasks; ``unordered`` as they come, and leaves
the making of chunks to its caller. The latter can also run on a Dask cluster.
"""

import itertools
import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from typing import TypeVar

from cpstudy.core.errors import InputError
from cpstudy.core.travelling import Packed, packed
from cpstudy.study.cluster import workers_of
from cpstudy.study.pools import pool_of_processes, pool_of_threads, submit

T = TypeVar("T")
R = TypeVar("R")

# Below this many seconds, starting processes that import the solvers again does not pay.
_ALONE_SECONDS = 0.2
_CHUNK_SECONDS = 0.2
_LONGEST_CHUNK = 2000


def ordered_map(
    function: Callable[[T], R],
    tasks: Iterable[T],
    jobs: int | None = None,
    chunk: int | None = None,
) -> Iterator[R]:
    """``function`` of each task, in order, on up to ``jobs`` processes (None: all cores).

    chunk: tasks that are handed over at once; None: by the time that the first ones took. This
    process works on while the others start. ``function`` and tasks must be picklable. An exception
    of a task is raised here; the tasks behind it are dropped. Raises InputError where jobs is below
    1 or the function cannot travel (core/travelling.py), WorkerDiedError where a worker process
    ends.
    """
    jobs = _number_of(jobs)
    queue = iter(tasks)
    if jobs == 1:
        yield from map(function, queue)
        return
    there: Packed[R] = Packed(packed(function))
    start = time.perf_counter()
    done = 0
    for task in queue:
        yield function(task)
        done += 1
        if time.perf_counter() - start > _ALONE_SECONDS:
            break
    else:
        return
    with suppress(_NotNeededError), pool_of_processes(jobs) as pool:
        started = submit(pool, _nothing)
        seconds_each = (time.perf_counter() - start) / done
        # A long task would keep this process from handing over the others.
        while seconds_each < _CHUNK_SECONDS and not started.done():
            following = [*itertools.islice(queue, 1)]
            if not following:
                raise _NotNeededError
            yield function(following[0])
            done += 1
            seconds_each = (time.perf_counter() - start) / done
        size = max(1, min(_LONGEST_CHUNK, round(_CHUNK_SECONDS / max(seconds_each, 1e-9))))
        yield from _in_order(pool, there, queue, 2 * jobs, chunk or size)


class _NotNeededError(Exception):
    """All was done before the workers had started."""


def _nothing() -> None:
    """What a worker does first."""


def unordered(
    function: Callable[[T], R],
    supply: Callable[[], T | None],
    jobs: int | None = None,
    scheduler: str | None = None,
    threads: bool = False,
) -> Generator[R, None, None]:
    """``function`` of each task that ``supply`` gives, results as they come.

    ``supply`` gives None when there is nothing to do at present. It is called again after every
    result, so a task may be made of what an earlier one left over. jobs: processes (None: all
    cores); 1 stays in this process. scheduler: the address of a Dask scheduler whose workers do
    everything instead. threads: threads in place of processes, for functions that spend their time
    in compiled code, which runs without the interpreter's lock, and never long at a time, since a
    thread cannot be ended: nothing is imported again.

    ``function`` and tasks must be picklable. An exception of a task is raised here, after the
    results that came with it. Raises InputError where jobs is below 1, the function cannot travel
    (core/travelling.py), Dask is missing or the scheduler does not answer; WorkerDiedError where a
    worker ends.
    """
    jobs = _number_of(jobs)
    if scheduler is not None:
        with workers_of(scheduler) as (cluster, workers):
            yield from _as_they_come(cluster, function, supply, 2 * workers)
        return
    alone = jobs == 1 or threads
    there = function if alone else Packed[R](packed(function))
    end = time.perf_counter() + _ALONE_SECONDS
    while jobs == 1 or time.perf_counter() < end:
        task = supply()
        if task is None:
            return
        yield function(task)
    with pool_of_threads(jobs) if threads else pool_of_processes(jobs) as pool:
        yield from _as_they_come(pool, there, supply, 2 * jobs)


def _number_of(jobs: int | None) -> int:
    jobs = jobs if jobs is not None else multiprocessing.cpu_count()
    if jobs < 1:
        raise InputError(f"jobs must be at least 1, got {jobs}")
    return jobs


def _in_order(
    pool: Executor, function: Callable[[T], R], queue: Iterator[T], window: int, chunk: int
) -> Iterator[R]:
    chunks = iter(lambda: list(itertools.islice(queue, chunk)), [])
    waiting: deque[Future[list[R]]] = deque()
    for tasks in itertools.islice(chunks, window):
        waiting.append(submit(pool, _run_chunk, function, tasks))
    while waiting:
        results = waiting.popleft().result()
        following = next(chunks, None)
        if following is not None:
            waiting.append(submit(pool, _run_chunk, function, following))
        yield from results


def _as_they_come(
    pool: Executor, function: Callable[[T], R], supply: Callable[[], T | None], window: int
) -> Iterator[R]:
    waiting: set[Future[R]] = set()
    while True:
        while len(waiting) < window and (task := supply()) is not None:
            waiting.add(submit(pool, function, task))
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in sorted(done, key=lambda future: future.exception() is not None):
            yield future.result()


def _run_chunk(function: Callable[[T], R], tasks: list[T]) -> list[R]:
    try:
        return [function(task) for task in tasks]
    except Exception as fault:
        from cpstudy.core.failures import name_puzzle

        name_puzzle(fault)
        raise
