"""Trees that have a symmetry: drawn at random, and changed an orbit of edges at a time.

An *orbit* is an edge and its images under the maps of the symmetry; without one, the edge alone.
What is said of trees here is said of them with all images: an orbit is in the tree or is not.

*Drawing*: orbits in random order, each taken where it closes no cycle and gives no tile too many
open sides; first those between tiles that the maps leave in place, which a symmetric tree has
to join by themselves. *Exchange*: an orbit is opened; of the way between the ends of its edge
another orbit of that size is closed; all is undone where the tree falls apart by it.

Cost: drawing is near-linear, an exchange linear in the tiles. Limits: no uniform trees are drawn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.core.random import below, shuffle
from cpstudy.puzzles.pipes.generating.wishes import Symmetry
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, TYPE_NAMES, tile_type

_DEGREE = np.array(list(OPEN_SIDES), np.int64)
_TYPE = np.array([tile_type(mask) for mask in range(16)], np.int64)
_TYPES = len(TYPE_NAMES)

# One exchange of so many that lead away from the wished mix is kept.
_AWAY = 16
# Exchanges tried at a region.
_TRIES = 40

# Places in ``Trees.control``: size of the orbits added and taken out in the last exchange.
_ADDED, _TAKEN = 0, 1


class Trees(NamedTuple):
    """A tree on a board of n tiles, with what exchanges need.

    An edge is 4 * tile + side, with side 0 or 3: to the right, or down.

    neighbours: int64[n, 4]. images, maps: the symmetry's, int64[g, n] and int64[g, 4]. limits:
    int64[n], the most open sides. least, most: int64[6], of the mix. sides: uint8[n], the tree.
    counts: int64[6], its tiles by type. edges: int64[m], all edges, those between tiles in their
    places first; fixed: int64[1], how many these are. added, taken: int64[4], the orbits of the
    last exchange. way, queue, came: int64[n], of searches for a way. parent, size: int64[n], of
    components. control: int64[2].
    """

    neighbours: Any
    images: Any
    maps: Any
    limits: Any
    least: Any
    most: Any
    sides: Any
    counts: Any
    edges: Any
    fixed: Any
    added: Any
    taken: Any
    way: Any
    queue: Any
    came: Any
    parent: Any
    size: Any
    control: Any


def trees(neighbours: Any, symmetry: Symmetry, limits: Any, least: Any, most: Any) -> Trees:
    """Fresh arrays for a board; see :class:`Trees`."""
    n = len(neighbours)
    every = [
        (4 * tile + side, int(neighbours[tile, side]))
        for tile in range(n)
        for side in (0, 3)
        if neighbours[tile, side] >= 0 and neighbours[tile, side] != tile
    ]
    still = (symmetry.images == np.arange(n)).any(axis=0)
    first = [edge for edge, beyond in every if still[edge // 4] and still[beyond]]
    rest = [edge for edge, beyond in every if not (still[edge // 4] and still[beyond])]
    return Trees(
        neighbours=np.ascontiguousarray(neighbours, np.int64),
        images=symmetry.images,
        maps=symmetry.sides,
        limits=limits,
        least=least,
        most=most,
        sides=np.zeros(n, np.uint8),
        counts=np.zeros(_TYPES, np.int64),
        edges=np.array(first + rest, np.int64),
        fixed=np.array([len(first)], np.int64),
        added=np.zeros(4, np.int64),
        taken=np.zeros(4, np.int64),
        way=np.zeros(n, np.int64),
        queue=np.zeros(n, np.int64),
        came=np.zeros(n, np.int64),
        parent=np.zeros(n, np.int64),
        size=np.zeros(n, np.int64),
        control=np.zeros(2, np.int64),
    )


@kernel
def _edge(t: Any, tile: Any, side: Any) -> Any:
    """The number of the edge at a side of a tile."""
    if side in (0, 3):
        return 4 * tile + side
    return 4 * t.neighbours[tile, side] + (side ^ 2)


@kernel
def _orbit(t: Any, edge: Any, orbit: Any) -> Any:
    """Fill ``orbit`` with an edge and its images, each once; how many they are."""
    orbit[0] = edge
    size = np.int64(1)
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
def _toggle(t: Any, edge: Any) -> None:
    """Open an edge that is closed, close one that is open."""
    tile = edge >> 2
    side = edge & 3
    other = t.neighbours[tile, side]
    t.counts[_TYPE[t.sides[tile]]] -= 1
    t.counts[_TYPE[t.sides[other]]] -= 1
    t.sides[tile] = wide(t.sides[tile]) ^ 1 << side
    t.sides[other] = wide(t.sides[other]) ^ 1 << (side ^ 2)
    t.counts[_TYPE[t.sides[tile]]] += 1
    t.counts[_TYPE[t.sides[other]]] += 1


@kernel
def _too_full(t: Any, orbit: Any, size: Any) -> bool:
    """Whether a tile at an edge of the orbit has too many open sides."""
    for k in range(size):
        tile = orbit[k] >> 2
        other = t.neighbours[tile, orbit[k] & 3]
        if _DEGREE[t.sides[tile]] > t.limits[tile] or _DEGREE[t.sides[other]] > t.limits[other]:
            return True
    return False


@kernel
def _find(parent: Any, tile: Any) -> Any:
    while parent[tile] != tile:
        tile = parent[tile]
    return tile


@kernel
def draw_tree(t: Any, state: Any) -> bool:
    """Draw a tree; False where what was taken leaves no way to join all tiles."""
    n = len(t.sides)
    for tile in range(n):
        t.sides[tile] = 0
        t.parent[tile] = tile
        t.size[tile] = 1
    for kind in range(len(t.counts)):
        t.counts[kind] = 0
    t.counts[0] = n
    shuffle(state, t.edges, t.fixed[0])
    shuffle(state, t.edges[t.fixed[0] :], len(t.edges) - t.fixed[0])
    joined = np.int64(1)
    for k in range(len(t.edges)):
        joined += _take(t, t.edges[k])
    return bool(joined == n)


@kernel
def _take(t: Any, edge: Any) -> Any:
    """Open the orbit of an edge where it joins what is apart; how many edges these are, else 0."""
    size = _orbit(t, edge, t.added)
    done = np.int64(0)
    while done < size:
        tile = t.added[done] >> 2
        one = _find(t.parent, tile)
        other = _find(t.parent, t.neighbours[tile, t.added[done] & 3])
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
    return np.int64(0)


@kernel
def _reach(t: Any, start: Any) -> Any:
    """How many tiles are connected with one; ``t.came`` the sides by which they are reached."""
    for tile in range(len(t.came)):
        t.came[tile] = -1
    t.came[start] = 4
    t.queue[0] = start
    size = np.int64(1)
    head = 0
    while head < size:
        tile = t.queue[head]
        head += 1
        for side in range(4):
            if wide(t.sides[tile]) >> side & 1:
                other = t.neighbours[tile, side]
                if t.came[other] < 0:
                    t.came[other] = side
                    t.queue[size] = other
                    size += 1
    return size


@kernel
def exchange_orbits(t: Any, tile: Any, state: Any) -> bool:
    """Exchange an orbit at a tile for another at random; False, and as it was, where it fails."""
    side = below(state, 4)
    other = t.neighbours[tile, side]
    if other < 0 or other == tile or wide(t.sides[tile]) >> side & 1:
        return False
    t.control[_ADDED] = _orbit(t, _edge(t, tile, side), t.added)
    _reach(t, tile)
    length = np.int64(0)
    while other != tile:
        came = t.came[other]
        other = t.neighbours[other, came ^ 2]
        t.way[length] = _edge(t, other, came)
        length += 1
    t.control[_TAKEN] = _orbit(t, t.way[below(state, length)], t.taken)
    if t.control[_ADDED] != t.control[_TAKEN]:
        return False
    take_back(t)
    if _too_full(t, t.added, t.control[_ADDED]) or _reach(t, tile) < len(t.sides):
        take_back(t)
        return False
    return True


@kernel
def take_back(t: Any) -> None:
    """Undo the last exchange; undo that, and it is done."""
    for k in range(t.control[_ADDED]):
        _toggle(t, t.added[k])
    for k in range(t.control[_TAKEN]):
        _toggle(t, t.taken[k])


@kernel
def off(t: Any) -> Any:
    """How many tiles the tree has too many or too few of its types, in all."""
    wrong = np.int64(0)
    for kind in range(len(t.counts)):
        wrong += max(0, t.least[kind] - t.counts[kind]) + max(0, t.counts[kind] - t.most[kind])
    return wrong


@kernel
def approach(t: Any, moves: Any, state: Any) -> bool:
    """Exchange until the tree has the wished mix, so many times at most; whether it has."""
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
    return bool(wrong == 0)


@kernel
def change_regions(t: Any, tiles: Any, ends: Any, number: Any, steps: Any, state: Any) -> None:
    """Exchange an orbit in each region, or so many steps of a random walk from it.

    tiles: int32[·], of ``number`` regions one after another; ends: int32[·], where each ends. What
    leaves the mix by more than one tile is taken back.
    """
    first = 0
    for region in range(number):
        last = ends[region]
        for _ in range(_TRIES):
            tile = wide(tiles[first + below(state, last - first)])
            for _ in range(steps):
                beyond = t.neighbours[tile, below(state, 4)]
                if beyond >= 0:
                    tile = beyond
            wrong = off(t)
            if exchange_orbits(t, tile, state):
                if off(t) <= wrong + 1:
                    break
                take_back(t)
        first = last
