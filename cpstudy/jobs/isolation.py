"""A run in a process of its own: limits that hold whatever the method does, and what it took.

Most methods look at the clock themselves; a library's inner loop may not, and nothing in this
process could stop it or give back its memory. A process can be ended from outside. What is measured
is also the run's alone: CPU seconds of all its threads and children, and the most memory it held.

How: a fork of a server that has imported the suite and nothing else; the method's module is loaded,
then the limits are set (RLIMIT_AS for memory, RLIMIT_CPU and this process's clock for seconds),
then the method runs. Cost: about 20 ms a run. Limits: Linux only.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast

from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Solver, solve
from cpstudy.core.travelling import without_script

_MEMORY_HELD = Path("/proc/self/statm")
_PRELOAD = ["numpy", "cpstudy.api"]
# Seconds beyond its budget that a method has to notice by itself that it is spent.
_GRACE = 2.0
# A process that has not even loaded its method by now never will.
_LOADING = 60.0


def solve_isolated(
    puzzle: Any, solver: Solver, *, budget: Budget, seed: int, limit: int | None
) -> Result:
    """As :func:`cpstudy.core.solving.solve`, in a process of its own.

    budget: ``seconds`` and ``memory`` (bytes beyond what the process holds before it begins) are
    also enforced from outside; a run that is ended has the stop TIME or MEMORY, and INTERRUPTED
    where something else killed it. ``cpu_seconds`` and
    ``peak_bytes`` are the process's. Raises what ``solve`` raises, RuntimeError where the
    process crashes, and InputError where the system has no such limits.
    """
    if os.name != "posix" or not _MEMORY_HELD.exists():
        raise InputError("this system sets no limits to a process")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOAD)
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_run, args=(theirs, puzzle, solver, budget, seed, limit), daemon=True
    )
    with without_script():
        process.start()
    theirs.close()
    late = True
    try:
        answer = _heard(ours, budget)
        late = answer is Stop.TIME
    finally:
        if late:
            process.kill()
        process.join()
        ours.close()
    if isinstance(answer, Exception):
        raise answer
    if isinstance(answer, Result):
        return answer
    code, stop = process.exitcode or 0, None
    if answer is Stop.TIME or -code == signal.SIGXCPU:
        spent = Budget(seconds=0)
    elif budget.memory is not None:
        spent = Budget(memory=0)
    elif -code in (signal.SIGKILL, signal.SIGTERM):  # somebody, or a system without memory
        spent, stop = Budget(seconds=0), Stop.INTERRUPTED
    else:
        raise RuntimeError(f"solver {solver.name}: its process ended ({_named(code)})")
    empty = solve(puzzle, solver, budget=spent, seed=seed, limit=limit)
    assert empty.provenance is not None
    provenance = replace(empty.provenance, budget=budget)
    return replace(empty, provenance=provenance, stop=stop or empty.stop)


def _heard(ours: Connection, budget: Budget) -> Result | Exception | Stop | None:
    """What the process says; TIME where it is late, None where it died before it said anything."""
    try:
        if not ours.poll(_LOADING):
            return Stop.TIME
        begun = ours.recv()  # it has loaded its method
        if begun is not None:
            return cast(Exception, begun)
        late = None if budget.seconds is None else budget.seconds + _GRACE
        if not ours.poll(late):
            return Stop.TIME
        answer: Result | Exception = ours.recv()
    except EOFError:
        return None
    return answer


def _named(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _run(
    theirs: Connection,
    puzzle: Any,
    solver: Solver,
    budget: Budget,
    seed: int,
    limit: int | None,
) -> None:
    """In the process: load, set limits, solve, report."""
    import resource

    answer: Result | Exception
    try:
        loading_seconds(solver.function)
        theirs.send(None)
        _set_limits(budget)
        before = resource.getrusage(resource.RUSAGE_SELF)
        result = solve(puzzle, solver, budget=budget, seed=seed, limit=limit)
        after = resource.getrusage(resource.RUSAGE_SELF)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = replace(
            result,
            cpu_seconds=after.ru_utime
            + after.ru_stime
            - before.ru_utime
            - before.ru_stime
            + children.ru_utime
            + children.ru_stime,
            peak_bytes=1024 * max(after.ru_maxrss, children.ru_maxrss),
        )
    except MemoryError:
        os._exit(1)  # there may be no memory left to report it
    except Exception as error:
        from cpstudy.core.faults import name_puzzle

        name_puzzle(error)
        answer = error
    theirs.send(answer)


def _set_limits(budget: Budget) -> None:
    import resource

    if budget.memory is not None:
        held = int(_MEMORY_HELD.read_text("ascii").split()[0]) * resource.getpagesize()
        most = held + budget.memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    if budget.seconds is not None and math.isfinite(budget.seconds):
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = math.ceil(used.ru_utime + used.ru_stime + budget.seconds + _GRACE)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
