"""Connectivity by lazy cuts: what a set of open edges lacks to be a spanning tree.

An assignment without connectivity is cheap to find; where its open edges are no spanning tree, it
breaks demands that are clauses over few edges. *Component cut*: of the edges that leave a
connected component (which is not all), one is open. *Cycle cut*: of the edges of a cycle, one is
closed. Both hold in every spanning tree whatever the assignment was, so they may stay for good.
There are exponentially many, of which a search meets few (the separation of subtour constraints,
Dantzig1954).

Where the number of open edges is that of a tree, one of the two kinds would do: a graph with a
cut-off component then has a cycle and the reverse. Both together need fewer rounds.

Cost: linear in the graph a round, in a compiled kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.encode.edge_graph import Graph


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
    start, incident = graph.incidence
    labels = np.full(len(graph.vertices), -1)
    cycles = np.empty(int(opened.sum()) * 4 + 4, np.int64)
    find = prepared(_components, len(graph.ends) // 4 + 1)
    components, used = find(graph.ends, start, incident, opened, graph.members, labels, cycles)
    while used > len(cycles):
        cycles = np.empty(used, np.int64)
        labels[:] = -1
        components, used = find(graph.ends, start, incident, opened, graph.members, labels, cycles)
    found: list[Cut] = []
    place = 0
    while place < used:
        length = int(cycles[place])
        found.append(Cut("cycle", tuple(cycles[place + 1 : place + 1 + length].tolist())))
        place += 1 + length
    if components > 1:
        found += _component_cuts(graph, labels, components)
    return found


def lacking(
    graph: Graph, added: list[Cut] | None = None
) -> Callable[[npt.NDArray[np.bool_]], list[list[int]]]:
    """The function that tells what open edges lack, as clauses where variable i + 1 is edge i.

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


@kernel
def _components(
    ends: Any, start: Any, incident: Any, opened: Any, members: Any, labels: Any, cycles: Any
) -> Any:
    """Label the components in ``labels`` (all -1 before), write cycles to ``cycles``.

    Cycles are written as length, then edges; where they do not fit, the rest is only counted.
    Returns (components, the places that ``cycles`` needs).
    """
    n = len(labels)
    parent_edge = np.full(n, -1)
    depth = np.zeros(n, np.int64)
    queue = np.empty(len(members), np.int64)
    components = 0
    used = 0
    for root in members:
        if labels[root] >= 0:
            continue
        labels[root] = components
        queue[0] = root
        head = 0
        tail = 1
        while head < tail:
            vertex = queue[head]
            head += 1
            for place in range(start[vertex], start[vertex + 1]):
                edge = incident[place]
                if not opened[edge] or edge == parent_edge[vertex]:
                    continue
                other = ends[edge, 0] + ends[edge, 1] - vertex
                if labels[other] < 0:
                    labels[other] = components
                    parent_edge[other] = edge
                    depth[other] = depth[vertex] + 1
                    queue[tail] = other
                    tail += 1
                elif depth[other] > depth[vertex] or (
                    depth[other] == depth[vertex] and other > vertex
                ):
                    # An edge that closes a cycle, met a first time from its upper end.
                    used = _cycle(ends, parent_edge, depth, edge, vertex, other, cycles, used)
        components += 1
    return components, used


@kernel
def _cycle(
    ends: Any, parent_edge: Any, depth: Any, closing: Any, a: Any, b: Any, cycles: Any, used: Any
) -> Any:
    """Write the cycle of edge ``closing`` between ``a`` and ``b``; the new number of places."""
    head = used
    used += 1
    if used < len(cycles):
        cycles[used] = closing
    used += 1
    while a != b:
        if depth[a] < depth[b]:
            a, b = b, a
        edge = parent_edge[a]
        if used < len(cycles):
            cycles[used] = edge
        used += 1
        a = ends[edge, 0] + ends[edge, 1] - a
    if head < len(cycles):
        cycles[head] = used - head - 1
    return used
