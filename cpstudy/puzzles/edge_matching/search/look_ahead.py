"""Compiled search with a look ahead: pla and matching.

The same search as in ``reference/``, to the last placement, on the sets of ``domain_tables.py``.
After each placement every domain may shrink, so each depth keeps the sets of all cells and going
back costs nothing. A search with restarts that has made the placements of a run begins anew, with
the pieces in another order (``rank``).

Cost: 5 µs a placement for pla at 6×6, 10 for matching, which prunes more (benchmarks/). Limits:
memory grows with the cube of the cells (64 KB at 7×7, 0.4 GB at 30×30). Sources: Ansotegui2008 for
the partial look ahead; for the others see ``different_pieces.py`` and ``colours_meet.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import kernel
from cpstudy.core.random import shuffle
from cpstudy.puzzles.edge_matching.search.colours_meet import ColourFlow, colour_flow, colours_meet
from cpstudy.puzzles.edge_matching.search.control import (
    BEGUN,
    CUTOFF,
    DEPTH,
    EXHAUSTED,
    FOUND,
    PLACEMENTS,
    RUN,
    SPENT,
    WORDS,
)
from cpstudy.puzzles.edge_matching.search.different_pieces import (
    PieceMatching,
    different_pieces,
    piece_matching,
)
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    DomainTables,
    domain_tables,
    fill_tables,
    lay,
    words_of,
)
from cpstudy.puzzles.edge_matching.search.methods import MATCHING, Method

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``LookAhead.progress`` by depth: candidates tried, and all of them.
_TRIED, _LISTED = 0, 1


class LookAhead(NamedTuple):
    """What a search that looks ahead on n cells keeps; see :func:`workspace`.

    pieces: int64[n, 4], the puzzle, also in ``tables``. look: what is looked at. By depth: domains
    uint64[n, n, words]; available, free uint64[n, words], the pieces left, and the candidates among
    them; cells int64[n]; candidates int64[n, 4n]; progress int64[n, 2], how many were tried, and
    listed. board: int64[n], the oriented piece 4·p + q on each cell or -1. rank: int64[n], the
    order of pieces. random: uint64[4], the stream that orders are drawn from. offered:
    bool[colours], keys: int64[4n], matching, flow: work space. control: int64[5], see
    ``control.py``.
    """

    pieces: Any
    tables: DomainTables
    look: int
    domains: Any
    available: Any
    free: Any
    cells: Any
    candidates: Any
    progress: Any
    board: Any
    rank: Any
    random: Any
    offered: Any
    keys: Any
    matching: PieceMatching
    flow: ColourFlow
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> LookAhead:
    """Fresh arrays for boards of one size with colours below ``colours``."""
    n = rows * columns
    words = words_of(n)
    tables = domain_tables(rows, columns, colours, framed, method)
    return LookAhead(
        pieces=tables.pieces,
        tables=tables,
        look=method.look,
        domains=np.zeros((n, n, words), np.uint64),
        available=np.zeros((n, words), np.uint64),
        free=np.zeros((n, words), np.uint64),
        cells=np.zeros(n, np.int64),
        candidates=np.zeros((n, 4 * n), np.int64),
        progress=np.zeros((n, 2), np.int64),
        board=np.zeros(n, np.int64),
        rank=np.zeros(n, np.int64),
        random=np.zeros(4, np.uint64),
        offered=np.zeros(colours, np.bool_),
        keys=np.zeros(4 * n, np.int64),
        matching=piece_matching(n),
        flow=colour_flow(n, colours),
        control=np.zeros(WORDS, np.int64),
    )


@kernel
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    if w.control[BEGUN] == 0:
        _begin(w)
    last = len(w.board) - 1
    depth, placements = w.control[DEPTH], w.control[PLACEMENTS]
    status = EXHAUSTED
    while True:
        w.board[w.cells[depth]] = -1
        tried = w.progress[depth, _TRIED]
        if tried == w.progress[depth, _LISTED]:
            if depth == 0:
                break
            depth -= 1
            continue
        if placements >= limit:
            status = SPENT
            break
        if placements >= w.control[CUTOFF]:
            _restart(w, placements)
            depth = 0
            continue
        placements += 1
        w.progress[depth, _TRIED] = tried + 1
        w.board[w.cells[depth]] = w.candidates[depth, tried]
        if depth == last:
            status = FOUND
            break
        if _look_ahead(w, depth + 1):
            depth += 1
            _open(w, depth)
    w.control[DEPTH], w.control[PLACEMENTS] = depth, placements
    return status


@kernel
def _begin(w: Any) -> None:
    """Begin with new pieces in their own order."""
    fill_tables(w.tables, w.domains[0], w.available[0], w.free[0])
    for cell in range(len(w.board)):
        w.board[cell] = -1
        w.rank[cell] = cell
    w.control[BEGUN] = 1
    w.control[DEPTH] = 0
    w.control[PLACEMENTS] = 0
    w.control[CUTOFF] = w.control[RUN]
    _open(w, w.control[DEPTH])


@kernel
def _restart(w: Any, placements: Any) -> None:
    """Back to the empty board, pieces in a new order, for twice as many placements."""
    shuffle(w.random, w.rank, len(w.rank))
    w.control[RUN] *= 2
    w.control[CUTOFF] = placements + w.control[RUN]
    for cell in range(len(w.board)):
        w.board[cell] = -1
    w.control[DEPTH] = 0
    _open(w, w.control[DEPTH])


@kernel
def _open(w: Any, depth: Any) -> None:
    """Choose the empty cell with the fewest candidates, the first; list them by rank."""
    fewest = 1 << 40
    for cell in range(len(w.board)):
        if w.board[cell] < 0:
            count = 0
            for word in range(w.free.shape[1]):
                count += popcount(w.domains[depth, cell, word] & w.free[depth, word])
            if count < fewest:
                fewest = count
                w.cells[depth] = cell
    candidates, keys = w.candidates, w.keys
    size = 0
    for word in range(w.free.shape[1]):
        left = w.domains[depth, w.cells[depth], word] & w.free[depth, word]
        while left != _ZERO:
            o = 64 * word + lowest_bit(left)
            left &= left - _ONE
            key = 4 * w.rank[o >> 2] + (o & 3)
            place = size
            while place > 0 and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                candidates[depth, place] = candidates[depth, place - 1]
                place -= 1
            keys[place] = key
            candidates[depth, place] = o
            size += 1
    w.progress[depth, _TRIED] = 0
    w.progress[depth, _LISTED] = size


@kernel
def _look_ahead(w: Any, below: Any) -> bool:
    """Make the sets of the next depth; False where the board cannot be completed."""
    t = w.tables
    _narrow(w, below)
    domains = w.domains[below]
    if not _partial_look_ahead(t, w.offered, w.board, domains):
        return False
    if w.look != MATCHING:
        return True
    return different_pieces(w.matching, w.board, domains) and colours_meet(
        w.flow, t, w.board, domains, w.available[below]
    )


@kernel
def _narrow(w: Any, below: Any) -> None:
    """Copy the sets to the next depth; the piece laid last leaves them, its neighbours fit it."""
    t = w.tables
    cell = w.cells[below - 1]
    o = w.board[cell]
    words = w.free.shape[1]
    for word in range(words):
        w.available[below, word] = w.available[below - 1, word]
        w.free[below, word] = w.free[below - 1, word]
    lay(t, o, w.available[below], w.free[below])
    for other in range(len(w.board)):
        for word in range(words):
            left = w.domains[below - 1, other, word]
            if w.board[other] < 0:
                left &= w.available[below, word]
            w.domains[below, other, word] = left
    for side in range(4):
        other = t.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            facing, colour = (side + 2) & 3, t.colours[o, side]
            for word in range(words):
                w.domains[below, other, word] &= t.with_colour[facing, colour, word]


@kernel
def _partial_look_ahead(t: Any, offered: Any, board: Any, domains: Any) -> bool:
    """One pass of arc consistency on narrowed domains; see ``reference/looking_ahead.py``."""
    for cell in range(len(board)):
        if board[cell] >= 0:
            continue
        for side in range(4):
            other = t.neighbours[cell, side]
            if other >= 0 and board[other] < 0:
                _offer(t, offered, domains, other, (side + 2) & 3)
                _keep_offered(t, offered, domains, cell, side)
        left = _ZERO
        for word in range(domains.shape[1]):
            left |= domains[cell, word]
        if left == _ZERO:
            return False
    return True


@kernel
def _offer(t: Any, offered: Any, domains: Any, cell: Any, side: Any) -> None:
    """Mark the colours that a cell's candidates have on a side."""
    for colour in range(len(offered)):
        offered[colour] = False
    for word in range(domains.shape[1]):
        left = domains[cell, word]
        while left != _ZERO:
            offered[t.colours[64 * word + lowest_bit(left), side]] = True
            left &= left - _ONE


@kernel
def _keep_offered(t: Any, offered: Any, domains: Any, cell: Any, side: Any) -> None:
    """Keep the candidates of a cell that show a marked colour on a side."""
    for word in range(domains.shape[1]):
        left = domains[cell, word]
        kept = left
        while left != _ZERO:
            lowest = left & ~(left - _ONE)
            if not offered[t.colours[64 * word + lowest_bit(left), side]]:
                kept &= ~lowest
            left ^= lowest
        domains[cell, word] = kept
