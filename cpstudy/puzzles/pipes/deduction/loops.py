"""The loop rule: nothing may join two tiles that are joined already (Tatham2019).

A disjoint-set forest over the known open edges tells which tiles are joined. An unknown edge
between two of them is closed; a tile loses the orientations that would open two unknown sides
towards one component, or one towards its own. Cost: near-linear in the new open edges and the tiles
that are not settled. Trees only.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, kernel
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.deduction.knowledge import (
    LOOP,
    TURNS,
    Knowledge,
    keep,
    set_edge,
    unknown_sides,
)


@entry
def join_open_edges(k: Knowledge) -> bool:
    """Bring the forest up to date with the log. False where open edges close a cycle."""
    for step in range(k.joined_to, k.logged):
        tile = k.steps[step, 1]
        side = k.steps[step, 2]
        if side >= 0 and k.steps[step, 3] == 1:
            one = root(k.joined, tile)
            other = root(k.joined, k.neighbours[tile, side])
            if one == other:
                return False
            k.joined[one] = other
    k.joined_to = k.logged
    return True


@kernel
def loops(k: Knowledge) -> bool:
    """One pass over the board. False on a contradiction."""
    if not join_open_edges(k):
        return False
    for tile in range(len(k.possible)):
        unknown = unknown_sides(k, tile)
        if unknown == 0:
            continue
        own = root(k.joined, tile)
        for side in range(4):
            k.towards[side] = -1
            if unknown >> side & 1:
                k.towards[side] = root(k.joined, k.neighbours[tile, side])
                if k.towards[side] == own and not set_edge(k, LOOP, tile, side, 0):
                    return False
        remaining = k.possible[tile]
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if remaining >> mask & 1 and _closes(k, mask & unknown):
                remaining ^= 1 << mask
        if not keep(k, LOOP, tile, remaining):
            return False
    return True


@kernel
def _closes(k: Knowledge, opening: i64) -> bool:
    """Whether opening these sides joins one component twice."""
    for side in range(4):
        for other in range(side):
            if opening >> side & opening >> other & 1 and k.towards[side] == k.towards[other]:
                return True
    return False
