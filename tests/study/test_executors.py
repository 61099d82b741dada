"""Running many tasks: in order or as they end, by processes or threads; faults drop the rest."""

import multiprocessing
import os
import threading
import time

import pytest

from cpstudy.study import executors
from cpstudy.study.executors import ordered_map, unordered


def test_unordered_asks_again_for_what_was_left_over():
    todo = [3]
    results = unordered(abs, lambda: todo.pop() if todo else None, jobs=1)
    seen = []
    for result in results:
        seen.append(result)
        if result:
            todo.append(result - 1)
    assert seen == [3, 2, 1, 0]


def test_ordered_map_keeps_the_order(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    assert [*ordered_map(abs, range(-50, 0), jobs=2)] == [*range(50, 0, -1)]


def test_little_work_is_done_here(monkeypatch):
    """Results do not wait for workers to start, and workers that are not needed are ended."""
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    begun = set(multiprocessing.active_children())
    pids = list(ordered_map(process_of, range(20), jobs=2))
    assert pids[0] == os.getpid()
    assert not set(multiprocessing.active_children()) - begun


def process_of(_):
    return os.getpid()


def process_after_a_while(_):
    time.sleep(0.25)
    return os.getpid()


def test_long_tasks_are_handed_over_at_once(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.2)
    pids = list(ordered_map(process_after_a_while, range(4), jobs=2))
    assert pids[0] == os.getpid()
    assert os.getpid() not in pids[1:]


def test_threads_do_what_processes_do(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    todo = list(range(40))
    names = set()

    def squared(number):
        names.add(threading.current_thread().name)
        return number * number

    results = unordered(squared, lambda: todo.pop() if todo else None, jobs=2, threads=True)
    assert sorted(results) == [number * number for number in range(40)]
    assert threading.current_thread().name not in names


def test_what_waits_is_dropped_where_a_thread_fails(monkeypatch):
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.0)
    done = []

    def task(number):
        if number == 3:
            raise RuntimeError("task 3")
        done.append(number)
        return number

    supply = iter(range(10**6))
    with pytest.raises(RuntimeError, match="task 3"):
        for _ in unordered(task, lambda: next(supply, None), jobs=2, threads=True):
            pass
    assert len(done) < 100


def test_bad_jobs():
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        next(unordered(abs, lambda: None, jobs=0))
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        next(ordered_map(abs, [1], jobs=0))
