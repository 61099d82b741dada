"""Tables for row-by-row scans of framed boards up to 10×10: pieces that fit two colours, as words.

A cell of a scan knows the colours above and to its left. Its *place* is one number: the kind of the
cell (1 in the last column, plus 2 in the last row), the colour above, the colour on the left. For
each place a table contains two words, the fitting pieces with frame sides and the fitting inner
pieces. Combined with the two words of free pieces, they give the candidates in one operation, in
piece order. For each candidate, one *entry* contains its right and bottom colours in the form that
the next lookups need. A piece that fits in two orientations keeps its bit the first time and sends
the search to the second row of entries, and back the second time. The tables contain equal
orientations once. Of identical pieces only the first is free, and placing one frees the next.

Cost: 4 · colours² · 32 bytes, and 4 KB for each place that some piece fits. Limits: framed boards
of at least two columns, with at most 64 frame pieces and 64 inner pieces, and without fixed or
forbidden places; ``list_tables.py`` is for all others. Source: the folklore of the Eternity II
community.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, i64, u64
from cpstudy.core.native import WORD, entry, inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import Searching, next_identical

# The bits of a word: the pieces of one class.
WORD_BITS = 64

# Fields of a place: the fitting frame pieces, the fitting inner pieces, the first of two rows of
# entries.
FRAME_FITS, INNER_FITS, ROW, PLACE = 0, 1, 2, 4

# Words of an entry: its fields, and what placing it changes in the words of free pieces.
FRAME_TAKEN, INNER_TAKEN, ENTRY = 1, 2, 4
_WIDTH = WORD_BITS * ENTRY  # of a row

# Fields: right colour times PLACE (16 bits), bottom colour times colours times PLACE (24), quarter
# turns (2), whether it fits in another orientation (1), the piece (8), the number of its sides that
# have its right colour (3), and the change to the other row of entries.
RIGHT, BOTTOM, TURNS, PIECE, OWN = 0xFFFF, 0xFFFFFF, 3, 255, 7
TO_BOTTOM, TO_TURNS, TO_AGAIN, TO_PIECE, TO_OWN, TO_CHANGE = 16, 40, 42, 43, 51, 54


def takes(rows: int, columns: int) -> bool:
    """Return whether a framed board of this size has words for its pieces."""
    inner = (rows - 2) * (columns - 2) if rows > 1 else 0
    return columns > 1 and max(inner, rows * columns - inner) <= WORD_BITS


def can_hold(pieces: npt.NDArray[np.int64]) -> bool:
    """Return whether two words hold the pieces, int64[n, 4], whatever board they are for."""
    if len(pieces) <= WORD_BITS:
        return True
    inner = int(np.count_nonzero(pieces.all(axis=1)))
    return max(inner, len(pieces) - inner) <= WORD_BITS


@workspace
class ScanTables(Searching):
    """A search on a framed board of n cells, with the tables of its puzzle.

    columns: of the board; colours: an upper bound. fits: uint64[4 · colours² · PLACE], the fields
    of each place; entries: uint64[(4n + 1) · 2 · 64 · ENTRY], rows of the words of each piece.
    kinds: uint64[n + columns], the place of each cell without its colours; facing: uint64[n +
    columns], without the colour on its left, kept up to date below the placed pieces. By piece:
    bits int64[n], in the word of its class; taken uint64[n], what placing it changes there. frame,
    inner: the words of free pieces, at the start or when a call ended.
    """

    columns: i64
    colours: i64
    fits: View[u64]
    entries: View[u64]
    kinds: Const[u64]
    facing: View[u64]
    bits: View[i64]
    taken: View[u64]
    frame: u64
    inner: u64

    def __init__(self, rows: int, columns: int, colours: int) -> None:
        n = rows * columns
        super().__init__(n)
        self.columns, self.colours = columns, colours
        self.fits = zeros(4 * colours**2 * PLACE, "u64")
        self.entries = zeros((4 * n + 1) * 2 * _WIDTH, "u64")
        self.kinds = _kinds(rows, columns, colours)
        self.facing = zeros(n + columns, "u64")
        self.bits = zeros(n, "i64")
        self.taken = zeros(n, "u64")
        self.frame = self.inner = 0


@lru_cache(maxsize=32)
def _kinds(rows: int, columns: int, colours: int) -> Any:
    cells = np.arange(rows * columns)
    kinds = np.zeros(rows * columns + columns, np.uint64)
    last_column, last_row = cells % columns == columns - 1, cells // columns == rows - 1
    kinds[: rows * columns] = (last_column + 2 * last_row) * colours**2 * PLACE
    kinds.flags.writeable = False
    return view(kinds)


@entry
def fill_tables(w: ScanTables) -> None:
    """Fill the tables from ``w.pieces``."""
    for number in range(len(w.fits)):
        w.fits[number] = 0
    for cell in range(len(w.facing)):
        w.facing[cell] = w.kinds[cell]
    _number(w)
    used = 0
    for p in range(len(w.pieces)):
        used = _list(w, p, used)


@kernel
def _is_inner(w: ScanTables, p: i64) -> bool:
    return w.pieces[p, 0] * w.pieces[p, 1] * w.pieces[p, 2] * w.pieces[p, 3] != 0


@kernel
def _number(w: ScanTables) -> None:
    """Give each piece a bit in the word of its class, and fill the words of free pieces."""
    frame = 0
    inner = 0
    for p in range(len(w.pieces)):
        if _is_inner(w, p):
            w.bits[p] = inner
            inner += 1
        else:
            w.bits[p] = frame
            frame += 1
    w.frame = u64(WORD) >> (WORD_BITS - frame) if frame > 0 else 0
    w.inner = u64(WORD) >> (WORD_BITS - inner) if inner > 0 else 0
    for p in range(len(w.pieces)):
        w.taken[p] = u64(1) << w.bits[p]
        after = next_identical(w.pieces, p, 4)
        if after >= 0:
            freed: u64 = u64(1) << w.bits[after]
            w.taken[p] |= freed
            if _is_inner(w, p):
                w.inner &= ~freed
            else:
                w.frame &= ~freed


@kernel
def _list(w: ScanTables, p: i64, used: i64) -> i64:
    """Enter the orientations of a piece; return the new number of used pairs of rows."""
    inner: bool = _is_inner(w, p)
    which = INNER_FITS if inner else FRAME_FITS
    bit: u64 = u64(1) << w.bits[p]
    for q in range(4):
        top = w.pieces[p, -q & 3]
        right = w.pieces[p, (1 - q) & 3]
        bottom = w.pieces[p, (2 - q) & 3]
        left = w.pieces[p, (3 - q) & 3]
        if top == bottom and left == right and (q >= 2 or (q == 1 and top == left)):
            continue  # looks like an earlier turn
        fields: u64 = right * PLACE | bottom * w.colours * PLACE << TO_BOTTOM
        own = 1 + (top == right) + (bottom == right) + (left == right)
        fields |= q << TO_TURNS | p << TO_PIECE | own << TO_OWN
        kind = (right == 0) + 2 * (bottom == 0)
        place = ((kind * w.colours + top) * w.colours + left) * PLACE
        if w.fits[place + ROW] == 0:
            used += 1
            w.fits[place + ROW] = used * 2 * _WIDTH
        number = i64(w.fits[place + ROW]) + ENTRY * w.bits[p]
        if w.fits[place + which] & bit == 0:
            w.fits[place + which] |= bit
        else:  # the second orientation: there and back
            w.entries[number] ^= 1 << TO_AGAIN | u64(_WIDTH) << TO_CHANGE
            fields |= u64(_WIDTH) << TO_CHANGE
            number += _WIDTH
        w.entries[number] = fields
        w.entries[number + FRAME_TAKEN] = 0 if inner else w.taken[p]
        w.entries[number + INNER_TAKEN] = w.taken[p] if inner else 0
    return used


@inlined
def oriented(fields: u64) -> i64:
    """Return the oriented piece 4·p + q of an entry."""
    return 4 * i64(fields >> TO_PIECE & PIECE) + i64(fields >> TO_TURNS & TURNS)
