"""Colours are matched to edges: whether all sides that are left can still meet.

A colour's sides that face empty cells from the board must be met by pieces left. On framed boards
the others meet in pairs on *open* edges, between two empty cells, and each open edge takes a colour
that both its cells can show. Whether edges can be given colours so that the numbers come out is a
maximum flow, found by augmenting paths. Ansotegui2013 matches the sides of each colour among
themselves instead; see ``reference/looking_ahead.py``, which these kernels follow.

The answer depends on the domains alone, not on which flow was found. Cost: edges times colours
times edges at worst.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import kernel

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


class ColourFlow(NamedTuple):
    """Work space for n cells and colours below ``colours``.

    spare: int64[colours], sides of pieces left less those that must meet the board; pairs:
    int64[colours], open edges that a colour has to fill. shown: bool[n, 4, colours], what an empty
    cell can show on a side. edges: int64[2n, 3], the open edges: cell, side, neighbour. colour_of:
    int64[2n], the colour of an edge or -1; used: int64[colours], how many have it. reached_from:
    int64[colours], queue: int64[2n], edges: of one search.
    """

    spare: Any
    pairs: Any
    shown: Any
    edges: Any
    colour_of: Any
    used: Any
    reached_from: Any
    queue: Any


def colour_flow(cells: int, colours: int) -> ColourFlow:
    """Fresh arrays for boards of so many cells with colours below ``colours``."""
    return ColourFlow(
        spare=np.zeros(colours, np.int64),
        pairs=np.zeros(colours, np.int64),
        shown=np.zeros((cells, 4, colours), np.bool_),
        edges=np.zeros((2 * cells, 3), np.int64),
        colour_of=np.zeros(2 * cells, np.int64),
        used=np.zeros(colours, np.int64),
        reached_from=np.zeros(colours, np.int64),
        queue=np.zeros(2 * cells, np.int64),
    )


@kernel
def colours_meet(f: Any, t: Any, board: Any, domains: Any, available: Any) -> bool:
    """Whether every colour's sides can meet.

    t: the puzzle's DomainTables. board: int64[n]; domains: uint64[n, words]; available:
    uint64[words].
    """
    _count_spare(f, t, board, available)
    total = 0
    for colour in range(len(f.spare)):
        if f.spare[colour] < 0:
            return False
        f.used[colour] = 0
        f.pairs[colour] = 0
        if t.framed and colour > 0:
            if f.spare[colour] & 1:
                return False
            f.pairs[colour] = f.spare[colour] >> 1
            total += f.pairs[colour]
    if not t.framed:
        return True
    edges = _open_edges(f, t, board)
    if total != edges:
        return False
    _show(f, t, board, domains)
    for edge in range(edges):
        f.colour_of[edge] = -1
    for edge in range(edges):  # noqa: SIM110 (kernels know no generator expressions)
        if not _colour(f, edge, edges):
            return False
    return True


@kernel
def _count_spare(f: Any, t: Any, board: Any, available: Any) -> None:
    """By colour: sides of pieces left, less those on the board that face empty cells."""
    for colour in range(len(f.spare)):
        f.spare[colour] = 0
        for word in range(len(available)):
            f.spare[colour] += popcount(t.with_colour[0, colour, word] & available[word])
    for cell in range(len(board)):
        if board[cell] >= 0:
            for side in range(4):
                other = t.neighbours[cell, side]
                if other >= 0 and board[other] < 0:
                    f.spare[t.colours[board[cell], side]] -= 1


@kernel
def _open_edges(f: Any, t: Any, board: Any) -> Any:
    """List the edges between two empty cells; how many there are."""
    count = 0
    for cell in range(len(board)):
        for side in range(4):
            other = t.neighbours[cell, side]
            if board[cell] < 0 and other > cell and board[other] < 0:
                f.edges[count, 0] = cell
                f.edges[count, 1] = side
                f.edges[count, 2] = other
                count += 1
    return count


@kernel
def _show(f: Any, t: Any, board: Any, domains: Any) -> None:
    """Which colours the empty cells can show on each side."""
    for cell in range(len(board)):
        if board[cell] >= 0:
            continue
        for side in range(4):
            for colour in range(len(f.spare)):
                f.shown[cell, side, colour] = False
        for word in range(domains.shape[1]):
            left = domains[cell, word]
            while left != _ZERO:
                o = 64 * word + lowest_bit(left)
                left &= left - _ONE
                for side in range(4):
                    f.shown[cell, side, t.colours[o, side]] = True


@kernel
def _colour(f: Any, start: Any, edges: Any) -> bool:
    """Give one more edge a colour of both its cells, none more often than it has pairs."""
    most = len(f.spare)
    for colour in range(most):
        f.reached_from[colour] = -1
    f.queue[0] = start
    size = 1
    head = 0
    free = -1
    while head < size and free < 0:
        edge = f.queue[head]
        head += 1
        cell, side, other = f.edges[edge, 0], f.edges[edge, 1], f.edges[edge, 2]
        for colour in range(1, most):
            common = f.shown[cell, side, colour] and f.shown[other, (side + 2) & 3, colour]
            if not common or f.reached_from[colour] >= 0:
                continue
            f.reached_from[colour] = edge
            if f.used[colour] < f.pairs[colour]:
                free = colour
                break
            for taker in range(edges):
                if f.colour_of[taker] == colour:
                    f.queue[size] = taker
                    size += 1
    if free < 0:
        return False
    f.used[free] += 1
    while True:
        edge = f.reached_from[free]
        given_up = f.colour_of[edge]
        f.colour_of[edge] = free
        if edge == start:
            return True
        free = given_up
