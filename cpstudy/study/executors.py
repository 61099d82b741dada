"""Run many tasks: at first in this process, on all cores if it takes longer.

Only a bounded window of tasks is in flight, so memory stays constant however long the input is.
Tasks go to the workers in chunks of about a fifth of a second, since the cost of a transfer matters
more than the engine. Ctrl-C ends the workers at once; results yielded before stay.

``ordered_map`` gives results in the order of the tasks. ``unordered`` gives each result when it is
done, and its caller makes the chunks; it can also run on a Dask cluster.
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
from cpstudy.core.pickling import Packed, packed
from cpstudy.study.cluster import workers_of
from cpstudy.study.pools import pool_of_processes, pool_of_threads, submit

T = TypeVar("T")
R = TypeVar("R")

# Within this time, starting processes that import the solvers again does not pay off.
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

    chunk: the number of tasks transferred together; None: chosen by the time of the first tasks.
    This process works while the others start. ``function`` and tasks must be picklable. An
    exception of a task is raised here; the tasks after it are dropped. Raises InputError if jobs is
    below 1 or the function cannot travel (core/pickling.py), WorkerDiedError if a worker process
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
        # A long task would prevent this process from transferring the others.
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
    """All tasks were done before the workers had started."""


def _nothing() -> None:
    """The first task of a worker, which shows that it has started."""


def unordered(
    function: Callable[[T], R],
    supply: Callable[[], T | None],
    jobs: int | None = None,
    scheduler: str | None = None,
    threads: bool = False,
) -> Generator[R, None, None]:
    """``function`` of each task that ``supply`` gives; each result is yielded when it is done.

    ``supply`` returns None if there is nothing to do at present. It is called again after every
    result, so a task may contain the remainder of an earlier one. jobs: processes (None: all
    cores); 1 stays in this process. scheduler: the address of a Dask scheduler whose workers
    compute everything instead. threads: threads instead of processes, without new imports; for
    functions that spend their time in compiled code, which runs without the interpreter's lock, and
    in short runs, since a thread cannot be ended.

    ``function`` and tasks must be picklable. An exception of a task is raised here, after the
    results that arrived with it. Raises InputError if jobs is below 1, the function cannot travel
    (core/pickling.py), Dask is missing or the scheduler does not answer; WorkerDiedError if a
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
