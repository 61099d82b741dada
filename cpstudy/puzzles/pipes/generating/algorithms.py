"""Six generators of Pipes boards: five maze algorithms and random joints.

The mazes are spanning trees of the grid with at most three open sides a tile (Hegeman2022, ch.
2), in the readings that reproduce her tables 3 and 6; each kernel's docstring says which. The
sixth draws every joint independently and prunes what dangles (Yurichev); its boards are free
graphs.

All kernels share one signature ``(neighbours, rows, columns, state, tiles) -> bool``: neighbours
int64[tiles, 4] (-1 = wall), state the random stream, tiles uint8[tiles] all zero, filled with
open sides. They return False where the degree limit left tiles over; on plain grids that never
happens. Cost: linear in the tiles but for Wilson (the cover time of the walk, near-linear in
practice) and Kruskal (inverse Ackermann).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpstudy.core.forest import root
from cpstudy.core.kernels import kernel
from cpstudy.core.random import below, shuffle

_OPEN_SIDES = np.array([mask.bit_count() for mask in range(16)], np.int64)


@kernel
def _connect(neighbours: Any, tiles: Any, tile: Any, side: Any) -> None:
    other = neighbours[tile, side]
    tiles[tile] |= 1 << side
    tiles[other] |= 1 << ((side + 2) & 3)


@kernel
def binary_tree(neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any) -> bool:
    """Each tile opens up or left by the toss of a coin; the first row left, the first column up.

    Reading: line 9 of the printed algorithm opens east, which contradicts its own text and table
    6; west reproduces both. Starts at the top left; never uses a wrapping edge.
    """
    for tile in range(1, rows * columns):
        if tile < columns:
            side = 2
        elif tile % columns == 0:
            side = 1
        else:
            side = 1 + below(state, 2)
        _connect(neighbours, tiles, tile, side)
    return True


@kernel
def depth_first(neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any) -> bool:
    """Pop a tile, connect all its unvisited neighbours at once in random order, push them.

    Reading: a tile is visited when it is pushed, and takes no fourth open side; the classic
    recursive backtracker is something else (a quarter of the dead ends). Starts at the centre,
    row rows//2, column columns//2.
    """
    n = rows * columns
    visited = np.zeros(n, np.bool_)
    stack = np.empty(n, np.int64)
    order = np.arange(4)
    stack[0] = rows // 2 * columns + columns // 2
    visited[stack[0]] = True
    size = 1
    reached = 1
    while size > 0:
        size -= 1
        tile = stack[size]
        shuffle(state, order, 4)
        for k in range(4):
            other = neighbours[tile, order[k]]
            if other >= 0 and not visited[other] and _OPEN_SIDES[tiles[tile]] < 3:
                _connect(neighbours, tiles, tile, order[k])
                visited[other] = True
                stack[size] = other
                size += 1
                reached += 1
    return bool(reached == n)


@kernel
def kruskal(neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any) -> bool:
    """Take edges in random order; leave out those that close a cycle or make a fourth side."""
    n = rows * columns
    parent = np.arange(n)
    edges = np.empty(2 * n, np.int64)
    size = 0
    for tile in range(n):
        for side in (0, 3):
            if neighbours[tile, side] >= 0:
                edges[size] = 4 * tile + side
                size += 1
    joined = 1
    while size > 0:
        pick = below(state, size)
        tile = edges[pick] >> 2
        side = edges[pick] & 3
        size -= 1
        edges[pick] = edges[size]
        other = neighbours[tile, side]
        a = root(parent, tile)
        b = root(parent, other)
        if a != b and _OPEN_SIDES[tiles[tile]] < 3 and _OPEN_SIDES[tiles[other]] < 3:
            _connect(neighbours, tiles, tile, side)
            parent[a] = b
            joined += 1
    return bool(joined == n)


@kernel
def prim(neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any) -> bool:
    """Grow from the centre by random queued edges; each tile is queued once, by its discoverer.

    Reading: a tile is marked when its edge is queued. An edge whose parent has three open sides
    is discarded and its tile unmarked, to be found again by a later tile; the current tile queues
    its unmarked neighbours in every round. What is left over at the end is joined, row by row, to
    a random neighbour with a free side. Starts at the centre, row rows//2, column columns//2.
    """
    n = rows * columns
    queued = np.zeros(n, np.bool_)
    connected = np.zeros(n, np.bool_)
    edges = np.empty(n, np.int64)
    sides = np.empty(4, np.int64)
    size = 0
    tile = rows // 2 * columns + columns // 2
    queued[tile] = True
    connected[tile] = True
    reached = 1
    while True:
        for side in range(4):
            other = neighbours[tile, side]
            if other >= 0 and not queued[other]:
                queued[other] = True
                edges[size] = 4 * tile + side
                size += 1
        if size == 0:
            break
        pick = below(state, size)
        parent = edges[pick] >> 2
        side = edges[pick] & 3
        size -= 1
        edges[pick] = edges[size]
        other = neighbours[parent, side]
        if _OPEN_SIDES[tiles[parent]] < 3:
            _connect(neighbours, tiles, parent, side)
            connected[other] = True
            reached += 1
            tile = other
        else:
            # The current tile is never full (it has just been reached), so this ends.
            queued[other] = False
    progress = True
    while reached < n and progress:
        progress = False
        for tile in range(n):
            if connected[tile]:
                continue
            choices = 0
            for side in range(4):
                other = neighbours[tile, side]
                if other >= 0 and connected[other] and _OPEN_SIDES[tiles[other]] < 3:
                    sides[choices] = side
                    choices += 1
            if choices > 0:
                _connect(neighbours, tiles, tile, sides[below(state, choices)])
                connected[tile] = True
                reached += 1
                progress = True
    return bool(reached == n)


@kernel
def wilson(neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any) -> bool:
    """Join loop-erased random walks from random tiles to the tree, which starts at a random tile.

    Reading: the walk stays inside the grid and does not enter tree tiles with three open sides;
    it steps uniformly to one of the neighbours left. A walk that is long under way is looked after:
    where full tiles (and walls) cut it off from the tree, the attempt is given up.
    """
    n = rows * columns
    outside = np.arange(n)  # tiles not in the tree: the first ``left`` entries
    place = np.arange(n)  # where each of them stands in ``outside``
    in_tree = np.zeros(n, np.bool_)
    exit_side = np.empty(n, np.int64)
    sides = np.empty(4, np.int64)
    left = n
    tile = below(state, n)
    start = tile
    while True:
        # Add the walk start … tile to the tree; ``tile`` itself is the root in the first round.
        walker = start
        while not in_tree[walker]:
            in_tree[walker] = True
            left -= 1
            last = outside[left]
            outside[place[walker]] = last
            place[last] = place[walker]
            if walker == tile:
                break
            side = exit_side[walker]
            _connect(neighbours, tiles, walker, side)
            walker = neighbours[walker, side]
        if left == 0:
            return True
        start = outside[below(state, left)]
        tile = start
        steps = 0
        patience = 8 * n
        while not in_tree[tile]:
            steps += 1
            if steps == patience:
                if not _may_arrive(neighbours, tiles, in_tree, tile):
                    return False
                patience *= 4
            choices = 0
            for side in range(4):
                other = neighbours[tile, side]
                if other >= 0 and not (in_tree[other] and _OPEN_SIDES[tiles[other]] >= 3):
                    sides[choices] = side
                    choices += 1
            if choices == 0:
                return False
            side = sides[below(state, choices)]
            exit_side[tile] = side
            tile = neighbours[tile, side]


@kernel
def _may_arrive(neighbours: Any, tiles: Any, in_tree: Any, start: Any) -> bool:
    """Whether a walk from ``start`` outside the tree can come to a tile of it with a free side."""
    seen = np.zeros(tiles.size, np.bool_)
    stack = np.empty(tiles.size, np.int64)
    stack[0] = start
    seen[start] = True
    size = 1
    while size > 0:
        size -= 1
        tile = stack[size]
        for side in range(4):
            other = neighbours[tile, side]
            if other < 0 or seen[other]:
                continue
            if not in_tree[other]:
                seen[other] = True
                stack[size] = other
                size += 1
            elif _OPEN_SIDES[tiles[other]] < 3:
                return True
    return False


@kernel
def random_joints(neighbours: Any, rows: Any, columns: Any, state: Any, tiles: Any) -> bool:
    """Open each joint with probability 3/4, then close joints into dead ends until none is left.

    Tiles end with no, two, three or four open sides. The source does not print its probability;
    3/4 gives boards like the published one (8×16: 20 empty tiles and 147 joints there, 17 ± 6 and
    158 ± 11 here), while 1/2 leaves two tiles of three empty.
    """
    n = rows * columns
    for tile in range(n):
        for side in (0, 3):
            if neighbours[tile, side] >= 0 and below(state, 4) > 0:
                _connect(neighbours, tiles, tile, side)
    for start in range(n):
        tile = start
        while _OPEN_SIDES[tiles[tile]] == 1:
            side = 0
            while tiles[tile] >> side & 1 == 0:
                side += 1
            other = neighbours[tile, side]
            tiles[tile] = 0
            tiles[other] &= 15 ^ (1 << ((side + 2) & 3))
            tile = other
    return True


# Each algorithm's number is part of its boards' stream: never reuse or change one.
ALGORITHMS: dict[str, tuple[int, Callable[..., bool]]] = {
    "binary-tree": (0, binary_tree),
    "depth-first": (1, depth_first),
    "kruskal": (2, kruskal),
    "prim": (3, prim),
    "wilson": (4, wilson),
    "random-joints": (5, random_joints),
}
