"""Compiled search on domains: snopf and hybrid, and any order on boards of any size and kind.

The same search as in ``reference/``, to the last placement, on the sets of ``domain_tables.py``. A
placement narrows the sets of its empty neighbours, whose words are kept to go back. Then the empty
cells are counted anew, words in registers: with only a few candidates in most of them that is as
cheap as keeping counts, and it ends at the first cell that has none, where the placement is over at
once.

Cost: 0.1 to 0.3 µs a placement, linear in the empty cells (benchmarks/). Limits: no look ahead;
that is ``look_ahead.py``. Source: Willems2016.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
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
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    LEAST_WORDS,
    DomainTables,
    domain_tables,
    fill_tables,
    lay,
    take_back,
    words_of,
)
from cpstudy.puzzles.edge_matching.search.methods import PIECE_ORDER, Method

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``Domains.progress`` by depth: candidates tried, and all of them.
_TRIED, _LISTED = 0, 1


class Domains(NamedTuple):
    """What a search on the domains of n cells keeps; see :func:`workspace`.

    pieces: int64[n, 4], the puzzle, also in ``tables``. row_by_row, order, all_sides: as in the
    method. domains: uint64[n, words]; available, free: uint64[words], the pieces left, and the
    candidates among them. board: int64[n], the oriented piece 4·p + q on each cell or -1; empty:
    uint64[words of n bits], the empty cells. By depth: cells int64[n]; candidates int64[n, 4n];
    progress int64[n, 2], how many were tried, and listed; saved uint64[n, 4, words], the
    neighbours' domains. keys: int64[4n], work space. control: int64[5], see ``control.py``.
    """

    pieces: Any
    tables: DomainTables
    row_by_row: bool
    order: int
    all_sides: bool
    domains: Any
    available: Any
    free: Any
    board: Any
    empty: Any
    cells: Any
    candidates: Any
    progress: Any
    saved: Any
    keys: Any
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> Domains:
    """Fresh arrays for boards of one size with colours below ``colours``."""
    n = rows * columns
    words = words_of(n)
    tables = domain_tables(rows, columns, colours, framed, method)
    return Domains(
        pieces=tables.pieces,
        tables=tables,
        row_by_row=method.row_by_row,
        order=method.connectivity,
        all_sides=method.all_sides,
        domains=np.zeros((n, words), np.uint64),
        available=np.zeros(words, np.uint64),
        free=np.zeros(words, np.uint64),
        board=np.zeros(n, np.int64),
        empty=np.zeros((n + 63) // 64, np.uint64),
        cells=np.zeros(n, np.int64),
        candidates=np.zeros((n, 4 * n), np.int64),
        progress=np.zeros((n, 2), np.int64),
        saved=np.zeros((n, 4, words), np.uint64),
        keys=np.zeros(4 * n, np.int64),
        control=np.zeros(WORDS, np.int64),
    )


@kernel
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    if w.control[BEGUN] == 0:
        _begin(w)
    n = len(w.board)
    depth, placements = w.control[DEPTH], w.control[PLACEMENTS]
    status = EXHAUSTED
    while True:
        if w.board[w.cells[depth]] >= 0:
            _take_back(w, depth)
        tried = w.progress[depth, _TRIED]
        if tried == w.progress[depth, _LISTED]:
            if depth == 0:
                break
            depth -= 1
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        w.progress[depth, _TRIED] = tried + 1
        _lay(w, depth, w.candidates[depth, tried])
        if depth == n - 1:
            status = FOUND
            break
        if _next_cell(w, depth + 1):
            depth += 1
            _list(w, depth)
    w.control[DEPTH], w.control[PLACEMENTS] = depth, placements
    return status


@kernel
def _begin(w: Any) -> None:
    fill_tables(w.tables, w.domains, w.available, w.free)
    for cell in range(len(w.board)):
        w.board[cell] = -1
        w.empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
    w.control[BEGUN] = 1
    w.control[DEPTH] = 0
    w.control[PLACEMENTS] = 0
    w.cells[0] = 0
    w.progress[0, _TRIED] = w.progress[0, _LISTED] = 0
    if _next_cell(w, w.control[DEPTH]):
        _list(w, w.control[DEPTH])


@kernel
def _lay(w: Any, depth: Any, o: Any) -> None:
    """Oriented piece ``o`` goes on a depth's cell and narrows the domains of empty neighbours."""
    t = w.tables
    cell = w.cells[depth]
    w.board[cell] = o
    w.empty[cell >> 6] &= ~(_ONE << np.uint64(cell & 63))
    lay(t, o, w.available, w.free)
    for side in range(4):
        other = t.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            facing, colour = (side + 2) & 3, t.colours[o, side]
            for word in range(len(w.free)):
                kept = w.domains[other, word]
                w.saved[depth, side, word] = kept
                w.domains[other, word] = kept & t.with_colour[facing, colour, word]


