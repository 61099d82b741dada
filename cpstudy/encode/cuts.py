"""Connectivity by lazy cuts: clauses that a set of open edges violates if it is not a tree.

An assignment is cheap to find if connectivity is left out. If its open edges do not form a spanning
tree, it violates clauses over few edges. *Component cut*: of the edges that leave a connected
component (but not all vertices), one is open. *Cycle cut*: of the edges of a cycle, one is closed.
Both hold in every spanning tree, whatever the assignment was, so they stay permanently. There are
exponentially many, and a search meets few of them (the separation of subtour constraints,
Dantzig1954).

If there are as many open edges as in a tree, one kind of cut would suffice: a graph with a separate
component then has a cycle, and vice versa. Both together need fewer rounds.

Cost: linear in the graph for each round, in a compiled kernel.
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
    """A violated clause: one of ``edges`` is open (component) or closed (cycle)."""

    kind: Literal["component", "cycle"]
    edges: tuple[int, ...]

    def clause(self) -> list[int]:
        """Return the cut as a clause; variable i + 1 states that edge i is open."""
        sign = 1 if self.kind == "component" else -1
        return [sign * (edge + 1) for edge in self.edges]


def cuts(graph: Graph, opened: npt.NDArray[np.bool_]) -> list[Cut]:
    """Return the cuts that ``opened`` (bool[e], no edge outside the graph) violates.

    There is one cut for each component but the largest, and one for the cycle of each edge outside
    a spanning forest of the open edges. The list is empty exactly if the open edges are a spanning
    tree, or the graph has no vertex.
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
    """Return a function from open edges to the clauses that they violate.

    Variable i + 1 of a clause is edge i. Cuts are also appended to ``added``.
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
