"""Scan order without doing the same twice: placements of subtrees met before are added, not made.

What a scan does below a cell depends on the pieces that are free and on the colours along the
edge of the laid ones, and on nothing else; which piece lies where does not matter. A subtree
without a solution is therefore as large as the one met before with the same pieces and colours, and
its placements are known. The count of placements is that of ``scan.py``, to the last one, at every
limit: where a subtree reaches past the limit, what is ahead is kept for the call after.

A subtree is remembered by the word of free pieces (of identical ones only the first is in it, so it
counts kinds of pieces) and the colours, packed in a second word, exactly. What hashes to a slot
replaces what was there. A depth at which a look saves too few placements rests for a while.

Cost: 20 to 70 ns a placement that is made. With two inner colours of 7×7 one is made for 100,000
that are counted (after 4·10^11), with three one for 30 (after 4·10^10); with four they are hardly
fewer, and it takes half as long again as the plain scan. 24 bytes a slot.

Limits: those of ``scan.py``, colours that fit a word along the edge, and the first solution only,
since no subtree is remembered by its solutions. Source: Smith2005 (search states of permutation
problems met again), here with their sizes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernels import borrowing, inlined, kernel
from cpstudy.puzzles.edge_matching.search.control import (
    BEGUN,
    DEPTH,
    EXHAUSTED,
    FOUND,
    PLACEMENTS,
    SPENT,
    WORDS,
)
from cpstudy.puzzles.edge_matching.search.scan import begin
from cpstudy.puzzles.edge_matching.search.scan_tables import (
    BOTTOM,
    RIGHT,
    TO_BOTTOM,
    TO_CHANGE,
    TO_CLEAR,
    ScanTables,
    oriented,
    scan_tables,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_FOLD = np.uint64(29)
# Odd constants of 32 bits, so that no product passes 64 bits (uncompiled kernels would warn).
_A, _B, _C, _D = (np.uint64(f) for f in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F))

# Places in ``Remembered.stack`` by depth; the first four are those of ``scan.py``.
_CANDIDATES, _ROW, _FREE, _LAID, _ABOVE, _EDGE = range(6)

# The word of ``control`` that only this search has: placements counted beyond the last limit.
AHEAD = WORDS

# Places in ``Remembered.known`` by slot.
_PIECES, _COLOURS, _SIZE = range(3)

# Subtrees with fewer placements are not remembered: to make them costs less than to look.
_LEAST = 16

# Placements before a subtree that nobody looked for: above all there are, so its size is negative.
_NEVER = 1 << 62

# Places in ``Remembered.worth`` by depth: looks, those of a rest negative; what they saved in the
# window that is judged; trials that failed.
_LOOKS, _SAVED, _FAILED = range(3)

# A depth is tried for a window of looks that fills memory, then judged after every further one:
# where a look saved fewer than _WORTH placements it rests for _REST windows, and is tried again
# with windows twice as long, up to 2^_LONGEST times the first.
_WINDOW = 1 << 17
_WORTH = 8
_REST = 32
_LONGEST = 6


class Remembered(NamedTuple):
    """What a scan of n cells keeps; see :func:`workspace`.

    facing, board: as in ``scan.py``. stack: uint64[n, 6], of each depth the candidates left, the
    row of entries, the free pieces, the entry on the board, the colours above the cells ahead, and
    the key of all colours. entered: int64[n], the placements when a depth was entered, or
    _NEVER. known: uint64[slots, 3], free pieces, colours and placements of subtrees. worth:
    int64[n, 3], see _LOOKS.
    deepest: below it nothing is remembered. width: bits a colour; edge: the bits of a row of them;
    number: of the puzzle, in the bits above the colours. control: int64[6].
    """

    tables: ScanTables
    facing: Any
    stack: Any
    entered: Any
    known: Any
    worth: Any
    deepest: int
    width: Any
    edge: Any
    number: Any
    board: Any
    control: Any


def width_of(colours: int) -> int:
    """Bits of a colour below ``colours``."""
    return max(1, (colours - 1).bit_length())


def remembers(rows: int, columns: int, colours: int, puzzles: int) -> bool:
    """Whether the edge of a board and the number of one of so many puzzles fit one word."""
    return rows > 2 and (columns + 1) * width_of(colours) + puzzles.bit_length() <= 64


def memory(slots: int) -> npt.NDArray[np.uint64]:
    """An empty memory of subtrees; slots: a power of two."""
    return np.zeros((slots, 3), np.uint64)


def workspace(
    rows: int, columns: int, colours: int, known: npt.NDArray[np.uint64], number: int
) -> Remembered:
    """Fresh arrays for framed boards of one size with colours below ``colours``.

    known: of :func:`memory`; puzzles of different ``number`` may share it, one after the other.
    """
    n = rows * columns
    width = width_of(colours)
    return Remembered(
        tables=scan_tables(rows, columns, colours),
        facing=np.zeros(n + columns, np.uint64),
        stack=np.zeros((n, 6), np.uint64),
        entered=np.zeros(n, np.int64),
        known=known,
        worth=np.zeros((n, 3), np.int64),
        deepest=n - 2 * columns,
        width=np.uint64(width),
        edge=np.uint64((1 << columns * width) - 1),
        number=np.uint64(number << (columns + 1) * width),
        board=np.zeros(n, np.int64),
        control=np.zeros(WORDS + 1, np.int64),
    )


@borrowing
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``. FOUND is the end."""
    if w.control[BEGUN] == 0:
        begin(w.tables, w.facing, w.stack, w.control)
        w.control[AHEAD] = 0
        w.worth[:] = 0
    fits, rows, entries, toggle = w.tables.fits, w.tables.rows, w.tables.entries, w.tables.toggle
    kinds, facing, stack = w.tables.kinds, w.facing, w.stack
    depth, placements = np.uint64(w.control[DEPTH]), w.control[PLACEMENTS] + w.control[AHEAD]
    candidates, row, free = stack[depth, _CANDIDATES], stack[depth, _ROW], stack[depth, _FREE]
    above = stack[depth, _ABOVE]
    last = np.uint64(len(stack) - 1)
    below, colours = np.uint64(w.tables.columns), np.uint64(w.tables.colours)
    status = EXHAUSTED
    while True:
        if candidates == _ZERO:
            if depth == _ZERO:
                break
            _remember(w, depth, free, placements - w.entered[depth])
            depth -= _ONE
            candidates = stack[depth, _CANDIDATES]
            row = stack[depth, _ROW]
            free = stack[depth, _FREE]
            above = stack[depth, _ABOVE]
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        p = np.uint64(lowest_bit(candidates))
        entry = entries[row, p]
        candidates ^= (entry >> TO_CLEAR & _ONE) << p
        row ^= entry >> TO_CHANGE
        if depth == last:
            stack[depth, _LAID] = entry
            status = FOUND
            break
        right, bottom = entry & RIGHT, entry >> TO_BOTTOM & BOTTOM
        place = facing[depth + _ONE] + right
        left = free ^ toggle[p]
        following = fits[place] & left
        if following == _ZERO:
            continue
        ahead = (above << w.width | bottom) & w.edge
        looks = _looks(w, depth + _ONE)
        if looks:
            key = (ahead << w.width | right // colours) | w.number
            size = _met(w, depth + _ONE, left, key)
            if size > 0:
                placements += size
                continue
            stack[depth + _ONE, _EDGE] = key
        stack[depth, _CANDIDATES] = candidates
        stack[depth, _ROW] = row
        stack[depth, _FREE] = free
        stack[depth, _LAID] = entry
        stack[depth, _ABOVE] = above
        facing[depth + below] = kinds[depth + below] + bottom
        depth += _ONE
        candidates, row, free, above = following, rows[place], left, ahead
        w.entered[depth] = placements if looks else _NEVER
    stack[depth, _CANDIDATES], stack[depth, _ROW], stack[depth, _FREE] = candidates, row, free
    stack[depth, _ABOVE] = above
    if placements > limit:
        status = SPENT
    w.control[DEPTH], w.control[PLACEMENTS] = np.int64(depth), min(placements, limit)
    w.control[AHEAD] = placements - w.control[PLACEMENTS]
    if status == FOUND:
        for cell in range(len(stack)):
            w.board[cell] = oriented(stack[cell, _LAID])
    return status


@inlined
def _slot(free: Any, key: Any, slots: Any) -> Any:
    low, high = (free & _LOW) * _A, (free >> _HALF) * _B
    mixed = low ^ (high << _HALF | high >> _HALF) ^ key
    mixed ^= mixed >> _FOLD
    mixed = ((mixed & _LOW) * _C) ^ ((mixed >> _HALF) * _D)
    mixed ^= mixed >> _HALF
    return np.int64(mixed & np.uint64(slots - 1))


@inlined
def _looks(w: Any, depth: Any) -> Any:
    """Whether subtrees at a depth are looked up and remembered, or it rests, or is too deep."""
    if depth > w.deepest:
        return False
    if w.worth[depth, _LOOKS] < 0:
        w.worth[depth, _LOOKS] += 1
        return False
    return True


@inlined
def _met(w: Any, depth: Any, free: Any, key: Any) -> Any:
    """The placements of a subtree met before; 0 where it was not."""
    slot = _slot(free, key, len(w.known))
    size = np.int64(0)
    if w.known[slot, _PIECES] == free and w.known[slot, _COLOURS] == key:
        size = np.int64(w.known[slot, _SIZE])
    w.worth[depth, _LOOKS] += 1
    w.worth[depth, _SAVED] += size
    if w.worth[depth, _LOOKS] & (_WINDOW - 1) == 0:
        _judge(w.worth[depth])
    return size


@kernel
def _judge(worth: Any) -> Any:
    """At the end of a window of looks at a depth, ``worth`` int64[3]: go on, or rest."""
    window = _WINDOW << min(worth[_FAILED], _LONGEST)
    if worth[_LOOKS] == window:
        worth[_SAVED] = 0
    elif worth[_LOOKS] == 2 * window:
        if worth[_SAVED] < _WORTH * window:
            worth[_LOOKS] = -_REST * window
            worth[_FAILED] += 1
        else:
            worth[_LOOKS] = window
        worth[_SAVED] = 0


@inlined
def _remember(w: Any, depth: Any, free: Any, size: Any) -> Any:
    """Remember a subtree just left: the pieces that were free and the colours when it began.

    size: negative where nobody looked for it.
    """
    if size < _LEAST:
        return
    key = w.stack[depth, _EDGE]
    slot = _slot(free, key, len(w.known))
    w.known[slot, _PIECES] = free
    w.known[slot, _COLOURS] = key
    w.known[slot, _SIZE] = np.uint64(size)
