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

import numpy as np

from cpstudy.core.kernels import borrowing, kernel
from cpstudy.puzzles.pipes.counting.multigraph import TREE, root, unknown

# Columns of a site, one row a tile of an order. The places of the entries that come in and that go
# out: by side, then the one of the class, -1 where there is none. The sides with entries in and
# out. Where its orientations begin and end in the list of masks; the sets of open incoming sides
# that some orientation fits, as a bit set. The tile.
IN, OUT, SIDES_IN, SIDES_OUT, BEGIN, END, FITS, TILE = 0, 5, 10, 11, 12, 13, 14, 15
SITE = 16
BY_CLASS = 4

# Places in ``Layout.control``: entries in use, width.
_IN_USE, _WIDTH = range(2)


class Layout(NamedTuple):
    """The groups of a board of n tiles, laid out; int64, but for used: bool.

    group [n]: as ``contract`` fills it. first [n + 1]: group i has the places first[i] to
    first[i + 1] in orders, sites. orders [3, n]: by rows, by columns, by growth. sites [n, SITE].
    masks [4n]: the orientations of all sites. widths [n]: by group. Between two layouts clear:
    place_of [n, 4], by tile and side the place plus one, 0; class_place [n], by root, -1;
    class_left and class_taken [n], tiles by root, 0; taken [n], 0; used [4n + 1], by place.
    ready [n]: tiles beside those taken. control [2].
    """

    group: Any
    first: Any
    orders: Any
    sites: Any
    masks: Any
    widths: Any
    place_of: Any
    class_place: Any
    class_left: Any
    class_taken: Any
    taken: Any
    ready: Any
    used: Any
    control: Any


@kernel
def layout(tiles: Any) -> Layout:
    """Room for the groups of a board of so many tiles."""
    return Layout(
        np.empty(tiles, np.int64),
        np.zeros(tiles + 1, np.int64),
        np.empty((3, tiles), np.int64),
        np.empty((tiles, SITE), np.int64),
        np.empty(4 * tiles, np.int64),
        np.empty(tiles, np.int64),
        np.zeros((tiles, 4), np.int64),
        np.full(tiles, -1),
        np.zeros(tiles, np.int64),
        np.zeros(tiles, np.int64),
        np.zeros(tiles, np.int64),
        np.empty(tiles, np.int64),
        np.zeros(4 * tiles + 1, np.bool_),
        np.empty(2, np.int64),
    )


@borrowing
def lay_out(g: Any, w: Any, order: Any, begin: Any, end: Any) -> Any:
    """Fill the sites from ``begin`` to ``end`` for one of the orders; returns the cost.

    The width is left in the control word.
    """
    w.control[_IN_USE] = 0
    w.control[_WIDTH] = 0
    for k in range(begin, end):
        w.class_left[root(g.parent, w.orders[order, k])] += 1
    cost = 0.0
    for k in range(begin, end):
        tile = w.orders[order, k]
        site = w.sites[k]
        site[TILE] = tile
        _close_sides(w, site, tile)
        _open_sides(g, w, site, tile)
        site[IN + BY_CLASS] = -1
        site[OUT + BY_CLASS] = -1
        if g.control[TREE]:
            _pass_class_on(w, site, root(g.parent, tile))
        else:
            w.class_left[root(g.parent, tile)] -= 1
        # More than a float holds is not to be told apart.
        cost += math.ldexp(1.0, int(min(w.control[_IN_USE], 1000)))
    return cost


@borrowing
def width_of(w: Any) -> Any:
    """The width of the order laid out last."""
    return w.control[_WIDTH]


@borrowing
def _close_sides(w: Any, site: Any, tile: Any) -> None:
    """The entries that lead to a tile end there."""
    site[SIDES_IN] = 0
    for side in range(4):
        place = w.place_of[tile, side] - 1
        site[IN + side] = place
        if place >= 0:
            site[SIDES_IN] |= 1 << side
            w.place_of[tile, side] = 0
            _free(w, place)


@borrowing
def _open_sides(g: Any, w: Any, site: Any, tile: Any) -> None:
    """The other unknown edges of a tile begin there."""
    site[SIDES_OUT] = 0
    for side in range(4):
        site[OUT + side] = -1
        other = g.neighbours[tile, side]
        met = site[SIDES_IN] >> side & 1
        if other != tile and not met and unknown(g.possible, tile, side):
            site[OUT + side] = _reserved(w)
            site[SIDES_OUT] |= 1 << side
            w.place_of[other, side ^ 2] = site[OUT + side] + 1


@borrowing
def _pass_class_on(w: Any, site: Any, own: Any) -> None:
    """The entry of a class leads from its last tile to this one, and on to the next."""
    site[IN + BY_CLASS] = w.class_place[own]
    w.class_left[own] -= 1
    if w.class_left[own] > 0:
        if w.class_place[own] < 0:
            w.class_place[own] = _reserved(w)
        site[OUT + BY_CLASS] = w.class_place[own]
    elif w.class_place[own] >= 0:
        _free(w, w.class_place[own])
        w.class_place[own] = -1


@borrowing
def _reserved(w: Any) -> Any:
    """The first free place, in use from now on."""
    place = 0
    while w.used[place]:
        place += 1
    w.used[place] = True
    w.control[_IN_USE] += 1
    w.control[_WIDTH] = max(w.control[_WIDTH], place + 1)
    return place


@borrowing
def _free(w: Any, place: Any) -> None:
    w.used[place] = False
    w.control[_IN_USE] -= 1


@borrowing
def list_orientations(g: Any, w: Any, sites: Any) -> None:
    """List the possible orientations of the first sites, and which open incoming sides they fit."""
    size = 0
    for k in range(sites):
        site = w.sites[k]
        site[BEGIN] = size
        site[FITS] = 0
        for mask in range(16):
            if g.possible[site[TILE]] >> mask & 1:
                w.masks[size] = mask
                size += 1
                site[FITS] |= 1 << (mask & site[SIDES_IN])
        site[END] = size
