"""The two parity rules that Tatham2019 describes and never built.

*Regions.* Every edge joins two open sides, so the open sides of a region that are not joined
inside it leave it: their number has the parity of the sum of the tiles' open sides. Where one
edge alone is unknown on a region's border, it is known by parity. In full generality: consider
the tiles as vertices and the unknown edges as edges; an edge alone on the border of a region is a
*bridge* of that graph (known edges count as what they are). All bridges, and the sums on one
side of each, come out of one depth-first traversal: linear time (Tarjan1972). A connected part
without a way out must have an even sum.

*Sides.* Opposite sides of a straight are the same, those of a corner differ; in general two sides
of a tile may be the same, or different, in all its possible orientations. A disjoint-set forest
with parities over the edges follows such chains: an edge that is tied to a known one is known,
and a tile loses the orientations that contradict what is known of two of its sides. On a
wrapping board that is the rule of the row of straights and corners with one odd piece. Near-linear.

Both rules hold for free graphs as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    OPEN_COUNT,
    PARITY,
    keep,
    set_edge,
    unknown_sides,
)


@kernel
def regions(k: Any) -> bool:
    """Bridges of the graph of unknown edges, one pass. False on a contradiction."""
    n = k.possible.size
    order = np.full(n, -1)
    low = np.empty(n, np.int64)
    entered = np.empty(n, np.int64)  # the side by which a tile was entered
    wanted = np.empty(n, np.int64)  # open sides not yet joined, summed over the tiles below
    turn = np.empty(n, np.int64)  # the next side to look at
    path = np.empty(n + 1, np.int64)
    bridges = np.empty(n, np.int64)
    found = 0
    count = 0
    for start in range(n):
        if order[start] >= 0 or unknown_sides(k, start) == 0:
            continue
        depth = 0
        path[0] = start
        entered[start] = -1
        while depth >= 0:
            tile = path[depth]
            if order[tile] < 0:
                order[tile] = count
                low[tile] = count
                count += 1
                wanted[tile] = k.degree[tile] - OPEN_COUNT[k.known[tile] & 15]
                turn[tile] = 0
            side = turn[tile]
            if side < 4:
                turn[tile] += 1
                if unknown_sides(k, tile) >> side & 1 and side != entered[tile]:
                    beyond = np.int64(k.neighbours[tile, side])
                    if order[beyond] >= 0:
                        low[tile] = min(low[tile], order[beyond])
                    else:
                        entered[beyond] = side ^ 2
                        depth += 1
                        path[depth] = beyond
                continue
            depth -= 1
            if depth < 0:
                if wanted[tile] & 1:
                    return False
                break
            above = path[depth]
            low[above] = min(low[above], low[tile])
            wanted[above] += wanted[tile]
            if low[tile] == order[tile]:
                bridges[found] = tile
                found += 1
    for place in range(found):
        tile = bridges[place]
        if not set_edge(k, PARITY, tile, entered[tile], wanted[tile] & 1):
            return False
    return True


@kernel
def _find(parent: Any, flip: Any, flag: Any) -> Any:
    """The flag that stands for the class of ``flag``; ``flip[flag]`` then relates it to that."""
    root = flag
    parity = 0
    while parent[root] != root:
        parity ^= flip[root]
        root = parent[root]
    while parent[flag] != root and flag != root:  # compress the path
        following = parent[flag]
        rest = parity ^ flip[flag]
        parent[flag] = root
        flip[flag] = parity
        parity = rest
        flag = following
    return root


@kernel
def _tie(parent: Any, flip: Any, one: Any, other: Any, differ: Any) -> bool:
    """Flags one and other are the same (0) or differ (1). False where that is refuted."""
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
    beyond = np.int64(k.neighbours[tile, side])
    return 2 * beyond + (1 if side == 1 else 0)


@kernel
def sides(k: Any) -> bool:
    """Chains of sides that are the same or differ, one pass. False on a contradiction."""
    n = k.possible.size
    closed = 2 * n  # the flag that is false
    parent = np.arange(2 * n + 1)
    flip = np.zeros(2 * n + 1, np.int64)
    for tile in range(n):
        known = np.int64(k.known[tile])
        possible = np.int64(k.possible[tile])
        for side in range(4):
            if k.neighbours[tile, side] < 0:
                continue
            if known >> side & 17:
                if not _tie(parent, flip, _edge(k, tile, side), closed, known >> side & 1):
                    return False
                continue
            for other in range(side):
                if known >> other & 17:
                    continue
                same, differ = True, True
                for mask in range(16):
                    if possible >> mask & 1:
                        if (mask >> side ^ mask >> other) & 1:
                            same = False
                        else:
                            differ = False
                if same == differ:
                    continue
                one, two = _edge(k, tile, side), _edge(k, tile, other)
                if not _tie(parent, flip, one, two, 1 if differ else 0):
                    return False
    false = _find(parent, flip, closed)
    value_of_root = flip[closed]
    for tile in range(n):
        unknown = unknown_sides(k, tile)
        if unknown == 0:
            continue
        possible = np.int64(k.possible[tile])
        remaining = possible
        for side in range(4):
            if unknown >> side & 1 == 0:
                continue
            flag = _edge(k, tile, side)
            root = _find(parent, flip, flag)
            if root == false:
                if not set_edge(k, PARITY, tile, side, flip[flag] ^ value_of_root):
                    return False
                continue
            for other in range(side):
                if unknown >> other & 1 == 0:
                    continue
                second = _edge(k, tile, other)
                if _find(parent, flip, second) != root:
                    continue
                relation = flip[flag] ^ flip[second]
                for mask in range(16):
                    if remaining >> mask & 1 and (mask >> side ^ mask >> other) & 1 != relation:
                        remaining ^= 1 << mask
        if not keep(k, PARITY, tile, remaining):
            return False
    return True
