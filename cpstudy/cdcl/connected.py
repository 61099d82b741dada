"""Propagator: the true nodes of a graph are connected; explained by cuts.

A node is a literal, or always true. Some nodes only *join*: if they are true, they need not be
reached. So edges that may be missing are nodes too, each adjacent to its two ends. The rules:

- *Nothing apart.* A depth-first search from a true node visits the nodes that are not false. A true
  node that it does not reach is a conflict; other nodes that it does not reach are false.
- *No way is cut.* An unknown node that lies on all ways between two true ones is true
  (articulation points: Tarjan1972).

An explanation is a *cut*: the false nodes around one side, and a true node on each side. Of the
sides of a node, the one with the fewest false nodes around it is used. The search is skipped if
nothing can follow: if a node became true next to a true one, or if a node became false that had at
most one neighbour that is not false.

Cost: linear in the graph for each search, and in a side for each explanation.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from cpstudy.cdcl.propagator import NO_CONFLICT, Propagator, imply, was_false, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import View, i64, u8
from cpstudy.core.native import filled, inlined, kernel, table, workspace, zeros

# The rule that implied a node; the datum also has the length of the trail.
_APART, _PASSED = 0, 1

_ALWAYS = 0


@workspace
class ConnectedNodes(Propagator):
    """A graph of n nodes, and the workspace of one search.

    literal: int64[n], ``_ALWAYS`` for a node that is always true. node: int64[v + 1], by variable,
    -1 for none. joins: uint8[n], whether a node only joins. start: int64[n + 1], near: the
    neighbours of node k are ``near[start[k]:start[k + 1]]``.

    order, low, at, above, true: int64[n], of the search: the number of the visit, the least number
    that is reached from below, the next neighbour, the parent, the true nodes below. queue:
    int64[n], the visited nodes; shore: int64[n], the false nodes around them. mark: int64[n], a
    stamp.
    """

    literal: View[i64]
    node: View[i64]
    joins: View[u8]
    start: View[i64]
    near: View[i64]
    order: View[i64]
    low: View[i64]
    at: View[i64]
    above: View[i64]
    true: View[i64]
    queue: View[i64]
    shore: View[i64]
    mark: View[i64]

    stamp: i64 = 0  # the last stamp
    around: i64 = 0  # the number of nodes of the shore
    begun: bool = False  # there was a search

    def __init__(
        self, literals: Sequence[int], near: Sequence[Iterable[int]], joining: int = 0
    ) -> None:
        """Take literals as +x and -x, no variable twice; 0: always true. near: their neighbours.

        joining: how many of the last nodes only join.
        """
        n, adjacent = len(literals), [list(of) for of in near]
        node = np.full(1 + max(map(abs, literals), default=0), -1)
        for number, literal in enumerate(literals):
            if literal:
                node[abs(literal)] = number
        self.heads = 1
        self.literal = table([2 * x if x >= 0 else 1 - 2 * x for x in literals], "i64")
        self.node = table(node, "i64")
        self.joins = table([k >= n - joining for k in range(n)], "u8")
        self.start = table(np.cumsum([0, *map(len, adjacent)]), "i64")
        self.near = table([*chain.from_iterable(adjacent)], "i64")
        self.order = zeros(n, "i64")
        self.low = zeros(n, "i64")
        self.at = zeros(n, "i64")
        self.above = filled(n, -1, "i64")
        self.true = zeros(n, "i64")
        self.queue = zeros(n, "i64")
        self.shore = zeros(n, "i64")
        self.mark = zeros(n, "i64")

    @kernel
    def propagate(self, s: State) -> i64:
        """See propagator.py."""
        due = not self.begun
        for at in range(s.heads[0], s.trailed):
            due = due or _may_matter(s, self, s.trail[at], at)
        if due:
            self.begun = True
            length = _walk(s, self)
            if length != NO_CONFLICT:
                return length
        s.heads[0] = s.trailed
        return NO_CONFLICT

    @kernel
    def explain(self, s: State, literal: i64, datum: i64, before: i64) -> i64:
        """See propagator.py. datum: twice the trail's length at the search, plus the rule."""
        node = self.node[literal >> 1]
        then = datum >> 1
        s.explanation[0] = literal
        if datum & 1 == _APART:
            _side(s, self, node, -1, then)
            return _write_cut(s, self, 1, then)
        best = -1
        fewest = 0
        begun = self.stamp
        for place in range(self.start[node], self.start[node + 1]):
            other = self.near[place]
            # The nodes of earlier sides are marked.
            if self.mark[other] > begun or was_false(s, self.literal[other], then):
                continue
            _side(s, self, other, node, then)
            if (best < 0 or self.around < fewest) and _parts(s, self, then):
                best = other
                fewest = self.around
        _side(s, self, best, node, then)
        return _write_cut(s, self, 1, then)


@inlined
def _was_true(s: State, p: ConnectedNodes, node: i64, before: i64) -> bool:
    """Return whether a node was true that must be reached."""
    if p.joins[node]:
        return False
    return p.literal[node] == _ALWAYS or was_true(s, p.literal[node], before)


