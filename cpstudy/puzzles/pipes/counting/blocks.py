"""Blocks: the maximal 2-connected parts of the multigraph, by one depth-first search.

Vertices are the classes, edges the unknown ones. An edge is numbered by the tile on its left or
above it: twice the tile, plus one for the edge below. A class is left when all edges of its tiles
were seen; if nothing below it reaches further back than the class above, the edges still pending
since it was entered are a block (Hopcroft1973). A block of one edge is a bridge.

Cost: linear in the tiles. The search has a stack of its own: boards are deeper than Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import borrowing, kernel
from cpstudy.puzzles.pipes.counting.multigraph import (
    CLASSES,
    LIVE,
    TREE,
    WITH,
    narrow,
    root,
    unite,
    unknown,
)

# Places in ``Blocks.control``: classes on the path and met so far, edges pending, blocks, bridges.
_DEPTH, _MET, _PENDING, _BLOCKS, _BRIDGES = range(5)

_UNSEEN, _SEEN = -1, -2


class Blocks(NamedTuple):
    """The state of the search; all int64, n tiles.

    By edge [2n]: block, its block or one of the two values above; anchor, by block: a tile of it.
    By root [n]: order and low, when it was met and how far back it reaches; at, the next side to
    look at as 4 * tile + side, or -1; entered, the edge by which it was met. path [n]: the classes
    entered and not left. pending [2n]: edges of no block yet. bridges [n]. control [5].
    """

    block: Any
    anchor: Any
    order: Any
    low: Any
    at: Any
    entered: Any
    path: Any
    pending: Any
    bridges: Any
    control: Any


@kernel
def blocks(tiles: Any) -> Blocks:
    """Room for the blocks of a board of so many tiles."""
    return Blocks(
        np.empty(2 * tiles, np.int64),
        np.empty(2 * tiles, np.int64),
        np.empty(tiles, np.int64),
        np.empty(tiles, np.int64),
        np.empty(tiles, np.int64),
        np.empty(tiles, np.int64),
        np.empty(tiles, np.int64),
        np.empty(2 * tiles, np.int64),
        np.empty(tiles, np.int64),
        np.empty(5, np.int64),
    )


@borrowing
def find_blocks(g: Any, b: Any) -> bool:
    """Fill in the blocks and the bridges; False where not all classes are connected."""
    for k in range(g.control[LIVE]):
        tile = g.live[k]
        b.order[root(g.parent, tile)] = -1
        for side in range(4):
            if unknown(g.possible, tile, side):
                b.order[root(g.parent, g.neighbours[tile, side])] = -1
                b.block[_edge(g.neighbours, tile, side)] = _UNSEEN
    for word in range(len(b.control)):
        b.control[word] = 0
    _enter(b, root(g.parent, g.live[0]), -1)
    while b.control[_DEPTH] > 0:
        here = b.path[b.control[_DEPTH] - 1]
        place = _next_edge(g, b, here)
        if place < 0:
            _leave(b)
            continue
        edge = _edge(g.neighbours, place >> 2, place & 3)
        b.block[edge] = _SEEN
        b.pending[b.control[_PENDING]] = edge
        b.control[_PENDING] += 1
        beyond = root(g.parent, g.neighbours[place >> 2, place & 3])
        if b.order[beyond] < 0:
            _enter(b, beyond, edge)
        else:
            b.low[here] = min(b.low[here], b.order[beyond])
    return bool(b.control[_MET] == g.control[CLASSES])


@borrowing
def _edge(neighbours: Any, tile: Any, side: Any) -> Any:
    """The number of the edge across a side."""
    if 1 <= side <= 2:
        tile = neighbours[tile, side]
    return 2 * tile + (side & 1)


@borrowing
def _next_edge(g: Any, b: Any, here: Any) -> Any:
    """The next side of a class with an unknown edge that was not seen; -1 after the last."""
    place = b.at[here]
    while place >= 0:
        tile = place >> 2
        side = place & 3
        following = place + 1
        if side == 3:
            following = 4 * g.ring[tile] if g.ring[tile] != here else -1
        b.at[here] = following
        if unknown(g.possible, tile, side) and b.block[_edge(g.neighbours, tile, side)] == _UNSEEN:
            return place
        place = following
    return -1


@borrowing
def _enter(b: Any, here: Any, edge: Any) -> None:
    b.order[here] = b.control[_MET]
    b.low[here] = b.control[_MET]
    b.at[here] = 4 * here
    b.entered[here] = edge
    b.path[b.control[_DEPTH]] = here
    b.control[_MET] += 1
    b.control[_DEPTH] += 1


@borrowing
def _leave(b: Any) -> None:
    """Go back from the last class of the path; where nothing below reaches further: a block."""
    b.control[_DEPTH] -= 1
    if b.control[_DEPTH] == 0:
        return
    here = b.path[b.control[_DEPTH]]
    above = b.path[b.control[_DEPTH] - 1]
    b.low[above] = min(b.low[above], b.low[here])
    if b.low[here] < b.order[above]:
        return
    number = b.control[_BLOCKS]
    edge = -1
    size = 0
    while edge != b.entered[here]:
        b.control[_PENDING] -= 1
        edge = b.pending[b.control[_PENDING]]
        b.block[edge] = number
        size += 1
    b.anchor[number] = edge >> 1
    b.control[_BLOCKS] += 1
    if size == 1:
        b.bridges[b.control[_BRIDGES]] = edge
        b.control[_BRIDGES] += 1


@borrowing
def open_bridges(g: Any, b: Any) -> bool:
    """Rule 5: bridges are open."""
    for k in range(b.control[_BRIDGES]):
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
        leader[tile] = tile
        group[tile] = -1
    for k in range(g.control[LIVE]):
        tile = g.live[k]
        for side in range(4):
            if unknown(g.possible, tile, side):
                other = g.neighbours[tile, side]
                if g.control[TREE]:
                    other = b.anchor[b.block[_edge(g.neighbours, tile, side)]]
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
