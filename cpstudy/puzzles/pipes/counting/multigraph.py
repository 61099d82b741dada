"""What is unknown of a board, as a multigraph: classes of tiles, joined by unknown edges.

An edge is *known* where all possible orientations of one of its tiles agree on it. Known open
edges join tiles into classes, known closed ones vanish. This file has the arrays that the rules of
contraction work on, and what all of them do: ask whether an edge is unknown, join two classes,
take orientations away.

Classes are a union-find forest whose roots are their least tiles. Cost: amortised nearly constant
each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.forest import root
from cpstudy.core.kernels import borrowing, inlined

# For each side: the set of open-side masks, as a bit set, in which it is open.
WITH = np.array(
    [sum(1 << mask for mask in range(16) if mask >> side & 1) for side in range(4)], np.int64
)
EVERY = 0xFFFF

# Places in the control word of planning, which this file shares with :mod:`.blocks` and
# :mod:`.layout`. Whether a tree is asked for (1 or 0). How many tiles are live and how many wait;
# how many classes there are, empty tiles not counted. Of the search for blocks: classes on the path
# and met so far, edges pending, blocks, bridges. Of a layout: entries in use, width.
TREE, LIVE, WAITING, CLASSES, DEPTH, MET, PENDING, BLOCKS, BRIDGES, IN_USE, WIDTH = range(11)
CONTROL = 11


class Multigraph(NamedTuple):
    """What is known of a board of n tiles; int64.

    neighbours: [n, 4], -1 where nothing is beyond a side. possible: [n], the sets of open-side
    masks that are left. parent: [n], classes as a forest. joined: [n], the sides across which a
    class was joined. live: [n], the tiles with several masks left, ascending. beside: [n], of a
    live tile 4 times the next one of its class, or -1, see ``find_blocks``. stack, waiting: [n],
    the tiles to propagate from, and whether a tile is one. stubs: [n], by root, see ``dead_ends``.
    across: [4], the classes beyond the sides of one tile. control: see the names above.
    """

    neighbours: Any
    possible: Any
    parent: Any
    joined: Any
    live: Any
    beside: Any
    stack: Any
    waiting: Any
    stubs: Any
    across: Any
    control: Any


@borrowing
def begin_board(g: Any) -> None:
    """Nothing is known yet, and all tiles wait."""
    n = len(g.possible)
    classes = n
    for tile in range(n):
        g.parent[tile] = tile
        g.joined[tile] = 0
        g.live[tile] = tile
        g.stack[tile] = tile
        g.waiting[tile] = 1
        classes -= g.possible[tile] == 1
    g.control[LIVE] = n
    g.control[WAITING] = n
    g.control[CLASSES] = classes


@borrowing
def flatten(g: Any) -> None:
    """From now on ``parent`` of a live tile is its root."""
    for k in range(g.control[LIVE]):
        g.parent[g.live[k]] = root(g.parent, g.live[k])


@inlined
def unite(parent: Any, one: Any, other: Any) -> bool:
    """Make two trees of a forest one, with the lesser root; False where they were one."""
    a = root(parent, one)
    b = root(parent, other)
    if a == b:
        return False
    parent[max(a, b)] = min(a, b)
    return True


@inlined
def unknown(possible: Any, tile: Any, side: Any) -> bool:
    """Whether a side of a tile is open in some of its masks and closed in others."""
    opened = possible[tile] & WITH[side]
    return bool(opened != 0 and opened != possible[tile])


@inlined
def narrow(g: Any, tile: Any, kept: Any) -> bool:
    """Keep the masks of a tile that are in ``kept``, and let it wait; False where none is left."""
    left = g.possible[tile] & kept
    if left != g.possible[tile]:
        g.possible[tile] = left
        if not g.waiting[tile]:
            g.waiting[tile] = 1
            g.stack[g.control[WAITING]] = tile
            g.control[WAITING] += 1
    return bool(left != 0)


@inlined
def edge_number(neighbours: Any, tile: Any, side: Any) -> Any:
    """Edges are numbered by the tile on their left or above: twice that, plus one for the lower."""
    if 1 <= side <= 2:
        tile = neighbours[tile, side]
    return 2 * tile + (side & 1)
