"""The rules of contraction that look at tiles and classes: 1 to 4 of :mod:`.contraction`.

Each takes a :class:`~.multigraph.Multigraph`, narrows it, and says whether the board still can have
a solution; tiles that it narrowed wait for ``propagate``. Cost: linear a call. The stubs are those
of the game Net's own solver (Tatham2019), without looking at tiles further away.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, inlined, kernel
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.counting.multigraph import (
    EVERY,
    Multigraph,
    having,
    narrow,
    unite,
    unknown,
)


@entry
def close_borders(g: Multigraph) -> bool:
    """Nothing is open towards nothing; the two sides of an edge from a tile to itself agree."""
    for tile in range(len(g.possible)):
        kept = EVERY
        for side in range(4):
            if g.neighbours[tile, side] < 0:
                kept &= EVERY ^ having(side)
            elif g.neighbours[tile, side] == tile:
                kept &= EVERY ^ having(side) ^ having(side ^ 2)
        if not narrow(g, tile, kept):
            return False
    return True


@entry
def propagate(g: Multigraph) -> bool:
    """Rules 1 and 2 from the tiles that wait."""
    while g.stacked > 0:
        g.stacked -= 1
        tile = g.stack[g.stacked]
        g.waiting[tile] = 0
        now = g.possible[tile]
        for side in range(4):
            other = g.neighbours[tile, side]
            opened = now & having(side)
            if other < 0 or 0 < opened < now:
                continue
            kept = having(side ^ 2)
            if opened == 0:
                kept = EVERY ^ kept
            elif g.tree and not g.joined[tile] >> side & 1 and not _join(g, tile, side):
                return False
            if not narrow(g, other, kept):
                return False
    return True


@inlined
def _join(g: Multigraph, tile: i64, side: i64) -> bool:
    """An edge is known to be open: its ends are one class; False where it closes a cycle."""
    other = g.neighbours[tile, side]
    g.joined[tile] |= 1 << side
    g.joined[other] |= 1 << (side ^ 2)
    g.classes -= 1
    return unite(g.parent, tile, other)


@entry
def keep_live(g: Multigraph) -> None:
    """Drop the tiles of which one mask is left from the list of live ones."""
    kept = 0
    for k in range(g.alive):
        tile = g.live[k]
        g.live[kept] = tile  # no branch, which would be taken at random
        kept += g.possible[tile] & (g.possible[tile] - 1) != 0
    g.alive = kept


@entry
def close_loops(g: Multigraph) -> bool:
    """Rule 3: unknown edges within a class are closed."""
    for k in range(g.alive):
        tile = g.live[k]
        for side in range(0, 4, 3):
            if unknown(g, tile, side):
                beyond = root(g.parent, g.neighbours[tile, side])
                if beyond == root(g.parent, tile) and not narrow(g, tile, EVERY ^ having(side)):
                    return False
    return True


@entry
def dead_ends(g: Multigraph) -> bool:
    """Rule 4: orientations that close a cycle or use up the last stubs are taken away."""
    _count_stubs(g)
    for k in range(g.alive):
        tile = g.live[k]
        sides = 0
        for side in range(4):
            if unknown(g, tile, side):
                sides |= 1 << side
                g.across[side] = root(g.parent, g.neighbours[tile, side])
        own = root(g.parent, tile)
        kept = 0
        for mask in range(16):
            if g.possible[tile] >> mask & 1 and _may_open(g, own, mask & sides):
                kept |= 1 << mask
        if not narrow(g, tile, kept):
            return False
    return True


@kernel
def _count_stubs(g: Multigraph) -> None:
    """Stubs by class: sides that will be open, in any orientation as many, and are not yet."""
    for k in range(g.alive):
        g.stubs[root(g.parent, g.live[k])] = 0
    for k in range(g.alive):
        tile = g.live[k]
        sides = 0
        while g.possible[tile] >> sides & 1 == 0:
            sides += 1
        stubs = 0
        for side in range(4):
            stubs += sides >> side & 1
            stubs -= g.possible[tile] & having(side) == g.possible[tile]
        g.stubs[root(g.parent, tile)] += stubs


@inlined
def _may_open(g: Multigraph, own: i64, sides: i64) -> bool:
    """Whether a tile of class ``own`` may open ``sides``, all of them unknown, towards ``across``.

    Not where two lead to one class, nor where the classes joined have no stub left and are not all.
    """
    number = 1
    left = g.stubs[own]
    for side in range(4):
        if sides >> side & 1:
            if g.across[side] == own:
                return False
            for other in range(side):
                if sides >> other & 1 and g.across[other] == g.across[side]:
                    return False
            number += 1
            left += g.stubs[g.across[side]] - 2
    return left != 0 or number == g.classes
