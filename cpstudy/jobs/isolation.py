"""A run in a separate process: limits that hold whatever the method does, and exact measurements.

Most methods check the clock themselves; a library's inner loop may not, and nothing in this process
could stop it or free its memory. A process can be ended from outside. The measurements also belong
to the run alone: CPU seconds of all its threads and children, and its peak memory minus the memory
with which the process began.

How it works: a worker that has loaded the method and run it on a small puzzle forks for each run
(:mod:`.warm_worker`). So the measurements exclude the start of Python, the import of OR-Tools and
tables of the board's size; the time until the run begins is the phase *start-up*. The worker ends a
run at 1.03 × its seconds plus 0.02, with all programs that it started, and when it holds more than
its memory. A worker stays for other runs of its solver on boards of that size.

Cost: some milliseconds for a run, and for a worker a third of a second to two seconds. Limits:
Linux 5.3 or newer. Control groups would bound memory without polling, but need rights that few
users have; runexec needs them too, and it could not fork a warm process: it measures the programs
that it starts.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
from dataclasses import replace
from typing import Any, cast

from cpstudy.core.errors import InputError
from cpstudy.core.pickling import packed, without_script
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Solver, provenance
from cpstudy.jobs.process_tree import SUPPORTED
from cpstudy.jobs.warm_worker import Readiness, Shape, serve
from cpstudy.jobs.watched_run import RunReport

_PRELOAD = ["numpy", "cpstudy.api", "cpstudy.jobs.warm_worker"]
# A process that has not loaded its method after this time never will.
_LOADING = 60.0
# A process that has not solved its small puzzles after this time never will.
_REHEARSING = 10.0
# The maximum number of workers that wait for other runs.
_MOST_IDLE = 12
# The time in which a worker ends its run and itself.
_ENDING = 1.0

_Key = tuple[Solver, Shape]


def solve_isolated(
    puzzle: Any, solver: Solver, *, budget: Budget, seed: int, limit: int | None
) -> Result:
    """As :func:`cpstudy.core.solving.solve`, in a separate process.

    budget: ``seconds``, ``cpu_seconds`` and ``memory`` (bytes beyond those that the process holds
    at its beginning) are also enforced from outside; a run that is ended so has the stop TIME or
    MEMORY, and INTERRUPTED if something else killed it. ``cpu_seconds`` and ``peak_bytes`` are
    those of the process and its children; the phase "start-up" comes before the run. Raises what
    ``solve`` raises, RuntimeError if the process crashes, and InputError if the system has no such
    limits.
    """
    check_limits()
    called, key = time.perf_counter(), (solver, Shape.of(puzzle))
    inside = replace(budget, cpu_seconds=None)
    run = {"puzzle": puzzle, "solver": solver, "budget": inside, "seed": seed, "limit": limit}
    wanted = packed(run)
    worker = _idle.pop(key, None) or _Worker.ready(key)
    ended = worker.run(budget, wanted)
    _keep(key, worker)
    answer = None if ended.answer is None else pickle.loads(ended.answer)
    if isinstance(answer, Exception):
        raise answer
    if answer is None:
        nothing = {solver.counter: 0}
        answer = Result(stop=_stop(ended, solver), counters=nothing, seconds=ended.seconds)
    found = cast(Result, answer)
    return replace(
        found,
        provenance=provenance(puzzle, solver, budget, seed, limit),
        phases={"start-up": max(0.0, ended.begun - called), **found.phases},
        cpu_seconds=ended.cpu_seconds,
        peak_bytes=ended.peak_bytes,
    )


def _stop(ended: RunReport, solver: Solver) -> Stop:
    """The reason why a run without an answer ended. Raises RuntimeError if it crashed."""
    if ended.stop is not None:
        return ended.stop
    if -ended.code in (signal.SIGKILL, signal.SIGTERM):  # by a user, or a system without memory
        return Stop.INTERRUPTED
    code = signal.Signals(-ended.code).name if ended.code < 0 else f"exit code {ended.code}"
    raise RuntimeError(f"solver {solver.name}: its process ended ({code})")


# Waiting workers, the last used at the end; and how warm the workers of a key can get.
_idle: dict[_Key, _Worker] = {}
_readiness: dict[_Key, Readiness] = {}


def _keep(key: _Key, worker: _Worker) -> None:
    """Store a worker for other runs, and end the one that has waited longest."""
    if key in _idle:
        worker.end()
    else:
        _idle[key] = worker
    while len(_idle) > _MOST_IDLE:
        _idle.pop(next(iter(_idle))).end()


os.register_at_fork(after_in_child=_idle.clear)  # each worker serves one process


def check_limits() -> None:
    """Raise InputError if the system cannot limit a process."""
    if not SUPPORTED:
        raise InputError("this system sets no limits to a process")


class _Worker:
    """A process that runs :func:`.warm_worker.serve`."""

    def __init__(self, key: _Key, readiness: Readiness) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_PRELOAD)
        self._ours, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, packed(key), readiness), daemon=True
        )
        with without_script():
            self._process.start()
        theirs.close()

    @classmethod
    def ready(cls, key: _Key) -> _Worker:
        """A new worker, as warm as the solver allows. RuntimeError: none starts."""
        levels = [Readiness.WARM, Readiness.LOADED, Readiness.BARE]
        for level in levels[levels.index(_readiness.get(key, Readiness.WARM)) :]:
            worker = cls(key, level)
            if worker._await_readiness():
                _readiness[key] = level
                return worker
            worker.end()
        raise RuntimeError(f"solver {key[0].name}: its process does not start")

    def _await_readiness(self) -> bool:
        try:
            if not self._ours.poll(_LOADING):
                return False
            self._ours.recv()  # it has loaded the method
            return self._ours.poll(_REHEARSING) and self._ours.recv() is not Readiness.UNFIT
        except EOFError:  # the method crashed
            return False

    def run(self, budget: Budget, wanted: bytes) -> RunReport:
        """Run once. An interrupt ends the process."""
        try:
            self._ours.send((budget, wanted))
            return cast(RunReport, self._ours.recv())
        except (EOFError, BrokenPipeError):
            self.end()
            raise RuntimeError("the process that measures runs has ended") from None
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End the process, with its run."""
        self._ours.close()  # the worker ends a run when nobody waits for it
        self._process.join(_ENDING)
        self._process.kill()
        self._process.join()
