"""Compiled search row by row: dfs and both connectivity orders, on boards of up to 64 cells.

The same search as in ``reference.py``, to the last placement, on tables made for it. A cell of a
scan knows the colours above and to its left; a dense table, by the kind of cell (last column, last
row), the colour on the left and the colour above, holds one 64-bit word: the pieces that fit. With
the word of free pieces it gives the candidates in one operation, in piece order, and where the
*next* cell has none the placement is over at once. Per candidate one entry holds what its right
and bottom colours mean for the next lookups; a piece that fits in several turns has its further
turns chained behind the first.

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
from cpstudy.core.compiled import kernel

# Status of a search, also of the one in domains.py.
EXHAUSTED, FOUND, SPENT = 0, 1, 2

# Orders of candidates.
PIECE_ORDER, HIGHEST_FIRST, LOWEST_FIRST = 0, 1, -1

LARGEST = 64

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Fields of an entry: right colour times colours (24 bits), bottom colour (16), quarter turns (2),
# how many of the piece's sides have its right colour (3), the chained entry of its next turn.
_RIGHT = np.uint64(0xFFFFFF)
_BOTTOM = np.uint64(0xFFFF)
_TURNS = np.uint64(3)
_OWN = np.uint64(7)
_TO_BOTTOM = np.uint64(24)
_TO_TURNS = np.uint64(40)
_TO_OWN = np.uint64(42)
_TO_NEXT = np.uint64(45)


@kernel
def fill_tables(
    pieces: Any, rows: Any, columns: Any, framed: Any,
    fits: Any, number: Any, entry: Any, chained: Any, toggle: Any,
) -> Any:  # fmt: skip
    """Fill the tables of one puzzle; returns the word of the pieces free at the start.

    pieces: int64[n, 4]. fits, number: uint64[4, colours, colours] by kind of cell, left, top: the
    word of fitting pieces, and the row of ``entry``. entry: uint64[lists, n]. chained: uint64[4n].
    toggle: uint64[n]: what placing a piece changes in the word of free pieces.
    """
    n = rows * columns
    colours = fits.shape[1]
    fits[:] = _ZERO
    number[:] = _ZERO
    lists = 1
    chains = 1
    for p in range(n):
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
                    lists += 1
                row = number[kind, left, top]
                value = np.uint64(right * colours) | np.uint64(bottom) << _TO_BOTTOM
                value |= np.uint64(q) << _TO_TURNS | np.uint64(own) << _TO_OWN
                bit = _ONE << np.uint64(p)
                if fits[kind, left, top] & bit == _ZERO:
                    fits[kind, left, top] |= bit
                    entry[row, p] = value
                    continue
                link = np.uint64(chains) << _TO_NEXT
                chained[chains] = value
                chains += 1
                following = entry[row, p] >> _TO_NEXT
                if following == _ZERO:
                    entry[row, p] |= link
                else:
                    while chained[following] >> _TO_NEXT != _ZERO:
                        following = chained[following] >> _TO_NEXT
                    chained[following] |= link
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
    state[4] = _ZERO
    state[5] = _ZERO


@kernel
def scan(
    fits: Any, number: Any, entry: Any, chained: Any, toggle: Any, base: Any, facing: Any,
    n: Any, columns: Any, stack: Any, state: Any, placements: Any, limit: Any,
) -> Any:  # fmt: skip
    """Go on until a board is found, ``limit`` placements are made in all, or nothing is left.

    fits, number: flat. base: uint64[n] as ``fill_bases`` gives it, facing: the same plus the colour
    above, kept up to date. stack: uint64[n, 5] by depth: candidates left, list, toggle, further
    turn, entry on the board. state: uint64[6]: depth, candidates, list, free pieces, further turn,
    toggle of the piece whose turn that is.
    Returns (status, placements).
    """
    depth, avail, lst, free, again = state[0], state[1], state[2], state[3], state[4]
    last = np.uint64(n - 1)
    below = np.uint64(columns)
    change = state[5]
    status = EXHAUSTED
    while True:
        if again == _ZERO and avail == _ZERO:
            if depth == _ZERO:
                break
            depth -= _ONE
            avail = stack[depth, 0]
            lst = stack[depth, 1]
            change = stack[depth, 2]
            again = stack[depth, 3]
            free ^= change
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        if again != _ZERO:
            e = chained[again]
        else:
            p = np.uint64(lowest_bit(avail))
            avail &= avail - _ONE
            e = entry[lst, p]
            change = toggle[p]
        again = e >> _TO_NEXT
        if depth == last:
            stack[depth, 2] = change
            stack[depth, 4] = e
            status = FOUND
            break
        deeper = depth + _ONE
        key = facing[deeper] + (e & _RIGHT)
        candidates = fits[key] & (free ^ change)
        if candidates == _ZERO:
            continue
        stack[depth, 0] = avail
        stack[depth, 1] = lst
        stack[depth, 2] = change
        stack[depth, 3] = again
        stack[depth, 4] = e
        facing[depth + below] = base[depth + below] + ((e >> _TO_BOTTOM) & _BOTTOM)
        free ^= change
        depth = deeper
        avail = candidates
        lst = number[key]
        again = _ZERO
    state[0], state[1], state[2] = depth, avail, lst
    state[3], state[4], state[5] = free, again, change
    return status, placements


@kernel
def _candidates(
    avail: Any, lst: Any, connected: Any, order: Any, sides_left: Any,
    entry: Any, chained: Any, entries: Any, owners: Any, keys: Any, depth: Any,
) -> Any:  # fmt: skip
    """List the candidates of a depth by connectivity, ties in piece order; returns how many."""
    size = 0
    while avail != _ZERO:
        p = np.uint64(lowest_bit(avail))
        avail &= avail - _ONE
        e = entry[lst, p]
        while True:
            key = 0
            if connected:
                key = order * (sides_left[e & _RIGHT] - np.int64((e >> _TO_OWN) & _OWN))
            place = size
            while place > 0 and keys[place - 1] < key:
                keys[place] = keys[place - 1]
                entries[depth, place] = entries[depth, place - 1]
                owners[depth, place] = owners[depth, place - 1]
                place -= 1
            keys[place] = key
            entries[depth, place] = e
            owners[depth, place] = p
            size += 1
            if e >> _TO_NEXT == _ZERO:
                break
            e = chained[e >> _TO_NEXT]
    return size


@kernel
def start_connected_scan(
    pieces: Any, columns: Any, order: Any, entry: Any, chained: Any, state: Any, sides_left: Any,
    entries: Any, owners: Any, keys: Any, progress: Any, colour_keys: Any, colours: Any,
) -> None:  # fmt: skip
    """After ``start_scan``: list the first cell's candidates. Arrays as in ``scan_connected``."""
    sides_left[:] = 0
    for p in range(len(pieces)):
        for side in range(4):
            colour_keys[p, side] = pieces[p, side] * colours
            sides_left[colour_keys[p, side]] += 1
    progress[:] = 0
    progress[0, 1] = _candidates(
        state[1], state[2], columns > 1, order, sides_left, entry, chained, entries, owners, keys, 0
    )


