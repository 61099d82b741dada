"""The loop rule: nothing may join two tiles that are joined already (Tatham2019).

A disjoint-set forest over the known open edges tells which tiles are joined. An unknown edge
between two of them is closed; a tile loses the orientations that would open two unknown sides
towards one component, or one towards its own. Cost: near-linear in the new open edges and the tiles
that are not settled. Trees only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.forest import root
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    JOINED,
    LOOP,
    STEPS,
    TURNS,
    keep,
    set_edge,
    unknown_sides,
)


@kernel
def join_open_edges(k: Any) -> bool:
    """Bring the forest up to date with the log. False where open edges close a cycle."""
    for step in range(k.control[JOINED], k.control[STEPS]):
        tile, side, value = k.steps[step, 1], k.steps[step, 2], k.steps[step, 3]
        if side >= 0 and value == 1:
            one = root(k.joined, tile)
            other = root(k.joined, k.neighbours[tile, side])
            if one == other:
                return False
            k.joined[one] = other
    k.control[JOINED] = k.control[STEPS]
    return True


@kernel
def loops(k: Any) -> bool:
    """One pass over the board. False on a contradiction."""
    if not join_open_edges(k):
        return False
    towards = np.empty(4, np.int64)
    for tile in range(k.possible.size):
        unknown = unknown_sides(k, tile)
        if unknown == 0:
            continue
        own = root(k.joined, tile)
        for side in range(4):
            towards[side] = -1
            if unknown >> side & 1:
                towards[side] = root(k.joined, k.neighbours[tile, side])
                if towards[side] == own and not set_edge(k, LOOP, tile, side, 0):
                    return False
        remaining = k.possible[tile]
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if remaining >> mask & 1 and _closes(towards, mask & unknown):
                remaining ^= 1 << mask
        if not keep(k, LOOP, tile, remaining):
            return False
    return True


@kernel
def _closes(towards: Any, opening: Any) -> bool:
    """Whether opening these sides joins one component twice."""
    for side in range(4):
        for other in range(side):
            if opening >> side & opening >> other & 1 and towards[side] == towards[other]:
                return True
    return False
