"""Tiles of a group one after another: which entries of the frontier each of them closes and opens.

The frontier has one entry an unknown edge between a tile taken and a tile to come, and one more
for each class that straddles it: always open, from a tile of the class to the next one taken. So
contracted components cost one entry, and no vertices of a second sort are needed. An entry keeps
its *place* from the tile that opens it to the tile that closes it; what is free is used again.

Laying out an order of tiles tells the *width*, the number of places, and the *cost*, the sum of
2^entries over the tiles: an estimate of the states to come that counts nothing.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.pipes.counting.multigraph import (
    IN_USE,
    TREE,
    WIDTH,
    edge_number,
    unknown,
)

# Columns of a site, one row a tile of an order. The places of the entries that come in and that go
# out: by side, then the one of the class, -1 where there is none. The sides with entries in and
# out. Where its orientations begin and end in the list of masks; the sets of open incoming sides
# that some orientation fits, as a bit set. The tile.
IN, OUT, SIDES_IN, SIDES_OUT, BEGIN, END, FITS, TILE = 0, 5, 10, 11, 12, 13, 14, 15
SITE = 16
BY_CLASS = 4


class Places(NamedTuple):
    """The places of a frontier; int64. All clear between two layouts.

    by_edge [2n]: the place of an edge plus one, or 0. by_class [n], by root: the same. left [n], by
    root: tiles of the class to come. used [2n]: 1 where a place is in use; there are no more
    entries at a time than edges, because a class that straddles has a known one.
    """

    by_edge: Any
    by_class: Any
    left: Any
    used: Any


@borrowing
def lay_out(g: Any, p: Any, order: Any, begin: Any, end: Any, sites: Any) -> Any:
    """Fill the sites from ``begin`` to ``end`` for an order; returns the cost.

    The width is left in the control word.
    """
    g.control[IN_USE] = 0
    g.control[WIDTH] = 0
    for k in range(begin, end):
        p.left[g.parent[order[k]]] += 1
    cost = 0.0
    for k in range(begin, end):
        site = sites[k]
        site[TILE] = order[k]
        _close_sides(g, p, site)
        _open_sides(g, p, site)
        _pass_class_on(g, p, site)
        # More than a float holds is not to be told apart.
        cost += math.ldexp(1.0, int(min(g.control[IN_USE], 1000)))
    return cost


@inlined
def _close_sides(g: Any, p: Any, site: Any) -> None:
    """The entries that lead to a tile end there."""
    site[SIDES_IN] = 0
    for side in range(4):
        site[IN + side] = -1
        if unknown(g.possible, site[TILE], side):
            edge = edge_number(g.neighbours, site[TILE], side)
            if p.by_edge[edge] > 0:
                site[IN + side] = p.by_edge[edge] - 1
                site[SIDES_IN] |= 1 << side
                p.by_edge[edge] = 0
                _free(g, p, site[IN + side])


@inlined
def _open_sides(g: Any, p: Any, site: Any) -> None:
    """The other unknown edges of a tile begin there, but for those that lead back to it."""
    site[SIDES_OUT] = 0
    tile = site[TILE]
    for side in range(4):
        site[OUT + side] = -1
        met = site[IN + side] >= 0 or g.neighbours[tile, side] == tile
        if not met and unknown(g.possible, tile, side):
            site[OUT + side] = _reserved(g, p)
            site[SIDES_OUT] |= 1 << side
            p.by_edge[edge_number(g.neighbours, tile, side)] = site[OUT + side] + 1


@inlined
def _pass_class_on(g: Any, p: Any, site: Any) -> None:
    """The entry of a class leads from its last tile to this one, and on to the next."""
    own = g.parent[site[TILE]]
    p.left[own] -= 1
    site[IN + BY_CLASS] = p.by_class[own] - 1
    site[OUT + BY_CLASS] = -1
    if g.control[TREE] and p.left[own] > 0:
        if p.by_class[own] == 0:
            p.by_class[own] = _reserved(g, p) + 1
        site[OUT + BY_CLASS] = p.by_class[own] - 1
    elif p.by_class[own] > 0:
        _free(g, p, p.by_class[own] - 1)
        p.by_class[own] = 0


@inlined
def _reserved(g: Any, p: Any) -> Any:
    """The first free place, in use from now on."""
    place = 0
    while p.used[place]:
        place += 1
    p.used[place] = 1
    g.control[IN_USE] += 1
    g.control[WIDTH] = max(g.control[WIDTH], place + 1)
    return place


@inlined
def _free(g: Any, p: Any, place: Any) -> None:
    p.used[place] = 0
    g.control[IN_USE] -= 1


@borrowing
def list_orientations(g: Any, sites: Any, masks: Any) -> None:
    """List the possible orientations of all sites, and which open incoming sides they fit.

    sites int64[…, SITE], masks int64[4 * sites].
    """
    size = 0
    for k in range(len(sites)):
        site = sites[k]
        site[BEGIN] = size
        site[FITS] = 0
        for mask in range(16):
            if g.possible[site[TILE]] >> mask & 1:
                masks[size] = mask
                size += 1
                site[FITS] |= 1 << (mask & site[SIDES_IN])
        site[END] = size
