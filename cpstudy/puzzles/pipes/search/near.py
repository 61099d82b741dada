"""Another solution near a given one: a search on differences.

Given a solution S and what the rules of :mod:`.search` leave open, is there a solution in which
one chosen edge is otherwise than in S? The state of the search is read as a *completed* board:
what is known as it is known, all else as in S. Where the completed board breaks a rule, the search
decides an unknown edge that the breach is about, otherwise than S first:

- a tile whose open sides are no rotation of it: one of its unknown sides;
- a cycle: one of its unknown edges (all open in the completed board; one must be closed).

Where it breaks no rule it is the solution looked for. So the search never leaves the tiles that
must change together, however large and ambiguous the board around them is, and what it finds
differs from S by little. It is complete: every solution under what is known mends the breach, so
one of its unknown edges is otherwise; when none is left, the rules have refuted the state.

A completed board whose tiles are all right has as many edges as a tree, so it is a tree where it
has no cycle: :mod:`.exchanged` tells that from the edges in which it differs from S.

Cost: a node costs the length of the trail since the chosen edge, and k² where a cycle is looked
for. Exponential at worst; a budget of nodes ends it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.search.exchanged import (
    NO_CYCLE,
    NO_EDGE,
    Exchanged,
    cycle,
    exchanged,
)
from cpstudy.puzzles.pipes.search.rooted import Rooted, rooted
from cpstudy.puzzles.pipes.search.rules import assume
from cpstudy.puzzles.pipes.search.state import KIND
from cpstudy.puzzles.tilings.search.trail import TRAIL, TREE, undo

_BITS = np.array([mask.bit_count() for mask in range(16)], np.int64)

# What :func:`alternative` returns.
REFUTED, FOUND, OUT_OF_NODES = 0, 1, 2

# What :func:`_breach` returns instead of an edge; or NO_EDGE, where the breach is known.
_NO_BREACH = NO_CYCLE

# Places in ``Near.control``: the last stamp, nodes spent, the trail before the last chosen edge.
_STAMP, SPENT, MARK = 0, 1, 2


class Near(NamedTuple):
    """A solution and what a search near it keeps, on a board of n tiles.

    tree: the solution. edges: in which the completed board differs from it. stamps: int64[n], which
    tiles were looked at for this node. decisions: int32[2n + 2, 2], (edge, trail). control:
    int64[3], see the names above.
    """

    tree: Rooted
    edges: Exchanged
    stamps: Any
    decisions: Any
    control: Any


def near(n: int) -> Near:
    """Fresh arrays for boards of n tiles."""
    return Near(
        tree=rooted(n),
        edges=exchanged(n),
        stamps=np.zeros(n, np.int64),
        decisions=np.zeros((2 * n + 2, 2), np.int32),
        control=np.zeros(3, np.int64),
    )


@kernel
def _breach(w: Any, s: Any, mark: Any) -> Any:
    """An edge to decide, as 4 tile + side; or _NO_BREACH, or NO_EDGE where the breach is known.

    mark: how long the trail was when everything known was as in S.
    """
    s.control[_STAMP] += 1
    stamp = s.control[_STAMP]
    taken = 0
    put = 0
    worst = -1
    fewest = 5
    for place in range(w.control[TRAIL] - 1, mark - 1, -1):
        tile = wide(w.trail[place, 0])
        if tile < 0 or s.stamps[tile] == stamp:
            continue
        s.stamps[tile] = stamp
        state = wide(w.state[tile])
        mask = wide(s.tree.sides[tile])
        more = state & 15 & ~mask
        less = state >> 4 & mask
        if more | less == 0:
            continue
        if KIND[(mask | more) & ~less] != w.kind[tile]:
            unknown = 15 & ~(state | state >> 4)
            if _BITS[unknown] < fewest:
                fewest = _BITS[unknown]
                worst = tile
        elif worst < 0 and w.control[TREE]:
            for side in (0, 3):  # every edge once
                if more >> side & 1:
                    s.edges.put[put] = 4 * tile + side
                    put += 1
            for side in range(4):
                if less >> side & 1 and s.tree.up[tile] == side:
                    s.edges.taken[taken, 0] = tile
                    s.edges.taken[taken, 1] = s.tree.entered[tile]
                    taken += 1
    if worst < 0:
        return cycle(w.neighbours, w.state, s.tree, s.edges, taken, put)
    state = wide(w.state[worst])
    unknown = 15 & ~(state | state >> 4)
    for side in range(4):
        if unknown >> side & 1:
            return 4 * worst + side
    return NO_EDGE


@kernel
def alternative(w: Any, s: Any, edge: Any, nodes: Any) -> Any:
    """Look for a solution that differs from ``s.tree.sides`` in ``edge`` (4 tile + side, unknown).

    FOUND: the solution is the completed board (see :func:`completed`); ``undo(w,
    s.control[MARK])`` takes it back. REFUTED: the edge is known now, as in S, for good.
    OUT_OF_NODES: nothing is known that was not. ``s.control[SPENT]`` counts the nodes.
    """
    mark = w.control[TRAIL]
    s.control[MARK] = mark
    s.decisions[0, 0] = edge
    s.decisions[0, 1] = mark
    depth = 1
    spent = 0
    value = 1 - (wide(s.tree.sides[edge >> 2]) >> (edge & 3) & 1)
    while True:
        if assume(w, edge, value):
            if depth == 0:
                return REFUTED
            edge = _breach(w, s, mark)
            if edge == _NO_BREACH:
                return FOUND
            if edge >= 0:
                if spent == nodes:
                    undo(w, mark)
                    return OUT_OF_NODES
                spent += 1
                s.control[SPENT] += 1
                s.decisions[depth, 0] = edge
                s.decisions[depth, 1] = w.control[TRAIL]
                depth += 1
                value = 1 - (wide(s.tree.sides[edge >> 2]) >> (edge & 3) & 1)
                continue
        # Refuted: the last decision the other way. Depth 0 never fails, for S is a solution.
        depth -= 1
        undo(w, wide(s.decisions[depth, 1]))
        edge = wide(s.decisions[depth, 0])
        value = wide(s.tree.sides[edge >> 2]) >> (edge & 3) & 1


def completed(w: Any, s: Any, sides: Any) -> None:
    """The completed board, into ``sides``: uint8[n]. No kernel: NumPy has all tiles at once."""
    sides[:] = (s.tree.sides | w.state & 15) & ~(w.state >> 4)


@kernel
def next_ambiguous_edge(
    w: Any, s: Any, edge: Any, nodes: Any, most: Any, settled: Any, undecided: Any
) -> Any:
    """The first edge from ``edge`` on (4 tile + side) with another solution; -1 at the end.

    Where there is one the board is left completed, as :func:`alternative` leaves it. Edges that
    are refuted on the way are known from then on. nodes: for one edge; most: in all, by
    ``s.control[SPENT]``. settled: uint8[n], sides not to be looked at. undecided: uint8[n]; sides
    whose search ran out of nodes are added.
    """
    while edge < 4 * len(s.tree.sides):
        tile, side = edge >> 2, edge & 3
        state = wide(w.state[tile])
        if state & 15 ^ state >> 4 == 15:  # no side is unknown
            edge = 4 * tile + 4
            continue
        if side in (0, 3) and (state | state >> 4 | settled[tile]) >> side & 1 == 0:
            told = alternative(w, s, edge, min(nodes, most - s.control[SPENT]))
            if told == FOUND:
                return edge
            if told == OUT_OF_NODES:
                undecided[tile] |= 1 << side
        edge += 1
    return -1


@kernel
def changed_tiles(w: Any, s: Any, tiles: Any, size: Any) -> Any:
    """Append to ``tiles[:size]`` where a board left completed differs from S; the size then, or -1
    where there is no room. tiles: int32[·]."""
    s.control[_STAMP] += 1
    stamp = s.control[_STAMP]
    for place in range(s.control[MARK], w.control[TRAIL]):
        tile = wide(w.trail[place, 0])
        if tile < 0 or s.stamps[tile] == stamp:
            continue
        s.stamps[tile] = stamp
        state = wide(w.state[tile])
        mask = wide(s.tree.sides[tile])
        if (state & 15 & ~mask) | (state >> 4 & mask):
            if size == len(tiles):
                return -1
            tiles[size] = tile
            size += 1
    return size
