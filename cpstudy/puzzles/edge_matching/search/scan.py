"""Compiled search row by row: dfs and both connectivity orders, on boards of up to 64 cells.

The same search as in ``reference.py``, to the last placement, on tables made for it. A cell of a
scan knows the colours above and to its left; a dense table, by the kind of cell (last column, last
row), the colour on the left and the colour above, holds one 64-bit word: the pieces that fit. With
the word of free pieces it gives the candidates in one operation, in piece order, and where the
*next* cell has none the placement is over at once. Per candidate one entry holds what its right
and bottom colours mean for the next lookups. A piece that fits in two turns keeps its bit the first
time and sends the search to the second row of the list, and back the second time.

Identical pieces: a piece is free only while the identical one before it is on the board, so of
equal candidates the first is tried, as the reference does. Turns that look the same are in the
tables once.

State lives in arrays, so a search stops at any number of placements and goes on later; that is how
clocks and limits are served without a look at either in the loop.

Cost: 10 to 15 ns a placement for dfs, three times that with connectivity (benchmarks/). Limits:
framed boards of at least two columns and at most 64 cells; all others use ``domains.py``. Sources:
Willems2016 for the orders; the tables are the folklore of the Eternity II community.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernels import kernel

# Status of a search, also of the one in domains.py.
EXHAUSTED, FOUND, SPENT = 0, 1, 2

# Orders of candidates.
PIECE_ORDER, HIGHEST_FIRST, LOWEST_FIRST = 0, 1, -1

LARGEST = 64

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Fields of an entry: right colour times colours (24 bits), bottom colour (16), quarter turns (2),
# how many of the piece's sides have its right colour (3), whether the candidate's bit is to be
# cleared (1), the piece (6), and whether to change over to the other row of the list (1).
_RIGHT = np.uint64(0xFFFFFF)
_BOTTOM = np.uint64(0xFFFF)
_TURNS = np.uint64(3)
_OWN = np.uint64(7)
_TO_BOTTOM = np.uint64(24)
_TO_TURNS = np.uint64(40)
_TO_OWN = np.uint64(42)
_TO_CLEAR = np.uint64(45)
_TO_PIECE = np.uint64(46)
_PIECE = np.uint64(63)
_TO_CHANGE = np.uint64(52)


@kernel
def fill_tables(
    pieces: Any, rows: Any, columns: Any, framed: Any,
    fits: Any, number: Any, entry: Any, toggle: Any,
) -> Any:  # fmt: skip
    """Fill the tables of one puzzle; returns the word of the pieces free at the start.

    pieces: int64[n, 4]. fits, number: uint64[4, colours, colours] by kind of cell, left, top: the
    word of fitting pieces, and the first of two rows of ``entry``, uint64[lists, n]. A piece fits
    in two different turns at most (three of its sides are equal): the second stands in the second
    row. toggle: uint64[n]: what placing a piece changes in the word of free pieces.
    """
    n = rows * columns
    colours = fits.shape[1]
    fits[:] = _ZERO
    number[:] = _ZERO
    lists = 2
    for p in range(n):
        bit = _ONE << np.uint64(p)
        for q in range(4):
            top = pieces[p, (4 - q) & 3]
            right = pieces[p, (5 - q) & 3]
            bottom = pieces[p, (6 - q) & 3]
            left = pieces[p, (7 - q) & 3]
            own = 1 + (top == right) + (bottom == right) + (left == right)
            half = top == bottom and left == right
            if half and (q >= 2 or (q == 1 and top == left)):
                continue  # looks like an earlier turn
            for kind in range(4):
                if framed and ((right == 0) != (kind & 1 > 0) or (bottom == 0) != (kind & 2 > 0)):
                    continue
                if number[kind, left, top] == _ZERO:
                    number[kind, left, top] = lists
                    lists += 2
                row = number[kind, left, top]
                value = np.uint64(right * colours) | np.uint64(bottom) << _TO_BOTTOM
                value |= np.uint64(q) << _TO_TURNS | np.uint64(own) << _TO_OWN
                value |= _ONE << _TO_CLEAR | np.uint64(p) << _TO_PIECE
                if fits[kind, left, top] & bit == _ZERO:
                    fits[kind, left, top] |= bit
                    entry[row, p] = value
                else:
                    entry[row, p] ^= _ONE << _TO_CLEAR | _ONE << _TO_CHANGE
                    entry[row + _ONE, p] = value | _ONE << _TO_CHANGE
    return _free_at_start(pieces, toggle)


@kernel
def _free_at_start(pieces: Any, toggle: Any) -> Any:
    n = len(pieces)
    free = _ZERO
    for p in range(n):
        toggle[p] = _ONE << np.uint64(p)
        before = -1
        for other in range(p):
            if identical(pieces, p, other):
                before = other
        if before < 0:
            free |= _ONE << np.uint64(p)
        else:
            toggle[before] |= _ONE << np.uint64(p)
    return free


@kernel
def identical(pieces: Any, a: Any, b: Any) -> bool:
    """Whether two pieces are the same up to turning."""
    for q in range(4):
        same = True
        for side in range(4):
            if pieces[a, side] != pieces[b, (side + q) & 3]:
                same = False
                break
        if same:
            return True
    return False


@kernel
def start_scan(
    fits: Any, number: Any, rows: Any, columns: Any, free: Any, base: Any, facing: Any, state: Any
) -> None:
    """Set up a scan of the empty board.

    base, facing: uint64[n + columns]: where the lookups of each cell begin, by its kind; facing
    also holds the colour above it, which on the first row is the frame.
    """
    colours = fits.shape[1]
    n = rows * columns
    base[:] = _ZERO
    for cell in range(n):
        kind = 0
        if cell % columns == columns - 1:
            kind += 1
        if cell // columns == rows - 1:
            kind += 2
        base[cell] = kind * colours * colours
    facing[:] = base
    kind = base[0] // np.uint64(colours * colours)
    state[0] = _ZERO
    state[1] = fits[kind, 0, 0] & free
    state[2] = number[kind, 0, 0]
    state[3] = free


@kernel
def scan(
    fits: Any, number: Any, entry: Any, toggle: Any, base: Any, facing: Any, n: Any, columns: Any,
    stack: Any, state: Any, placements: Any, limit: Any,
) -> Any:  # fmt: skip
    """Go on until a board is found, ``limit`` placements are made in all, or nothing is left.

    fits, number: flat. base: uint64[n + columns] as ``start_scan`` gives it, facing: the same plus
    the colour above, kept up to date. stack: uint64[n, 4] by depth: candidates left, row of
    entries, free pieces, entry on the board. state: uint64[4]: depth, candidates, row, free pieces.
    Returns (status, placements).
    """
    depth, avail, row, free = state[0], state[1], state[2], state[3]
    last = np.uint64(n - 1)
    below = np.uint64(columns)
    status = EXHAUSTED
    while True:
        if avail == _ZERO:
            if depth == _ZERO:
                break
            depth -= _ONE
            avail = stack[depth, 0]
            row = stack[depth, 1]
            free = stack[depth, 2]
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        p = np.uint64(lowest_bit(avail))
        e = entry[row, p]
        avail ^= (e >> _TO_CLEAR & _ONE) << p
        row ^= e >> _TO_CHANGE
        if depth == last:
            stack[depth, 3] = e
            status = FOUND
            break
        deeper = depth + _ONE
        key = facing[deeper] + (e & _RIGHT)
        left = free ^ toggle[p]
        candidates = fits[key] & left
        if candidates == _ZERO:
            continue
        stack[depth, 0] = avail
        stack[depth, 1] = row
        stack[depth, 2] = free
        stack[depth, 3] = e
        facing[depth + below] = base[depth + below] + (e >> _TO_BOTTOM & _BOTTOM)
        free = left
        depth = deeper
        avail = candidates
        row = number[key]
    state[0], state[1], state[2], state[3] = depth, avail, row, free
    return status, placements


@kernel
def _candidates(
    avail: Any, row: Any, connected: Any, order: Any, sides_left: Any, entry: Any, entries: Any,
    keys: Any, depth: Any,
) -> Any:  # fmt: skip
    """List the candidates of a depth by connectivity, ties in piece order; returns how many."""
    size = 0
    while avail != _ZERO:
        p = np.uint64(lowest_bit(avail))
        e = entry[row, p]
        avail ^= (e >> _TO_CLEAR & _ONE) << p
        row ^= e >> _TO_CHANGE
        key = 0
        if connected:
            key = order * (sides_left[e & _RIGHT] - np.int64(e >> _TO_OWN & _OWN))
        place = size
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            entries[depth, place] = entries[depth, place - 1]
            place -= 1
        keys[place] = key
        entries[depth, place] = e
        size += 1
    return size


@kernel
def start_connected_scan(
    pieces: Any, columns: Any, order: Any, entry: Any, state: Any, sides_left: Any,
    entries: Any, keys: Any, progress: Any, colour_keys: Any, colours: Any,
) -> None:  # fmt: skip
    """After ``start_scan``: list the first cell's candidates. Arrays as in ``scan_connected``."""
    sides_left[:] = 0
    for p in range(len(pieces)):
        for side in range(4):
            colour_keys[p, side] = pieces[p, side] * colours
            sides_left[colour_keys[p, side]] += 1
    progress[:] = 0
    progress[0, 1] = _candidates(
        state[1], state[2], columns > 1, order, sides_left, entry, entries, keys, 0
    )


