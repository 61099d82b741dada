"""Blocks: the maximal 2-connected parts of the multigraph, by one depth-first search.

Vertices are the classes, edges the unknown edges. The search leaves a class when it has seen all
edges of the class's tiles; if nothing below it reaches further back than the class above, the edges
pending since the class was entered are a block (Hopcroft1973). A block of one edge is a bridge.

Cost: linear in the tiles. The search has its own stack: boards are deeper than Python's recursion.
"""

from cpstudy.core.kernel_types import View, i32, i64
from cpstudy.core.native import inlined, kernel, workspace, zeros
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.counting.multigraph import (
    Multigraph,
    edge_number,
    having,
    narrow,
    unite,
    unknown,
)

_UNSEEN, _SEEN = -1, -2


@workspace
class Blocks:
    """The state of the search; n tiles.

    By edge [2n]: block, its block or one of the two values above; anchor, by block: a tile of it;
    pending: edges without a block so far. By root [n]: order and low, the time of its first visit
    and how far back it reaches; at, the next side of a live tile to visit as 4 * tile + side, or
    -1; entered, the edge by which it was entered. path [n]: the classes entered and not left.
    bridges [n]. leader [n]: a forest of tiles, see ``number_groups``.

    depth and met: the numbers of classes on the path and visited so far; held, found and bridged:
    the numbers of pending edges, blocks and bridges.
    """

    block: View[i64]
    anchor: View[i64]
    pending: View[i64]
    order: View[i64]
    low: View[i64]
    at: View[i64]
    entered: View[i64]
    path: View[i64]
    bridges: View[i64]
    leader: View[i32]
    depth: i64
    met: i64
    held: i64
    found: i64
    bridged: i64

    def __init__(self, n: int) -> None:
        self.block, self.anchor, self.pending = (zeros(2 * n, "i64") for _ in range(3))
        self.order, self.low, self.at = (zeros(n, "i64") for _ in range(3))
        self.entered, self.path, self.bridges = (zeros(n, "i64") for _ in range(3))
        self.leader = zeros(n, "i32")
        self.depth = self.met = self.held = self.found = self.bridged = 0


@kernel
def find_blocks(g: Multigraph, b: Blocks) -> bool:
    """Fill in the blocks and the bridges; False if the classes are not all connected."""
    _list_classes(g, b)
    b.depth = 0
    b.met = 0
    b.held = 0
    b.found = 0
    b.bridged = 0
    _enter(g, b, root(g.parent, g.live[0]), -1)
    while b.depth > 0:
        here = b.path[b.depth - 1]
        place = _next_edge(g, b, here)
        if place < 0:
            _leave(g, b)
            continue
        edge = edge_number(g, place >> 2, place & 3)
        b.block[edge] = _SEEN
        b.pending[b.held] = edge
        b.held += 1
        beyond = root(g.parent, g.neighbours[place >> 2, place & 3])
        if b.order[beyond] < 0:
            _enter(g, b, beyond, edge)
        else:
            b.low[here] = min(b.low[here], b.order[beyond])
    return b.met == g.classes


@kernel
def _list_classes(g: Multigraph, b: Blocks) -> None:
    """Mark all classes as not visited, and list the live tiles of each: only these have edges."""
    live = g.alive
    for k in range(live):
        tile = g.live[k]
        own = root(g.parent, tile)
        b.order[own] = -1
        b.at[own] = -1
        for side in range(4):
            if unknown(g, tile, side):
                b.block[edge_number(g, tile, side)] = _UNSEEN
    for k in range(live):
        tile = g.live[live - 1 - k]
        own = root(g.parent, tile)
        g.next_live[tile] = b.at[own]
        b.at[own] = 4 * tile


@inlined
def _next_edge(g: Multigraph, b: Blocks, here: i64) -> i64:
    """The next side of a class with an unseen unknown edge; -1 after the last."""
    place = b.at[here]
    while place >= 0:
        tile = place >> 2
        side = place & 3
        following = place + 1
        if side == 3:
            following = g.next_live[tile]
        b.at[here] = following
        if unknown(g, tile, side) and b.block[edge_number(g, tile, side)] == _UNSEEN:
            return place
        place = following
    return -1


@inlined
def _enter(g: Multigraph, b: Blocks, here: i64, edge: i64) -> None:
    b.order[here] = b.met
    b.low[here] = b.met
    b.entered[here] = edge
    b.path[b.depth] = here
    b.met += 1
    b.depth += 1


@inlined
def _leave(g: Multigraph, b: Blocks) -> None:
    """Return from the last class of the path; if nothing below reaches further back: a block."""
    b.depth -= 1
    if b.depth == 0:
        return
    here = b.path[b.depth]
    above = b.path[b.depth - 1]
    b.low[above] = min(b.low[above], b.low[here])
    if b.low[here] < b.order[above]:
        return
    number = b.found
    edge = -1
    size = 0
    while edge != b.entered[here]:
        b.held -= 1
        edge = b.pending[b.held]
        b.block[edge] = number
        size += 1
    b.anchor[number] = edge >> 1
    b.found += 1
    if size == 1:
        b.bridges[b.bridged] = edge
        b.bridged += 1


@kernel
def open_bridges(g: Multigraph, b: Blocks) -> bool:
    """Rule 5: bridges are open."""
    for k in range(b.bridged):
        edge = b.bridges[k]
        if not narrow(g, edge >> 1, having(3 * (edge & 1))):
            return False
    return True


@kernel
def number_groups(g: Multigraph, b: Blocks, group: View[i64]) -> i64:
    """Put blocks that share a tile into one group; without a tree, what unknown edges connect.

    group [n]: is set to the groups of live tiles, numbered by their first tiles, -1 for the others.
    Returns the number of groups.
    """
    for tile in range(len(group)):
        group[tile] = -1
    for k in range(g.alive):
        b.leader[g.live[k]] = g.live[k]
    for k in range(g.alive):
        tile = g.live[k]
        for side in range(4):
            if unknown(g, tile, side):
                other = g.neighbours[tile, side]
                if g.tree:
                    other = b.anchor[b.block[edge_number(g, tile, side)]]
                unite(b.leader, tile, other)
    groups = 0
    for k in range(g.alive):
        tile = g.live[k]
        first = root(b.leader, tile)
        if first == tile:
            group[tile] = groups
            groups += 1
        else:
            group[tile] = group[first]
    return groups
