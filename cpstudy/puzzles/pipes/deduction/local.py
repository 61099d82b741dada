"""The local rule: tiles and edges rule out each other's states (Tatham2019).

A tile loses the orientations that contradict a known edge; an edge is known as soon as all
orientations left on one of its tiles agree on it. That covers every special case of the kind "a T
at the border lies one way". Runs to its fixpoint, last in first out; each tile is looked at again
only when something about it changed, so the cost is linear. Alone it settles few boards: it
knows nothing of loops or of connectivity.
"""

from __future__ import annotations

from cpstudy.core.native import i64, kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    LOCAL,
    TURNS,
    Knowledge,
    keep,
    set_edge,
    unknown_sides,
)


@kernel
def local(k: Knowledge) -> bool:
    """Apply the rule to its fixpoint. False on a contradiction."""
    while k.waiting > 0:
        k.waiting -= 1
        tile = k.queue[k.waiting]
        k.queued[tile] = 0
        known = k.known[tile]
        possible = k.possible[tile]
        facing_itself = _facing_itself(k, tile)
        remaining = 0
        always = 15
        ever = 0
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if possible >> mask & 1 and known & 15 & ~mask == 0 and known >> 4 & mask == 0:
                if (mask ^ mask >> 2) & facing_itself:
                    continue
                remaining |= 1 << mask
                always &= mask
                ever |= mask
        if not keep(k, LOCAL, tile, remaining):
            return False
        unknown = unknown_sides(k, tile)
        agreed = unknown & (always | ~ever)
        for side in range(4):
            if agreed >> side & 1 and not set_edge(k, LOCAL, tile, side, always >> side & 1):
                return False
    return True


@kernel
def _facing_itself(k: Knowledge, tile: i64) -> i64:
    """Which of the sides right and up face the tile itself, across a wrapping side of one."""
    sides = 0
    for side in range(2):
        if k.neighbours[tile, side] == tile:
            sides |= 1 << side
    return sides
