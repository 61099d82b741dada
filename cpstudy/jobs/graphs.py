"""The state graph of a puzzle, written to files within what is left of a budget.

What is too large for a graph is refused at once where the search has seen as many states already,
and otherwise as soon as so many are found. Each file that cannot be written is a fault of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cpstudy.core.files import write_whole
from cpstudy.core.result import Budget, PathResult
from cpstudy.plot.pictures import rendered
from cpstudy.state_spaces.space import StateSpace
from cpstudy.state_spaces.state_graph import LARGEST, LARGEST_DRAWING, StateGraph, state_graph


def write_graphs(
    space: StateSpace[Any], result: PathResult, files: Mapping[str, str], budget: Budget
) -> Iterator[ValueError | OSError]:
    """Write the graph of ``space``, the path of ``result`` marked; what could not be written.

    files: by format (``"dot"``, ``"graphml"``, ``"svg"``), the file's name. budget: for the search,
    which took ``result.seconds`` of it, and the graph together.
    """
    most = LARGEST_DRAWING if set(files) == {"svg"} else LARGEST
    # Of a search from both ends only one half is surely reachable.
    seen = result.counters.get("forward", result.states)
    try:
        if seen > most:
            raise ValueError(f"{seen} states and more: a graph of more than {most} is refused")
        if budget.seconds is not None:
            budget = replace(budget, seconds=max(0.0, budget.seconds - result.seconds))
        graph = state_graph(space, path=result.trace, most=most, budget=budget)
    except ValueError as fault:
        yield fault
        return
    for form, file in files.items():
        try:
            write_whole(Path(file), _written(graph, form))
        except (ValueError, OSError) as fault:
            yield fault


def _written(graph: StateGraph, form: str) -> bytes:
    if form == "svg":
        return rendered(graph.drawing(), "svg")
    return (graph.dot() if form == "dot" else graph.graphml()).encode()
