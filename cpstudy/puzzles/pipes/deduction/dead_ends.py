"""The rule of dead ends: no part of the board may be cut off (Tatham2019).

For each direction of each edge, an upper bound of the number of tiles that can be reached by
crossing it: beyond it lies a tile, and behind that, in its best orientation, the sum of what can
be reached through its other open sides. The bounds start at the size of the board and are lowered
to their fixpoint. An edge whose two bounds together do not make the board is closed; a tile loses
the orientations whose bounds, with itself, do not make it. The bound is exact where what lies
beyond is a tree, and for the whole board: a part that *is* the board is no dead end.

Cost: a bound is lowered at most as often as the tiles behind it change theirs; near-linear in
practice. Trees only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    VERTICES,
    keep,
    set_edge,
    unknown_sides,
)


@kernel
def reachable(k: Any, reach: Any) -> None:
    """Fill ``reach`` (int64[n, 4]): tiles that crossing a side of a tile outwards can reach."""
    n = k.possible.size
    size = k.control[VERTICES]
    stack = np.empty(n, np.int64)
    waiting = np.ones(n, np.bool_)
    for tile in range(n):
        stack[tile] = tile
        for side in range(4):
            reach[tile, side] = 0 if k.known[tile] >> side & 16 else size
    depth = n
    while depth > 0:
        depth -= 1
        tile = stack[depth]
        waiting[tile] = False
        possible = np.int64(k.possible[tile])
        for side in range(4):
            if k.known[tile] >> side & 16:
                continue
            best = 0
            for mask in range(16):
                if possible >> mask & 1 and mask >> side & 1:
                    total = 1
                    for other in range(4):
                        if other != side and mask >> other & 1:
                            total += reach[tile, other]
                    best = max(best, total)
            beyond = k.neighbours[tile, side]
            if best < reach[beyond, side ^ 2]:
                reach[beyond, side ^ 2] = best
                if not waiting[beyond]:
                    waiting[beyond] = True
                    stack[depth] = beyond
                    depth += 1


@kernel
def dead_ends(k: Any) -> bool:
    """One pass over the board. False on a contradiction."""
    n = k.possible.size
    size = k.control[VERTICES]
    reach = np.empty((n, 4), np.int64)
    reachable(k, reach)
    for tile in range(n):
        if k.degree[tile] == 0:
            continue
        unknown = unknown_sides(k, tile)
        for side in (0, 3):
            if unknown >> side & 1:
                beyond = k.neighbours[tile, side]
                cut_off = reach[tile, side] + reach[beyond, side ^ 2] < size
                if cut_off and not set_edge(k, DEAD_END, tile, side, 0):
                    return False
        possible = np.int64(k.possible[tile])
        remaining = possible
        for mask in range(16):
            if possible >> mask & 1:
                total = 1
                for side in range(4):
                    if mask >> side & 1:
                        total += reach[tile, side]
                if total < size:
                    remaining ^= 1 << mask
        if not keep(k, DEAD_END, tile, remaining):
            return False
    return True
