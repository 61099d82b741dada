"""Kamies2016, figures 1 and 2: the states of fox, goose and beans, all and in the order found.

Figure 1 has every state and, dashed, the forbidden ones. Figure 2 is the tree of breadth-first
search: only the first of the lines to each state. The statements of the text are compared.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cpstudy import api
from cpstudy.plot.pictures import written
from cpstudy.state_spaces.state_graph import StateGraph, state_graph
from cpstudy.study.agreement import Cell, Parts, compared, exact_cell
from cpstudy.study.store import Store

_PUZZLE = "fox,goose,beans:fox-goose,goose-beans"
# The line that is missing from figure 2 according to the text.
_MISSING = ("MFG_B", "G_MFB")


def figure(scale: str, store: Store, number: int) -> Parts:
    """Compare the states and lines of a figure with the text."""
    graph = _graph(number)
    names = [node.text for node in graph.nodes]
    forbidden = sum(bool(node.reason) for node in graph.nodes)
    lines = {(names[edge.source], names[edge.target]) for edge in graph.edges}
    there = not lines.isdisjoint({_MISSING, _MISSING[::-1]})
    cells = [
        Cell("allowed states", "", str(len(names) - forbidden)),
        Cell("forbidden states beside them", "", str(forbidden)),
        Cell("lines", "", str(len(graph.edges))),
        exact_cell(f"a line {_MISSING[0]} – {_MISSING[1]}", there, number == 1),
    ]
    yield "fox, goose and beans", compared(cells)


def draw(scale: str, store: Store, folder: Path, number: int) -> Iterator[Path]:
    """Draw the graph as SVG, PNG and DOT."""
    graph = _graph(number)
    yield from written(graph.drawing(), folder, f"kamies_figure{number}")
    path = folder / f"kamies_figure{number}.dot"
    path.write_text(graph.dot(), encoding="utf-8")
    yield path


def _graph(number: int) -> StateGraph:
    graph = state_graph(api.state_space(api.puzzle("river_crossing", _PUZZLE)))
    if number == 1:
        return graph
    met = {at for at, node in enumerate(graph.nodes) if node.initial}
    first = []
    for edge in graph.edges:
        if edge.target not in met:
            met.add(edge.target)
            first.append(edge)
    return replace(graph, edges=tuple(first))
