"""Connectivity by lazy cuts: what a set of open edges lacks to be a spanning tree.

An assignment without connectivity is cheap to find; where its open edges do not form a spanning
tree, it violates clauses over few edges. *Component cut*: of the edges that leave a connected
component (but not all vertices), one is open. *Cycle cut*: of the edges of a cycle, one is closed.
Both hold in every spanning tree whatever the assignment was, so they may stay permanently. There
are exponentially many, of which a search meets few (the separation of subtour constraints,
Dantzig1954).

Where the number of open edges is that of a tree, one of the two kinds would do: a graph with a
cut-off component then has a cycle and the reverse. Both together need fewer rounds.

Cost: linear in the graph a round, in a compiled kernel.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import array, view
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.open_components import Work, components


@dataclass(frozen=True)
class Cut:
    """One violated demand: some of ``edges`` is open (component) or closed (cycle)."""

    kind: Literal["component", "cycle"]
    edges: tuple[int, ...]

    def clause(self) -> list[int]:
        """The demand as a clause, where variable i + 1 says that edge i is open."""
        sign = 1 if self.kind == "component" else -1
        return [sign * (edge + 1) for edge in self.edges]


def cuts(graph: Graph, opened: npt.NDArray[np.bool_]) -> list[Cut]:
    """What ``opened`` (bool[e], no edge outside the graph) lacks to be a spanning tree.

    One cut for each component but the largest, one for each edge outside a spanning forest of the
    open edges (its cycle). Empty exactly where the open edges are a spanning tree, or the graph
    has no vertex.
    """
    is_open, members = view(opened.view(np.uint8)), view(graph.members)
    ends, (start, incident) = view(graph.ends), map(view, graph.incidence)
    w = Work(ends, start, incident, len(graph.vertices), 4 * int(opened.sum()) + 4)
    count = components(w, is_open, members)
    while w.used > len(w.cycles):
        w = Work(ends, start, incident, len(graph.vertices), w.used)
        count = components(w, is_open, members)
    cycles = array(w.cycles)[: w.used].tolist()
    found: list[Cut] = []
    place = 0
    while place < w.used:
        following = place + 1 + cycles[place]
        found.append(Cut("cycle", tuple(cycles[place + 1 : following])))
        place = following
    if count > 1:
        found += _component_cuts(graph, array(w.labels), count)
    return found


def lacking(
    graph: Graph, added: list[Cut] | None = None
) -> Callable[[npt.NDArray[np.bool_]], list[list[int]]]:
    """A function of open edges: the cuts they violate, as clauses where variable i + 1 is edge i.

    Cuts are also appended to ``added``.
    """

    def clauses(opened: npt.NDArray[np.bool_]) -> list[list[int]]:
        found = cuts(graph, opened)
        if added is not None:
            added.extend(found)
        return [cut.clause() for cut in found]

    return clauses


def _component_cuts(graph: Graph, labels: npt.NDArray[np.int64], components: int) -> list[Cut]:
    sides = labels[graph.ends[graph.edges]]
    crossing = sides[:, 0] != sides[:, 1]
    label = sides[crossing].T.ravel()
    order = np.argsort(label, kind="stable")
    edges = np.tile(graph.edges[crossing], 2)[order]
    bounds = np.searchsorted(label[order], np.arange(components + 1))
    largest = int(np.bincount(labels[graph.members]).argmax())
    return [
        Cut("component", tuple(edges[bounds[k] : bounds[k + 1]].tolist()))
        for k in range(components)
        if k != largest
    ]
