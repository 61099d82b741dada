"""Solving a stream of puzzles for ``verify``, ``solve`` and ``count``, in order, on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from cpstudy.api import solve
from cpstudy.cli.inputs import Located
from cpstudy.core.result import Budget, Result
from cpstudy.core.solving import load


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
    safe_states: str | None = None,
) -> Iterator[Answer]:
    """Solve every item; faults pass through in their place.

    safe_states: the kind's function that counts them; where it succeeds, the counters of a result
    hold ``safe_states``.
    """
    from cpstudy.study.executors import ordered_map

    task = partial(
        _answer, solver=solver, budget=budget, seed=seed, limit=limit, safe_states=safe_states
    )
    return ordered_map(task, items, jobs)


def _answer(
    item: Located,
    solver: str,
    budget: Budget,
    seed: int,
    limit: int | None,
    safe_states: str | None,
) -> Answer:
    if isinstance(item.puzzle, ValueError):
        return Answer(item, item.puzzle)
    try:
        result = solve(item.puzzle, solver, budget=budget, seed=seed, limit=limit)
    except ValueError as error:  # a puzzle that this solver does not take
        return Answer(item, error)
    if safe_states is not None:
        number = load(safe_states)(item.puzzle, budget).count
        if number is not None:
            result = replace(result, counters={**result.counters, "safe_states": number})
    return Answer(item, result)
