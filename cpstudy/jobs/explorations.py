"""What ``explore`` runs: a stream of levels in order, on all cores, and the graph of one.

Faults of the input pass through in their place. This process works alone for the first second; then
the levels go to as many processes as there are jobs. Each level has the whole budget.

A state graph is written within the rest of the budget. A graph that is too large is refused at once
if the search has seen as many states already, and otherwise as soon as that many are found. Each
file that cannot be written is a separate fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cpstudy import api
from cpstudy.core.documents import Answered, Located
from cpstudy.core.errors import InputError
from cpstudy.core.exploring import Report
from cpstudy.core.files import write_whole
from cpstudy.core.result import Budget, PathResult
from cpstudy.plot.pictures import rendered
from cpstudy.state_spaces.model_checkers import etf, promela
from cpstudy.state_spaces.space import StateSpace
from cpstudy.state_spaces.state_graph import LARGEST, LARGEST_DRAWING, StateGraph, state_graph
from cpstudy.study.executors import ordered_map


@dataclass(frozen=True)
class Exploration:
    """The settings for exploring. budget: for one level. options: of strategy and state space.

    hardest: explore from the hardest start among all reachable states.
    """

    strategy: str
    budget: Budget = field(default_factory=Budget)
    options: Mapping[str, Any] = field(default_factory=dict)
    hardest: bool = False


# One level of the input with its result, or with its fault.
Explored = Answered[PathResult]


def explorations(
    items: Iterable[Located],
    how: Exploration,
    jobs: int | None = None,
    report: Report | None = None,
) -> Iterator[Explored]:
    """Explore every item. report: called during the search, while this process explores itself."""
    return ordered_map(_Task(how, report), items, jobs)


class _Task:
    """Explores an item, in this process or in another, where nothing is reported."""

    def __init__(self, how: Exploration, report: Report | None) -> None:
        self._how, self._report = how, report

    def __reduce__(self) -> tuple[type[_Task], tuple[Exploration, None]]:
        return _Task, (self._how, None)

    def __call__(self, item: Located) -> Explored:
        if isinstance(item.puzzle, InputError):
            return Explored(item, item.puzzle)
        how, puzzle = self._how, item.puzzle
        try:
            if how.hardest:
                puzzle = api.hardest(puzzle, how.budget, **how.options)
                item = replace(item, puzzle=puzzle)
            result = api.explore(
                puzzle, how.strategy, budget=how.budget, report=self._report, **how.options
            )
        except InputError as error:  # a puzzle, or a value, that this strategy does not take
            return Explored(item, error)
        return Explored(item, result)


def write_graphs(
    space: StateSpace[Any], result: PathResult, files: Mapping[str, str], budget: Budget
) -> Iterator[InputError | OSError]:
    """Write the graph of ``space`` with the path of ``result`` marked; yield the faults.

    files: names by format, one of "dot", "graphml", "svg", "etf", "promela". budget: of the search,
    which took ``result.seconds`` of it, and the graph together.
    """
    most = LARGEST_DRAWING if set(files) == {"svg"} else LARGEST
    # For a search from both ends, only the states of the forward half are surely reachable.
    seen = result.counters.get("forward", result.states)
    try:
        if seen > most:
            raise InputError(f"{seen} states and more: a graph of more than {most} is refused")
        if budget.seconds is not None:
            budget = replace(budget, seconds=max(0.0, budget.seconds - result.seconds))
        graph = state_graph(space, path=result.trace, most=most, budget=budget)
    except InputError as fault:
        yield fault
        return
    for form, file in files.items():
        try:
            write_whole(Path(file), _written(graph, form))
        except (InputError, OSError) as fault:
            yield fault


def _written(graph: StateGraph, form: str) -> bytes:
    if form == "svg":
        return rendered(graph.drawing(), "svg")
    written = {"dot": StateGraph.dot, "graphml": StateGraph.graphml, "etf": etf, "promela": promela}
    return written[form](graph).encode()
