"""The one way to a path: run a strategy, time it, replay its moves, attach provenance.

A path is replayed move by move with the puzzle's own ``replay``, in production too. UNREACHABLE
has no cheap witness: the agreement of independent explorers (tests) carries it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from typing import Any, NamedTuple, cast

from cpstudy.core.puzzle import Transition
from cpstudy.core.result import Budget, PathResult, Provenance, Reachability
from cpstudy.core.solving import WrongAnswerError, load


class Progress(NamedTuple):
    """How far a search is: distinct states, how many wait to be expanded, depth, seconds."""

    states: int
    frontier: int
    depth: int
    seconds: float


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Strategy:
    """One row of a kind's strategies. Naming it imports nothing.

    function: ``"module:name"`` of ``explore(puzzle, budget, *, report=None, **options) ->
    PathResult``; it calls ``report`` with a :class:`Progress` every now and then. version: raised
    when the search changes. summary: one line for the list.
    """

    name: str
    function: str
    summary: str
    version: int = 1


def explore(
    puzzle: Transition,
    strategy: Strategy,
    /,
    *,
    budget: Budget | None = None,
    report: Report | None = None,
    **options: Any,
) -> PathResult:
    """Can the goal be reached? Run ``strategy`` and return a checked result.

    ``trace`` of the result holds the states of the puzzle along the path. Raises WrongAnswerError
    where a move of the path is impossible or the path does not end in a goal; ValueError where the
    strategy does not take this puzzle, or neither it nor the puzzle's state space has an option of
    that name.
    """
    from cpstudy.core.version import __version__

    budget = budget or Budget()
    search = load(strategy.function)
    known = {*options_of(search), *options_of(puzzle.state_space)} - {"report"}
    for name in options:
        if name not in known:
            raise ValueError(f"strategy {strategy.name} of {puzzle.kind}: no option {name!r}")
    start = time.perf_counter()
    if budget.nothing is None:
        found = cast(PathResult, search(puzzle, budget, report=report, **options))
    else:
        found = PathResult(stop=budget.nothing)
    seconds = time.perf_counter() - start
    trace = found.trace
    if found.path is not None:
        try:
            replayed = puzzle.replay(cast(tuple[str, ...], found.path))
        except ValueError as error:
            raise WrongAnswerError(
                f"strategy {strategy.name}: a wrong path for {puzzle.encode()}: {error}"
            ) from error
        if replayed.verdict is not Reachability.FOUND:
            raise WrongAnswerError(
                f"strategy {strategy.name}: the path ends before the goal of {puzzle.encode()}"
            )
        if None not in (found.cost, replayed.cost) and found.cost != replayed.cost:
            raise WrongAnswerError(
                f"strategy {strategy.name}: cost {found.cost}, but {replayed.cost} when replayed "
                f"on {puzzle.encode()}"
            )
        trace = replayed.trace
    return replace(
        found,
        trace=trace,
        seconds=seconds,
        provenance=Provenance(
            puzzle=puzzle.encode(),
            kind=puzzle.kind,
            solver=strategy.name,
            solver_version=strategy.version,
            seed=0,
            budget=budget,
            limit=None,
            cpstudy=__version__,
        ),
    )


def options_of(function: Callable[..., Any]) -> list[str]:
    """The names of a function's options: its parameters that go by name only."""
    parameters = signature(function).parameters.values()
    return [each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
