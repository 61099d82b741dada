"""The loop rule: nothing may join two tiles that are joined already (Tatham2019).

A disjoint-set forest over the known open edges tells which tiles are joined. An unknown edge
between two of them is closed; a tile loses the orientations that would open two unknown sides
towards one component, or one towards its own. Cost: near-linear a pass, the forest is made anew
in each. Trees only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import LOOP, keep, set_edge, unknown_sides


@kernel
def root_of(parent: Any, tile: Any) -> Any:
    """The tile that stands for the component of ``tile``."""
    while parent[tile] != tile:
        parent[tile] = parent[parent[tile]]
        tile = parent[tile]
    return tile


@kernel
def components(k: Any, parent: Any) -> bool:
    """Fill ``parent`` (int64[n]) from the known open edges. False where they close a cycle."""
    for tile in range(parent.size):
        parent[tile] = tile
    for tile in range(parent.size):
        for side in (0, 3):
            if k.known[tile] >> side & 1:
                one = root_of(parent, tile)
                other = root_of(parent, np.int64(k.neighbours[tile, side]))
                if one == other:
                    return False
                parent[one] = other
    return True


@kernel
def loops(k: Any) -> bool:
    """One pass over the board. False on a contradiction."""
    n = k.possible.size
    parent = np.empty(n, np.int64)
    if not components(k, parent):
        return False
    towards = np.empty(4, np.int64)
    for tile in range(n):
        own = root_of(parent, tile)
        unknown = unknown_sides(k, tile)
        for side in range(4):
            towards[side] = -1
            if unknown >> side & 1:
                towards[side] = root_of(parent, np.int64(k.neighbours[tile, side]))
                if towards[side] == own and not set_edge(k, LOOP, tile, side, 0):
                    return False
        if unknown == 0:
            continue
        possible = np.int64(k.possible[tile])
        remaining = possible
        for mask in range(16):
            if possible >> mask & 1 and _closes(towards, mask & unknown):
                remaining ^= 1 << mask
        if not keep(k, LOOP, tile, remaining):
            return False
    return True


@kernel
def _closes(towards: Any, opening: Any) -> bool:
    for side in range(4):
        for other in range(side):
            if opening >> side & opening >> other & 1 and towards[side] == towards[other]:
                return True
    return False
