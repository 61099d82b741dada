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
from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.edge_matching.search.domain_tables import AVAILABLE

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``ColourFlow.colours`` and ``ColourFlow.edges``.
_SPARE, _GIVEN, _TAKER = range(3)
_CELL, _SIDE, _OTHER, _COLOUR, _QUEUED = range(5)


class ColourFlow(NamedTuple):
    """Work space for n cells and colours below ``colours``.

    colours: int64[colours, 3], by colour: sides of pieces left less those that must meet the board;
    open edges that have it; the edge from which a search came to it, or -1. edges: int64[2n, 5],
    the open edges: cell, side, neighbour, the colour given or -1, and a queue of edges. shown:
    bool[n, 4, colours], what an empty cell can show on a side.
    """

    colours: Any
    edges: Any
    shown: Any


def colour_flow(cells: int, colours: int) -> ColourFlow:
    """Fresh arrays for boards of so many cells with colours below ``colours``."""
    return ColourFlow(
        colours=np.zeros((colours, 3), np.int64),
        edges=np.zeros((2 * cells, 5), np.int64),
        shown=np.zeros((cells, 4, colours), np.bool_),
    )


@borrowing
def colours_meet(f: Any, t: Any, board: Any, domains: Any, left: Any) -> bool:
    """Whether every colour's sides can meet.

    t: the puzzle's DomainTables. board: int64[n], -1 where it is empty; domains: uint64[n, words];
    left: uint64[2, words], the pieces left.
    """
    _count_spare(f, t, board, left)
    pairs = 0
    for colour in range(len(f.colours)):
        spare = f.colours[colour, _SPARE]
        if spare < 0 or (t.framed and colour > 0 and spare & 1):
            return False
        f.colours[colour, _GIVEN] = 0
        if colour > 0:
            pairs += spare >> 1
    if not t.framed:
        return True
    edges = _open_edges(f, t, board)
    if pairs != edges:
        return False
    _show(f, t, board, domains)
    for edge in range(edges):  # noqa: SIM110 (kernels know no generator expressions)
        if not _colour(f, edge, edges):
            return False
    return True


@borrowing
def _count_spare(f: Any, t: Any, board: Any, left: Any) -> None:
    """By colour: sides of pieces left, less those on the board that face empty cells."""
    for colour in range(len(f.colours)):
        sides = 0
        for word in range(left.shape[1]):
            sides += popcount(t.with_colour[0, colour, word] & left[AVAILABLE, word])
        f.colours[colour, _SPARE] = sides
    for cell in range(len(board)):
        if board[cell] >= 0:
            for side in range(4):
                other = t.neighbours[cell, side]
                if other >= 0 and board[other] < 0:
                    f.colours[t.colours[board[cell], side], _SPARE] -= 1


@borrowing
def _open_edges(f: Any, t: Any, board: Any) -> Any:
    """List the edges between two empty cells, without a colour; how many there are."""
    count = 0
    for cell in range(len(board)):
        for side in range(4):
            other = t.neighbours[cell, side]
            if board[cell] < 0 and other > cell and board[other] < 0:
                f.edges[count, _CELL] = cell
                f.edges[count, _SIDE] = side
                f.edges[count, _OTHER] = other
                f.edges[count, _COLOUR] = -1
                count += 1
    return count


@borrowing
def _show(f: Any, t: Any, board: Any, domains: Any) -> None:
    """Which colours the empty cells can show on each side."""
    for cell in range(len(board)):
        if board[cell] >= 0:
            continue
        for side in range(4):
            for colour in range(len(f.colours)):
                f.shown[cell, side, colour] = False
        for word in range(domains.shape[1]):
            choices = domains[cell, word]
            while choices != _ZERO:
                o = 64 * word + lowest_bit(choices)
                choices &= choices - _ONE
                for side in range(4):
                    f.shown[cell, side, t.colours[o, side]] = True


@borrowing
def _colour(f: Any, start: Any, edges: Any) -> bool:
    """Give one more edge a colour of both its cells, none more often than it has pairs."""
    colours, queue = f.colours, f.edges
    for colour in range(len(colours)):
        colours[colour, _TAKER] = -1
    queue[0, _QUEUED] = start
    size = 1
    head = 0
    free = -1
    while head < size and free < 0:
        edge = queue[head, _QUEUED]
        head += 1
        cell, side, other = f.edges[edge, _CELL], f.edges[edge, _SIDE], f.edges[edge, _OTHER]
        for colour in range(1, len(colours)):
            common = f.shown[cell, side, colour] and f.shown[other, (side + 2) & 3, colour]
            if not common or colours[colour, _TAKER] >= 0:
                continue
            colours[colour, _TAKER] = edge
            if 2 * colours[colour, _GIVEN] < colours[colour, _SPARE]:
                free = colour
                break
            for taker in range(edges):
                if f.edges[taker, _COLOUR] == colour:
                    queue[size, _QUEUED] = taker
                    size += 1
    if free < 0:
        return False
    colours[free, _GIVEN] += 1
    while True:
        edge = colours[free, _TAKER]
        given_up = f.edges[edge, _COLOUR]
        f.edges[edge, _COLOUR] = free
        if edge == start:
            return True
        free = given_up
