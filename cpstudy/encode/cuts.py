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
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.waiting import describe_kernels
from cpstudy.encode.edge_graph import Graph

describe_kernels(__name__, "the cuts", seconds=1)


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
    w = _fresh(graph, 4 * int(opened.sum()) + 4)
    find = prepared(_components, len(graph.ends) // 4 + 1)
    components, used = find(w, opened, graph.members)
    while used > len(w.cycles):
        w = _fresh(graph, used)
        components, used = find(w, opened, graph.members)
    cycles, labels = w.cycles, w.labels
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


class _Work(NamedTuple):
    """The graph, and what a search through it fills; n vertices, e edges.

    ends int64[e, 2]; start int64[n + 1] and incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. labels int64[n]: the component of each vertex, -1 where
    none was reached. parent_edge int64[n], depth int64[n]: the search tree. queue int64[n].
    cycles int64[any]: each as its length, then its edges.
    """

    ends: Any
    start: Any
    incident: Any
    labels: Any
    parent_edge: Any
    depth: Any
    queue: Any
    cycles: Any


def _fresh(graph: Graph, room: int) -> _Work:
    """Nothing reached yet, and room for so many numbers of cycles."""
    n = len(graph.vertices)
    return _Work(
        ends=graph.ends,
        start=graph.incidence[0],
        incident=graph.incidence[1],
        labels=np.full(n, -1),
        parent_edge=np.full(n, -1),
        depth=np.zeros(n, np.int64),
        queue=np.empty(n, np.int64),
        cycles=np.empty(room, np.int64),
    )


@kernel
def _components(w: _Work, opened: Any, members: Any) -> Any:
    """Label the components of the open edges, write down a cycle for each edge that closes one.

    Where cycles do not fit, the rest is only counted. Returns (components, the room that cycles
    need).
    """
    labels, parent_edge, depth, queue = w.labels, w.parent_edge, w.depth, w.queue
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
            for place in range(w.start[vertex], w.start[vertex + 1]):
                edge = w.incident[place]
                if not opened[edge] or edge == parent_edge[vertex]:
                    continue
                other = w.ends[edge, 0] + w.ends[edge, 1] - vertex
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
                    used = _cycle(w, edge, vertex, used)
        components += 1
    return components, used


@kernel
def _cycle(w: _Work, closing: Any, vertex: Any, used: Any) -> Any:
    """Write down the cycle that edge ``closing`` at ``vertex`` closes; the room used by now."""
    a = vertex
    b = w.ends[closing, 0] + w.ends[closing, 1] - vertex
    head = used
    edge = closing
    while True:
        used += 1
        if used < len(w.cycles):
            w.cycles[used] = edge
        if a == b:
            break
        if w.depth[a] < w.depth[b]:
            a, b = b, a
        edge = w.parent_edge[a]
        a = w.ends[edge, 0] + w.ends[edge, 1] - a
    if head < len(w.cycles):
        w.cycles[head] = used - head
    return used + 1
