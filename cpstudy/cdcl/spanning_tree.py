"""Propagator: the open edges of a graph are a spanning tree; explained by paths and cuts.

Edge i is open if variable i + 1 is true. The rules:

- *No cycle.* An edge whose ends are joined by a path of open edges is closed, because of the path.
- *No dead end.* If only one edge that leaves a component of open edges is not closed, it is open,
  because the others are closed; if there is none, this is a conflict.
- *No part is cut off.* At the root, an edge without which the edges that are not closed fall apart
  (a bridge, Tarjan1972) is open, because the others of the cut between the two parts are closed.

The first two follow the trail and suffice to find every assignment of all edges that is not a
spanning tree. The third examines the whole graph; below the root it would find more, but cost more
than the conflicts do.

Components are a forest of vertices, the smaller one attached below the larger, without shortening
of paths, so that going back is easy; a ring lists the members. Beside each stands how many edges
that are not known leave it, and the sum of their numbers: the number itself where there is one.
Cost: a logarithm an edge, and small-to-large for the edges between two components that are joined.

The clauses are those of encode/cuts.py, made when the search needs them instead of after it has
assigned all edges.
"""

import numpy as np

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_false, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import View, View2, i64, u8
from cpstudy.core.native import filled, kernel, table, view, workspace, zeros
from cpstudy.encode.edge_graph import Graph

# What implied an edge: a path; a cut of the edges that are not closed; the cut around the component
# of its first or its second end.
_CYCLE, _BRIDGE, _EXIT = 0, 1, 2

# The edges that a walk takes: those that are open, or those that are not closed.
_OPEN, _NOT_CLOSED = 0, 1


@workspace
class SpanningTree(Propagator):
    """A graph of n vertices and e edges, and the components of its open edges.

    ends: int64[e, 2]. usable: uint8[e]. start: int64[n + 1], incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. members: int64[·], the vertices. label: int64[n], by vertex
    the last walk that reached it. arrival: int64[n], the edge by which it did, -1 at its start.
    queue: int64[n], the reached vertices. order, lowest, at: int64[n], of the search for bridges.

    above, ring: int64[n], of the components: the vertex that each hangs below (itself for the
    topmost), the next member. size, exits, sums: int64[n], by topmost vertex: members, ends of
    unknown edges, their numbers added. edge, moment, attached: int64[e], known edges, their places
    on the trail, the root that each attached below another, or -1.
    """

    ends: View2[i64]
    usable: View[u8]
    start: View[i64]
    incident: View[i64]
    members: View[i64]
    label: View[i64]
    arrival: View[i64]
    queue: View[i64]
    order: View[i64]
    lowest: View[i64]
    at: View[i64]
    above: View[i64]
    ring: View[i64]
    size: View[i64]
    exits: View[i64]
    sums: View[i64]
    edge: View[i64]
    moment: View[i64]
    attached: View[i64]

    walk: i64 = 0  # the number of the last walk
    taken: i64 = 0  # how many known edges were processed
    begun: bool = False  # there was a search for bridges

    def __init__(self, graph: Graph) -> None:
        """Create the workspace for a graph of at least one vertex; ignore edges outside of it."""
        n, edges = len(graph.vertices), len(graph.ends)
        start, incident = graph.incidence
        exits = np.diff(start)
        sums = np.zeros(n, np.int64)
        np.add.at(sums, np.repeat(np.arange(n), exits), incident)
        self.heads = 1
        self.ends = view(graph.ends)
        self.usable = table(graph.usable, "u8")
        self.start = view(start)
        self.incident = view(incident)
        self.members = view(graph.members)
        self.label = zeros(n, "i64")
        self.arrival = zeros(n, "i64")
        self.queue = zeros(n, "i64")
        self.order = zeros(n, "i64")
        self.lowest = zeros(n, "i64")
        self.at = zeros(n, "i64")
        self.above = table(np.arange(n), "i64")
        self.ring = table(np.arange(n), "i64")
        self.size = filled(n, 1, "i64")
        self.exits = view(exits)
        self.sums = view(sums)
        self.edge = zeros(edges, "i64")
        self.moment = zeros(edges, "i64")
        self.attached = zeros(edges, "i64")

    @kernel
    def propagate(self, s: State) -> i64:
        """See propagator.py."""
        if s.depth == 0 and (s.heads[0] < s.trailed or not self.begun):
            conflict = _open_bridges(s, self)
            if conflict >= 0:
                return conflict
            self.begun = True
        _undo(self, s.heads[0])
        first = self.taken
        at = s.heads[0]
        while at < s.trailed:  # the trail grows meanwhile
            edge = (s.trail[at] >> 1) - 1
            if edge < len(self.usable) and self.usable[edge] and not _take(s, self, edge, at):
                return self.explain(s, 2 * edge + 3, _CYCLE, s.trailed)
            at += 1
        for place in range(first, self.taken):
            for end in range(2):
                conflict = _leave(s, self, _topmost(self, self.ends[self.edge[place], end]))
                if conflict >= 0:
                    return conflict
        s.heads[0] = at
        return NO_CONFLICT

    @kernel
    def explain(self, s: State, literal: i64, datum: i64, before: i64) -> i64:
        """See propagator.py."""
        edge = (literal >> 1) - 1
        s.explanation[0] = literal
        if datum == _CYCLE:
            _reach(s, self, self.ends[edge, 0], _OPEN, before, edge)
            return _write_path(s, self, self.ends[edge, 1], 1)
        if datum == _BRIDGE:
            size = _reach(s, self, self.ends[edge, 0], _NOT_CLOSED, before, edge)
        else:
            size = _reach(s, self, self.ends[edge, datum - _EXIT], _OPEN, before, edge)
        return _write_cut(s, self, size, 1, edge)


