"""Compiling everything ahead: what every row of every kind's tables needs, on all cores.

Each row is run once on small puzzles, as machine code from the first call, so that its kernels are
compiled and kept. Nothing is listed here that the tables do not say; solvers that compile nothing
cost a few milliseconds. Rows that search for minutes are cut off by a budget.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from dataclasses import dataclass

from cpstudy import api, puzzles
from cpstudy.core.kernels import compile_when
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.core.solving import Solver, checked, load, solve, solve_batch
from cpstudy.core.waiting import be_quiet
from cpstudy.study.executors import unordered

# What a row may take of each puzzle, compiling apart: its kernels are called within less.
_BUDGET = Budget(seconds=0.05)

# Sides of the boards that are generated, of kinds that have none of 6x6.
_SIDES = {"sliding_tiles": 5}


@dataclass(frozen=True)
class Job:
    """One thing to run: a row of a table of a kind."""

    kind: str
    what: str
    row: str

    def __str__(self) -> str:
        return f"{self.kind} {self.row}"


def jobs_of(kind: Kind) -> Iterator[Job]:
    """What there is to run of a kind, the largest engines first."""
    for name, solver in kind.solvers.items():
        if solver.installed:
            yield Job(kind.name, "solver", name)
    for name in kind.strategies:
        yield Job(kind.name, "strategy", name)
    for name in kind.generators:
        yield Job(kind.name, "generator", name)
    for group in ("explaining", "proofs", "safe_states"):
        row = getattr(kind, group)
        if row is not None and getattr(row, "installed", True):
            yield Job(kind.name, group, group)


def run(job: Job) -> tuple[Job, float]:
    """Run one job as machine code; the seconds it took."""
    compile_when("always")
    be_quiet()
    begun = time.perf_counter()
    kind = puzzles.kind(job.kind)
    row = {
        "solver": _solver,
        "strategy": _strategy,
        "generator": _generator,
        "explaining": _explaining,
        "proofs": _proofs,
        "safe_states": _safe_states,
    }[job.what]
    collecting = gc.isenabled()
    gc.disable()
    try:
        row(kind, job.row)
    finally:
        # What compilers leave behind they keep: looking for garbage among it finds nothing.
        gc.freeze()
        if collecting:
            gc.enable()
    return job, time.perf_counter() - begun


def warm(jobs: int | None = None) -> Iterator[tuple[Job, float]]:
    """Run everything there is on ``jobs`` processes (None: all cores), as each is done."""
    waiting = [job for name in puzzles.kinds() for job in jobs_of(puzzles.kind(name))]
    waiting.reverse()
    yield from unordered(run, lambda: waiting.pop() if waiting else None, jobs)


def number_of_jobs() -> int:
    """How many jobs :func:`warm` has."""
    return sum(1 for name in puzzles.kinds() for _ in jobs_of(puzzles.kind(name)))


def _boards(kind: Kind) -> list[object]:
    """The example and a few generated puzzles, some of them with several solutions."""
    boards = [api.puzzle(kind.name, kind.example)]
    for name, generator in kind.generators.items():
        if generator.study:
            side = 5 if kind.name == "pipes" else _SIDES.get(kind.name, 6)
            boards += [board for board, _ in api.generate(kind.name, name, (side, side), 2, seed=1)]
            break
    return boards


def _solver(kind: Kind, name: str) -> None:
    solver: Solver = kind.solvers[name]
    for board in _boards(kind):
        try:
            solve(board, solver, budget=_BUDGET)  # type: ignore[arg-type]
        except ValueError:  # it does not take this puzzle
            continue
    if solver.batch is not None:
        solve_batch(_boards(kind), solver)  # type: ignore[arg-type]


def _strategy(kind: Kind, name: str) -> None:
    for board in _boards(kind)[:2]:
        try:
            api.explore(board, name, budget=_BUDGET)  # type: ignore[arg-type]
        except ValueError:
            continue


def _generator(kind: Kind, name: str) -> None:
    side = _SIDES.get(kind.name, 6)
    list(api.generate(kind.name, name, (side, side), 1, seed=1))
    if kind.generators[name].unique is not None:
        list(api.generate(kind.name, name, (6, 6), 1, seed=1, unique=True))


def _explaining(kind: Kind, _: str) -> None:
    assert kind.explaining is not None
    explainer = load(kind.explaining.explainer)
    for board in _boards(kind):
        told = explainer.explain(board)  # type: ignore[attr-defined]
        explainer.ambiguity(told.puzzle)  # type: ignore[attr-defined]
        if kind.explaining.repair is not None:
            load(kind.explaining.repair)(board, Budget(seconds=1.0, iterations=200))


def _proofs(kind: Kind, _: str) -> None:
    assert kind.proofs is not None
    board = api.puzzle(kind.name, kind.example)
    (solution,) = api.solve(board).solutions
    certificate = load(kind.proofs.prove)(board, checked(board, solution, "warming"))
    load(kind.proofs.check)(certificate)


def _safe_states(kind: Kind, _: str) -> None:
    load(str(kind.safe_states))(api.puzzle(kind.name, kind.example), _BUDGET)
