"""Exploring a stream of levels in order, on all cores: what ``explore`` runs.

Faults of the input pass through in their place. The first second is spent in this process; then the
levels go to as many as there are jobs, each with the whole budget for each level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cpstudy import api
from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult
from cpstudy.core.text import Located
from cpstudy.study.executors import ordered_map


@dataclass(frozen=True)
class Exploration:
    """How levels are explored. budget: for one level. options: of strategy and state space.

    hardest: from the hardest start of all states that can be reached.
    """

    strategy: str
    budget: Budget = field(default_factory=Budget)
    options: Mapping[str, Any] = field(default_factory=dict)
    hardest: bool = False


@dataclass(frozen=True)
class Explored:
    """One level of the input with its result, or with what is wrong with it."""

    located: Located
    result: PathResult | ValueError


def explorations(
    items: Iterable[Located],
    how: Exploration,
    jobs: int | None = None,
    report: Report | None = None,
) -> Iterator[Explored]:
    """Explore every item. report: called meanwhile, as long as this process explores itself."""
    return ordered_map(_Task(how, report), items, jobs)


class _Task:
    """What is done with an item, here or in another process, where nobody is reported to."""

    def __init__(self, how: Exploration, report: Report | None) -> None:
        self._how, self._report = how, report

    def __reduce__(self) -> tuple[type[_Task], tuple[Exploration, None]]:
        return _Task, (self._how, None)

    def __call__(self, item: Located) -> Explored:
        if isinstance(item.puzzle, ValueError):
            return Explored(item, item.puzzle)
        how, puzzle = self._how, item.puzzle
        try:
            if how.hardest:
                puzzle = api.hardest(puzzle, how.budget, **how.options)
                item = replace(item, puzzle=puzzle)
            result = api.explore(
                puzzle, how.strategy, budget=how.budget, report=self._report, **how.options
            )
        except ValueError as error:  # a puzzle, or a value, that this strategy does not take
            return Explored(item, error)
        return Explored(item, result)
