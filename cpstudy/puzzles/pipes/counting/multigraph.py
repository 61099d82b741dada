"""The unknown part of a board as a multigraph: classes of tiles, joined by unknown edges.

An edge is *known* if all possible orientations of one of its tiles agree on it. Known open
edges join tiles into classes, known closed ones vanish. This file has the arrays that the rules of
contraction work on, and their common operations: ask whether an edge is unknown, join two classes,
remove orientations.

Classes are a union-find forest whose roots are their smallest tiles. Cost: amortised nearly
constant per operation.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const2, View, i32, i64
from cpstudy.core.native import entry, inlined, view, workspace, zeros
from cpstudy.core.union_find import root

# For each side, in 16 bits: the set of open-side masks, as a bit set, in which it is open.
_HAVING = 0xFF00F0F0CCCCAAAA
EVERY = 0xFFFF


@workspace
class Multigraph:
    """The knowledge about a board of n tiles.

    neighbours: [n, 4], -1 if there is nothing beyond a side. possible: [n], the sets of remaining
    open-side masks. parent: [n], classes as a forest. joined: [n], the sides across which a class
    was joined. live: [n], the tiles with several masks left, ascending. next_live: [n], for a live
    tile 4 times the next one of its class, or -1, see ``find_blocks``. stack, waiting: [n], the
    tiles to propagate from, and whether a tile is one. stubs: [n], by root, see ``dead_ends``.
    across: [4], the classes beyond the sides of one tile.

    tree: whether a tree is required; alive, stacked: the numbers of live and of waiting tiles;
    classes: their number, without empty tiles.
    """

    neighbours: Const2[i64]
    possible: View[i64]
    parent: View[i32]
    joined: View[i64]
    live: View[i64]
    next_live: View[i64]
    stack: View[i64]
    waiting: View[i64]
    stubs: View[i64]
    across: View[i64]
    tree: bool
    alive: i64
    stacked: i64
    classes: i64

    def __init__(self, neighbours: npt.NDArray[np.int64], tree: bool) -> None:
        n = len(neighbours)
        self.neighbours, self.tree = view(neighbours), tree
        self.possible = zeros(n, "i64")
        self.parent = zeros(n, "i32")
        self.joined, self.live, self.next_live = (zeros(n, "i64") for _ in range(3))
        self.stack, self.waiting, self.stubs = (zeros(n, "i64") for _ in range(3))
        self.across = zeros(4, "i64")
        self.alive = self.stacked = self.classes = 0


@inlined
def having(side: i64) -> i64:
    """The set of open-side masks, as a bit set, in which a side is open."""
    return _HAVING >> (side << 4) & EVERY


@entry
def begin_board(g: Multigraph) -> None:
    """Start without knowledge; all tiles wait."""
    n = len(g.possible)
    classes = n
    for tile in range(n):
        g.parent[tile] = tile
        g.joined[tile] = 0
        g.live[tile] = tile
        g.stack[tile] = tile
        g.waiting[tile] = 1
        classes -= g.possible[tile] == 1
    g.alive = n
    g.stacked = n
    g.classes = classes


@entry
def flatten(g: Multigraph) -> None:
    """Make ``parent`` of each live tile its root."""
    for k in range(g.alive):
        g.parent[g.live[k]] = root(g.parent, g.live[k])


@entry
@inlined
def unite(parent: View[i32], one: i64, other: i64) -> bool:
    """Join two trees of a forest under the smaller root; False if they were one tree already."""
    a = root(parent, one)
    b = root(parent, other)
    if a == b:
        return False
    parent[max(a, b)] = min(a, b)
    return True


@entry
@inlined
def unknown(g: Multigraph, tile: i64, side: i64) -> bool:
    """Whether a side of a tile is open in some of its masks and closed in others."""
    opened = g.possible[tile] & having(side)
    return opened != 0 and opened != g.possible[tile]


@entry
@inlined
def narrow(g: Multigraph, tile: i64, kept: i64) -> bool:
    """Keep the masks of a tile in ``kept``; it waits if it lost any. False if none is left."""
    left = g.possible[tile] & kept
    if left != g.possible[tile]:
        g.possible[tile] = left
        if not g.waiting[tile]:
            g.waiting[tile] = 1
            g.stack[g.stacked] = tile
            g.stacked += 1
    return left != 0


@entry
@inlined
def edge_number(g: Multigraph, tile: i64, side: i64) -> i64:
    """The number of an edge: twice its left or upper tile, plus one if it goes down."""
    if 1 <= side <= 2:
        tile = g.neighbours[tile, side]
    return 2 * tile + (side & 1)
