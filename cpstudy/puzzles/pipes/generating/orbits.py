"""Symmetric trees: drawn at random, and changed one orbit of edges at a time.

An *orbit* is an edge and its images under the maps of the symmetry; without a symmetry, the edge
alone. An orbit is completely in the tree or not at all.

*Drawing*: take orbits in random order, each if it closes no cycle and no tile gets too many open
sides. Orbits between tiles that the maps leave in place come first, since a symmetric tree must
connect these tiles among themselves. *Exchange*: open an orbit; on the path between the ends of its
edge, close another orbit of the same size; undo both if the tree falls apart.

Cost: drawing is near-linear, an exchange linear in the tiles. Limits: trees are not uniform.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, i32, i64, u8, u64
from cpstudy.core.native import entry, kernel, table, view, workspace, zeros
from cpstudy.core.random_words import below, shuffle
from cpstudy.puzzles.pipes.board.statistics import TYPES
from cpstudy.puzzles.pipes.generating.wishes import Integers, Symmetry
from cpstudy.puzzles.pipes.puzzle import TYPE_NAMES
from cpstudy.puzzles.tilings.search.state import BITS

# One in this number of exchanges that lead away from the requested mix is kept.
_AWAY = 16
# Exchanges tried at a region.
_TRIES = 40


@workspace
class Trees:
    """A tree on a board of n tiles, with the memory for exchanges.

    An edge is 4 * tile + side, with side 0 or 3: to the right, or down.

    neighbours: int64[n, 4]. images, maps: the symmetry's, int64[g, n] and int64[g, 4]. limits:
    int64[n], the most open sides. least, most: int64[6], of the mix. sides: uint8[n], the tree.
    counts: int64[6], its tiles by type. fixed, edges: int64[·], the edges between tiles that the
    symmetry leaves in place, and all others. added, taken: int64[4], the orbits of the last
    exchange; adding, taking: their sizes. path, queue, came: int64[n], of searches for a path.
    parent, size: int64[n], of components.
    """

    neighbours: Const2[i64]
    images: Const2[i64]
    maps: Const2[i64]
    limits: Const[i64]
    least: Const[i64]
    most: Const[i64]
    sides: View[u8]
    counts: View[i64]
    fixed: View[i64]
    edges: View[i64]
    added: View[i64]
    taken: View[i64]
    path: View[i64]
    queue: View[i64]
    came: View[i64]
    parent: View[i64]
    size: View[i64]
    adding: i64
    taking: i64

    def __init__(
        self,
        neighbours: npt.NDArray[Any],
        symmetry: Symmetry,
        limits: Integers,
        least: Integers,
        most: Integers,
    ) -> None:
        n = len(neighbours)
        fixed, edges = _edges(neighbours, symmetry)
        self.neighbours = table(neighbours, "i64")
        self.images = view(symmetry.images)
        self.maps = view(symmetry.sides)
        self.limits = view(limits)
        self.least = view(least)
        self.most = view(most)
        self.sides = zeros(n, "u8")
        self.counts = zeros(len(TYPE_NAMES), "i64")
        self.fixed = table(fixed, "i64")
        self.edges = table(edges, "i64")
        self.added = zeros(4, "i64")
        self.taken = zeros(4, "i64")
        self.path = zeros(n, "i64")
        self.queue = zeros(n, "i64")
        self.came = zeros(n, "i64")
        self.parent = zeros(n, "i64")
        self.size = zeros(n, "i64")
        self.adding = self.taking = 0


def _edges(neighbours: npt.NDArray[Any], symmetry: Symmetry) -> tuple[list[int], list[int]]:
    """The edges between tiles that the symmetry leaves in place, and all others."""
    still = (symmetry.images == np.arange(len(neighbours))).any(axis=0)
    fixed: list[int] = []
    others: list[int] = []
    for tile, around in enumerate(neighbours.tolist()):
        for side in (0, 3):
            beyond = around[side]
            if beyond >= 0 and beyond != tile:
                both = still[tile] and still[beyond]
                (fixed if both else others).append(4 * tile + side)
    return fixed, others


@kernel
def _edge(t: Trees, tile: i64, side: i64) -> i64:
    """The number of the edge at a side of a tile."""
    if side % 3 == 0:
        return 4 * tile + side
    return 4 * t.neighbours[tile, side] + (side ^ 2)


@kernel
def _orbit(t: Trees, edge: i64, orbit: View[i64]) -> i64:
    """Fill ``orbit`` with an edge and its images, each once; return their number."""
    orbit[0] = edge
    size = 1
    for k in range(len(t.images)):
        image = _edge(t, t.images[k, edge >> 2], t.maps[k, edge & 3])
        new = True
        for i in range(size):
            if orbit[i] == image:
                new = False
        if new:
            orbit[size] = image
            size += 1
    return size


@kernel
def _toggle(t: Trees, edge: i64) -> None:
    """Open an edge that is closed, close one that is open."""
    tile = edge >> 2
    side = edge & 3
    other = t.neighbours[tile, side]
    t.counts[TYPES[t.sides[tile]]] -= 1
    t.counts[TYPES[t.sides[other]]] -= 1
    t.sides[tile] = t.sides[tile] ^ 1 << side
    t.sides[other] = t.sides[other] ^ 1 << (side ^ 2)
    t.counts[TYPES[t.sides[tile]]] += 1
    t.counts[TYPES[t.sides[other]]] += 1


@kernel
def _too_full(t: Trees, orbit: View[i64], size: i64) -> bool:
    """Whether a tile at an edge of the orbit has too many open sides."""
    for k in range(size):
        tile = orbit[k] >> 2
        other = t.neighbours[tile, orbit[k] & 3]
        if BITS[t.sides[tile]] > t.limits[tile] or BITS[t.sides[other]] > t.limits[other]:
            return True
    return False


@kernel
def _find(t: Trees, tile: i64) -> i64:
    while t.parent[tile] != tile:
        tile = t.parent[tile]
    return tile


@entry
def draw_tree(t: Trees, state: View[u64]) -> bool:
    """Draw a tree; False if the orbits taken leave no way to connect all tiles."""
    n = len(t.sides)
    for tile in range(n):
        t.sides[tile] = 0
        t.parent[tile] = tile
        t.size[tile] = 1
    for kind in range(len(t.counts)):
        t.counts[kind] = 0
    t.counts[0] = n
    shuffle(state, t.fixed, len(t.fixed))
    shuffle(state, t.edges, len(t.edges))
    joined = 1
    for k in range(len(t.fixed)):
        joined += _take(t, t.fixed[k])
    for k in range(len(t.edges)):
        joined += _take(t, t.edges[k])
    return joined == n


@kernel
def _take(t: Trees, edge: i64) -> i64:
    """Open the orbit of an edge if it joins separate parts; return its number of edges, else 0."""
    size = _orbit(t, edge, t.added)
    done = 0
    while done < size:
        tile = t.added[done] >> 2
        one = _find(t, tile)
        other = _find(t, t.neighbours[tile, t.added[done] & 3])
        if one == other:
            break
        if t.size[one] > t.size[other]:
            one, other = other, one
        t.parent[one] = other
        t.size[other] += t.size[one]
        t.taken[done] = one
        _toggle(t, t.added[done])
        done += 1
    if done == size and not _too_full(t, t.added, size):
        return size
    while done > 0:
        done -= 1
        _toggle(t, t.added[done])
        one = t.taken[done]
        t.size[t.parent[one]] -= t.size[one]
        t.parent[one] = one
    return 0


@kernel
def _reach(t: Trees, start: i64) -> i64:
    """The number of tiles connected with one; ``t.came`` gets the sides that lead to them."""
    for tile in range(len(t.came)):
        t.came[tile] = -1
    t.came[start] = 4
    t.queue[0] = start
    size = 1
    head = 0
    while head < size:
        tile = t.queue[head]
        head += 1
        for side in range(4):
            if t.sides[tile] >> side & 1:
                other = t.neighbours[tile, side]
                if t.came[other] < 0:
                    t.came[other] = side
                    t.queue[size] = other
                    size += 1
    return size


@kernel
def exchange_orbits(t: Trees, tile: i64, state: View[u64]) -> bool:
    """Exchange an orbit at a tile for a random other one; False, and unchanged, if that fails."""
    side = below(state, 4)
    other = t.neighbours[tile, side]
    if other < 0 or other == tile or t.sides[tile] >> side & 1:
        return False
    t.adding = _orbit(t, _edge(t, tile, side), t.added)
    _reach(t, tile)
    length = 0
    while other != tile:
        came = t.came[other]
        other = t.neighbours[other, came ^ 2]
        t.path[length] = _edge(t, other, came)
        length += 1
    t.taking = _orbit(t, t.path[below(state, length)], t.taken)
    if t.adding != t.taking:
        return False
    take_back(t)
    if _too_full(t, t.added, t.adding) or _reach(t, tile) < len(t.sides):
        take_back(t)
        return False
    return True


@kernel
def take_back(t: Trees) -> None:
    """Undo the last exchange; a second call redoes it."""
    for k in range(t.adding):
        _toggle(t, t.added[k])
    for k in range(t.taking):
        _toggle(t, t.taken[k])


@kernel
def off(t: Trees) -> i64:
    """The total number of tiles that the tree has too many or too few of each type."""
    wrong = 0
    for kind in range(len(t.counts)):
        wrong += max(0, t.least[kind] - t.counts[kind]) + max(0, t.counts[kind] - t.most[kind])
    return wrong


@entry
def approach(t: Trees, moves: i64, state: View[u64]) -> bool:
    """Make at most ``moves`` exchanges towards the requested mix; return whether it is reached."""
    wrong = off(t)
    for _ in range(moves):
        if wrong == 0:
            return True
        if exchange_orbits(t, below(state, len(t.sides)), state):
            now = off(t)
            if now <= wrong or below(state, _AWAY) == 0:
                wrong = now
            else:
                take_back(t)
    return wrong == 0


@entry
def change_region(
    t: Trees, tiles: Const[i32], ends: Const[i32], region: i64, steps: i64, state: View[u64]
) -> None:
    """Exchange an orbit in a region, or at the end of a random walk of ``steps`` steps from it.

    tiles: int32[·], of all regions one after another; ends: int32[·], the end of each. Exchanges
    that leave the mix by more than one tile are undone.
    """
    first = 0
    if region > 0:
        first = ends[region - 1]
    last = ends[region]
    for _ in range(_TRIES):
        tile = tiles[first + below(state, last - first)]
        for _ in range(steps):
            beyond = t.neighbours[tile, below(state, 4)]
            if beyond >= 0:
                tile = beyond
        wrong = off(t)
        if exchange_orbits(t, tile, state):
            if off(t) <= wrong + 1:
                break
            take_back(t)