@kernel
def _may_matter(s: State, p: ConnectedNodes, literal: i64, moment: i64) -> bool:
    """Return whether anything may follow from a literal that became true at a moment."""
    if literal >> 1 >= len(p.node) or p.node[literal >> 1] < 0:
        return False
    node = p.node[literal >> 1]
    ways = 0
    for place in range(p.start[node], p.start[node + 1]):
        other = p.near[place]
        if p.literal[node] == literal:
            if _was_true(s, p, other, moment):
                return False
        else:
            ways += not was_false(s, p.literal[other], moment)
    return not p.joins[node] if p.literal[node] == literal else ways > 1


@kernel
def _walk(s: State, p: ConnectedNodes) -> i64:
    """Apply both rules; return NO_CONFLICT, or the length of a violated clause."""
    n = len(p.literal)
    then = s.trailed
    root = -1
    for node in range(n):
        p.order[node] = 0
        p.true[node] = _was_true(s, p, node, then)
        if root < 0 and p.true[node]:
            root = node
    s.steps += n // 8
    if root < 0:
        return NO_CONFLICT
    reached = _in_depth(s, p, root)
    if reached < n:
        for node in range(n):
            if p.order[node] == 0 and p.true[node]:
                _side(s, p, node, -1, then)
                return _write_cut(s, p, 0, then)
    # If a true node lies below a node, and no way leads from there past the node's parent, then
    # the parent is the only way there.
    for k in range(1, reached):
        node = p.queue[k]
        over = p.above[node]
        narrow = p.true[node] and p.low[node] >= p.order[over]
        if narrow and p.literal[over] != _ALWAYS and s.value[p.literal[over]] == 0:
            imply(s, p.literal[over], 2 * then + _PASSED)
    if reached < n:
        for node in range(n):
            if p.order[node] == 0 and not p.joins[node] and s.value[p.literal[node]] == 0:
                imply(s, p.literal[node] ^ 1, 2 * then + _APART)
    return NO_CONFLICT


@kernel
def _in_depth(s: State, p: ConnectedNodes, root: i64) -> i64:
    """Visit nodes that are not false, depth first, in the queue; return their number."""
    p.order[root] = 1
    p.low[root] = 1
    p.at[root] = p.start[root]
    p.above[root] = -1
    p.queue[0] = root
    reached = 1
    node = root
    while node >= 0:
        place = p.at[node]
        over = p.above[node]
        if place == p.start[node + 1]:
            if over >= 0:
                p.low[over] = min(p.low[over], p.low[node])
                p.true[over] += p.true[node]
            node = over
            continue
        p.at[node] = place + 1
        other = p.near[place]
        if p.order[other]:
            p.low[node] = min(p.low[node], p.order[other])
        elif s.value[p.literal[other]] >= 0:
            p.queue[reached] = other
            reached += 1
            p.order[other] = reached
            p.low[other] = reached
            p.at[other] = p.start[other]
            p.above[other] = node
            node = other
    s.steps += reached
    return reached


@kernel
def _side(s: State, p: ConnectedNodes, begin: i64, without: i64, before: i64) -> None:
    """Mark the nodes that were connected with one without another; list false nodes around them."""
    stamp = p.stamp + 1
    p.stamp = stamp
    p.around = 0
    if without >= 0:
        p.mark[without] = stamp
    p.mark[begin] = stamp
    p.queue[0] = begin
    count = 1
    at = 0
    while at < count:
        node = p.queue[at]
        at += 1
        for place in range(p.start[node], p.start[node + 1]):
            other = p.near[place]
            if p.mark[other] == stamp:
                continue
            p.mark[other] = stamp
            if was_false(s, p.literal[other], before):
                p.shore[p.around] = other
                p.around += 1
            else:
                p.queue[count] = other
                count += 1
    s.steps += 1 + count


@kernel
def _oldest(s: State, p: ConnectedNodes, inside: bool, before: i64) -> i64:
    """Return the oldest true node of those that ``_side`` marked, or of the others; -1: none."""
    found = -1
    for node in range(len(p.literal)):
        if (p.mark[node] == p.stamp) != inside or not _was_true(s, p, node, before):
            continue
        if p.literal[node] == _ALWAYS:
            return node
        known = s.position[p.literal[node] >> 1]
        if found < 0 or known < s.position[p.literal[found] >> 1]:
            found = node
    return found


@kernel
def _parts(s: State, p: ConnectedNodes, before: i64) -> bool:
    """Return whether there are true nodes both among those that ``_side`` marked and the others."""
    return _oldest(s, p, True, before) >= 0 and _oldest(s, p, False, before) >= 0


@kernel
def _write_cut(s: State, p: ConnectedNodes, length: i64, before: i64) -> i64:
    """Append the cut around the last side, with a true node of each side; return the length."""
    for inside in range(2):
        node = _oldest(s, p, inside == 1, before)
        if node >= 0 and p.literal[node] != _ALWAYS:
            s.explanation[length] = p.literal[node] ^ 1
            length += 1
    for k in range(p.around):
        s.explanation[length + k] = p.literal[p.shore[k]]
    return length + p.around
