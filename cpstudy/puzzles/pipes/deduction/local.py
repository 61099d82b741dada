"""The local rule: tiles and edges rule out each other's states (Tatham2019).

A tile loses the orientations that contradict a known edge; an edge is known as soon as all
orientations left on one of its tiles agree on it. That covers every special case of the kind "a T
at the border lies one way". Runs to its fixpoint, last in first out; each tile is looked at again
only when something about it changed, so the cost is linear. Alone it settles few boards: it
knows nothing of loops or of connectivity.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    LOCAL,
    QUEUE,
    keep,
    set_edge,
    unknown_sides,
)


@kernel
def local(k: Any) -> bool:
    """Apply the rule to its fixpoint. False on a contradiction."""
    while k.control[QUEUE] > 0:
        k.control[QUEUE] -= 1
        tile = np.int64(k.queue[k.control[QUEUE]])
        k.queued[tile] = False
        known = np.int64(k.known[tile])
        possible = np.int64(k.possible[tile])
        remaining = 0
        always, ever = 15, 0
        for mask in range(16):
            if possible >> mask & 1 and known & 15 & ~mask == 0 and known >> 4 & mask == 0:
                if _torn(k, tile, mask):
                    continue
                remaining |= 1 << mask
                always &= mask
                ever |= mask
        if not keep(k, LOCAL, tile, remaining):
            return False
        unknown = unknown_sides(k, tile)
        for side in range(4):
            agreed = unknown >> side & (always | ~ever) >> side & 1
            if agreed and not set_edge(k, LOCAL, tile, side, always >> side & 1):
                return False
    return True


@kernel
def _torn(k: Any, tile: Any, mask: Any) -> bool:
    """Whether a tile that faces itself (across a wrapping side of one) disagrees with itself."""
    for side in range(2):
        if k.neighbours[tile, side] == tile and (mask >> side ^ mask >> (side + 2)) & 1:
            return True
    return False
