"""The parity of regions, which Tatham2019 describes and never built.

Every edge joins two open sides, so the open sides of a region that are not joined inside it leave
it: their number has the parity of the sum of the tiles' open sides. Where one edge alone is unknown
on a region's border, it is known by parity. In full generality: consider the tiles as vertices and
the unknown edges as edges; an edge alone on the border of a region is a *bridge* of that graph
(known edges count as what they are). All bridges, and the sums on one side of each, come out of one
depth-first traversal: linear time (Tarjan1972). A connected part without a way out must have an
even sum. Holds for free graphs as well.
"""

from __future__ import annotations

from cpstudy.core.native import Const, View, i32, i64, kernel, table, u8, workspace, zeros
from cpstudy.puzzles.pipes.deduction.knowledge import PARITY, Knowledge, set_edge, unknown_sides

_OPEN_COUNT: Const[u8] = table([mask.bit_count() for mask in range(16)], "u8")


@workspace
class Walk:
    """A depth-first walk over the unknown edges of a board of n tiles; all [n].

    place: when a tile was met on the walk from its start, from 1; 0: not yet. low: the least place
    that the tile, or one below it, has an edge to. entered: the side by which it was entered, -1 at
    a start. turn: the side to look at next. wanted: open sides not yet joined, of the tile and all
    below it. path: from the start to where the walk stands. bridges: tiles entered over one.
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
    """Walk a connected part; the number of bridges so far, -1 where its sum is odd."""
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
