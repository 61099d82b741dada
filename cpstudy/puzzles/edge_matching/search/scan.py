"""Compiled search row by row in piece order (dfs), on framed boards of up to 64 cells.

The same search as in ``reference/``, to the last placement, on the tables of ``scan_tables.py``.
Where the *next* cell has no candidate the placement is over at once.

Cost: 10 to 15 ns a placement (benchmarks/). Limits: those of the tables; all other boards use
``domains.py``. Source: Willems2016.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernels import borrowing
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
    RIGHT,
    TO_BOTTOM,
    TO_CHANGE,
    TO_CLEAR,
    ScanTables,
    fill_tables,
    oriented,
    scan_tables,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``Scan.stack`` by depth.
_CANDIDATES, _ROW, _FREE, _LAID = range(4)


class Scan(NamedTuple):
    """What a scan of n cells keeps; see :func:`workspace`.

    facing: uint64[n + columns], the place of each cell without the colour on its left, kept up to
    date below the pieces laid. stack: uint64[n, 4], of each depth the candidates left, the row of
    entries, the free pieces, and the entry on the board. board: int64[n], the oriented piece 4·p +
    q on each cell, when it was found. control: int64[6], see ``control.py``.
    """

    tables: ScanTables
    facing: Any
    stack: Any
    board: Any
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> Scan:
    """Fresh arrays for framed boards of one size with colours below ``colours``."""
    n = rows * columns
    return Scan(
        tables=scan_tables(rows, columns, colours),
        facing=np.zeros(n + columns, np.uint64),
        stack=np.zeros((n, 4), np.uint64),
        board=np.zeros(n, np.int64),
        control=np.zeros(WORDS, np.int64),
    )


@borrowing
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    if w.control[BEGUN] == 0:
        begin(w.tables, w.facing, w.stack, w.control)
    fits, rows, entries, toggle = w.tables.fits, w.tables.rows, w.tables.entries, w.tables.toggle
    kinds, facing, stack = w.tables.kinds, w.facing, w.stack
    depth, placements = np.uint64(w.control[DEPTH]), w.control[PLACEMENTS]
    candidates, row, free = stack[depth, _CANDIDATES], stack[depth, _ROW], stack[depth, _FREE]
    last = np.uint64(len(stack) - 1)
    below = np.uint64(w.tables.columns)
    status = EXHAUSTED
    while True:
        if candidates == _ZERO:
            if depth == _ZERO:
                break
            depth -= _ONE
            candidates = stack[depth, _CANDIDATES]
            row = stack[depth, _ROW]
            free = stack[depth, _FREE]
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
        place = facing[depth + _ONE] + (entry & RIGHT)
        left = free ^ toggle[p]
        following = fits[place] & left
        if following == _ZERO:
            continue
        stack[depth, _CANDIDATES] = candidates
        stack[depth, _ROW] = row
        stack[depth, _FREE] = free
        stack[depth, _LAID] = entry
        facing[depth + below] = kinds[depth + below] + (entry >> TO_BOTTOM & BOTTOM)
        depth += _ONE
        candidates, row, free = following, rows[place], left
    stack[depth, _CANDIDATES], stack[depth, _ROW], stack[depth, _FREE] = candidates, row, free
    w.control[DEPTH], w.control[PLACEMENTS] = np.int64(depth), placements
    if status == FOUND:
        for cell in range(len(stack)):
            w.board[cell] = oriented(stack[cell, _LAID])
    return status


@borrowing
def begin(t: Any, facing: Any, stack: Any, control: Any) -> None:
    """Fill the tables, and the stack with what the first cell takes."""
    free = fill_tables(t)
    for cell in range(len(facing)):
        facing[cell] = t.kinds[cell]
    stack[0, _CANDIDATES] = t.fits[t.kinds[0]] & free
    stack[0, _ROW] = t.rows[t.kinds[0]]
    stack[0, _FREE] = free
    control[BEGUN], control[DEPTH], control[PLACEMENTS] = 1, 0, 0
