"""Blocks: the maximal 2-connected parts of the multigraph, by one depth-first search.

Vertices are the classes, edges the unknown ones. A class is left when all edges of its tiles were
seen; if nothing below it reaches further back than the class above, the edges still pending since
it was entered are a block (Hopcroft1973). A block of one edge is a bridge.

Cost: linear in the tiles. The search has a stack of its own: boards are deeper than Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cpstudy.core.forest import root
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.pipes.counting.multigraph import (
    BLOCKS,
    BRIDGES,
    CLASSES,
    DEPTH,
    LIVE,
    MET,
    PENDING,
    TREE,
    WITH,
    edge_number,
    narrow,
    unite,
    unknown,
)

_UNSEEN, _SEEN = -1, -2


class Blocks(NamedTuple):
    """The state of the search; int64, n tiles.

    By edge [2n]: block, its block or one of the two values above; anchor, by block: a tile of it;
    pending: edges of no block yet. By root [n]: order and low, when it was met and how far back it
    reaches; at, the next side of a live tile to look at as 4 * tile + side, or -1; entered, the
    edge by which it was met. path [n]: the classes entered and not left. bridges [n].
    """

    block: Any
    anchor: Any
    pending: Any
    order: Any
    low: Any
    at: Any
    entered: Any
    path: Any
    bridges: Any


@borrowing
def find_blocks(g: Any, b: Any) -> bool:
    """Fill in the blocks and the bridges; False where not all classes are connected."""
    _list_classes(g, b)
    for word in range(DEPTH, BRIDGES + 1):
        g.control[word] = 0
    _enter(g, b, root(g.parent, g.live[0]), -1)
    while g.control[DEPTH] > 0:
        here = b.path[g.control[DEPTH] - 1]
        place = _next_edge(g, b, here)
        if place < 0:
            _leave(g, b)
            continue
        edge = edge_number(g.neighbours, place >> 2, place & 3)
        b.block[edge] = _SEEN
        b.pending[g.control[PENDING]] = edge
        g.control[PENDING] += 1
        beyond = root(g.parent, g.neighbours[place >> 2, place & 3])
        if b.order[beyond] < 0:
            _enter(g, b, beyond, edge)
        else:
            b.low[here] = min(b.low[here], b.order[beyond])
    return bool(g.control[MET] == g.control[CLASSES])


@borrowing
def _list_classes(g: Any, b: Any) -> None:
    """No class was met; each has a list of its live tiles, since only these have unknown edges."""
    live = g.control[LIVE]
    for k in range(live):
        tile = g.live[k]
        own = root(g.parent, tile)
        b.order[own] = -1
        b.at[own] = -1
        for side in range(4):
            if unknown(g.possible, tile, side):
                b.block[edge_number(g.neighbours, tile, side)] = _UNSEEN
    for k in range(live):
        tile = g.live[live - 1 - k]
        own = root(g.parent, tile)
        g.beside[tile] = b.at[own]
        b.at[own] = 4 * tile


@inlined
def _next_edge(g: Any, b: Any, here: Any) -> Any:
    """The next side of a class with an unknown edge that was not seen; -1 after the last."""
    place = b.at[here]
    while place >= 0:
        tile = place >> 2
        side = place & 3
        following = place + 1
        if side == 3:
            following = g.beside[tile]
        b.at[here] = following
        if (
            unknown(g.possible, tile, side)
            and b.block[edge_number(g.neighbours, tile, side)] == _UNSEEN
        ):
            return place
        place = following
    return -1


@inlined
def _enter(g: Any, b: Any, here: Any, edge: Any) -> None:
    b.order[here] = g.control[MET]
    b.low[here] = g.control[MET]
    b.entered[here] = edge
    b.path[g.control[DEPTH]] = here
    g.control[MET] += 1
    g.control[DEPTH] += 1


@inlined
def _leave(g: Any, b: Any) -> None:
    """Go back from the last class of the path; where nothing below reaches further: a block."""
    g.control[DEPTH] -= 1
    if g.control[DEPTH] == 0:
        return
    here = b.path[g.control[DEPTH]]
    above = b.path[g.control[DEPTH] - 1]
    b.low[above] = min(b.low[above], b.low[here])
    if b.low[here] < b.order[above]:
        return
    number = g.control[BLOCKS]
    edge = -1
    size = 0
    while edge != b.entered[here]:
        g.control[PENDING] -= 1
        edge = b.pending[g.control[PENDING]]
        b.block[edge] = number
        size += 1
    b.anchor[number] = edge >> 1
    g.control[BLOCKS] += 1
    if size == 1:
        b.bridges[g.control[BRIDGES]] = edge
        g.control[BRIDGES] += 1


@borrowing
def open_bridges(g: Any, b: Any) -> bool:
    """Rule 5: bridges are open."""
    for k in range(g.control[BRIDGES]):
        edge = b.bridges[k]
        if not narrow(g, edge >> 1, WITH[3 * (edge & 1)]):
            return False
    return True


@borrowing
def number_groups(g: Any, b: Any, group: Any) -> Any:
    """Blocks that share a tile are one group; without a tree, what unknown edges connect.

    group int64[n]: gets the groups of live tiles, numbered by their first tiles, -1 for the others.
    Returns how many there are.
    """
    leader = b.order  # a forest of tiles from now on
    for tile in range(len(group)):
        group[tile] = -1
    for k in range(g.control[LIVE]):
        leader[g.live[k]] = g.live[k]
    for k in range(g.control[LIVE]):
        tile = g.live[k]
        for side in range(4):
            if unknown(g.possible, tile, side):
                other = g.neighbours[tile, side]
                if g.control[TREE]:
                    other = b.anchor[b.block[edge_number(g.neighbours, tile, side)]]
                unite(leader, tile, other)
    groups = 0
    for k in range(g.control[LIVE]):
        tile = g.live[k]
        first = root(leader, tile)
        if first == tile:
            group[tile] = groups
            groups += 1
        else:
            group[tile] = group[first]
    return groups
