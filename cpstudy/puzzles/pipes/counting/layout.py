"""The frontier entries that each tile of a group closes and opens, in a given order of tiles.

The frontier has one entry per unknown edge between a tile taken and a tile not yet taken, and one
more for each class with tiles on both sides: always open, from a tile of the class to the next one
taken. A contracted component thus costs one entry, and no second sort of vertices is needed. An
entry keeps its *place* from the tile that opens it to the tile that closes it; free places are
used again.

The layout of an order of tiles has a *width*, the number of places, and a *cost*, the sum of
2^entries over the tiles: an estimate of the number of states without counting them.
"""

from cpstudy.core.kernel_types import Const, View, View2, f64, i64
from cpstudy.core.native import entry, inlined, table, workspace, zeros
from cpstudy.puzzles.pipes.counting.multigraph import Multigraph, edge_number, unknown

# Columns of a site, one row per tile of an order. The places of the incoming and of the outgoing
# entries: by side, then that of the class, -1 if there is none. The sides with incoming and with
# outgoing entries. The range of its orientations in the list of masks. The sets of open incoming
# sides that some orientation fits, as a bit set. The tile.
IN, OUT, SIDES_IN, SIDES_OUT, BEGIN, END, FITS, TILE = 0, 5, 10, 11, 12, 13, 14, 15
SITE = 16
BY_CLASS = 4

# The cost of a tile by the entries of the frontier; a cost that exceeds a float is cut off.
_MOST_ENTRIES = 1000
_COSTS: Const[f64] = table([2.0**entries for entries in range(_MOST_ENTRIES + 1)], "f64")


@workspace
class Places:
    """The places of a frontier. All are zero between two layouts.

    by_edge [2n]: the place of an edge plus one, or 0. by_class [n], by root: the same. left [n], by
    root: tiles of the class not yet taken. used [2n]: 1 if a place is in use. There are never more
    entries than edges, because a class with tiles on both sides has a known edge.

    in_use: the number of entries in use; width: the maximum so far.
    """

    by_edge: View[i64]
    by_class: View[i64]
    left: View[i64]
    used: View[i64]
    in_use: i64
    width: i64

    def __init__(self, n: int) -> None:
        self.by_edge, self.used = zeros(2 * n, "i64"), zeros(2 * n, "i64")
        self.by_class, self.left = zeros(n, "i64"), zeros(n, "i64")
        self.in_use = self.width = 0


@entry
def lay_out(
    g: Multigraph, p: Places, order: View[i64], begin: i64, end: i64, sites: View2[i64]
) -> f64:
    """Fill sites ``begin`` to ``end`` for an order; returns the cost, leaves the width in ``p``."""
    p.in_use = 0
    p.width = 0
    for k in range(begin, end):
        p.left[g.parent[order[k]]] += 1
    cost: f64 = 0.0
    for k in range(begin, end):
        sites[k, TILE] = order[k]
        _close_sides(g, p, sites, k)
        _open_sides(g, p, sites, k)
        _pass_class_on(g, p, sites, k)
        cost += _COSTS[min(p.in_use, _MOST_ENTRIES)]
    return cost


@inlined
def _close_sides(g: Multigraph, p: Places, sites: View2[i64], k: i64) -> None:
    """Close the entries that lead to a tile."""
    sites[k, SIDES_IN] = 0
    for side in range(4):
        sites[k, IN + side] = -1
        if unknown(g, sites[k, TILE], side):
            edge = edge_number(g, sites[k, TILE], side)
            if p.by_edge[edge] > 0:
                sites[k, IN + side] = p.by_edge[edge] - 1
                sites[k, SIDES_IN] |= 1 << side
                p.by_edge[edge] = 0
                _free(p, sites[k, IN + side])


@inlined
def _open_sides(g: Multigraph, p: Places, sites: View2[i64], k: i64) -> None:
    """Open entries for the other unknown edges of a tile, except those that lead back to it."""
    sites[k, SIDES_OUT] = 0
    tile = sites[k, TILE]
    for side in range(4):
        sites[k, OUT + side] = -1
        met = sites[k, IN + side] >= 0 or g.neighbours[tile, side] == tile
        if not met and unknown(g, tile, side):
            sites[k, OUT + side] = _reserved(p)
            sites[k, SIDES_OUT] |= 1 << side
            p.by_edge[edge_number(g, tile, side)] = sites[k, OUT + side] + 1


@inlined
def _pass_class_on(g: Multigraph, p: Places, sites: View2[i64], k: i64) -> None:
    """Lead the entry of a class from its last tile to this one, and on to the next."""
    own = g.parent[sites[k, TILE]]
    p.left[own] -= 1
    sites[k, IN + BY_CLASS] = p.by_class[own] - 1
    sites[k, OUT + BY_CLASS] = -1
    if g.tree and p.left[own] > 0:
        if p.by_class[own] == 0:
            p.by_class[own] = _reserved(p) + 1
        sites[k, OUT + BY_CLASS] = p.by_class[own] - 1
    elif p.by_class[own] > 0:
        _free(p, p.by_class[own] - 1)
        p.by_class[own] = 0


@inlined
def _reserved(p: Places) -> i64:
    """Reserve and return the first free place."""
    place = 0
    while p.used[place]:
        place += 1
    p.used[place] = 1
    p.in_use += 1
    p.width = max(p.width, place + 1)
    return place


@inlined
def _free(p: Places, place: i64) -> None:
    p.used[place] = 0
    p.in_use -= 1


@entry
def list_orientations(g: Multigraph, sites: View2[i64], end: i64, masks: View[i64]) -> None:
    """List the possible orientations of the sites before ``end``, and the open sides they fit.

    sites [at least end, SITE], masks [4 * end].
    """
    size = 0
    for k in range(end):
        sites[k, BEGIN] = size
        sites[k, FITS] = 0
        for mask in range(16):
            if g.possible[sites[k, TILE]] >> mask & 1:
                masks[size] = mask
                size += 1
                sites[k, FITS] |= 1 << (mask & sites[k, SIDES_IN])
        sites[k, END] = size
