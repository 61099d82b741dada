"""Exchange edges of a rooted tree: is the result still a tree?

Removing k edges from a tree gives k + 1 parts: the part of the root, and one below each of these
edges. A tile's place in the walk of the tree (:mod:`.rooted`) determines its part, and the k
inserted edges either close a cycle among the parts or do not. The right number of edges without a
cycle is a tree.

Cost: k to find a tile's part, k² to look for a cycle.
"""

from cpstudy.core.kernel_types import Const, Const2, View, View2, i32, i64, u16
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.search.rooted import Rooted

# What :func:`cycle` returns instead of an edge: there is no cycle, or all its edges are known.
NO_CYCLE, NO_EDGE = -1, -2


@workspace
class Exchanged:
    """The exchanged edges on a board of n tiles; callers pass the number of valid entries.

    taken: int32[2n, 2], (tile whose way up was removed, its place in the walk). put: int32[2n],
    inserted edges, as 4 tile + side. parts: int32[2n, 2], the parts that these join. group, path,
    queue: int32[2n + 2], over parts: a disjoint-set forest, the edge by which a search arrived, and
    the queue of that search.
    """

    taken: View2[i32]
    put: View[i32]
    parts: View2[i32]
    group: View[i32]
    path: View[i32]
    queue: View[i32]

    def __init__(self, n: int) -> None:
        self.taken = zeros((2 * n, 2), "i32")
        self.put = zeros(2 * n, "i32")
        self.parts = zeros((2 * n, 2), "i32")
        self.group = zeros(2 * n + 2, "i32")
        self.path = zeros(2 * n + 2, "i32")
        self.queue = zeros(2 * n + 2, "i32")


@kernel
def _part(tree: Rooted, edges: Exchanged, taken: i64, tile: i64) -> i64:
    """The part of a tile: 0, or 1 + the removed edge above it."""
    place = tree.entered[tile]
    best = -1
    part = 0
    for k in range(taken):
        start = edges.taken[k, 1]
        if start > place or start <= best:
            continue  # true for most: the end of the subtree need not be read
        if place < tree.left[edges.taken[k, 0]]:
            best = start
            part = k + 1
    return part


@entry
def cycle(
    neighbours: Const2[i32], state: Const[u16], tree: Rooted, edges: Exchanged, taken: i64, put: i64
) -> i64:
    """An unknown edge, as 4 tile + side, of a cycle; NO_CYCLE, or NO_EDGE if all are known.

    neighbours: int[n, 4]. state: uint16[n], known open sides + known closed sides << 4. tree: the
    tree before the exchange. edges: its first ``taken`` and ``put`` entries are valid.
    """
    for k in range(taken + 1):
        edges.group[k] = k
    for last in range(put):
        edge = edges.put[last]
        one = edge >> 2
        other = neighbours[one, edge & 3]
        here = _part(tree, edges, taken, one)
        there = _part(tree, edges, taken, other)
        edges.parts[last, 0] = here
        edges.parts[last, 1] = there
        a = root(edges.group, here)
        b = root(edges.group, there)
        if a == b:
            _find_path(edges, last, taken, here, there)
            return _unknown_edge(neighbours, state, tree, edges, last)
        edges.group[a] = b
    return NO_CYCLE


@kernel
def _find_path(edges: Exchanged, last: i64, taken: i64, here: i64, there: i64) -> None:
    """Find the path from one part to another over the edges inserted before ``last``, backwards.

    Then ``edges.way`` has the next edge for every part on it, and ``last`` at its end.
    """
    for k in range(taken + 1):
        edges.path[k] = -1
    edges.path[there] = last
    edges.queue[0] = there
    size = 1
    head = 0
    while edges.path[here] < 0:
        part = edges.queue[head]
        head += 1
        for k in range(last):
            for end in range(2):
                beyond = edges.parts[k, 1 - end]
                if edges.parts[k, end] == part and edges.path[beyond] < 0:
                    edges.path[beyond] = k
                    edges.queue[size] = beyond
                    size += 1


@kernel
def _unknown_edge(
    neighbours: Const2[i32], state: Const[u16], tree: Rooted, edges: Exchanged, last: i64
) -> i64:
    """The first unknown edge, inside the parts, on the cycle that ``last`` closes; or NO_EDGE."""
    edge = edges.put[last]
    one = edge >> 2
    here = edges.parts[last, 0]
    while True:
        k = edges.path[here]
        via = edges.put[k]
        leaves = via >> 2
        enters = neighbours[leaves, via & 3]
        if k == last:
            return _unknown_on_path(neighbours, state, tree, one, enters)
        end = 0 if edges.parts[k, 0] == here else 1
        if end:
            leaves, enters = enters, leaves
        found = _unknown_on_path(neighbours, state, tree, one, leaves)
        if found >= 0:
            return found
        one = enters
        here = edges.parts[k, 1 - end]


@kernel
def _unknown_on_path(
    neighbours: Const2[i32], state: Const[u16], tree: Rooted, one: i64, other: i64
) -> i64:
    """An unknown edge, as 4 tile + side, between two tiles of a tree; or NO_EDGE."""
    while one != other:
        if tree.entered[one] < tree.entered[other]:
            one, other = other, one
        side = tree.up[one]
        known = state[one]
        if (known | known >> 4) >> side & 1 == 0:
            return 4 * one + side
        one = neighbours[one, side]
    return NO_EDGE
