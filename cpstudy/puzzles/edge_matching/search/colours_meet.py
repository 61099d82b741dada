"""Colours are matched to edges: whether all sides that are left can still meet.

A colour's sides that face empty cells from the board must be met by pieces left. On framed boards
the others meet in pairs on *open* edges, between two empty cells, and each open edge takes a colour
that both its cells can show. Whether edges can be given colours so that the numbers come out is a
maximum flow, found by augmenting paths from the colours that the edges had last. Ansotegui2013
matches the sides of each colour among themselves instead; see ``reference/looking_ahead.py``, which
these kernels follow.

The answer depends on the domains alone, not on which flow was found. Cost: some steps an edge and
colour that it can have, and an augmenting path for each edge that lost its colour.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    AVAILABLE,
    LEAST_WORDS,
    lowest_of,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``ColourFlow.colours`` and ``ColourFlow.edges``.
_SPARE, _GIVEN, _TAKER = range(3)
_CELL, _SIDE, _COLOUR, _QUEUED = range(4)


class ColourFlow(NamedTuple):
    """Work space for n cells and colours below ``colours``, sets of which are words of 64 bits.

    colours: int64[colours, 3], by colour: sides of pieces left less those that must meet the board;
    open edges that have it; the edge from which a search came to it. edges: int64[2n, 4], the open
    edges: cell, side, the colour given or -1, and a queue of edges. last: int64[n, 4], the colour
    that the edge on a side of a cell had last, 0 for none. common: uint64[2n, words], the colours
    that both cells of an edge can show. room, seen: uint64[words], colours that more edges can
    have, and those that a search came to.
    """

    colours: Any
    edges: Any
    last: Any
    common: Any
    room: Any
    seen: Any


def colour_flow(cells: int, colours: int) -> ColourFlow:
    """Fresh arrays for boards of so many cells with colours below ``colours``."""
    words = (colours + 63) // 64
    return ColourFlow(
        colours=np.zeros((colours, 3), np.int64),
        edges=np.zeros((2 * cells, 4), np.int64),
        last=np.zeros((cells, 4), np.int64),
        common=np.zeros((2 * cells, words), np.uint64),
        room=np.zeros(words, np.uint64),
        seen=np.zeros(words, np.uint64),
    )


@borrowing
def sides_suffice(f: Any, t: Any, board: Any, left: Any) -> bool:
    """Whether the pieces left have all sides that must meet the board, and pairs of the others.

    t: the puzzle's DomainTables. board: int64[n], -1 where it is empty; left: uint64[2, words], the
    pieces left. On framed boards there must be a pair for each open edge; on others none is asked.
    """
    for colour in range(len(f.colours)):
        sides = 0
        for word in range(left.shape[1]):
            sides += popcount(t.with_colour[0, colour, word] & left[AVAILABLE, word])
        f.colours[colour, _SPARE] = sides
    edges = 0
    for cell in range(len(board)):
        for side in range(4):
            other = t.neighbours[cell, side]
            if other >= 0 and board[other] < 0:
                if board[cell] >= 0:
                    f.colours[t.colours[board[cell], side], _SPARE] -= 1
                elif other > cell:
                    edges += 1
    pairs = 0
    for colour in range(len(f.colours)):
        spare = f.colours[colour, _SPARE]
        if spare < 0 or (t.framed and colour > 0 and spare & 1):
            return False
        if colour > 0:
            pairs += spare >> 1
    return not t.framed or pairs == edges


@borrowing
def colours_meet(f: Any, t: Any, board: Any, domains: Any) -> bool:
    """Whether the open edges of a framed board can take the pairs that :func:`sides_suffice` found.

    domains: uint64[n, words], of the empty cells; the rest as there.
    """
    for word in range(len(f.room)):
        f.room[word] = _ZERO
    for colour in range(1, len(f.colours)):
        f.colours[colour, _GIVEN] = 0
        if f.colours[colour, _SPARE] > 0:
            f.room[colour >> 6] |= _ONE << np.uint64(colour & 63)
    edges = 0
    for cell in range(len(board)):
        for side in range(4):
            other = t.neighbours[cell, side]
            if board[cell] < 0 and other > cell and board[other] < 0:
                f.edges[edges, _CELL], f.edges[edges, _SIDE] = cell, side
                _list_common(f.common[edges], t, domains[cell], domains[other], side)
                _take_last(f, edges)
                edges += 1
    for edge in range(edges):
        if f.edges[edge, _COLOUR] < 0 and not _colour(f, edge, edges):
            return False
    return True


@borrowing
def _list_common(common: Any, t: Any, domain: Any, other: Any, side: Any) -> None:
    """The colours that a cell can show on a side and its neighbour there on the facing one."""
    for word in range(len(common)):
        common[word] = _ZERO
    p, q, r, s = domain[0], domain[1], domain[2], domain[3]
    o = lowest_of(p, q, r, s)
    while o >= 0:
        colour = t.colours[o, side]
        p &= ~t.with_colour[side, colour, 0]
        q &= ~t.with_colour[side, colour, 1]
        r &= ~t.with_colour[side, colour, 2]
        s &= ~t.with_colour[side, colour, 3]
        _add_shown(common, t, other, side, colour)
        o = lowest_of(p, q, r, s)
    for word in range(LEAST_WORDS, len(domain)):
        choices = domain[word]
        while choices != _ZERO:
            colour = t.colours[64 * word + lowest_bit(choices), side]
            choices &= ~t.with_colour[side, colour, word]
            _add_shown(common, t, other, side, colour)


@inlined
def _add_shown(common: Any, t: Any, other: Any, side: Any, colour: Any) -> None:
    """Add a colour where the neighbour with the domain ``other`` can show it."""
    facing = (side + 2) & 3
    shown = other[0] & t.with_colour[facing, colour, 0]
    shown |= other[1] & t.with_colour[facing, colour, 1]
    shown |= other[2] & t.with_colour[facing, colour, 2]
    shown |= other[3] & t.with_colour[facing, colour, 3]
    for word in range(LEAST_WORDS, len(other)):
        shown |= other[word] & t.with_colour[facing, colour, word]
    if shown != _ZERO:
        common[colour >> 6] |= _ONE << np.uint64(colour & 63)


@borrowing
def _take_last(f: Any, edge: Any) -> None:
    """The colour that an edge had last, where it can have it again, else any, else none."""
    f.edges[edge, _COLOUR] = -1
    colour = f.last[f.edges[edge, _CELL], f.edges[edge, _SIDE]]
    possible = f.common[edge, colour >> 6] & f.room[colour >> 6]
    if possible >> np.uint64(colour & 63) & _ONE == _ZERO:
        colour = -1
        for word in range(len(f.room)):
            choices = f.common[edge, word] & f.room[word]
            if choices != _ZERO:
                colour = 64 * word + lowest_bit(choices)
                break
    if colour >= 0:
        _fill(f, colour)
        _give(f, edge, colour)


@borrowing
def _give(f: Any, edge: Any, colour: Any) -> None:
    f.edges[edge, _COLOUR] = colour
    f.last[f.edges[edge, _CELL], f.edges[edge, _SIDE]] = colour


@borrowing
def _fill(f: Any, colour: Any) -> None:
    """One more edge has a colour."""
    f.colours[colour, _GIVEN] += 1
    if 2 * f.colours[colour, _GIVEN] == f.colours[colour, _SPARE]:
        f.room[colour >> 6] ^= _ONE << np.uint64(colour & 63)


@borrowing
def _colour(f: Any, start: Any, edges: Any) -> bool:
    """Give one more edge a colour of both its cells, none more often than it has pairs."""
    for word in range(len(f.seen)):
        f.seen[word] = _ZERO
    f.edges[0, _QUEUED] = start
    size = 1
    head = 0
    while head < size:
        edge = f.edges[head, _QUEUED]
        head += 1
        for word in range(len(f.seen)):
            choices = f.common[edge, word] & ~f.seen[word]
            f.seen[word] |= choices
            while choices != _ZERO:
                colour = 64 * word + lowest_bit(choices)
                choices &= choices - _ONE
                f.colours[colour, _TAKER] = edge
                if 2 * f.colours[colour, _GIVEN] < f.colours[colour, _SPARE]:
                    _fill(f, colour)
                    _exchange(f, start, colour)
                    return True
                for taker in range(edges):
                    if f.edges[taker, _COLOUR] == colour:
                        f.edges[size, _QUEUED] = taker
                        size += 1
    return False


@borrowing
def _exchange(f: Any, start: Any, colour: Any) -> None:
    """The edge that came to a colour gets it, the one that came to its old one that, and so on."""
    while True:
        edge = f.colours[colour, _TAKER]
        given_up = f.edges[edge, _COLOUR]
        _give(f, edge, colour)
        if edge == start:
            return
        colour = given_up