@kernel
def _beyond(p: SpanningTree, edge: i64, vertex: i64) -> i64:
    """Return the other end of an edge."""
    return p.ends[edge, 0] + p.ends[edge, 1] - vertex


@kernel
def _reach(s: State, p: SpanningTree, root: i64, kind: i64, before: i64, without: i64) -> i64:
    """Walk from a vertex; return how many vertices it reaches, the first ones of the queue.

    kind: the edges that it takes, as they were when the trail was ``before`` long. without: an edge
    that it does not take.
    """
    p.walk += 1
    walk = p.walk
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
    s.steps += tail // 2
    return tail


@kernel
def _write_path(s: State, p: SpanningTree, vertex: i64, length: i64) -> i64:
    """Append "not open" for the edges from a vertex to the start of the walk; return the length."""
    while p.arrival[vertex] >= 0:
        edge = p.arrival[vertex]
        s.explanation[length] = 2 * edge + 3
        length += 1
        vertex = _beyond(p, edge, vertex)
    return length


@kernel
def _write_cut(s: State, p: SpanningTree, size: i64, length: i64, without: i64) -> i64:
    """Append "open" for the edges that leave the reached vertices; return the length."""
    for k in range(size):
        vertex = p.queue[k]
        for place in range(p.start[vertex], p.start[vertex + 1]):
            edge = p.incident[place]
            if edge != without and p.label[_beyond(p, edge, vertex)] != p.walk:
                s.explanation[length] = 2 * edge + 2
                length += 1
    return length


@kernel
def _topmost(p: SpanningTree, vertex: i64) -> i64:
    """Return the vertex that represents a component."""
    while p.above[vertex] != vertex:
        vertex = p.above[vertex]
    return vertex


@kernel
def _exchange(p: SpanningTree, one: i64, other: i64) -> None:
    """Make one ring of two, or two of one."""
    following = p.ring[one]
    p.ring[one] = p.ring[other]
    p.ring[other] = following


@kernel
def _count(p: SpanningTree, edge: i64, sign: i64) -> None:
    """Add an unknown edge to the exits of its ends' components, or remove it."""
    for end in range(2):
        component = _topmost(p, p.ends[edge, end])
        p.exits[component] += sign
        p.sums[component] += sign * edge


@kernel
def _undo(p: SpanningTree, length: i64) -> None:
    """Forget the edges that were assigned when the trail was ``length`` long or longer."""
    while p.taken > 0 and p.moment[p.taken - 1] >= length:
        p.taken -= 1
        small = p.attached[p.taken]
        if small >= 0:
            large = p.above[small]
            _exchange(p, small, large)
            p.above[small] = small
            p.size[large] -= p.size[small]
            p.exits[large] -= p.exits[small]
            p.sums[large] -= p.sums[small]
        _count(p, p.edge[p.taken], 1)


@kernel
def _join(s: State, p: SpanningTree, one: i64, other: i64) -> i64:
    """Join two components, and close all other edges between them; return the smaller root."""
    small = one if p.size[one] <= p.size[other] else other
    large = other if small == one else one
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
    s.steps += p.size[small]
    p.size[large] += p.size[small]
    p.exits[large] += p.exits[small]
    p.sums[large] += p.sums[small]
    return small


@kernel
def _take(s: State, p: SpanningTree, edge: i64, moment: i64) -> bool:
    """Process a known edge; return False if it closes a cycle."""
    place = p.taken
    p.taken = place + 1
    p.edge[place] = edge
    p.moment[place] = moment
    p.attached[place] = -1
    _count(p, edge, -1)
    if s.value[2 * edge + 2] > 0:
        one = _topmost(p, p.ends[edge, 0])
        other = _topmost(p, p.ends[edge, 1])
        if one == other:
            return False
        p.attached[place] = _join(s, p, one, other)
    return True


@kernel
def _leave(s: State, p: SpanningTree, component: i64) -> i64:
    """Open the only edge that leaves a component; return the length of a conflict, or -1."""
    if p.size[component] == len(p.members) or p.exits[component] > 1:
        return NO_CONFLICT
    if p.exits[component] == 0:
        size = _reach(s, p, component, _OPEN, s.trailed, -1)
        return _write_cut(s, p, size, 0, -1)
    edge = p.sums[component]
    end = 0 if _topmost(p, p.ends[edge, 0]) == component else 1
    imply(s, 2 * edge + 2, _EXIT + end)
    return NO_CONFLICT


@kernel
def _open_bridges(s: State, p: SpanningTree) -> i64:
    """Open the bridges of the edges that are not closed; return the length of a conflict, or -1.

    Vertices are numbered as they are reached, depth first; an edge of that search is a bridge if
    nothing below it leads to a vertex that was reached before it.
    """
    root = p.members[0]
    size = _reach(s, p, root, _NOT_CLOSED, s.trailed, -1)
    if size < len(p.members):
        return _write_cut(s, p, size, 0, -1)
    for vertex in range(len(p.order)):
        p.order[vertex] = 0
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
