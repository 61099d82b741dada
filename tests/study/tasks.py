"""Task functions that pretend to be solvers, and the study that they run."""

import multiprocessing
import os
import time

from cpstudy import Budget, Solvable, Stop, Verdict
from cpstudy.study.grid import Grid, Outcome, Study

LIMIT = 1000
COLUMNS = (
    "key, kind, params, seed, budget, solver, solver_version, generator_version, counter, "
    "iterations, stop, solvable, verdict, counters, extra, cpstudy, python, machine"
)


def table(store):
    """Return all columns except seconds and times."""
    return store._execute(f"SELECT {COLUMNS} FROM results").fetchall()


def study(cells=(4, 3), seeds=10, **changes):
    inner, outer = cells
    fields = {
        "kind": "toy",
        "cells": Grid({"inner": range(1, inner + 1), "outer": range(1, outer + 1)}),
        "seeds": range(seeds),
        "solver": "pretend",
        "solver_version": 1,
        "counter": "steps",
        "generator_version": 1,
        "budget": Budget(iterations=LIMIT),
    }
    return Study(**(fields | changes))


def outcome(cell, seed):
    """Return an outcome that depends only on the run: solved, unsolvable or stopped."""
    steps = 37 * seed * cell.params["inner"] + 11 * cell.params["outer"]
    stopped, found = steps >= LIMIT, seed % 3 > 0
    unsettled = stopped or found
    return Outcome(
        iterations=min(steps, LIMIT),
        stop=Stop.ITERATIONS if stopped else Stop.LIMIT if found else Stop.DONE,
        solvable=Solvable.UNKNOWN if stopped else Solvable.YES if found else Solvable.NO,
        verdict=Verdict.UNKNOWN if unsettled else Verdict.NONE,
        seconds=time.perf_counter() % 1,
        counters={"steps": min(steps, LIMIT), "backtracks": seed},
        extra={"text": f"toy “{seed}”, with\na second line"} if seed % 2 else {},
    )


def listed(task):
    return [outcome(task.cell, seed) for seed in task.seeds]


def yielded(task):
    for seed in task.seeds:
        yield outcome(task.cell, seed)


def slow(task):
    for seed in task.seeds:
        time.sleep(0.001)
        yield outcome(task.cell, seed)


def dies_in_a_worker(task):
    if multiprocessing.parent_process() is not None and task.cell.params["inner"] > 2:
        os._exit(1)
    return listed(task)


def breaks(task):
    if task.cell.params["inner"] > 2:
        raise RuntimeError("the solver is wrong")
    return listed(task)


def too_few(task):
    return listed(task)[1:]


def too_many(task):
    return listed(task) * 2


def interrupted(task):
    for seed in task.seeds:
        one = outcome(task.cell, seed)
        if task.cell.params["inner"] > 2:
            one = Outcome(5, Stop.INTERRUPTED, Solvable.UNKNOWN, Verdict.UNKNOWN, 0.0)
        yield one


def whole(task):
    """Return outcomes whose iterations are the number of seeds that were given together."""
    together = len(task.seeds)
    return [Outcome(together, Stop.DONE, Solvable.NO, Verdict.NONE, 0.0) for _ in task.seeds]
