"""Propagator: the open edges of a graph are a spanning tree; explained by paths and cuts.

Edge i is open where variable i + 1 is true. The rules:

- *No cycle.* An edge whose ends are joined by a path of open edges is closed, because of the path.
- *No dead end.* Where only one edge that leaves a component of open edges is not closed, it is
  open, because the others are closed; where there is none, that is a conflict.
- *No part is cut off.* At the root, an edge without which the edges that are not closed fall apart
  (a bridge, Tarjan1972) is open, because the others of the cut between the two parts are closed.

The first two look only at components where an edge was opened or closed since the last time, and
are enough to find every assignment of all edges that is no spanning tree. The third one looks at
the whole graph; below the root it would find more, and cost more than conflicts do.

The clauses are those of encode/cuts.py, made where the search needs them instead of after it has
chosen all edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_false, was_true
from cpstudy.cdcl.state import LEVEL, STEPS, TRAIL, State
from cpstudy.core.kernels import borrowing
from cpstudy.encode.edge_graph import Graph

# What an edge was implied by: a path; a cut as of the edges that are not closed; the cut round the
# component of its first or its second end.
_CYCLE, _BRIDGE, _EXIT = 0, 1, 2

# Which edges a walk takes: those that are open, or those that are not closed.
_OPEN, _NOT_CLOSED = 0, 1


class SpanningTree(NamedTuple):
    """A graph of n vertices and e edges, and what walks through it fill.

    ends: int64[e, 2]. usable: bool[e]. start: int64[n + 1], incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. members: int64[·], the vertices. walk: int64[1], the number
    of the last walk; label: int64[n], by vertex the last one that reached it. arrival: int64[n],
    the edge by which it did, -1 where it began. queue: int64[n], what it reached. order, lowest,
    at: int64[n], of the search for bridges. begun: int64[1], 1 once they were looked for.
    """

    ends: Any
    usable: Any
    start: Any
    incident: Any
    members: Any
    walk: Any
    label: Any
    arrival: Any
    queue: Any
    order: Any
    lowest: Any
    at: Any
    begun: Any


def spanning_tree(graph: Graph) -> SpanningTree:
    """The workspace for a graph of one vertex or more. Edges outside of it are left alone."""
    start, incident = graph.incidence
    label, arrival, queue, order, lowest, at = np.zeros((6, len(graph.vertices)), np.int64)
    walk, begun = np.zeros((2, 1), np.int64)
    return SpanningTree(
        graph.ends, graph.usable, start, incident, graph.members,
        walk, label, arrival, queue, order, lowest, at, begun,
    )  # fmt: skip


@borrowing
def _beyond(p: SpanningTree, edge: Any, vertex: Any) -> Any:
    """The other end of an edge."""
    return p.ends[edge, 0] + p.ends[edge, 1] - vertex


@borrowing
def _reach(s: State, p: SpanningTree, root: Any, kind: Any, before: Any, without: Any) -> Any:
    """Walk from a vertex; how many it reaches, which are the first of the queue.

    kind: which edges it takes, as of when the trail was ``before`` long. without: an edge that it
    does not take.
    """
    p.walk[0] += 1
    walk = p.walk[0]
    p.queue[0] = root
    p.label[root] = walk
    p.arrival[root] = -1
    head = 0
    tail = 1
    while head < tail:
        vertex = p.queue[head]
        head += 1
        for place in range(p.start[vertex], p.start[vertex + 1]):
            edge = p.incident[place]
            other = _beyond(p, edge, vertex)
            if edge == without or p.label[other] == walk:
                continue
            if kind == _OPEN:
                taken = was_true(s, 2 * edge + 2, before)
            else:
                taken = not was_false(s, 2 * edge + 2, before)
            if taken:
                p.label[other] = walk
                p.arrival[other] = edge
                p.queue[tail] = other
                tail += 1
    s.control[STEPS] += tail // 2
    return tail


@borrowing
def _write_path(s: State, p: SpanningTree, vertex: Any, length: Any) -> Any:
    """Append "not open" for the edges from a vertex to where the walk began; the new length."""
    while p.arrival[vertex] >= 0:
        edge = p.arrival[vertex]
        s.explanation[length] = 2 * edge + 3
        length += 1
        vertex = _beyond(p, edge, vertex)
    return length


@borrowing
def _write_cut(s: State, p: SpanningTree, size: Any, length: Any, without: Any) -> Any:
    """Append "open" for the edges that leave what was reached; the new length."""
    for k in range(size):
        vertex = p.queue[k]
        for place in range(p.start[vertex], p.start[vertex + 1]):
            edge = p.incident[place]
            if edge != without and p.label[_beyond(p, edge, vertex)] != p.walk[0]:
                s.explanation[length] = 2 * edge + 2
                length += 1
    return length


@borrowing
def _explain(s: State, p: SpanningTree, literal: Any, datum: Any, before: Any) -> Any:
    """See propagator.py."""
    edge = (literal >> 1) - 1
    s.explanation[0] = literal
    if datum == _CYCLE:
        _reach(s, p, p.ends[edge, 0], _OPEN, before, edge)
        return _write_path(s, p, p.ends[edge, 1], 1)
    if datum == _BRIDGE:
        size = _reach(s, p, p.ends[edge, 0], _NOT_CLOSED, before, edge)
    else:
        size = _reach(s, p, p.ends[edge, datum - _EXIT], _OPEN, before, edge)
    return _write_cut(s, p, size, 1, edge)


@borrowing
def _look_at(s: State, p: SpanningTree, root: Any) -> Any:
    """Apply the first two rules to the component of a vertex; the length of a conflict, or -1."""
    size = _reach(s, p, root, _OPEN, s.control[TRAIL], -1)
    walk = p.walk[0]
    exits = 0
    leaving = -1
    inside = 0
    for k in range(size):
        vertex = p.queue[k]
        for place in range(p.start[vertex], p.start[vertex + 1]):
            edge = p.incident[place]
            other = _beyond(p, edge, vertex)
            value = s.value[2 * edge + 2]
            if value > 0 and p.arrival[vertex] != edge and p.arrival[other] != edge:
                return _explain(s, p, 2 * edge + 3, _CYCLE, s.control[TRAIL])
            if value == 0 and p.label[other] == walk:
                imply(s, 2 * edge + 3, _CYCLE)
            elif value == 0:
                exits += 1
                leaving = edge
                inside = vertex
    if size < len(p.members):
        if exits == 0:
            return _write_cut(s, p, size, 0, -1)
        if exits == 1:
            imply(s, 2 * leaving + 2, _EXIT + (p.ends[leaving, 1] == inside))
    return NO_CONFLICT


@borrowing
def _open_bridges(s: State, p: SpanningTree) -> Any:
    """Open the bridges of what is not closed; the length of a conflict, or -1.

    Vertices are numbered as they are reached, depth first; an edge of that walk is a bridge where
    nothing below it leads to a vertex that was reached before it.
    """
    root = p.members[0]
    size = _reach(s, p, root, _NOT_CLOSED, s.control[TRAIL], -1)
    if size < len(p.members):
        return _write_cut(s, p, size, 0, -1)
    p.order[:] = 0
    p.order[root] = 1
    p.lowest[root] = 1
    p.at[root] = p.start[root]
    p.arrival[root] = -1
    p.queue[0] = root
    reached = 1
    depth = 1
    while depth > 0:
        vertex = p.queue[depth - 1]
        place = p.at[vertex]
        arrival = p.arrival[vertex]
        if place == p.start[vertex + 1]:
            depth -= 1
            if depth > 0:
                above = p.queue[depth - 1]
                p.lowest[above] = min(p.lowest[above], p.lowest[vertex])
                if p.lowest[vertex] > p.order[above]:
                    imply(s, 2 * arrival + 2, _BRIDGE)
            continue
        p.at[vertex] = place + 1
        edge = p.incident[place]
        if edge == arrival or s.value[2 * edge + 2] < 0:
            continue
        other = _beyond(p, edge, vertex)
        if p.order[other] != 0:
            p.lowest[vertex] = min(p.lowest[vertex], p.order[other])
            continue
        reached += 1
        p.order[other] = reached
        p.lowest[other] = reached
        p.arrival[other] = edge
        p.at[other] = p.start[other]
        p.queue[depth] = other
        depth += 1
    return NO_CONFLICT


@borrowing
def _propagate(s: State, p: SpanningTree) -> Any:
    """See propagator.py."""
    now = s.control[TRAIL]
    if s.control[LEVEL] == 0 and (s.heads[0] < now or p.begun[0] == 0):
        conflict = _open_bridges(s, p)
        if conflict >= 0:
            return conflict
        p.begun[0] = 1
    before = p.walk[0]
    for at in range(s.heads[0], now):
        edge = (s.trail[at] >> 1) - 1
        if edge < len(p.usable) and p.usable[edge]:
            for end in range(2):
                vertex = p.ends[edge, end]
                if p.label[vertex] <= before:  # its component was not looked at in this call
                    conflict = _look_at(s, p, vertex)
                    if conflict >= 0:
                        return conflict
    s.heads[0] = now
    return NO_CONFLICT


SPANNING_TREE = Propagator(_propagate, _explain, heads=1)
