"""The parity of chains of sides, which Tatham2019 describes and never built.

Opposite sides of a straight are the same, those of a corner differ; in general two sides of a tile
may be the same, or different, in all its possible orientations. A disjoint-set forest with parities
over the unknown edges follows such chains: where one comes back to a tile from which it started,
the tile loses the orientations that contradict what is known of two of its sides. On a wrapping
board that is the rule of the row of straights and corners with one odd piece. (A chain that comes
to a known edge is the local rule's.) Near-linear. Holds for free graphs as well.
"""

from __future__ import annotations

from cpstudy.core.native import View, i32, i64, kernel, u8, workspace, zeros
from cpstudy.puzzles.pipes.deduction.knowledge import PARITY, TURNS, Knowledge, keep, unknown_sides

# How two sides of a tile are related in all its orientations.
_SAME, _DIFFERENT, _FREE = 0, 1, 2


@workspace
class Ties:
    """A forest over the edges of a board of n tiles; both [2n].

    parent: an edge of the same class, the edge itself where it stands for the class. flip: whether
    the edge differs from its parent.
    """

    parent: View[i32]
    flip: View[u8]

    def __init__(self, n: int) -> None:
        self.parent = zeros(2 * n, "i32")
        self.flip = zeros(2 * n, "u8")


@kernel
def _find(ties: Ties, edge: i64) -> i64:
    """The edge that stands for the class of ``edge``; its ``flip`` then relates it to that."""
    root = edge
    parity = 0
    while ties.parent[root] != root:
        parity ^= ties.flip[root]
        root = ties.parent[root]
    while ties.parent[edge] != root and edge != root:  # compress the path
        following = ties.parent[edge]
        rest = parity ^ ties.flip[edge]
        ties.parent[edge] = root
        ties.flip[edge] = parity
        parity = rest
        edge = following
    return root


@kernel
def _tie(ties: Ties, one: i64, other: i64, differ: i64) -> bool:
    """Edges one and other are the same (0) or differ (1). False where that is refuted."""
    a = _find(ties, one)
    b = _find(ties, other)
    relation = ties.flip[one] ^ ties.flip[other] ^ differ
    if a == b:
        return relation == 0
    ties.parent[a] = b
    ties.flip[a] = relation
    return True


@kernel
def _edge(k: Knowledge, tile: i64, side: i64) -> i64:
    """A number for the edge at a side of a tile: the same from both of its tiles."""
    if side == 0:
        return 2 * tile
    if side == 3:
        return 2 * tile + 1
    return 2 * i64(k.neighbours[tile, side]) + (1 if side == 1 else 0)


@kernel
def _relation(k: Knowledge, tile: i64, side: i64, other: i64) -> i64:
    """How two sides of a tile are related in the orientations that it has left."""
    possible = k.possible[tile]
    same = 1
    differ = 1
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if possible >> mask & 1:
            if (mask >> side ^ mask >> other) & 1:
                same = 0
            else:
                differ = 0
    if same == differ:
        return _FREE
    return _SAME if same else _DIFFERENT


@kernel
def _tie_all(k: Knowledge, ties: Ties) -> bool:
    """Fill the forest. False on a contradiction."""
    for edge in range(len(ties.parent)):
        ties.parent[edge] = edge
        ties.flip[edge] = 0
    for tile in range(len(k.possible)):
        unknown = unknown_sides(k, tile)
        for side in range(4):
            for other in range(side):
                if unknown >> side & unknown >> other & 1:
                    relation = _relation(k, tile, side, other)
                    if relation == _FREE:
                        continue
                    if not _tie(ties, _edge(k, tile, side), _edge(k, tile, other), relation):
                        return False
    return True


@kernel
def chains(k: Knowledge, ties: Ties) -> bool:
    """One pass over the board. False on a contradiction."""
    if not _tie_all(k, ties):
        return False
    for tile in range(len(k.possible)):
        unknown = unknown_sides(k, tile)
        remaining = k.possible[tile]
        for side in range(4):
            for other in range(side):
                if unknown >> side & unknown >> other & 1:
                    one = _edge(k, tile, side)
                    two = _edge(k, tile, other)
                    if _find(ties, one) == _find(ties, two):
                        differ = ties.flip[one] ^ ties.flip[two]
                        remaining &= ~_breaking(k, tile, side, other, differ)
        if not keep(k, PARITY, tile, remaining):
            return False
    return True


@kernel
def _breaking(k: Knowledge, tile: i64, side: i64, other: i64, differ: i64) -> i64:
    """The orientations of a tile in which two sides do not differ as they must, as a set."""
    breaking = 0
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if (mask >> side ^ mask >> other) & 1 != differ:
            breaking |= 1 << mask
    return breaking
