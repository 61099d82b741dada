"""What every chronological search on edges keeps and takes back, squares or any tiling.

The searches differ in what they follow from what is known of a cell's sides. Alike are the cells
that are to be looked at again, the *trail* that takes states and joins of components back, and the
list of the edges at which the search failed. Cells and edges are numbers; what an edge's number
means is the search's own matter.
"""

from __future__ import annotations

from cpstudy.core.native import (
    View,
    View2,
    entry,
    filled,
    i32,
    i64,
    inlined,
    kernel,
    u8,
    u16,
    workspace,
    zeros,
)


@workspace
class Trail:
    """What a search keeps for a board of n cells with s sides; a search has more beside it.

    state: [n], the known open sides of a cell, and s bits above them its known closed sides. label,
    ring: [n], component of a cell, next member. size, stubs, owners: [n], by label.
    stack[:stacked], queued: cells to look at again. trail[:trailed]: (cell, state before) or
    (-1, number of a join). joins[:joined]: (cell of the smaller component, cell of the larger,
    label of the smaller). failed[:failures]: edges in the order in which they failed; failed_at: by
    edge, where each of them stands last. tree: whether cycles are forbidden, vertices: how many
    cells the tree has. depth, nodes, cursor: of the search.
    """

    state: View[u16]
    label: View[i32]
    ring: View[i32]
    size: View[i32]
    stubs: View[i32]
    owners: View[i64]
    stack: View[i32]
    queued: View[u8]
    trail: View2[i32]
    joins: View2[i32]
    failed: View[i32]
    failed_at: View[i32]
    cells: i64
    room: i64
    stacked: i64
    trailed: i64
    joined: i64
    depth: i64
    nodes: i64
    cursor: i64
    failures: i64
    tree: bool
    vertices: i64

    def __init__(self, n: int, sides: int, edges: int) -> None:
        """edges: how many numbers edges have."""
        self.cells = n
        self.room = 2 * edges
        self.state = zeros(n, "u16")
        self.label = zeros(n, "i32")
        self.ring = zeros(n, "i32")
        self.size = zeros(n, "i32")
        self.stubs = zeros(n, "i32")
        self.owners = zeros(n, "i64")
        self.stack = zeros(n, "i32")
        self.queued = zeros(n, "u8")
        self.trail = zeros((3 * sides * n + 8, 2), "i32")
        self.joins = zeros((n, 3), "i32")
        self.failed = zeros(self.room, "i32")
        self.failed_at = filled(edges, -1, "i32")
        self.stacked = self.trailed = self.joined = self.depth = self.cursor = self.failures = 0
        self.nodes = self.vertices = 0
        self.tree = False


@inlined
def push(w: Trail, cell: i64) -> None:
    """Look at a cell again."""
    if not w.queued[cell]:
        w.queued[cell] = True
        w.stack[w.stacked] = cell
        w.stacked += 1


@kernel
def forget_stack(w: Trail) -> bool:
    """Nothing needs to be looked at any more; False, for the callers to return."""
    for place in range(w.stacked):
        w.queued[w.stack[place]] = False
    w.stacked = 0
    return False


@entry
def undo(w: Trail, mark: i64) -> None:
    """Take everything back that was learnt since the trail was ``mark`` long."""
    for place in range(w.trailed - 1, mark - 1, -1):
        cell = w.trail[place, 0]
        if cell >= 0:
            w.state[cell] = w.trail[place, 1]
            continue
        joins = w.trail[place, 1]
        x, y, small = w.joins[joins, 0], w.joins[joins, 1], w.joins[joins, 2]
        w.joined = joins
        large = w.label[y]
        kept = w.ring[x]
        w.ring[x] = w.ring[y]
        w.ring[y] = kept
        cell = x
        while True:
            w.label[cell] = small
            cell = w.ring[cell]
            if cell == x:
                break
        w.size[large] -= w.size[small]
        w.stubs[large] += 2 - w.stubs[small]
        w.owners[large] += x + y - w.owners[small]
    w.trailed = mark


@entry
def blame(w: Trail, edge: i64) -> None:
    """Note that the search failed at an edge; it will be decided before all that failed earlier."""
    size = w.failures
    if size == w.room:  # drop what is out of date: there is room for more than is not
        size = 0
        for place in range(w.room):
            kept = w.failed[place]
            if w.failed_at[kept] == place:
                w.failed[size] = kept
                w.failed_at[kept] = size
                size += 1
    w.failed[size] = edge
    w.failed_at[edge] = size
    w.failures = size + 1
