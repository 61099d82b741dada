"""Solving a stream of puzzles for ``verify`` and ``solve``, in order, on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from cpstudy.api import solve
from cpstudy.cli.inputs import Located
from cpstudy.core.result import Budget, Result


@dataclass(frozen=True)
class Answer:
    """One puzzle of the input with its result, or with what is wrong with it."""

    located: Located
    result: Result | ValueError


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
