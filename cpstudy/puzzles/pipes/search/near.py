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
has no cycle. S is kept rooted, with the order in which a depth-first walk enters and leaves its
tiles: taking k edges out of S gives k + 1 parts, which part a tile is in follows from those
numbers, and the k edges put in close a cycle or not among the parts.

Cost: a node costs the length of the trail since the chosen edge, and k² where a cycle is looked
for. Exponential at worst; a budget of nodes ends it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.search.engine import KIND, TRAIL, TREE, assume, undo

_BITS = np.array([mask.bit_count() for mask in range(16)], np.int64)

# What :func:`alternative` returns.
REFUTED, FOUND, OUT_OF_NODES = 0, 1, 2

# What :func:`_breach` returns instead of an edge.
_NO_BREACH, _NO_EDGE = -1, -2

# Places in ``Near.control``.
_STAMP, SPENT, MARK = 0, 1, 2


class Near(NamedTuple):
    """A solution with its tree rooted, and what a search near it keeps; see :func:`near`.

    sides: uint8[n], open sides. up: int8[n], the side towards the root, -1 for the root and for
    tiles that are no vertices. entered, left: int32[n], the place of a tile in a depth-first walk
    and the first place after its subtree. order: int32[n], that walk. stamps: int64[n], which
    tiles were looked at for this node. taken: int32[n, 2], (tile whose way up was taken out, its
    place). put: int32[2n], edges put in. parts: int32[2n, 2], the parts they join. group, way,
    queue: int32[2n + 2], over parts. decisions: int32[2n + 2, 2], (edge, trail).
    control: int64[3].
    """

    sides: Any
    up: Any
    entered: Any
    left: Any
    order: Any
    stamps: Any
    taken: Any
    put: Any
    parts: Any
    group: Any
    way: Any
    queue: Any
    decisions: Any
    control: Any


def near(n: int) -> Near:
    """Fresh arrays for boards of n tiles."""
    return Near(
        sides=np.zeros(n, np.uint8),
        up=np.zeros(n, np.int8),
        entered=np.zeros(n, np.int32),
        left=np.zeros(n, np.int32),
        order=np.zeros(n, np.int32),
        stamps=np.zeros(n, np.int64),
        taken=np.zeros((2 * n, 2), np.int32),
        put=np.zeros(2 * n, np.int32),
        parts=np.zeros((2 * n, 2), np.int32),
        group=np.zeros(2 * n + 2, np.int32),
        way=np.zeros(2 * n + 2, np.int32),
        queue=np.zeros(2 * n + 2, np.int32),
        decisions=np.zeros((2 * n + 2, 2), np.int32),
        control=np.zeros(3, np.int64),
    )


@kernel
def root(w: Any, s: Any) -> None:
    """Root the tree ``s.sides`` at its first vertex and walk it; for free graphs, nothing to do."""
    if not w.control[TREE]:
        return
    n = s.sides.size
    first = 0
    while first < n and s.sides[first] == 0:
        first += 1
    if first == n:
        return
    stack = s.queue
    stack[0] = first
    s.up[first] = -1
    size = 1
    place = 0
    while size > 0:
        size -= 1
        tile = stack[size]
        s.order[place] = tile
        s.entered[tile] = place
        s.left[tile] = 1
        place += 1
        mask = np.int64(s.sides[tile])
        for side in range(4):
            if mask >> side & 1 and side != s.up[tile]:
                beyond = w.neighbours[tile, side]
                s.up[beyond] = side ^ 2
                stack[size] = beyond
                size += 1
    for k in range(place - 1, 0, -1):
        tile = s.order[k]
        s.left[w.neighbours[tile, s.up[tile]]] += s.left[tile]
    for k in range(place):
        s.left[s.order[k]] += k


@kernel
def _unknown_on_path(w: Any, s: Any, one: Any, other: Any) -> Any:
    """An unknown edge, as 4 tile + side, on the way from a tile to another in S; _NO_EDGE."""
    while one != other:
        if s.entered[one] < s.entered[other]:
            one, other = other, one
        side = np.int64(s.up[one])
        state = np.int64(w.state[one])
        if (state | state >> 4) >> side & 1 == 0:
            return 4 * one + side
        one = np.int64(w.neighbours[one, side])
    return _NO_EDGE


@kernel
def _part(s: Any, tile: Any, taken: Any) -> Any:
    """In which part of S without the edges taken out a tile is: 0, or 1 + the edge above it."""
    place = s.entered[tile]
    best = -1
    part = 0
    for k in range(taken):
        start = s.taken[k, 1]
        if best < start <= place < s.left[s.taken[k, 0]]:
            best = start
            part = k + 1
    return part


