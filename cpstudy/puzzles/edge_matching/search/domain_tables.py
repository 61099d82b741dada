"""Candidates of cells as bit sets over oriented pieces, for boards of any size and kind.

Bit 4·p + q is piece p turned clockwise by q quarters; a set is as many 64-bit words as it takes,
but at least four. A cell's *domain* holds what its neighbours and the frame allow; which pieces are
left is kept apart. Where equal candidates are one, only the first of identical pieces is *free*,
and of its turns only those that look different. So what is free in a domain are the different
candidates, and counting and listing need not compare any.

Cost: quadratic in the pieces, once a puzzle.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.edge_matching.search.identical import next_identical
from cpstudy.puzzles.edge_matching.search.methods import Method

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO_TURNS = np.uint64(3)
_ALL_TURNS = np.uint64(15)

# Rows of the pieces that are left: all oriented pieces, and the candidates among them.
AVAILABLE, FREE = 0, 1

# Words of a domain at least: up to 64 cells they are counted without a loop.
LEAST_WORDS = 4


class DomainTables(NamedTuple):
    """The tables of one puzzle of n pieces on n cells; see :func:`domain_tables`.

    framed: 0 is the frame. skip_equal: equal candidates are one. pieces: int64[n, 4], the puzzle.
    neighbours: int64[n, 4], the cell that each side faces, -1 at the border. colours: int64[4n, 4],
    of oriented pieces. with_colour: uint64[4, colours, words], the oriented pieces that have a
    colour on a side. turns: uint64[n], four bits, a piece's different turns (all, unless
    ``skip_equal``). following: int64[n], the next identical piece, -1 without one (always, unless
    ``skip_equal``). before: int64[4n], the last oriented piece before each that looks the same, -1
    without one; not filled where ``skip_equal``.
    """

    framed: bool
    skip_equal: bool
    pieces: Any
    neighbours: Any
    colours: Any
    with_colour: Any
    turns: Any
    following: Any
    before: Any


def words_of(cells: int) -> int:
    """How many words a domain has on a board of so many cells."""
    return max(LEAST_WORDS, (4 * cells + 63) // 64)


def domain_tables(
    rows: int, columns: int, colours: int, framed: bool, method: Method
) -> DomainTables:
    """Empty tables for boards of one size, and what does not depend on the pieces."""
    n = rows * columns
    return DomainTables(
        framed=framed,
        skip_equal=method.skip_equal,
        pieces=np.zeros((n, 4), np.int64),
        neighbours=_neighbours(rows, columns),
        colours=np.zeros((4 * n, 4), np.int64),
        with_colour=np.zeros((4, colours, words_of(n)), np.uint64),
        turns=np.zeros(n, np.uint64),
        following=np.zeros(n, np.int64),
        before=np.zeros(4 * n, np.int64),
    )


@lru_cache(maxsize=32)
def _neighbours(rows: int, columns: int) -> npt.NDArray[np.int64]:
    beyond = np.full((rows + 2, columns + 2), -1, np.int64)
    beyond[1:-1, 1:-1] = np.arange(rows * columns).reshape(rows, columns)
    sides = beyond[:-2, 1:-1], beyond[1:-1, 2:], beyond[2:, 1:-1], beyond[1:-1, :-2]
    neighbours = np.stack(sides, axis=2).reshape(-1, 4)
    neighbours.flags.writeable = False
    return neighbours


@borrowing
def fill_tables(t: Any, domains: Any, left: Any) -> None:
    """Fill the tables from ``t.pieces``, and what the empty board allows.

    domains: uint64[n, words]. left: uint64[2, words], the pieces left, AVAILABLE and FREE.
    """
    words = left.shape[1]
    for word in range(words):
        left[AVAILABLE, word] = left[FREE, word] = _ZERO
        for side in range(4):
            for colour in range(t.with_colour.shape[1]):
                t.with_colour[side, colour, word] = _ZERO
    for o in range(len(t.colours)):
        bit = _ONE << np.uint64(o & 63)
        left[AVAILABLE, o >> 6] |= bit
        for side in range(4):
            colour = t.pieces[o >> 2, (side - o) & 3]
            t.colours[o, side] = colour
            t.with_colour[side, colour, o >> 6] |= bit
    if not t.skip_equal:
        _looking_the_same(t)
    _free_candidates(t, left)
    for cell in range(len(domains)):
        for word in range(words):
            candidates = left[AVAILABLE, word]
            if t.framed:
                for side in range(4):
                    frame = t.with_colour[side, 0, word]
                    candidates &= frame if t.neighbours[cell, side] < 0 else ~frame
            domains[cell, word] = candidates


@borrowing
def _looking_the_same(t: Any) -> None:
    """Fill ``before``."""
    for o in range(len(t.before)):
        t.before[o] = -1
    for p in range(len(t.pieces)):
        if _after(t, 4 * p, -1) != 4 * p or _after(t, 4 * p, 4 * p) >= 0:
            for o in range(4 * p, 4 * p + 4):
                after = _after(t, o, o)
                if after >= 0:
                    t.before[after] = o


@inlined
def _after(t: Any, o: Any, place: Any) -> Any:
    """The first oriented piece after a place that looks like ``o``; -1 without one."""
    top, right, bottom, left = t.colours[o, 0], t.colours[o, 1], t.colours[o, 2], t.colours[o, 3]
    place += 1
    later = ~_ZERO << np.uint64(place & 63)
    after = -1
    for word in range(place >> 6, t.with_colour.shape[2]):
        same = t.with_colour[0, top, word] & t.with_colour[1, right, word]
        same &= t.with_colour[2, bottom, word] & t.with_colour[3, left, word] & later
        if same != _ZERO:
            after = 64 * word + lowest_bit(same)
            break
        later = ~_ZERO
    return after


@borrowing
def _free_candidates(t: Any, left: Any) -> None:
    """The different turns of the first of identical pieces; all of all, unless ``skip_equal``."""
    for p in range(len(t.pieces)):
        t.turns[p] = _ALL_TURNS
        t.following[p] = -1
        if t.skip_equal:
            top, right = t.pieces[p, 0], t.pieces[p, 1]
            if top == t.pieces[p, 2] and right == t.pieces[p, 3]:
                t.turns[p] = _ONE if top == right else _TWO_TURNS
            t.following[p] = next_identical(t.pieces, p)
        left[FREE, p >> 4] |= t.turns[p] << np.uint64(4 * (p & 15))
    for p in range(len(t.pieces)):
        after = t.following[p]
        if after >= 0:
            left[FREE, after >> 4] &= ~(_ALL_TURNS << np.uint64(4 * (after & 15)))


@inlined
def lowest_of(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The lowest member of a set of four words, -1 of the empty one."""
    if a != _ZERO:
        lowest = lowest_bit(a)
    elif b != _ZERO:
        lowest = 64 + lowest_bit(b)
    elif c != _ZERO:
        lowest = 128 + lowest_bit(c)
    elif d != _ZERO:
        lowest = 192 + lowest_bit(d)
    else:
        lowest = -1
    return lowest


@inlined
def lay(t: Any, left: Any, o: Any) -> None:
    """Oriented piece ``o`` goes on the board: it is gone, the next identical piece is free."""
    taken = _ALL_TURNS << np.uint64(o & 60)
    left[AVAILABLE, o >> 6] &= ~taken
    left[FREE, o >> 6] &= ~taken
    after = t.following[o >> 2]
    if after >= 0:
        left[FREE, after >> 4] |= t.turns[after] << np.uint64(4 * (after & 15))


@inlined
def take_back(t: Any, left: Any, o: Any) -> None:
    """The opposite of :func:`lay`."""
    shift = np.uint64(o & 60)
    left[AVAILABLE, o >> 6] |= _ALL_TURNS << shift
    left[FREE, o >> 6] |= t.turns[o >> 2] << shift
    after = t.following[o >> 2]
    if after >= 0:
        left[FREE, after >> 4] &= ~(_ALL_TURNS << np.uint64(4 * (after & 15)))
