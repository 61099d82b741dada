"""Solving a stream of puzzles for ``verify`` and ``solve``, in order, on all cores."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from cpstudy.api import compare
from cpstudy.cli.inputs import Located
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import Solver, load, solve, solve_batch


@dataclass(frozen=True)
class Answer:
    """One puzzle of the input with its result, or with what is wrong with it.

    proof: the name of its certificate, where one was asked for and the puzzle is unique.
    """

    located: Located
    result: Result | ValueError
    proof: str | None = None


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


# A solver that decides many puzzles at once gets one at first, so that somebody who types them
# need not wait, and up to this many later.
_LARGEST_BATCH = 512


def answers(
    items: Iterable[Located],
    solver: Solver,
    budget: Budget,
    seed: int,
    limit: int | None,
    jobs: int | None,
    *,
    safe_states: str | None = None,
    proofs: Path | None = None,
) -> Iterator[Answer]:
    """Solve every item; faults pass through in their place.

    safe_states: the kind's function that counts them; where it succeeds, the counters of a result
    hold ``safe_states``. proofs: the folder where certificates of unique puzzles go.
    """
    from cpstudy.study.executors import ordered_map

    plain = safe_states is None and proofs is None and budget == Budget()
    if solver.batch is not None and limit == 2 and plain:
        together = partial(_answer_batch, solver=solver, seed=seed)
        return itertools.chain.from_iterable(ordered_map(together, _batches(items), jobs))
    task = partial(
        _answer,
        solver=solver,
        budget=budget,
        seed=seed,
        limit=limit,
        safe_states=safe_states,
        proofs=proofs,
    )
    return ordered_map(task, items, jobs)


def _batches(items: Iterable[Located]) -> Iterator[list[Located]]:
    queue = iter(items)
    size = 1
    while batch := list(itertools.islice(queue, size)):
        yield batch
        size = min(2 * size, _LARGEST_BATCH)


def _answer_batch(items: list[Located], solver: Solver, seed: int) -> list[Answer]:
    puzzles = [item.puzzle for item in items if not isinstance(item.puzzle, ValueError)]
    results = iter(solve_batch(puzzles, solver, seed=seed))
    return [
        Answer(item, item.puzzle if isinstance(item.puzzle, ValueError) else next(results))
        for item in items
    ]


def _answer(
    item: Located,
    solver: Solver,
    budget: Budget,
    seed: int,
    limit: int | None,
    safe_states: str | None,
    proofs: Path | None,
) -> Answer:
    if isinstance(item.puzzle, ValueError):
        return Answer(item, item.puzzle)
    try:
        result = solve(item.puzzle, solver, budget=budget, seed=seed, limit=limit)
        if proofs is not None and result.verdict is Verdict.UNIQUE:
            return Answer(item, result, _certified(item.puzzle, result, proofs))
    except ValueError as error:  # a puzzle that this solver does not take
        return Answer(item, error)
    if safe_states is not None and budget.nothing is None:
        number = load(safe_states)(item.puzzle, budget).count
        if number is not None:
            result = replace(result, counters={**result.counters, "safe_states": number})
    return Answer(item, result)


def _certified(puzzle: Any, result: Result, folder: Path) -> str:
    from cpstudy.jobs.certificates import certify
    from cpstudy.puzzles import kind

    if not result.solutions:
        raise ValueError("no proof: the solver counts one solution and shows none")
    (solution,) = result.solutions
    return certify(folder, kind(puzzle.kind), puzzle, solution)