@kernel
def scan_connected(
    colour_keys: Any, fits: Any, number: Any, entry: Any, chained: Any, toggle: Any, base: Any,
    facing: Any, n: Any, columns: Any, order: Any, sides_left: Any, entries: Any, owners: Any,
    keys: Any, progress: Any, state: Any, placements: Any, limit: Any,
) -> Any:  # fmt: skip
    """As ``scan``, with the candidates of a cell in order of connectivity.

    colour_keys: int64[n, 4], the pieces' colours times the number of colours. sides_left:
    int64[colours²], the sides of pieces not on the board, by such a key. entries, owners: uint64[n,
    4n], the candidates of each depth and their pieces. progress: int64[n, 2], by depth the
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
            p = owners[depth, progress[depth, 0] - 1]
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
        p = owners[depth, tried]
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
            chained, entries, owners, keys, depth,
        )  # fmt: skip
    state[0] = np.uint64(depth)
    state[3] = free
    return status, placements


@kernel
def board_of_scan(stack: Any, oriented: Any) -> None:
    """After ``scan`` FOUND a board: the oriented piece on each cell, int64[n].

    A piece is the lowest bit of its toggle: the identical one after it has a higher number.
    """
    for depth in range(len(oriented)):
        piece = lowest_bit(stack[depth, 2])
        oriented[depth] = 4 * piece + np.int64((stack[depth, 4] >> _TO_TURNS) & _TURNS)


@kernel
def board_of_connected_scan(entries: Any, owners: Any, progress: Any, oriented: Any) -> None:
    """After ``scan_connected`` FOUND a board: the oriented piece on each cell, int64[n]."""
    for depth in range(len(oriented)):
        tried = progress[depth, 0] - 1
        turns = np.int64((entries[depth, tried] >> _TO_TURNS) & _TURNS)
        oriented[depth] = 4 * np.int64(owners[depth, tried]) + turns
