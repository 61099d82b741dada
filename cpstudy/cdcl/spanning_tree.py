"""Propagator: the open edges of a graph are a spanning tree; explained by paths and cuts.

Edge i is open where variable i + 1 is true. Two rules, which are complete for one edge at a time:

- *No cycle.* An edge whose ends are joined by a path of open edges is closed, because of the path.
- *Connected.* An edge without which the edges that are not closed fall apart (a bridge, Tarjan1972)
  is open, because the others of the cut between the two parts are closed.

The clauses are those of encode/cuts.py, made where the search needs them instead of after it has
chosen all edges. Both rules compute anew from the assignment, in time linear in the graph, and only
where an edge was opened or closed since the last time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_false, was_true
from cpstudy.cdcl.state import STEPS, TRAIL, State
from cpstudy.core.kernels import borrowing
from cpstudy.encode.edge_graph import Graph

# What a literal was implied by.
_CYCLE, _BRIDGE = 0, 1

# Which edges a walk takes: those that are open, or those that are not closed.
_OPEN, _NOT_CLOSED = 0, 1


class SpanningTree(NamedTuple):
    """A graph of n vertices and e edges, and what walks through it fill.

    ends: int64[e, 2]. start: int64[n + 1], incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. edges, members: those that belong to the graph. label:
    int64[n], in the order reached, from 1; 0 elsewhere. arrival: int64[n], the edge by which each
    was reached, -1 for where a walk begins. lowest, at, stack: int64[n], of the search for bridges.
    begun: int64[1], 1 once bridges were looked for.
    """

    ends: Any
    start: Any
    incident: Any
    edges: Any
    members: Any
    label: Any
    arrival: Any
    lowest: Any
    at: Any
    stack: Any
    begun: Any


def spanning_tree(graph: Graph) -> SpanningTree:
    """The workspace for a graph of one vertex or more. Edges outside of it are left alone."""
    n = len(graph.vertices)
    start, incident = graph.incidence
    label, arrival, lowest, at, stack = np.zeros((5, n), np.int64)
    return SpanningTree(
        graph.ends, start, incident, graph.edges, graph.members,
        label, arrival, lowest, at, stack, np.zeros(1, np.int64),
    )  # fmt: skip


@borrowing
def _walk(s: State, p: SpanningTree, root: Any, kind: Any, before: Any, without: Any) -> None:
    """Reach all that can be reached from a vertex: those of which the label is not 0 afterwards.

    kind: which edges it takes, as of when the trail was ``before`` long. without: an edge that it
    does not take.
    """
    p.label[:] = 0
    p.stack[0] = root
    p.label[root] = 1
    p.arrival[root] = -1
    head = 0
    tail = 1
    while head < tail:
        vertex = p.stack[head]
        head += 1
        for place in range(p.start[vertex], p.start[vertex + 1]):
            edge = p.incident[place]
            other = p.ends[edge, 0] + p.ends[edge, 1] - vertex
            if edge == without or p.label[other] != 0:
                continue
            if kind == _OPEN:
                taken = was_true(s, 2 * edge + 2, before)
            else:
                taken = not was_false(s, 2 * edge + 2, before)
            if taken:
                p.label[other] = 1
                p.arrival[other] = edge
                p.stack[tail] = other
                tail += 1
    s.control[STEPS] += tail


@borrowing
def _write_path(s: State, p: SpanningTree, vertex: Any, length: Any) -> Any:
    """Append "not open" for the edges from a vertex to where the walk began; the new length."""
    while p.arrival[vertex] >= 0:
        edge = p.arrival[vertex]
        s.explanation[length] = 2 * edge + 3
        length += 1
        vertex = p.ends[edge, 0] + p.ends[edge, 1] - vertex
    return length


@borrowing
def _write_cut(s: State, p: SpanningTree, length: Any, without: Any) -> Any:
    """Append "open" for the edges that leave what was reached; the new length."""
    for place in range(len(p.edges)):
        edge = p.edges[place]
        crosses = (p.label[p.ends[edge, 0]] == 0) != (p.label[p.ends[edge, 1]] == 0)
        if crosses and edge != without:
            s.explanation[length] = 2 * edge + 2
            length += 1
    return length


@borrowing
def _explain(s: State, p: SpanningTree, literal: Any, datum: Any, before: Any) -> Any:
    """See propagator.py."""
    edge = (literal >> 1) - 1
    s.explanation[0] = literal
    if datum == _CYCLE:
        _walk(s, p, p.ends[edge, 0], _OPEN, before, edge)
        return _write_path(s, p, p.ends[edge, 1], 1)
    _walk(s, p, p.ends[edge, 0], _NOT_CLOSED, before, edge)
    return _write_cut(s, p, 1, edge)


@borrowing
def _label_components(s: State, p: SpanningTree) -> Any:
    """Number the components of open edges in ``label``; an edge that closes a cycle, or -1."""
    p.label[:] = 0
    component = 0
    for place in range(len(p.members)):
        root = p.members[place]
        if p.label[root] != 0:
            continue
        component += 1
        p.label[root] = component
        p.arrival[root] = -1
        p.stack[0] = root
        size = 1
        while size > 0:
            size -= 1
            vertex = p.stack[size]
            for at in range(p.start[vertex], p.start[vertex + 1]):
                edge = p.incident[at]
                if edge == p.arrival[vertex] or s.value[2 * edge + 2] <= 0:
                    continue
                other = p.ends[edge, 0] + p.ends[edge, 1] - vertex
                if p.label[other] != 0:
                    return edge
                p.label[other] = component
                p.arrival[other] = edge
                p.stack[size] = other
                size += 1
    return -1


@borrowing
def _close_cycles(s: State, p: SpanningTree) -> Any:
    """Close what would close a cycle of open edges; the length of a conflict, or -1."""
    closing = _label_components(s, p)
    if closing >= 0:
        return _explain(s, p, 2 * closing + 3, _CYCLE, s.control[TRAIL])
    for place in range(len(p.edges)):
        edge = p.edges[place]
        if s.value[2 * edge + 2] == 0 and p.label[p.ends[edge, 0]] == p.label[p.ends[edge, 1]]:
            imply(s, 2 * edge + 3, _CYCLE)
    return NO_CONFLICT


@borrowing
def _open_bridges(s: State, p: SpanningTree) -> Any:
    """Open the bridges of what is not closed; the length of a conflict, or -1.

    Vertices are numbered as they are reached, depth first; an edge of that walk is a bridge where
    nothing below it leads to a vertex that was reached before it.
    """
    p.label[:] = 0
    root = p.members[0]
    p.stack[0] = root
    p.arrival[root] = -1
    p.at[root] = p.start[root]
    p.label[root] = 1
    p.lowest[root] = 1
    reached = 1
    depth = 1
    while depth > 0:
        vertex = p.stack[depth - 1]
        place = p.at[vertex]
        arrival = p.arrival[vertex]
        if place == p.start[vertex + 1]:
            depth -= 1
            if depth > 0:
                above = p.stack[depth - 1]
                p.lowest[above] = min(p.lowest[above], p.lowest[vertex])
                if p.lowest[vertex] > p.label[above]:
                    imply(s, 2 * arrival + 2, _BRIDGE)
            continue
        p.at[vertex] = place + 1
        edge = p.incident[place]
        if edge == arrival or s.value[2 * edge + 2] < 0:
            continue
        other = p.ends[edge, 0] + p.ends[edge, 1] - vertex
        if p.label[other] != 0:
            p.lowest[vertex] = min(p.lowest[vertex], p.label[other])
            continue
        reached += 1
        p.label[other] = reached
        p.lowest[other] = reached
        p.arrival[other] = edge
        p.at[other] = p.start[other]
        p.stack[depth] = other
        depth += 1
    return NO_CONFLICT if reached == len(p.members) else _write_cut(s, p, 0, -1)


@borrowing
def _propagate(s: State, p: SpanningTree) -> Any:
    """See propagator.py."""
    opened = False
    closed = p.begun[0] == 0
    now = s.control[TRAIL]
    for at in range(s.heads[0], now):
        if s.trail[at] >> 1 <= len(p.ends):
            if s.trail[at] & 1:
                closed = True
            else:
                opened = True
    conflict = NO_CONFLICT
    if opened:
        conflict = _close_cycles(s, p)
        s.control[STEPS] += len(p.members)
    if conflict == NO_CONFLICT and closed:
        conflict = _open_bridges(s, p)
        s.control[STEPS] += len(p.members)
    if conflict == NO_CONFLICT:
        p.begun[0] = 1
        s.heads[0] = now
    return conflict


SPANNING_TREE = Propagator(_propagate, _explain, heads=1)
