"""Compiled search row by row, candidates by connectivity, on framed boards of up to 64 cells.

As ``scan.py``, with the candidates of a cell listed in order of connectivity when the search comes
to it. Sides of pieces not on the board are counted by colour, so a candidate's connectivity is one
load.

Cost: three times ``scan.py`` a placement (benchmarks/). Limits: those of the tables. Source:
Willems2016.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.edge_matching.search.control import (
    BEGUN,
    DEPTH,
    EXHAUSTED,
    FOUND,
    PLACEMENTS,
    SPENT,
    WORDS,
)
from cpstudy.puzzles.edge_matching.search.methods import Method
from cpstudy.puzzles.edge_matching.search.scan_tables import (
    BOTTOM,
    OWN,
    PIECE,
    RIGHT,
    TO_BOTTOM,
    TO_CHANGE,
    TO_CLEAR,
    TO_OWN,
    TO_PIECE,
    ScanTables,
    fill_tables,
    oriented,
    scan_tables,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``ConnectedScan.progress`` by depth: candidates tried, and all of them.
_TRIED, _LISTED = 0, 1


class ConnectedScan(NamedTuple):
    """What a scan of n cells by connectivity keeps; see :func:`workspace`.

    order: 1 highest connectivity first, -1 lowest. facing: uint64[n + columns], as in
    ``scan.Scan``. free: uint64[n], by depth the free pieces. side_keys: int64[n, 4], the pieces'
    colours times how many there are, as entries have it; sides_left: int64[colours²], by such a
    key, sides of pieces not on the board. listed: uint64[n, 4n], by depth the entries of the
    candidates; progress: int64[n, 2], how many were tried, and listed. keys: int64[4n], work space.
    board: int64[n], the oriented piece 4·p + q on each cell, when it was found. control: int64[5],
    see ``control.py``.
    """

    tables: ScanTables
    order: int
    facing: Any
    free: Any
    side_keys: Any
    sides_left: Any
    listed: Any
    progress: Any
    keys: Any
    board: Any
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> ConnectedScan:
    """Fresh arrays for framed boards of one size with colours below ``colours``."""
    n = rows * columns
    return ConnectedScan(
        tables=scan_tables(rows, columns, colours),
        order=method.connectivity,
        facing=np.zeros(n + columns, np.uint64),
        free=np.zeros(n, np.uint64),
        side_keys=np.zeros((n, 4), np.int64),
        sides_left=np.zeros(colours * colours, np.int64),
        listed=np.empty((n, 4 * n), np.uint64),
        progress=np.zeros((n, 2), np.int64),
        keys=np.zeros(4 * n, np.int64),
        board=np.zeros(n, np.int64),
        control=np.zeros(WORDS, np.int64),
    )


@borrowing
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    if w.control[BEGUN] == 0:
        _begin(w)
    fits, toggle, kinds, facing = w.tables.fits, w.tables.toggle, w.tables.kinds, w.facing
    side_keys, columns = w.side_keys, w.tables.columns
    listed, progress, sides_left = w.listed, w.progress, w.sides_left
    depth, placements = w.control[DEPTH], w.control[PLACEMENTS]
    status = EXHAUSTED
    while True:
        tried = progress[depth, _TRIED]
        if tried == progress[depth, _LISTED]:
            if depth == 0:
                break
            depth -= 1
            p = listed[depth, progress[depth, _TRIED] - 1] >> TO_PIECE & PIECE
            for side in range(4):
                sides_left[side_keys[p, side]] += 1
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        entry = listed[depth, tried]
        progress[depth, _TRIED] = tried + 1
        if depth == len(listed) - 1:
            status = FOUND
            break
        p = entry >> TO_PIECE & PIECE
        place = facing[depth + 1] + (entry & RIGHT)
        left = w.free[depth] ^ toggle[p]
        if fits[place] & left == _ZERO:
            continue
        facing[depth + columns] = kinds[depth + columns] + (entry >> TO_BOTTOM & BOTTOM)
        for side in range(4):
            sides_left[side_keys[p, side]] -= 1
        depth += 1
        w.free[depth] = left
        _list(w, depth, place)
    w.control[DEPTH], w.control[PLACEMENTS] = depth, placements
    if status == FOUND:
        for cell in range(len(listed)):
            w.board[cell] = oriented(listed[cell, progress[cell, _TRIED] - 1])
    return status


@borrowing
def _begin(w: Any) -> None:
    t = w.tables
    w.free[0] = fill_tables(t)
    for cell in range(len(w.facing)):
        w.facing[cell] = t.kinds[cell]
    for key in range(len(w.sides_left)):
        w.sides_left[key] = 0
    for p in range(len(t.pieces)):
        for side in range(4):
            key = t.pieces[p, side] * t.colours
            w.side_keys[p, side] = key
            w.sides_left[key] += 1
    w.control[BEGUN], w.control[DEPTH], w.control[PLACEMENTS] = 1, 0, 0
    _list(w, w.control[DEPTH], t.kinds[0])


@inlined
def _list(w: Any, depth: Any, place: Any) -> None:
    """List the candidates of a depth's cell by connectivity, ties in piece order."""
    t, listed, keys = w.tables, w.listed, w.keys
    connected = depth % t.columns < t.columns - 1
    candidates = t.fits[place] & w.free[depth]
    row = t.rows[place]
    size = 0
    while candidates != _ZERO:
        p = np.uint64(lowest_bit(candidates))
        entry = t.entries[row, p]
        candidates ^= (entry >> TO_CLEAR & _ONE) << p
        row ^= entry >> TO_CHANGE
        key = 0
        if connected:
            key = w.order * (w.sides_left[entry & RIGHT] - np.int64(entry >> TO_OWN & OWN))
        at = size
        while at > 0 and keys[at - 1] < key:
            keys[at] = keys[at - 1]
            listed[depth, at] = listed[depth, at - 1]
            at -= 1
        keys[at] = key
        listed[depth, at] = entry
        size += 1
    w.progress[depth, _TRIED], w.progress[depth, _LISTED] = 0, size
