"""Compiled search on domains: snopf and hybrid, and any order on boards of any size and kind.

The same search as in ``reference/``, to the last placement, on the sets of ``domain_tables.py``. A
placement narrows the sets of its empty neighbours, whose words are kept to go back; where the
fewest are asked for, it is over at once if one of them has no candidate left. Else the empty cells
are counted anew, words in registers: with only a few candidates in most of them that is as cheap as
keeping counts, and it ends at the first cell that has none.

Where equal candidates are tried each (``snopf``), those after the first are not searched: what lies
below them is the same but for the names of pieces, and without a solution, or with those already
met. So their placements are as many, and are added; a limit in the midst of them is kept. On the
ridge that is most of the tree (benchmarks/).

Cost: 0.1 to 0.3 µs a placement made, linear in the empty cells (benchmarks/). Limits: no look
ahead; that is ``look_ahead.py``. Source: Willems2016.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import borrowing, inlined
from cpstudy.puzzles.edge_matching.search.control import (
    BEGUN,
    DEPTH,
    EXHAUSTED,
    FOUND,
    OWED,
    PLACEMENTS,
    SPENT,
    WORDS,
)
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    AVAILABLE,
    FREE,
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

# Places in ``Domains.levels`` by depth: the cell, its candidates tried, and all of them; placements
# made before the one on it.
CELL, TRIED, LISTED, BEFORE = range(4)


class Domains(NamedTuple):
    """What a search on the domains of n cells keeps; see :func:`workspace`.

    row_by_row, order, all_sides: as in the method. domains: uint64[n, words]; left: uint64[2,
    words], the pieces left. board: int64[n], the oriented piece 4·p + q on each cell or -1; empty:
    uint64[words of n bits], the empty cells. By depth: levels int64[n, 4], see above; candidates
    int64[n, 4n]; costs int64[n, 4n], the placements of trying an oriented piece, empty where equal
    candidates are one; saved uint64[n, 4, words], the neighbours' domains. keys: int64[4n], work
    space. control: int64[6], see ``control.py``.
    """

    tables: DomainTables
    row_by_row: bool
    order: int
    all_sides: bool
    domains: Any
    left: Any
    board: Any
    empty: Any
    levels: Any
    candidates: Any
    costs: Any
    saved: Any
    keys: Any
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> Domains:
    """Fresh arrays for boards of one size with colours below ``colours``."""
    n = rows * columns
    words = words_of(n)
    return Domains(
        tables=domain_tables(rows, columns, colours, framed, method),
        row_by_row=method.row_by_row,
        order=method.connectivity,
        all_sides=method.all_sides,
        domains=np.zeros((n, words), np.uint64),
        left=np.zeros((2, words), np.uint64),
        board=np.zeros(n, np.int64),
        empty=np.zeros((n + 63) // 64, np.uint64),
        levels=np.zeros((n, 4), np.int64),
        candidates=np.empty((n, 4 * n), np.int64),
        costs=np.zeros((0 if method.skip_equal else n, 4 * n), np.int64),
        saved=np.empty((n, 4, words), np.uint64),
        keys=np.zeros(4 * n, np.int64),
        control=np.zeros(WORDS, np.int64),
    )


@borrowing
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    deeper = w.control[BEGUN] == 0
    if deeper:
        begin(w)
    depth, placements = w.control[DEPTH], w.control[PLACEMENTS] + w.control[OWED]
    skip_equal = w.tables.skip_equal
    status = EXHAUSTED
    while True:
        if deeper and next_cell(w, depth + 1):
            depth += 1
            list_candidates(w, depth)
        deeper = False
        if depth < 0:
            break
        o = w.board[w.levels[depth, CELL]]
        if o >= 0:
            pick_up(w, depth)
            if not skip_equal:
                w.costs[depth, o] = placements - w.levels[depth, BEFORE]
        if placements > limit:
            status = SPENT
            break
        tried = w.levels[depth, TRIED]
        if tried == w.levels[depth, LISTED]:
            depth -= 1
            continue
        if placements >= limit:
            status = SPENT
            break
        o = w.candidates[depth, tried]
        w.levels[depth, TRIED] = tried + 1
        if not skip_equal:
            w.levels[depth, BEFORE] = placements
            same = tried_before(w, o)
            if same >= 0:
                w.costs[depth, o] = w.costs[depth, same]
                placements += w.costs[depth, o]
                continue
        placements += 1
        # Row by row a search goes on until it comes to the cell that has no candidate.
        deeper = lay_down(w, depth, o) or w.row_by_row
        if depth == len(w.board) - 1:
            status = FOUND
            break
    w.control[DEPTH], w.control[PLACEMENTS] = depth, min(placements, limit)
    w.control[OWED] = placements - w.control[PLACEMENTS]
    return status


@borrowing
def begin(w: Any) -> None:
    """Fill the tables and empty the board."""
    fill_tables(w.tables, w.domains, w.left)
    for cell in range(len(w.board)):
        w.board[cell] = -1
        w.empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
    w.control[BEGUN], w.control[DEPTH], w.control[PLACEMENTS], w.control[OWED] = 1, -1, 0, 0


@inlined
def tried_before(w: Any, o: Any) -> Any:
    """A candidate that looks like ``o`` and was tried before on its cell; -1 without one."""
    same = w.tables.before[o]
    while same >= 0 and w.left[AVAILABLE, same >> 6] >> np.uint64(same & 63) & _ONE == _ZERO:
        same = w.tables.before[same]
    return same


@inlined
def lay_down(w: Any, depth: Any, o: Any) -> bool:
    """Oriented piece ``o`` goes on a depth's cell and narrows the domains of empty neighbours.

    Whether each of these keeps a candidate: most that lose all are found here.
    """
    t = w.tables
    cell = w.levels[depth, CELL]
    w.board[cell] = o
    w.empty[cell >> 6] &= ~(_ONE << np.uint64(cell & 63))
    lay(t, w.left, o)
    possible = True
    for side in range(4):
        other = t.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            facing, colour = (side + 2) & 3, t.colours[o, side]
            some = _ZERO
            for word in range(w.left.shape[1]):
                kept = w.domains[other, word]
                w.saved[depth, side, word] = kept
                narrowed = kept & t.with_colour[facing, colour, word]
                w.domains[other, word] = narrowed
                some |= narrowed & w.left[FREE, word]
            possible &= some != _ZERO
    return possible


@inlined
def pick_up(w: Any, depth: Any) -> None:
    """The opposite of :func:`lay_down`."""
    t = w.tables
    cell = w.levels[depth, CELL]
    take_back(t, w.left, w.board[cell])
    w.board[cell] = -1
    w.empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
    for side in range(4):
        other = t.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            for word in range(w.left.shape[1]):
                w.domains[other, word] = w.saved[depth, side, word]


@inlined
def next_cell(w: Any, depth: Any) -> bool:
    """Choose the cell of a depth: row by row, or the first one with the fewest candidates.

    False where that cell has none; where the fewest are asked for, where any cell has none.
    """
    domains, left = w.domains, w.left
    chosen = depth
    fewest = 1 << 40
    a, b, c, d = left[FREE, 0], left[FREE, 1], left[FREE, 2], left[FREE, 3]
    for block in range(len(w.empty)):
        cells = w.empty[block]
        while cells != _ZERO:
            cell = 64 * block + lowest_bit(cells)
            cells &= cells - _ONE
            count = popcount(domains[cell, 0] & a) + popcount(domains[cell, 1] & b)
            count += popcount(domains[cell, 2] & c) + popcount(domains[cell, 3] & d)
            for word in range(LEAST_WORDS, left.shape[1]):
                count += popcount(domains[cell, word] & left[FREE, word])
            if count < fewest:
                if count == 0:
                    return False
                fewest = count
                chosen = cell
            if w.row_by_row:
                w.levels[depth, CELL] = chosen
                return True
    w.levels[depth, CELL] = chosen
    return True


@inlined
def list_candidates(w: Any, depth: Any) -> None:
    """List the candidates of a depth's cell: in piece order, or by connectivity."""
    candidates, keys = w.candidates, w.keys
    cell = w.levels[depth, CELL]
    size = 0
    for word in range(w.left.shape[1]):
        choices = w.domains[cell, word] & w.left[FREE, word]
        while choices != _ZERO:
            o = 64 * word + lowest_bit(choices)
            choices &= choices - _ONE
            place = size
            if w.order != PIECE_ORDER:
                key = w.order * _connectivity(w, cell, o)
                while place > 0 and keys[place - 1] < key:
                    keys[place] = keys[place - 1]
                    candidates[depth, place] = candidates[depth, place - 1]
                    place -= 1
                keys[place] = key
            candidates[depth, place] = o
            size += 1
    w.levels[depth, TRIED], w.levels[depth, LISTED] = 0, size


@inlined
def _connectivity(w: Any, cell: Any, o: Any) -> Any:
    """How many sides of other pieces fit oriented piece ``o`` on a cell; see ``methods.py``."""
    t = w.tables
    total = 0
    for side in range(4):
        other = t.neighbours[cell, side]
        if (w.all_sides or side == 1) and other >= 0 and w.board[other] < 0:
            colour = t.colours[o, side]
            for word in range(w.left.shape[1]):
                total += popcount(t.with_colour[0, colour, word] & w.left[AVAILABLE, word])
            for own in range(4):
                if t.colours[o, own] == colour:
                    total -= 1
    return total
