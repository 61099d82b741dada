"""Solving a stream of puzzles for ``verify`` and ``solve``, in order, on all cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cpstudy.api import compare, solve
from cpstudy.cli.inputs import Located
from cpstudy.core.result import Budget, Result, Verdict


@dataclass(frozen=True)
class Answer:
    """One puzzle of the input with its result, or with what is wrong with it.

    proof: the name of the certificate, where one was asked for and the puzzle is unique.
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


def answers(
    items: Iterable[Located],
    solver: str,
    budget: Budget,
    seed: int,
    limit: int | None,
    jobs: int | None,
    proofs: Path | None = None,
) -> Iterator[Answer]:
    """Solve every item; faults pass through in their place. proofs: where certificates go."""
    from cpstudy.study.executors import ordered_map

    task = partial(_answer, solver=solver, budget=budget, seed=seed, limit=limit, proofs=proofs)
    return ordered_map(task, items, jobs)


def _answer(
    item: Located, solver: str, budget: Budget, seed: int, limit: int | None, proofs: Path | None
) -> Answer:
    if isinstance(item.puzzle, ValueError):
        return Answer(item, item.puzzle)
    try:
        result = solve(item.puzzle, solver, budget=budget, seed=seed, limit=limit)
        if proofs is None or result.verdict is not Verdict.UNIQUE:
            return Answer(item, result)
        return Answer(item, result, _certified(item.puzzle, result, proofs))
    except ValueError as error:  # a puzzle that this solver does not take
        return Answer(item, error)


def _certified(puzzle: Any, result: Result, folder: Path) -> str:
    from cpstudy.proofs import certify
    from cpstudy.puzzles import kind

    if not result.solutions:
        raise ValueError("no proof: the solver counts one solution and shows none")
    (solution,) = result.solutions
    return certify(folder, kind(puzzle.kind), puzzle, solution)