@kernel
def _take_back(w: Any, depth: Any) -> None:
    """The opposite of ``_lay``."""
    t = w.tables
    cell = w.cells[depth]
    take_back(t, w.board[cell], w.available, w.free)
    w.board[cell] = -1
    w.empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
    for side in range(4):
        other = t.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            for word in range(len(w.free)):
                w.domains[other, word] = w.saved[depth, side, word]


@kernel
def _next_cell(w: Any, depth: Any) -> bool:
    """Choose the cell of a depth; False where some cell, row by row that one, has no candidate."""
    if not w.row_by_row:
        return _fewest(w, depth)
    w.cells[depth] = depth
    for word in range(len(w.free)):  # noqa: SIM110 (kernels know no generator expressions)
        if w.domains[depth, word] & w.free[word] != _ZERO:
            return True
    return False


@kernel
def _fewest(w: Any, depth: Any) -> bool:
    """Choose the first empty cell with the fewest candidates; False where some cell has none."""
    domains, free = w.domains, w.free
    chosen = 0
    fewest = 1 << 40
    a, b, c, d = free[0], free[1], free[2], free[3]
    for block in range(len(w.empty)):
        left = w.empty[block]
        while left != _ZERO:
            cell = 64 * block + lowest_bit(left)
            left &= left - _ONE
            count = popcount(domains[cell, 0] & a) + popcount(domains[cell, 1] & b)
            count += popcount(domains[cell, 2] & c) + popcount(domains[cell, 3] & d)
            for word in range(LEAST_WORDS, len(free)):
                count += popcount(domains[cell, word] & free[word])
            if count < fewest:
                if count == 0:
                    return False
                fewest = count
                chosen = cell
    w.cells[depth] = chosen
    return True


@kernel
def _list(w: Any, depth: Any) -> None:
    """List the candidates of a depth's cell in order."""
    cell = w.cells[depth]
    size = 0
    for word in range(len(w.free)):
        left = w.domains[cell, word] & w.free[word]
        while left != _ZERO:
            w.candidates[depth, size] = 64 * word + lowest_bit(left)
            left &= left - _ONE
            size += 1
    w.progress[depth, _TRIED] = 0
    w.progress[depth, _LISTED] = size
    if w.order != PIECE_ORDER:
        _sort(w, depth)


@kernel
def _sort(w: Any, depth: Any) -> None:
    """Put the candidates of a depth in order of connectivity, ties as they are."""
    candidates, keys = w.candidates, w.keys
    for k in range(w.progress[depth, _LISTED]):
        o = candidates[depth, k]
        key = w.order * _connectivity(w, w.cells[depth], o)
        place = k
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            candidates[depth, place] = candidates[depth, place - 1]
            place -= 1
        keys[place] = key
        candidates[depth, place] = o


@kernel
def _connectivity(w: Any, cell: Any, o: Any) -> Any:
    """How many sides of other pieces fit oriented piece ``o`` on a cell; see ``methods.py``."""
    t = w.tables
    total = 0
    for side in range(4):
        other = t.neighbours[cell, side]
        if (w.all_sides or side == 1) and other >= 0 and w.board[other] < 0:
            colour = t.colours[o, side]
            for word in range(len(w.available)):
                total += popcount(t.with_colour[0, colour, word] & w.available[word])
            for own in range(4):
                if t.colours[o, own] == colour:
                    total -= 1
    return total
