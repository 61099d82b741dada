"""Tables for scans row by row: which pieces fit a colour on the left and one above, as one word.

A cell of a scan knows the colours above and to its left. Its *place* is one number: the kind of the
cell (1 in the last column, plus 2 in the last row), the colour on the left, the colour above. By
place a table holds one 64-bit word, the pieces that fit; with the word of free pieces it gives the
candidates in one operation, in piece order. Per candidate one *entry* holds what its right and
bottom colours mean for the next lookups. A piece that fits in two turns keeps its bit the first
time and sends the search to the second row of entries, and back the second time. Turns that look
the same are in the tables once; of identical pieces only the first is free.

Cost: 16 entries a piece, and 4 · colours² words. Limits: framed boards of at least two columns and
at most 64 cells. Source: the folklore of the Eternity II community.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.edge_matching.search.identical import next_identical

LARGEST = 64

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Fields of an entry: right colour times colours (24 bits), bottom colour (16), quarter turns (2),
# how many of the piece's sides have its right colour (3), whether the candidate's bit is to be
# cleared (1), the piece (6), and whether to change over to the other row of entries (1).
RIGHT = np.uint64(0xFFFFFF)
BOTTOM = np.uint64(0xFFFF)
OWN = np.uint64(7)
TO_BOTTOM = np.uint64(24)
TO_TURNS = np.uint64(40)
TO_OWN = np.uint64(42)
TO_CLEAR = np.uint64(45)
TO_PIECE = np.uint64(46)
PIECE = np.uint64(63)
TO_CHANGE = np.uint64(52)
_TURNS = np.uint64(3)


class ScanTables(NamedTuple):
    """The tables of one puzzle of n pieces; see :func:`scan_tables`.

    pieces: int64[n, 4], the puzzle. columns: of the board; colours: above all of them. fits:
    uint64[4 · colours²] by place, the pieces that fit; rows: uint64[4 · colours²], the first of two
    rows of ``entries``, uint64[2 + 32n, n] by row and piece. toggle: uint64[n], what placing a
    piece changes in the word of free pieces. kinds: uint64[n + columns], the place of each cell
    without its colours.
    """

    columns: int
    colours: int
    pieces: Any
    fits: Any
    rows: Any
    entries: Any
    toggle: Any
    kinds: Any


def scan_tables(rows: int, columns: int, colours: int) -> ScanTables:
    """Tables to be filled for boards of one size, and what does not depend on the pieces."""
    n = rows * columns
    places = 4 * colours**2
    return ScanTables(
        columns=columns,
        colours=colours,
        pieces=np.zeros((n, 4), np.int64),
        fits=np.zeros(places, np.uint64),
        rows=np.zeros(places, np.uint64),
        entries=np.empty((2 + 32 * n, n), np.uint64),
        toggle=np.zeros(n, np.uint64),
        kinds=_kinds(rows, columns, colours),
    )


@lru_cache(maxsize=32)
def _kinds(rows: int, columns: int, colours: int) -> npt.NDArray[np.uint64]:
    cells = np.arange(rows * columns)
    kinds = np.zeros(rows * columns + columns, np.uint64)
    last_column, last_row = cells % columns == columns - 1, cells // columns == rows - 1
    kinds[: rows * columns] = (last_column + 2 * last_row) * colours**2
    kinds.flags.writeable = False
    return kinds


@borrowing
def fill_tables(t: Any) -> Any:
    """Fill the tables from ``t.pieces``; returns the word of the pieces free at the start."""
    for place in range(len(t.fits)):
        t.fits[place] = _ZERO
        t.rows[place] = _ZERO
    used = 2
    for p in range(len(t.pieces)):
        bit = _ONE << np.uint64(p)
        for q in range(4):
            top, right = t.pieces[p, -q & 3], t.pieces[p, (1 - q) & 3]
            bottom, left = t.pieces[p, (2 - q) & 3], t.pieces[p, (3 - q) & 3]
            if top == bottom and left == right and (q >= 2 or (q == 1 and top == left)):
                continue  # looks like an earlier turn
            own = 1 + (top == right) + (bottom == right) + (left == right)
            entry = np.uint64(right * t.colours) | np.uint64(bottom) << TO_BOTTOM
            entry |= np.uint64(q) << TO_TURNS | np.uint64(own) << TO_OWN
            entry |= _ONE << TO_CLEAR | np.uint64(p) << TO_PIECE
            for kind in range(4):
                if (right == 0) != (kind & 1 > 0) or (bottom == 0) != (kind & 2 > 0):
                    continue
                place = (kind * t.colours + left) * t.colours + top
                if t.rows[place] == _ZERO:
                    t.rows[place] = used
                    used += 2
                row = t.rows[place]
                if t.fits[place] & bit == _ZERO:
                    t.fits[place] |= bit
                    t.entries[row, p] = entry
                else:  # the second turn: there and back
                    t.entries[row, p] ^= _ONE << TO_CLEAR | _ONE << TO_CHANGE
                    t.entries[row + _ONE, p] = entry | _ONE << TO_CHANGE
    return _free_at_start(t)


@borrowing
def _free_at_start(t: Any) -> Any:
    chained = _ZERO
    free = _ZERO
    for p in range(len(t.pieces)):
        bit = _ONE << np.uint64(p)
        free |= bit
        t.toggle[p] = bit
        after = next_identical(t.pieces, p)
        if after >= 0:
            chained |= _ONE << np.uint64(after)
            t.toggle[p] |= _ONE << np.uint64(after)
    return free & ~chained


@inlined
def oriented(entry: Any) -> Any:
    """The oriented piece 4·p + q of an entry, int64."""
    return 4 * np.int64(entry >> TO_PIECE & PIECE) + np.int64(entry >> TO_TURNS & _TURNS)
