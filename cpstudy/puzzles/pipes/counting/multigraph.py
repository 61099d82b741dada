"""What is unknown of a board, as a multigraph: classes of tiles, joined by unknown edges.

An edge is *known* where all possible orientations of one of its tiles agree on it. Known open
edges join tiles into classes, known closed ones vanish. This file has the arrays that the rules of
contraction work on, and what all of them do: ask whether an edge is unknown, join two classes,
take orientations away.

Classes are a union-find forest whose roots are their least tiles, and rings of tiles, so that all
tiles of a class are found from any of them. Cost: amortised nearly constant each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import borrowing, kernel

# For each side: the set of open-side masks, as a bit set, in which it is open.
WITH = np.array(
    [sum(1 << mask for mask in range(16) if mask >> side & 1) for side in range(4)], np.int64
)
EVERY = 0xFFFF

# Places in ``Multigraph.control``: whether a tree is asked for (1 or 0); how many tiles are live
# and how many wait; how many classes there are, empty tiles not counted.
TREE, LIVE, WAITING, CLASSES = range(4)


class Multigraph(NamedTuple):
    """What is known of a board of n tiles; all int64, but for waiting: bool.

    neighbours: [n, 4], -1 where nothing is beyond a side. possible: [n], the sets of open-side
    masks that are left. parent, ring: [n], classes as a forest and as rings. joined: [n], the sides
    across which a class was joined. live: [n], the tiles with several masks left, ascending. stack,
    waiting: [n], the tiles to propagate from. stubs: [n], by root, see ``dead_ends``. across: [4],
    the classes beyond the sides of one tile. control: [4], see the names above.
    """

    neighbours: Any
    possible: Any
    parent: Any
    ring: Any
    joined: Any
    live: Any
    stack: Any
    waiting: Any
    stubs: Any
    across: Any
    control: Any


@kernel
def multigraph(neighbours: Any, possible: Any, tree: Any) -> Multigraph:
    """Nothing is known yet, and all tiles wait; ``possible`` is taken over and narrowed."""
    n = len(possible)
    g = Multigraph(
        neighbours,
        possible,
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
        np.empty(n, np.bool_),
        np.empty(n, np.int64),
        np.empty(4, np.int64),
        np.empty(4, np.int64),
    )
    classes = 0
    for tile in range(n):
        g.parent[tile] = tile
        g.ring[tile] = tile
        g.joined[tile] = 0
        g.live[tile] = tile
        g.stack[tile] = tile
        g.waiting[tile] = True
        if possible[tile] != 1:
            classes += 1
    g.control[TREE] = tree
    g.control[LIVE] = n
    g.control[WAITING] = n
    g.control[CLASSES] = classes
    return g


@borrowing
def root(parent: Any, tile: Any) -> Any:
    """The root of a tile in a union-find forest."""
    while parent[tile] != tile:
        parent[tile] = parent[parent[tile]]
        tile = parent[tile]
    return tile


@borrowing
def unite(parent: Any, one: Any, other: Any) -> bool:
    """Make two trees of a forest one, with the lesser root; False where they were one."""
    a = root(parent, one)
    b = root(parent, other)
    if a == b:
        return False
    parent[max(a, b)] = min(a, b)
    return True


@borrowing
def unknown(possible: Any, tile: Any, side: Any) -> bool:
    """Whether a side of a tile is open in some of its masks and closed in others."""
    opened = possible[tile] & WITH[side]
    return bool(opened != 0 and opened != possible[tile])


@borrowing
def narrow(g: Any, tile: Any, kept: Any) -> bool:
    """Keep the masks of a tile that are in ``kept``, and let it wait; False where none is left."""
    left = g.possible[tile] & kept
    if left != g.possible[tile]:
        g.possible[tile] = left
        if not g.waiting[tile]:
            g.waiting[tile] = True
            g.stack[g.control[WAITING]] = tile
            g.control[WAITING] += 1
    return bool(left != 0)
