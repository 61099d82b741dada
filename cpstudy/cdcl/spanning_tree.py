"""Propagator: the open edges of a graph are a spanning tree; explained by paths and cuts.

Edge i is open where variable i + 1 is true. The rules:

- *No cycle.* An edge whose ends are joined by a path of open edges is closed, because of the path.
- *No dead end.* Where only one edge that leaves a component of open edges is not closed, it is
  open, because the others are closed; where there is none, that is a conflict.
- *No part is cut off.* At the root, an edge without which the edges that are not closed fall apart
  (a bridge, Tarjan1972) is open, because the others of the cut between the two parts are closed.

The first two follow the trail and are enough to find every assignment of all edges that is no
spanning tree. The third one looks at the whole graph; below the root it would find more, and cost
more than conflicts do.

Components are a forest of vertices, the smaller one hung below the larger, without shortening of
paths, so that going back is easy; a ring lists the members. Beside each stands how many edges that
are not known leave it, and the sum of their numbers: the number itself where there is one. Cost:
a logarithm an edge, and small-to-large for the edges between two components that are joined.

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
    """A graph of n vertices and e edges, and what is kept about it.

    ends: int64[e, 2]. usable: bool[e]. start: int64[n + 1], incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. members: int64[·], the vertices. walk: int64[1], the number
    of the last walk; label: int64[n], by vertex the last one that reached it. arrival: int64[n],
    the edge by which it did, -1 where it began. queue: int64[n], what it reached. order, lowest,
    at: int64[n], of the search for bridges. begun: int64[1], 1 once they were looked for.

    above, ring: int64[n], of the components: the vertex that each hangs below (itself for the
    topmost), the next member. size, exits, sums: int64[n], by topmost vertex: members, ends of
    unknown edges, their numbers added. taken: int64[1], how many known edges are in these counts;
    edge, moment, hung: int64[e], which, their places on the trail, the topmost vertex that was hung
    below another by each, or -1.
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
    above: Any
    ring: Any
    size: Any
    exits: Any
    sums: Any
    taken: Any
    edge: Any
    moment: Any
    hung: Any


def spanning_tree(graph: Graph) -> SpanningTree:
    """The workspace for a graph of one vertex or more. Edges outside of it are left alone."""
    n = len(graph.vertices)
    start, incident = graph.incidence
    label, arrival, queue, order, lowest, at, sums = np.zeros((7, n), np.int64)
    walk, begun, taken = np.zeros((3, 1), np.int64)
    edge, moment, hung = np.zeros((3, len(graph.ends)), np.int64)
    np.add.at(sums, np.repeat(np.arange(n), np.diff(start)), incident)
    return SpanningTree(
        graph.ends, graph.usable, start, incident, graph.members,
        walk, label, arrival, queue, order, lowest, at, begun,
        np.arange(n), np.arange(n), np.ones(n, np.int64), np.diff(start), sums,
        taken, edge, moment, hung,
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
def _topmost(p: SpanningTree, vertex: Any) -> Any:
    """The vertex that stands for a component."""
    while p.above[vertex] != vertex:
        vertex = p.above[vertex]
    return vertex


@borrowing
def _exchange(p: SpanningTree, one: Any, other: Any) -> None:
    """Make one ring of two, or two of one."""
    following = p.ring[one]
    p.ring[one] = p.ring[other]
    p.ring[other] = following


@borrowing
def _count(p: SpanningTree, edge: Any, sign: Any) -> None:
    """Add an unknown edge to what leaves its ends' components, or take it away."""
    for end in range(2):
        component = _topmost(p, p.ends[edge, end])
        p.exits[component] += sign
        p.sums[component] += sign * edge


@borrowing
def _take_back(p: SpanningTree, length: Any) -> None:
    """Forget the edges that were assigned when the trail was ``length`` long or longer."""
    while p.taken[0] > 0 and p.moment[p.taken[0] - 1] >= length:
        p.taken[0] -= 1
        small = p.hung[p.taken[0]]
        if small >= 0:
            large = p.above[small]
            _exchange(p, small, large)
            p.above[small] = small
            p.size[large] -= p.size[small]
            p.exits[large] -= p.exits[small]
            p.sums[large] -= p.sums[small]
        _count(p, p.edge[p.taken[0]], 1)


@borrowing
def _join(s: State, p: SpanningTree, one: Any, other: Any) -> Any:
    """An open edge joins two components: close all others between them; which was hung below."""
    small, large = one, other
    if p.size[small] > p.size[large]:
        small, large = other, one
    p.above[small] = large
    vertex = small
    while True:
        for place in range(p.start[vertex], p.start[vertex + 1]):
            edge = p.incident[place]
            if s.value[2 * edge + 2] == 0 and _topmost(p, _beyond(p, edge, vertex)) == large:
                imply(s, 2 * edge + 3, _CYCLE)
        vertex = p.ring[vertex]
        if vertex == small:
            break
    _exchange(p, small, large)
    s.control[STEPS] += p.size[small]
    p.size[large] += p.size[small]
    p.exits[large] += p.exits[small]
    p.sums[large] += p.sums[small]
    return small


@borrowing
def _take(s: State, p: SpanningTree, edge: Any, moment: Any) -> Any:
    """Take a known edge into the counts; False where it closes a cycle."""
    place = p.taken[0]
    p.taken[0] = place + 1
    p.edge[place] = edge
    p.moment[place] = moment
    p.hung[place] = -1
    _count(p, edge, -1)
    if s.value[2 * edge + 2] > 0:
        one = _topmost(p, p.ends[edge, 0])
        other = _topmost(p, p.ends[edge, 1])
        if one == other:
            return False
        p.hung[place] = _join(s, p, one, other)
    return True


@borrowing
def _leave(s: State, p: SpanningTree, component: Any) -> Any:
    """Open the only edge that leaves a component; the length of a conflict, or -1."""
    if p.size[component] == len(p.members) or p.exits[component] > 1:
        return NO_CONFLICT
    if p.exits[component] == 0:
        size = _reach(s, p, component, _OPEN, s.control[TRAIL], -1)
        return _write_cut(s, p, size, 0, -1)
    edge = p.sums[component]
    end = 0 if _topmost(p, p.ends[edge, 0]) == component else 1
    imply(s, 2 * edge + 2, _EXIT + end)
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
    if s.control[LEVEL] == 0 and (s.heads[0] < s.control[TRAIL] or p.begun[0] == 0):
        conflict = _open_bridges(s, p)
        if conflict >= 0:
            return conflict
        p.begun[0] = 1
    _take_back(p, s.heads[0])
    first = p.taken[0]
    at = s.heads[0]
    while at < s.control[TRAIL]:  # which grows meanwhile
        edge = (s.trail[at] >> 1) - 1
        if edge < len(p.usable) and p.usable[edge] and not _take(s, p, edge, at):
            return _explain(s, p, 2 * edge + 3, _CYCLE, s.control[TRAIL])
        at += 1
    for place in range(first, p.taken[0]):
        for end in range(2):
            conflict = _leave(s, p, _topmost(p, p.ends[p.edge[place], end]))
            if conflict >= 0:
                return conflict
    s.heads[0] = at
    return NO_CONFLICT


SPANNING_TREE = Propagator(_propagate, _explain, heads=1)
