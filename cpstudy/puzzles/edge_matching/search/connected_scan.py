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
from cpstudy.core.kernels import kernel
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

    pieces: int64[n, 4], the puzzle, also in ``tables``. order: 1 highest connectivity first, -1
    lowest. facing: uint64[n + columns], as in ``scan.Scan``. free: uint64[1], the free pieces.
    sides_left: int64[colours²], the sides of pieces not on the board, by colour times colours (as
    entries have it). listed: uint64[n, 4n], the entries of the candidates of each depth; progress:
    int64[n, 2], how many were tried, and listed. keys: int64[4n], work space. board: int64[n], the
    oriented piece 4·p + q on each cell, when it was found. control: int64[5], see ``control.py``.
    """

    pieces: Any
    tables: ScanTables
    order: int
    facing: Any
    free: Any
    sides_left: Any
    listed: Any
    progress: Any
    keys: Any
    board: Any
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> ConnectedScan:
    """Fresh arrays for framed boards of one size with colours below ``colours``."""
    n = rows * columns
    tables = scan_tables(rows, columns, colours)
    return ConnectedScan(
        pieces=tables.pieces,
        tables=tables,
        order=method.connectivity,
        facing=np.zeros(n + columns, np.uint64),
        free=np.zeros(1, np.uint64),
        sides_left=np.zeros(colours * colours, np.int64),
        listed=np.zeros((n, 4 * n), np.uint64),
        progress=np.zeros((n, 2), np.int64),
        keys=np.zeros(4 * n, np.int64),
        board=np.zeros(n, np.int64),
        control=np.zeros(WORDS, np.int64),
    )


@kernel
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    if w.control[BEGUN] == 0:
        _begin(w)
    status = _go_on(w, limit)
    if status == FOUND:
        for depth in range(len(w.board)):
            w.board[depth] = oriented(w.listed[depth, w.progress[depth, _TRIED] - 1])
    return status


@kernel
def _begin(w: Any) -> None:
    t = w.tables
    w.free[0] = fill_tables(t)
    for cell in range(len(t.kinds)):
        w.facing[cell] = t.kinds[cell]
    for key in range(len(w.sides_left)):
        w.sides_left[key] = 0
    for p in range(len(t.pieces)):
        for side in range(4):
            w.sides_left[t.pieces[p, side] * t.colours] += 1
    w.control[BEGUN] = 1
    w.control[DEPTH] = 0
    w.control[PLACEMENTS] = 0
    _list(w, w.control[DEPTH], t.kinds[0], w.free[0])


@kernel
def _list(w: Any, depth: Any, place: Any, free: Any) -> None:
    """List the candidates of a depth's cell by connectivity, ties in piece order."""
    t, listed, keys = w.tables, w.listed, w.keys
    connected = depth % t.columns < t.columns - 1
    candidates = t.fits[place] & free
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
    w.progress[depth, _TRIED] = 0
    w.progress[depth, _LISTED] = size


@kernel
def _go_on(w: Any, limit: Any) -> Any:
    fits, toggle, kinds, facing = w.tables.fits, w.tables.toggle, w.tables.kinds, w.facing
    listed, progress, sides_left, pieces = w.listed, w.progress, w.sides_left, w.pieces
    columns, colours = w.tables.columns, w.tables.colours
    last = len(listed) - 1
    depth, placements = w.control[DEPTH], w.control[PLACEMENTS]
    free = w.free[0]
    status = EXHAUSTED
    while True:
        tried = progress[depth, _TRIED]
        if tried == progress[depth, _LISTED]:
            if depth == 0:
                break
            depth -= 1
            p = listed[depth, progress[depth, _TRIED] - 1] >> TO_PIECE & PIECE
            free ^= toggle[p]
            for side in range(4):
                sides_left[pieces[p, side] * colours] += 1
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        entry = listed[depth, tried]
        progress[depth, _TRIED] = tried + 1
        if depth == last:
            status = FOUND
            break
        p = entry >> TO_PIECE & PIECE
        place = facing[depth + 1] + (entry & RIGHT)
        if fits[place] & (free ^ toggle[p]) == _ZERO:
            continue
        facing[depth + columns] = kinds[depth + columns] + (entry >> TO_BOTTOM & BOTTOM)
        free ^= toggle[p]
        for side in range(4):
            sides_left[pieces[p, side] * colours] -= 1
        depth += 1
        _list(w, depth, place, free)
    w.free[0] = free
    w.control[DEPTH] = depth
    w.control[PLACEMENTS] = placements
    return status
