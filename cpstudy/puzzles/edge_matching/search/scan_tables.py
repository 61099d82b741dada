"""Tables for scans row by row: which pieces fit a colour on the left and one above, as one word.

A cell of a scan knows the colours above and to its left. Its *place* is one number: the kind of the
cell (1 in the last column, plus 2 in the last row), the colour on the left, the colour above. By
place a table holds one 64-bit word, the pieces that fit; with the word of free pieces it gives the
candidates in one operation, in piece order. Per candidate one *entry* holds its right and bottom
colours in the form that the next lookups need. A piece that fits in two turns keeps its bit the
first time and sends the search to the second row of entries, and back the second time. Turns that
look the same are in the tables once; of identical pieces only the first is free.

Cost: 16 entries a piece, and 4 · colours² words. Limits: framed boards of at least two columns and
at most 64 cells. Source: the folklore of the Eternity II community.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from cpstudy.core.native import (
    WORD,
    Const,
    View,
    View2,
    entry,
    i64,
    inlined,
    kernel,
    u64,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.edge_matching.search.control import Searching, next_identical

LARGEST = 64

# Fields of an entry: right colour times colours (24 bits), bottom colour (16), quarter turns (2),
# how many of the piece's sides have its right colour (3), whether to clear the candidate's bit (1),
# the piece (6), and whether to change to the other row of entries (1).
RIGHT, BOTTOM, OWN, PIECE = 0xFFFFFF, 0xFFFF, 7, 63
TO_BOTTOM, TO_TURNS, TO_OWN, TO_CLEAR, TO_PIECE, TO_CHANGE = 24, 40, 42, 45, 46, 52
_TURNS = 3


@workspace
class ScanTables(Searching):
    """A search on a framed board of n cells, with the tables of its puzzle.

    columns: of the board; colours: above all of them. fits: uint64[4 · colours²] by place, the
    pieces that fit; rows: uint64[4 · colours²], the first of two rows of ``entries``, uint64[2 +
    32n, n] by row and piece. toggle: uint64[n], what placing a piece changes in the word of free
    pieces. kinds: uint64[n + columns], the place of each cell without its colours; facing:
    uint64[n + columns], without the colour on its left, kept up to date below the pieces laid.
    """

    columns: i64
    colours: i64
    fits: View[u64]
    rows: View[u64]
    entries: View2[u64]
    toggle: View[u64]
    kinds: Const[u64]
    facing: View[u64]

    def __init__(self, rows: int, columns: int, colours: int) -> None:
        n, places = rows * columns, 4 * colours**2
        super().__init__(n)
        self.columns, self.colours = columns, colours
        self.fits = zeros(places, "u64")
        self.rows = zeros(places, "u64")
        self.entries = zeros((2 + 32 * n, n), "u64")
        self.toggle = zeros(n, "u64")
        self.kinds = _kinds(rows, columns, colours)
        self.facing = zeros(n + columns, "u64")


@lru_cache(maxsize=32)
def _kinds(rows: int, columns: int, colours: int) -> Any:
    cells = np.arange(rows * columns)
    kinds = np.zeros(rows * columns + columns, np.uint64)
    last_column, last_row = cells % columns == columns - 1, cells // columns == rows - 1
    kinds[: rows * columns] = (last_column + 2 * last_row) * colours**2
    kinds.flags.writeable = False
    return view(kinds)


@entry
def fill_tables(t: ScanTables) -> u64:
    """Fill the tables from ``t.pieces``; returns the word of the pieces free at the start."""
    for place in range(len(t.fits)):
        t.fits[place] = 0
        t.rows[place] = 0
    for cell in range(len(t.facing)):
        t.facing[cell] = t.kinds[cell]
    used = 2
    for p in range(len(t.pieces)):
        bit: u64 = u64(1) << p
        for q in range(4):
            top = t.pieces[p, -q & 3]
            right = t.pieces[p, (1 - q) & 3]
            bottom = t.pieces[p, (2 - q) & 3]
            left = t.pieces[p, (3 - q) & 3]
            if top == bottom and left == right and (q >= 2 or (q == 1 and top == left)):
                continue  # looks like an earlier turn
            own = 1 + (top == right) + (bottom == right) + (left == right)
            entry = right * t.colours | bottom << TO_BOTTOM | q << TO_TURNS | own << TO_OWN
            entry |= 1 << TO_CLEAR | p << TO_PIECE
            for kind in range(4):
                if (right == 0) != (kind & 1 > 0) or (bottom == 0) != (kind & 2 > 0):
                    continue
                place = (kind * t.colours + left) * t.colours + top
                if t.rows[place] == 0:
                    t.rows[place] = used
                    used += 2
                row = i64(t.rows[place])
                if t.fits[place] & bit == 0:
                    t.fits[place] |= bit
                    t.entries[row, p] = entry
                else:  # the second turn: there and back
                    t.entries[row, p] ^= 1 << TO_CLEAR | 1 << TO_CHANGE
                    t.entries[row + 1, p] = entry | 1 << TO_CHANGE
    return _free_at_start(t)


@kernel
def _free_at_start(t: ScanTables) -> u64:
    chained: u64 = 0
    free: u64 = 0
    for p in range(len(t.pieces)):
        bit: u64 = u64(1) << p
        free |= bit
        t.toggle[p] = bit
        after = next_identical(t.pieces, p, 4)
        if after >= 0:
            chained |= u64(1) << after
            t.toggle[p] |= u64(1) << after
    return free & ~chained & WORD


@inlined
def oriented(entry: u64) -> i64:
    """The oriented piece 4·p + q of an entry."""
    return 4 * i64(entry >> TO_PIECE & PIECE) + i64(entry >> TO_TURNS & _TURNS)