@kernel
def scan_connected(
    colour_keys: Any, fits: Any, number: Any, entry: Any, toggle: Any, base: Any,
    facing: Any, n: Any, columns: Any, order: Any, sides_left: Any, entries: Any,
    keys: Any, progress: Any, state: Any, placements: Any, limit: Any,
) -> Any:  # fmt: skip
    """As ``scan``, with the candidates of a cell in order of connectivity.

    colour_keys: int64[n, 4], the pieces' colours times the number of colours. sides_left:
    int64[colours²], the sides of pieces not on the board, by such a key. entries: uint64[n, 4n],
    the candidates of each depth. progress: int64[n, 2], by depth the
    candidates tried and all of them. keys: int64[4n], work space. Returns (status, placements).
    """
    depth = np.int64(state[0])
    free = state[3]
    status = EXHAUSTED
    while True:
        if progress[depth, 0] == progress[depth, 1]:
            if depth == 0:
                break
            depth -= 1
            p = entries[depth, progress[depth, 0] - 1] >> _TO_PIECE & _PIECE
            free ^= toggle[p]
            for side in range(4):
                sides_left[colour_keys[p, side]] += 1
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        tried = progress[depth, 0]
        e = entries[depth, tried]
        p = e >> _TO_PIECE & _PIECE
        progress[depth, 0] = tried + 1
        if depth == n - 1:
            status = FOUND
            break
        key = facing[depth + 1] + (e & _RIGHT)
        candidates = fits[key] & (free ^ toggle[p])
        if candidates == _ZERO:
            continue
        facing[depth + columns] = base[depth + columns] + ((e >> _TO_BOTTOM) & _BOTTOM)
        free ^= toggle[p]
        for side in range(4):
            sides_left[colour_keys[p, side]] -= 1
        depth += 1
        progress[depth, 0] = 0
        progress[depth, 1] = _candidates(
            candidates, number[key], depth % columns < columns - 1, order, sides_left, entry,
            entries, keys, depth,
        )  # fmt: skip
    state[0] = np.uint64(depth)
    state[3] = free
    return status, placements


@kernel
def _oriented(entry: Any) -> Any:
    return 4 * np.int64(entry >> _TO_PIECE & _PIECE) + np.int64(entry >> _TO_TURNS & _TURNS)


@kernel
def board_of_scan(stack: Any, oriented: Any) -> None:
    """After ``scan`` FOUND a board: the oriented piece on each cell, int64[n]."""
    for depth in range(len(oriented)):
        oriented[depth] = _oriented(stack[depth, 3])


@kernel
def board_of_connected_scan(entries: Any, progress: Any, oriented: Any) -> None:
    """After ``scan_connected`` FOUND a board: the oriented piece on each cell, int64[n]."""
    for depth in range(len(oriented)):
        oriented[depth] = _oriented(entries[depth, progress[depth, 0] - 1])
