"""Propagator: the taken edges form one loop; explained by paths.

Edge i is taken if variable i + 1 is true. Clauses must state that every vertex has two taken edges
or none, and that some edge is taken. The taken edges then form loops, and the propagator ensures
that there is only one. The rules:

- *No loop is closed too early.* The edge between the two ends of a path is not taken if the loop
  that it closes would not be the whole: another edge is taken, or the loop leaves out a *demand*, a
  set of edges of which it must take one. The reason is the path and the other edge; for a demand,
  the path alone.
- *Nothing apart from the loop.* Once a loop is closed, no other edge is taken, because of it.

These rules suffice to find every assignment of all edges that is not one loop. Each end of a path
stores the other end, so an edge that joins two paths is taken and undone in constant time; only
explanations search. Cost: constant per edge; the demands if there is one path only; the length of a
path for an explanation.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import View, View2, i64
from cpstudy.core.native import kernel, table, view, workspace, zeros
from cpstudy.encode.edge_graph import Graph


@workspace
class OneLoop(Propagator):
    """A graph of n vertices and e edges, d demands, and the paths of its taken edges.

    ends: int64[e, 2]. start: int64[n + 1], incident: the edges at vertex v are
    ``incident[start[v]:start[v + 1]]``. begin: int64[d + 1], wanted: likewise those of a demand.

    other_end: int64[n], of a vertex at which a path ends its other end; itself where no path comes.
    length: int64[n], of such a vertex the edges of the path. edge, moment: int64[e], the edges
    taken and their places on the trail; first, second: the ends of the path that each made, and
    before, after: the lengths of the two paths that it joined. mark: int64[e], edges of a walk.
    """

    ends: View2[i64]
    start: View[i64]
    incident: View[i64]
    begin: View[i64]
    wanted: View[i64]
    other_end: View[i64]
    length: View[i64]
    edge: View[i64]
    moment: View[i64]
    first: View[i64]
    second: View[i64]
    before: View[i64]
    after: View[i64]
    mark: View[i64]

    taken: i64 = 0  # edges that are taken
    closed: i64 = 0  # the index of the taken edge that closed a loop, or -1
    stamp: i64 = 0  # the last stamp

    def __init__(self, graph: Graph, demands: Iterable[Sequence[int]] = ()) -> None:
        """The workspace of a graph whose edges are all usable. demands: see the module."""
        edges, vertices = len(graph.ends), len(graph.vertices)
        start, incident = graph.incidence
        wanted = [list(demand) for demand in demands]
        self.heads = 1
        self.closed = -1
        self.ends = view(graph.ends)
        self.start = view(start)
        self.incident = view(incident)
        self.begin = table(np.cumsum([0, *map(len, wanted)]), "i64")
        self.wanted = table([*chain.from_iterable(wanted)], "i64")
        self.other_end = table(np.arange(vertices), "i64")
        self.length = zeros(vertices, "i64")
        self.edge = zeros(edges, "i64")
        self.moment = zeros(edges, "i64")
        self.first = zeros(edges, "i64")
        self.second = zeros(edges, "i64")
        self.before = zeros(edges, "i64")
        self.after = zeros(edges, "i64")
        self.mark = zeros(edges, "i64")

    @kernel
    def propagate(self, s: State) -> i64:
        """See propagator.py."""
        _undo(self, s.heads[0])
        first = self.taken
        until = s.trailed
        for at in range(s.heads[0], until):
            literal = s.trail[at]
            edge = (literal >> 1) - 1
            if literal & 1 or edge >= len(self.ends):
                continue
            if _take(self, edge, at):
                length = _write_early(s, self, edge, 0, s.trailed)
                if length > 0:
                    s.explanation[length] = 2 * edge + 3
                    return length + 1
        if self.closed >= 0:
            closing = self.edge[self.closed]
            length = _write_early(s, self, closing, 0, s.trailed)
            if length > 0:
                s.explanation[length] = 2 * closing + 3
                return length + 1
            for edge in range(len(self.ends)):
                if s.value[2 * edge + 2] == 0:
                    imply(s, 2 * edge + 3, 1 + closing)
        else:
            for place in range(first, self.taken):
                end = self.other_end[self.first[place]]
                if self.other_end[end] == self.first[place] and end != self.first[place]:
                    _keep_open(s, self, end)
        s.heads[0] = until
        return NO_CONFLICT

    @kernel
    def explain(self, s: State, literal: i64, datum: i64, before: i64) -> i64:
        """See propagator.py. datum: 0, or 1 + the edge that closed the loop."""
        s.explanation[0] = literal
        if datum == 0:
            return _write_early(s, self, (literal >> 1) - 1, 1, before)
        s.explanation[1] = 2 * (datum - 1) + 3
        return _walk(s, self, datum - 1, 2, before)


@kernel
def _beyond(p: OneLoop, edge: i64, vertex: i64) -> i64:
    """Return the other end of an edge."""
    return p.ends[edge, 0] + p.ends[edge, 1] - vertex


@kernel
def _undo(p: OneLoop, length: i64) -> None:
    """Forget the edges that became true when the trail was ``length`` long or longer."""
    while p.taken > 0 and p.moment[p.taken - 1] >= length:
        place = p.taken - 1
        p.taken = place
        if p.closed == place:
            p.closed = -1
            continue
        u = p.ends[p.edge[place], 0]
        v = p.ends[p.edge[place], 1]
        p.other_end[p.first[place]] = u
        p.other_end[p.second[place]] = v
        p.other_end[u] = p.first[place]
        p.other_end[v] = p.second[place]
        p.length[p.first[place]] = p.before[place]
        p.length[p.second[place]] = p.after[place]


@kernel
def _take(p: OneLoop, edge: i64, moment: i64) -> bool:
    """Take an edge; return whether it closes a loop."""
    place = p.taken
    p.taken = place + 1
    p.edge[place] = edge
    p.moment[place] = moment
    u = p.ends[edge, 0]
    v = p.ends[edge, 1]
    a = p.other_end[u]
    b = p.other_end[v]
    p.first[place] = a
    p.second[place] = b
    if a == v:
        p.closed = place
        return True
    p.before[place] = p.length[a]
    p.after[place] = p.length[b]
    p.other_end[a] = b
    p.other_end[b] = a
    total = p.length[a] + p.length[b] + 1
    p.length[a] = total
    p.length[b] = total
    return False


@kernel
def _walk(s: State, p: OneLoop, edge: i64, length: i64, before: i64) -> i64:
    """Append "not taken" for the path of true edges that an edge closes; mark it and the edge.

    Returns the new length of the clause.
    """
    stamp = p.stamp + 1
    p.stamp = stamp
    p.mark[edge] = stamp
    vertex = p.ends[edge, 0]
    last = p.ends[edge, 1]
    while vertex != last:
        for place in range(p.start[vertex], p.start[vertex + 1]):
            other = p.incident[place]
            if p.mark[other] != stamp and was_true(s, 2 * other + 2, before):
                p.mark[other] = stamp
                s.explanation[length] = 2 * other + 3
                length += 1
                vertex = _beyond(p, other, vertex)
                break
    s.steps += 1 + length // 4
    return length


@kernel
def _leaves_out(p: OneLoop) -> bool:
    """Return whether the marked edges leave out a demand."""
    stamp = p.stamp
    for demand in range(len(p.begin) - 1):
        met = False
        for place in range(p.begin[demand], p.begin[demand + 1]):
            if p.mark[p.wanted[place]] == stamp:
                met = True
                break
        if not met:
            return True
    return False


@kernel
def _write_early(s: State, p: OneLoop, edge: i64, length: i64, before: i64) -> i64:
    """Append the reason why an edge must not close a path; return the length, 0 if it may."""
    length = _walk(s, p, edge, length, before)
    if _leaves_out(p):
        return length
    stamp = p.stamp
    oldest = -1
    for place in range(p.taken):
        other = p.edge[place]
        if p.mark[other] != stamp and was_true(s, 2 * other + 2, before):
            oldest = other
            break
    if oldest < 0:
        return 0
    s.explanation[length] = 2 * oldest + 3
    return length + 1


@kernel
def _keep_open(s: State, p: OneLoop, end: i64) -> None:
    """Rule out the edge between the ends of a path, one of them ``end``, where it closes early."""
    other = p.other_end[end]
    for place in range(p.start[end], p.start[end + 1]):
        edge = p.incident[place]
        if _beyond(p, edge, end) != other or s.value[2 * edge + 2] != 0:
            continue
        early = p.length[end] < p.taken
        if not early:
            _walk(s, p, edge, 0, s.trailed)
            early = _leaves_out(p)
        if early:
            imply(s, 2 * edge + 3, 0)