@kernel
def _found(group: Any, part: Any) -> Any:
    while group[part] != part:
        group[part] = group[group[part]]
        part = group[part]
    return part


@kernel
def _cycle(w: Any, s: Any, taken: Any, put: Any) -> Any:
    """An unknown edge of a cycle in the completed board; _NO_BREACH where there is no cycle."""
    for k in range(taken + 1):
        s.group[k] = k
    for last in range(put):
        edge = np.int64(s.put[last])
        one = edge >> 2
        other = np.int64(w.neighbours[one, edge & 3])
        here = _part(s, one, taken)
        there = _part(s, other, taken)
        s.parts[last, 0] = here
        s.parts[last, 1] = there
        a = _found(s.group, here)
        b = _found(s.group, there)
        if a != b:
            s.group[a] = b
            continue
        # The way from here to there over edges put in before, found backwards.
        for k in range(taken + 1):
            s.way[k] = -1
        s.way[there] = last
        s.queue[0] = there
        size = 1
        head = 0
        while s.way[here] < 0:
            part = s.queue[head]
            head += 1
            for k in range(last):
                for end in range(2):
                    beyond = s.parts[k, 1 - end]
                    if s.parts[k, end] == part and s.way[beyond] < 0:
                        s.way[beyond] = k
                        s.queue[size] = beyond
                        size += 1
        while True:
            k = s.way[here]
            if k == last:
                return _unknown_on_path(w, s, one, other)
            via = np.int64(s.put[k])
            leaves, enters = via >> 2, np.int64(w.neighbours[via >> 2, via & 3])
            end = 0 if s.parts[k, 0] == here else 1
            if end:
                leaves, enters = enters, leaves
            found = _unknown_on_path(w, s, one, leaves)
            if found >= 0:
                return found
            one = enters
            here = s.parts[k, 1 - end]
    return _NO_BREACH


@kernel
def _breach(w: Any, s: Any, mark: Any) -> Any:
    """An edge to decide, as 4 tile + side; or _NO_BREACH, or _NO_EDGE where the breach is known.

    mark: how long the trail was when everything known was as in S.
    """
    s.control[_STAMP] += 1
    stamp = s.control[_STAMP]
    taken = np.int64(0)
    put = np.int64(0)
    worst = np.int64(-1)
    fewest = np.int64(5)
    for place in range(w.control[TRAIL] - 1, mark - 1, -1):
        tile = np.int64(w.trail[place, 0])
        if tile < 0 or s.stamps[tile] == stamp:
            continue
        s.stamps[tile] = stamp
        state = np.int64(w.state[tile])
        mask = np.int64(s.sides[tile])
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
                    s.put[put] = 4 * tile + side
                    put += 1
            for side in range(4):
                if less >> side & 1 and s.up[tile] == side:
                    s.taken[taken, 0] = tile
                    s.taken[taken, 1] = s.entered[tile]
                    taken += 1
    if worst < 0:
        return _cycle(w, s, taken, put) if put > 0 else _NO_BREACH
    state = np.int64(w.state[worst])
    unknown = 15 & ~(state | state >> 4)
    for side in range(4):
        if unknown >> side & 1:
            return 4 * worst + side
    return _NO_EDGE


@kernel
def alternative(w: Any, s: Any, edge: Any, nodes: Any) -> Any:
    """Look for a solution that differs from ``s.sides`` in ``edge`` (4 tile + side, unknown).

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
    value = 1 - (np.int64(s.sides[edge >> 2]) >> (edge & 3) & 1)
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
                value = 1 - (np.int64(s.sides[edge >> 2]) >> (edge & 3) & 1)
                continue
        # Refuted: the last decision the other way. Depth 0 never fails, for S is a solution.
        depth -= 1
        undo(w, np.int64(s.decisions[depth, 1]))
        edge = np.int64(s.decisions[depth, 0])
        value = np.int64(s.sides[edge >> 2]) >> (edge & 3) & 1


@kernel
def completed(w: Any, s: Any, sides: Any) -> None:
    """The completed board, into ``sides``: uint8[n]."""
    for tile in range(sides.size):
        state = np.int64(w.state[tile])
        sides[tile] = (np.int64(s.sides[tile]) | state & 15) & ~(state >> 4)


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
    while edge < 4 * s.sides.size:
        tile, side = edge >> 2, edge & 3
        state = np.int64(w.state[tile])
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
        tile = np.int64(w.trail[place, 0])
        if tile < 0 or s.stamps[tile] == stamp:
            continue
        s.stamps[tile] = stamp
        state = np.int64(w.state[tile])
        mask = np.int64(s.sides[tile])
        if (state & 15 & ~mask) | (state >> 4 & mask):
            if size == tiles.size:
                return -1
            tiles[size] = tile
            size += 1
    return size
