"""The parity of chains of sides, which Tatham2019 describes and never built.

Opposite sides of a straight are the same, those of a corner differ; in general two sides of a tile
may be the same, or different, in all its possible orientations. A disjoint-set forest with parities
over the unknown edges follows such chains: where one comes back to a tile from which it started,
the tile loses the orientations that contradict what is known of two of its sides. On a wrapping
board that is the rule of the row of straights and corners with one odd piece. (A chain that comes
to a known edge is the local rule's.) Near-linear. Holds for free graphs as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    PARITY,
    TURNS,
    keep,
    unknown_sides,
)

# How two sides of a tile are related in all its orientations.
_SAME, _DIFFERENT, _FREE = 0, 1, 2


@kernel
def _find(parent: Any, flip: Any, edge: Any) -> Any:
    """The edge that stands for the class of ``edge``; ``flip[edge]`` then relates it to that."""
    root = edge
    parity = 0
    while parent[root] != root:
        parity ^= flip[root]
        root = parent[root]
    while parent[edge] != root and edge != root:  # compress the path
        following = parent[edge]
        rest = parity ^ flip[edge]
        parent[edge] = root
        flip[edge] = parity
        parity = rest
        edge = following
    return root


@kernel
def _tie(parent: Any, flip: Any, one: Any, other: Any, differ: Any) -> bool:
    """Edges one and other are the same (0) or differ (1). False where that is refuted."""
    a = _find(parent, flip, one)
    b = _find(parent, flip, other)
    relation = flip[one] ^ flip[other] ^ differ
    if a == b:
        return bool(relation == 0)
    parent[a] = b
    flip[a] = relation
    return True


@kernel
def _edge(k: Any, tile: Any, side: Any) -> Any:
    """A number for the edge at a side of a tile: the same from both of its tiles."""
    if side == 0:
        return 2 * tile
    if side == 3:
        return 2 * tile + 1
    beyond = k.neighbours[tile, side]
    return 2 * beyond + (1 if side == 1 else 0)


@kernel
def _relation(k: Any, tile: Any, side: Any, other: Any) -> Any:
    """How two sides of a tile are related in the orientations that it has left."""
    possible = k.possible[tile]
    same, differ = True, True
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if possible >> mask & 1:
            if (mask >> side ^ mask >> other) & 1:
                same = False
            else:
                differ = False
    if same == differ:
        return _FREE
    return _SAME if same else _DIFFERENT


@kernel
def _tie_all(k: Any, parent: Any, flip: Any) -> bool:
    """Fill the forest. False on a contradiction."""
    for edge in range(parent.size):
        parent[edge] = edge
    for tile in range(k.possible.size):
        unknown = unknown_sides(k, tile)
        for side in range(4):
            for other in range(side):
                if unknown >> side & unknown >> other & 1:
                    relation = _relation(k, tile, side, other)
                    one, two = _edge(k, tile, side), _edge(k, tile, other)
                    if relation != _FREE and not _tie(parent, flip, one, two, relation):
                        return False
    return True


@kernel
def chains(k: Any) -> bool:
    """One pass over the board. False on a contradiction."""
    n = k.possible.size
    parent = np.empty(2 * n, np.int64)
    flip = np.zeros(2 * n, np.int64)
    if not _tie_all(k, parent, flip):
        return False
    for tile in range(n):
        unknown = unknown_sides(k, tile)
        remaining = k.possible[tile]
        for side in range(4):
            for other in range(side):
                if unknown >> side & unknown >> other & 1:
                    one, two = _edge(k, tile, side), _edge(k, tile, other)
                    if _find(parent, flip, one) == _find(parent, flip, two):
                        differ = flip[one] ^ flip[two]
                        remaining &= ~_breaking(k, tile, side, other, differ)
        if not keep(k, PARITY, tile, remaining):
            return False
    return True


@kernel
def _breaking(k: Any, tile: Any, side: Any, other: Any, differ: Any) -> Any:
    """The orientations of a tile in which two sides do not differ as they must, as a set."""
    breaking = 0
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if (mask >> side ^ mask >> other) & 1 != differ:
            breaking |= 1 << mask
    return breaking
