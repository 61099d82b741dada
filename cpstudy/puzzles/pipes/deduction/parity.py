"""The rule of parity, for regions and for chains, which Tatham2019 describes but did not implement.

*Regions.* Every edge joins two open sides, so the open sides of a region that are not joined inside
it lead out of it: their number has the parity of the sum of the tiles' open sides. If exactly one
edge on a region's border is unknown, parity determines it. In general, consider the tiles as
vertices and the unknown edges as edges; a single unknown edge on the border of a region is a
*bridge* of that graph (known edges count with their value). One depth-first traversal finds all
bridges, and the sums on one side of each, in linear time (Tarjan1972). A connected part without
an unknown edge to the rest must have an even sum.

*Chains of sides.* Opposite sides of a straight are equal, those of a corner differ; in general
two sides of a tile may be equal, or different, in all its possible orientations. A disjoint-set
forest with parities over the unknown edges follows such chains. If a chain returns to the tile from
which it started, the tile loses the orientations that contradict the relation of two of its sides.
On a wrapping board this is the rule of the row of straights and corners with one odd piece. (A
chain that reaches a known edge belongs to the local rule.) Near-linear.

Both hold for free graphs as well.
"""

from cpstudy.core.kernel_types import Const, View, i32, i64, u8
from cpstudy.core.native import kernel, table, workspace, zeros
from cpstudy.puzzles.pipes.deduction.knowledge import (
    PARITY,
    TURNS,
    Knowledge,
    keep,
    set_edge,
    unknown_sides,
)

# -- regions ------------------------------------------------------------------------------------

_OPEN_COUNT: Const[u8] = table([mask.bit_count() for mask in range(16)], "u8")


@workspace
class Walk:
    """A depth-first walk over the unknown edges of a board of n tiles; all [n].

    place: the position of a tile in the walk from its start, from 1; 0: not visited. low: the least
    place that the tile, or one below it, has an edge to. entered: the side by which it was entered,
    -1 at a start. turn: the next side to visit. wanted: open sides not yet joined, of the tile and
    all tiles below it. path: from the start to the current tile. bridges: tiles entered over one.
    """

    place: View[i32]
    low: View[i32]
    entered: View[i32]
    turn: View[i32]
    wanted: View[i32]
    path: View[i32]
    bridges: View[i32]

    def __init__(self, n: int) -> None:
        self.place = zeros(n, "i32")
        self.low = zeros(n, "i32")
        self.entered = zeros(n, "i32")
        self.turn = zeros(n, "i32")
        self.wanted = zeros(n, "i32")
        self.path = zeros(n, "i32")
        self.bridges = zeros(n, "i32")


@kernel
def regions(k: Knowledge, walk: Walk) -> bool:
    """One pass over the board. False on a contradiction."""
    for tile in range(len(walk.place)):
        walk.place[tile] = 0
    bridges = 0
    for start in range(len(walk.place)):
        if walk.place[start] == 0 and unknown_sides(k, start):
            bridges = _walk_from(k, walk, start, bridges)
            if bridges < 0:
                return False
    for number in range(bridges):
        tile = walk.bridges[number]
        if not set_edge(k, PARITY, tile, walk.entered[tile], walk.wanted[tile] & 1):
            return False
    return True


@kernel
def _walk_from(k: Knowledge, walk: Walk, start: i64, bridges: i64) -> i64:
    """Walk a connected part; the number of bridges so far, -1 if its sum is odd."""
    depth = 0
    met = 1
    _enter(k, walk, start, -1, depth, met)
    while True:
        tile = walk.path[depth]
        side = walk.turn[tile]
        walk.turn[tile] = side + 1
        if side < 4:
            if unknown_sides(k, tile) >> side & 1 and side != walk.entered[tile]:
                beyond = k.neighbours[tile, side]
                if walk.place[beyond]:
                    walk.low[tile] = min(walk.low[tile], walk.place[beyond])
                else:
                    depth += 1
                    met += 1
                    _enter(k, walk, beyond, side ^ 2, depth, met)
        elif depth == 0:
            return -1 if walk.wanted[tile] & 1 else bridges
        else:
            depth -= 1
            above = walk.path[depth]
            walk.low[above] = min(walk.low[above], walk.low[tile])
            walk.wanted[above] += walk.wanted[tile]
            if walk.low[tile] == walk.place[tile]:
                walk.bridges[bridges] = tile
                bridges += 1


@kernel
def _enter(k: Knowledge, walk: Walk, tile: i64, side: i64, depth: i64, place: i64) -> None:
    walk.path[depth] = tile
    walk.entered[tile] = side
    walk.turn[tile] = 0
    walk.place[tile] = place
    walk.low[tile] = place
    walk.wanted[tile] = _OPEN_COUNT[k.tiles[tile]] - _OPEN_COUNT[k.known[tile] & 15]


# -- chains of sides ----------------------------------------------------------------------------

# The relation of two sides of a tile in all its orientations.
_SAME, _DIFFERENT, _FREE = 0, 1, 2


@workspace
class Ties:
    """A forest over the edges of a board of n tiles; both [2n].

    parent: an edge of the same class; a root is its own parent. flip: whether the edge differs from
    its parent.
    """

    parent: View[i32]
    flip: View[u8]

    def __init__(self, n: int) -> None:
        self.parent = zeros(2 * n, "i32")
        self.flip = zeros(2 * n, "u8")


@kernel
def _find(ties: Ties, edge: i64) -> i64:
    """The root of the class of ``edge``; afterwards ``flip`` of the edge relates it to the root."""
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
    """Record that two edges are equal (0) or differ (1). False if that is refuted."""
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
    """A number for the edge at a side of a tile, the same from both of its tiles."""
    if 1 <= side <= 2:
        tile = k.neighbours[tile, side]
    return 2 * tile + (side & 1)


@kernel
def _relation(k: Knowledge, tile: i64, side: i64, other: i64) -> i64:
    """The relation of two sides of a tile in its remaining orientations."""
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
    """The set of orientations of a tile that contradict the relation of two sides."""
    breaking = 0
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if (mask >> side ^ mask >> other) & 1 != differ:
            breaking |= 1 << mask
    return breaking
