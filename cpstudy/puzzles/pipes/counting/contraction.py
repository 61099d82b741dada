"""What is left to count: known edges contracted away, the rest split into independent groups.

An edge is *known* where all possible orientations of one of its tiles agree on it. Known open
edges join tiles into classes, known closed ones vanish; what remains is a multigraph G whose
vertices are the classes of non-empty tiles and whose edges are the unknown ones. The solutions
are the choices of orientations whose open unknown edges form a spanning tree of G.

Five rules are applied until nothing changes; each keeps all solutions. (1) The orientations of a
tile agree with its known sides. (2) Trees only: a known open edge that closes a cycle refutes the
board. (3) Trees only: an unknown edge within one class would close a cycle: it is closed.
(4) Trees only: turning keeps the number of open sides, so each class has a known number of stubs,
sides that will be open and are not known to be. An orientation that opens two edges to one class
closes a cycle; one whose classes have no stub left when it has joined them cuts them off, unless
they are all there is. (5) Trees only: a bridge of G is in every spanning tree: it is open; where G
is not connected there is no solution.

*Groups.* The blocks of a graph are its maximal 2-connected parts; they share no edge, and two of
them at most one vertex. A set of edges is a spanning tree of a connected graph exactly when its
part in each block is a spanning tree of that block. (Every cycle lies within one block, so the
set has no cycle exactly when no part has one. Counting edges: a connected graph of n vertices and
blocks of n_1 … n_k vertices has n - 1 = sum of (n_i - 1), so parts without cycles, of at most
n_i - 1 edges each, reach n - 1 together exactly when each is a spanning tree.) The only other
demand is that the sides of one tile are those of one of its orientations; so blocks that meet in a
*tile*, not only in a class, are put into one group. All unknown edges of a tile lie in one group
then, and the solutions are the products of choices, one from each group: the count is the product
of the groups' counts. A group is connected, because blocks that share a tile share its class, so
the theorem, applied to the blocks of the group, says what a group asks for: a spanning tree of its
own vertices. For free graphs and safe states no tree is asked for: groups are the connected parts
of the graph of tiles and unknown edges.

Sources: blocks after Hopcroft1973; the parts of Tatham2019 that need no more than union-find.
Cost: linear in the tiles a round; rounds are few. Limits: nothing is tried out and no
parity, so more edges stay unknown than a stronger deduction leaves; hand its result in as
``possible``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# For each side: the set of open-side masks, as a bit set, in which it is open.
_WITH = np.array(
    [sum(1 << mask for mask in range(16) if mask >> side & 1) for side in range(4)], np.int64
)
_EVERY = 0xFFFF

# For each tile 0…15: the set of its orientations.
POSSIBLE = np.array([sum(1 << mask for mask in masks) for masks in ORIENTATIONS], np.uint16)


def possible_orientations(puzzle: Pipes) -> npt.NDArray[np.uint16]:
    """All rotations of each tile, as sets of open-side masks: uint16[tiles]."""
    return POSSIBLE[np.frombuffer(puzzle.tiles, np.uint8)]


@kernel
def _root(parent: Any, tile: Any) -> Any:
    while parent[tile] != tile:
        parent[tile] = parent[parent[tile]]
        tile = parent[tile]
    return tile


@kernel
def _propagate(
    neighbours: Any, possible: Any, tree: Any, parent: Any, joined: Any, stack: Any, waiting: Any,
    size: Any,
) -> Any:  # fmt: skip
    """Rules 1 and 2 from the tiles on the stack; returns how many classes were joined, or -1."""
    unions = 0
    while size > 0:
        size -= 1
        tile = stack[size]
        waiting[tile] = False
        for side in range(4):
            other = neighbours[tile, side]
            if other < 0:
                continue
            now = possible[tile]
            opened = now & _WITH[side]
            if opened == now:
                keep = _WITH[side ^ 2]
                if tree and joined[tile] >> side & 1 == 0:
                    joined[tile] |= 1 << side
                    joined[other] |= 1 << (side ^ 2)
                    a = _root(parent, tile)
                    b = _root(parent, other)
                    if a == b:
                        return -1
                    parent[max(a, b)] = min(a, b)
                    unions += 1
            elif opened == 0:
                keep = _EVERY ^ _WITH[side ^ 2]
            else:
                continue
            left = possible[other] & keep
            if left == 0:
                return -1
            if left != possible[other]:
                possible[other] = left
                if not waiting[other]:
                    waiting[other] = True
                    stack[size] = other
                    size += 1
    return unions


@kernel
def _unknown(possible: Any, tile: Any, side: Any) -> Any:
    opened = possible[tile] & _WITH[side]
    return opened != 0 and opened != possible[tile]


@kernel
def _closed_loops(
    neighbours: Any, possible: Any, parent: Any, live: Any, alive: Any, stack: Any, waiting: Any
) -> Any:
    """Rule 3; returns how many tiles wait on the stack then, or -1."""
    size = 0
    for k in range(alive):
        tile = live[k]
        for side in (0, 3):
            if _unknown(possible, tile, side):
                other = neighbours[tile, side]
                if _root(parent, tile) == _root(parent, other):
                    possible[tile] &= _EVERY ^ _WITH[side]
                    if possible[tile] == 0:
                        return -1
                    if not waiting[tile]:
                        waiting[tile] = True
                        stack[size] = tile
                        size += 1
    return size


@kernel
def _dead_ends(
    neighbours: Any, possible: Any, parent: Any, live: Any, alive: Any, classes: Any, stubs: Any,
    stack: Any, waiting: Any,
) -> Any:  # fmt: skip
    """Rule 4; returns how many tiles wait on the stack then, or -1. Scratch: stubs int64[tiles]."""
    for k in range(alive):
        stubs[_root(parent, live[k])] = 0
    for k in range(alive):
        tile = live[k]
        always = 15
        sides = 0
        for mask in range(16):
            if possible[tile] >> mask & 1:
                always &= mask
                sides = mask
        for side in range(4):
            stubs[_root(parent, tile)] += (sides >> side & 1) - (always >> side & 1)
    joined = np.empty(5, np.int64)
    roots = np.empty(4, np.int64)
    size = 0
    for k in range(alive):
        tile = live[k]
        now = possible[tile]
        unknown = 0
        for side in range(4):
            if _unknown(possible, tile, side):
                unknown |= 1 << side
                roots[side] = _root(parent, neighbours[tile, side])
        joined[0] = _root(parent, tile)
        for mask in range(16):
            if now >> mask & 1 == 0:
                continue
            number = 1
            left = stubs[joined[0]]
            cycle = False
            for side in range(4):
                if unknown & mask & (1 << side):
                    for other in range(number):
                        cycle = cycle or joined[other] == roots[side]
                    joined[number] = roots[side]
                    number += 1
                    left += stubs[roots[side]] - 2
            if cycle or (left == 0 and number < classes):
                possible[tile] &= _EVERY ^ (1 << mask)
        if possible[tile] == 0:
            return -1
        if possible[tile] != now and not waiting[tile]:
            waiting[tile] = True
            stack[size] = tile
            size += 1
    return size


@kernel
def _blocks(
    neighbours: Any, possible: Any, parent: Any, live: Any, alive: Any, classes: Any,
    edge_of: Any, edges: Any, block: Any,
) -> Any:  # fmt: skip
    """The blocks of G by one depth-first search with a stack of edges.

    Fills edge_of int64[tiles, 4] (of live tiles: the edge's number or -1), edges int64[e, 4]
    (tile, side, and the two classes, numbered densely) and block int64[e]. Returns (edges,
    blocks), or (-1, 0) where G does not hold all ``classes`` in one connected part.
    """
    # Classes as they are met; ``number`` is read only where it was written.
    number = np.full(len(parent), -1)
    count = 0
    total = 0
    for k in range(alive):
        tile = live[k]
        for side in (0, 3):
            edge_of[tile, side] = -1
            if not _unknown(possible, tile, side):
                continue
            other = neighbours[tile, side]
            for end in range(2):
                root = _root(parent, tile if end == 0 else other)
                if number[root] < 0:
                    number[root] = count
                    count += 1
                edges[total, 2 + end] = number[root]
            edges[total, 0] = tile
            edges[total, 1] = side
            edge_of[tile, side] = total
            total += 1
    for k in range(alive):
        tile = live[k]
        for side in (1, 2):
            edge_of[tile, side] = -1
            if _unknown(possible, tile, side):
                edge_of[tile, side] = edge_of[neighbours[tile, side], side ^ 2]
    if count != classes:
        return -1, 0

    first = np.zeros(count + 1, np.int64)
    for e in range(total):
        first[edges[e, 2] + 1] += 1
        first[edges[e, 3] + 1] += 1
    for v in range(count):
        first[v + 1] += first[v]
    incident = np.empty(2 * total, np.int64)
    place = first.copy()
    for e in range(total):
        for end in range(2, 4):
            incident[place[edges[e, end]]] = e
            place[edges[e, end]] += 1

    seen = np.zeros(total, np.bool_)
    order = np.full(count, -1)
    low = np.empty(count, np.int64)
    path = np.empty(count, np.int64)
    entered = np.empty(count, np.int64)
    pending = np.empty(total, np.int64)
    pended = 0
    blocks = 0
    place = first.copy()
    path[0] = 0
    entered[0] = -1
    order[0] = 0
    low[0] = 0
    met = 1
    depth = 1
    while depth > 0:
        v = path[depth - 1]
        if place[v] < first[v + 1]:
            e = incident[place[v]]
            place[v] += 1
            if seen[e]:
                continue
            seen[e] = True
            pending[pended] = e
            pended += 1
            u = edges[e, 2] + edges[e, 3] - v
            if order[u] < 0:
                order[u] = met
                low[u] = met
                met += 1
                entered[u] = e
                path[depth] = u
                depth += 1
            else:
                low[v] = min(low[v], order[u])
            continue
        depth -= 1
        if depth == 0:
            break
        above = path[depth - 1]
        low[above] = min(low[above], low[v])
        if low[v] >= order[above]:
            while True:
                pended -= 1
                block[pending[pended]] = blocks
                if pending[pended] == entered[v]:
                    break
            blocks += 1
    if met != count:
        return -1, 0
    return total, blocks


@kernel
def contract(neighbours: Any, possible: Any, tree: Any, parent: Any, group: Any) -> Any:
    """Apply the rules and split what is left; returns the number of groups, or -1: no solution.

    neighbours int64[tiles, 4]. possible int64[tiles], sets of rotations of each tile, becomes
    smaller in place. tree: whether a tree is asked for. Fills parent int64[tiles] (classes as a
    union-find forest) and group int64[tiles]: the group of a tile with unknown edges, 0 …, and -1
    for the others.
    """
    n = len(possible)
    stack = np.empty(n, np.int64)
    waiting = np.ones(n, np.bool_)
    joined = np.zeros(n, np.int64)
    live = np.empty(n, np.int64)
    stubs = np.empty(n, np.int64)
    classes = 0
    for tile in range(n):
        parent[tile] = tile
        group[tile] = -1
        stack[tile] = tile
        if possible[tile] != 1:
            classes += 1
        for side in range(4):
            if neighbours[tile, side] < 0:
                possible[tile] &= _EVERY ^ _WITH[side]
        for side in (0, 3):
            if neighbours[tile, side] == tile:  # an edge from the tile to itself
                both = _WITH[side] & _WITH[side ^ 2]
                neither = _EVERY ^ (_WITH[side] | _WITH[side ^ 2])
                possible[tile] &= both | neither
        if possible[tile] == 0:
            return -1
    size = n
    alive = -1
    edge_of = np.empty((n if tree else 0, 4), np.int64)
    edges = np.empty((2 * n if tree else 0, 4), np.int64)
    block = np.empty(2 * n if tree else 0, np.int64)
    while True:
        unions = _propagate(neighbours, possible, tree, parent, joined, stack, waiting, size)
        if unions < 0:
            return -1
        classes -= unions
        if alive < 0:
            alive = n
            for tile in range(n):
                live[tile] = tile
        kept = 0
        for k in range(alive):
            if possible[live[k]] & (possible[live[k]] - 1) != 0:
                live[kept] = live[k]
                kept += 1
        alive = kept
        if not tree:
            return _parts(neighbours, possible, live, alive, stack, group)
        size = _closed_loops(neighbours, possible, parent, live, alive, stack, waiting)
        if size < 0:
            return -1
        if size > 0:
            continue
        if alive == 0:
            return 0 if classes <= 1 else -1
        size = _dead_ends(neighbours, possible, parent, live, alive, classes, stubs, stack, waiting)
        if size < 0:
            return -1
        if size > 0:
            continue
        total, blocks = _blocks(
            neighbours, possible, parent, live, alive, classes, edge_of, edges, block
        )
        if total < 0:
            return -1
        width = np.zeros(blocks, np.int64)
        for e in range(total):
            width[block[e]] += 1
        for e in range(total):
            if width[block[e]] == 1:
                tile = edges[e, 0]
                possible[tile] &= _WITH[edges[e, 1]]
                if possible[tile] == 0:
                    return -1
                if not waiting[tile]:
                    waiting[tile] = True
                    stack[size] = tile
                    size += 1
        if size == 0:
            return _joined_blocks(live, alive, edge_of, block, blocks, group)


@kernel
def _joined_blocks(live: Any, alive: Any, edge_of: Any, block: Any, blocks: Any, group: Any) -> Any:
    """Blocks that meet in a tile become one group; returns the number of groups."""
    parent = np.arange(blocks)
    for k in range(alive):
        own = -1
        for side in range(4):
            e = edge_of[live[k], side]
            if e >= 0:
                here = _root(parent, block[e])
                if own >= 0:
                    parent[here] = own
                else:
                    own = here
        group[live[k]] = own
    number = np.full(blocks, -1)
    groups = 0
    for k in range(alive):
        tile = live[k]
        if group[tile] >= 0:
            root = _root(parent, group[tile])
            if number[root] < 0:
                number[root] = groups
                groups += 1
            group[tile] = number[root]
    return groups


@kernel
def _parts(neighbours: Any, possible: Any, live: Any, alive: Any, stack: Any, group: Any) -> Any:
    """Groups of a free graph: tiles that unknown edges connect; returns their number."""
    groups = 0
    for k in range(alive):
        if group[live[k]] >= 0:
            continue
        stack[0] = live[k]
        group[live[k]] = groups
        size = 1
        while size > 0:
            size -= 1
            tile = stack[size]
            for side in range(4):
                other = neighbours[tile, side]
                if other >= 0 and group[other] < 0 and _unknown(possible, tile, side):
                    group[other] = groups
                    stack[size] = other
                    size += 1
        groups += 1
    return groups
