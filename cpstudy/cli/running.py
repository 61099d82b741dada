"""Solving a stream of puzzles for ``verify`` and ``solve``, in order, on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from cpstudy.api import compare, solve
from cpstudy.cli.inputs import Located
from cpstudy.core.result import Budget, Result


@dataclass(frozen=True)
class Answer:
    """One puzzle of the input with its result, or with what is wrong with it."""

    located: Located
    result: Result | ValueError


@dataclass(frozen=True)
class Comparison:
    """One puzzle of the input with what each solver says, or with what is wrong with it."""

    located: Located
    results: dict[str, Result | ValueError] | ValueError


def comparisons(
    items: Iterable[Located],
    solvers: str,
    budget: Budget,
    seed: int,
    limit: int | None,
    jobs: int | None,
) -> Iterator[Comparison]:
    """Let every solver solve every item; faults pass through in their place."""
    from cpstudy.study.executors import ordered_map

    task = partial(_compared, solvers=solvers, budget=budget, seed=seed, limit=limit)
    return ordered_map(task, items, jobs)


def _compared(
    item: Located, solvers: str, budget: Budget, seed: int, limit: int | None
) -> Comparison:
    if isinstance(item.puzzle, ValueError):
        return Comparison(item, item.puzzle)
    return Comparison(item, compare(item.puzzle, solvers, budget=budget, seed=seed, limit=limit))


def answers(
    items: Iterable[Located],
    solver: str,
    budget: Budget,
    seed: int,
    limit: int | None,
    jobs: int | None,
) -> Iterator[Answer]:
    """Solve every item; faults pass through in their place."""
    from cpstudy.study.executors import ordered_map

    task = partial(_answer, solver=solver, budget=budget, seed=seed, limit=limit)
    return ordered_map(task, items, jobs)


def _answer(item: Located, solver: str, budget: Budget, seed: int, limit: int | None) -> Answer:
    if isinstance(item.puzzle, ValueError):
        return Answer(item, item.puzzle)
    try:
        return Answer(item, solve(item.puzzle, solver, budget=budget, seed=seed, limit=limit))
    except ValueError as error:  # a puzzle that this solver does not take
        return Answer(item, error)
