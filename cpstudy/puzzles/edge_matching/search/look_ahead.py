"""Compiled search with a look ahead: pla and matching.

The same search as in ``reference/``, to the last placement, on the sets of ``domain_tables.py``.
After each placement every domain may shrink, so each depth keeps the sets of all cells and going
back costs nothing. A search with restarts that has made the placements of a run begins anew, with
the pieces in another order (``rank``).

Cost: 2 µs a placement for pla at 6×6, 5 for matching, which prunes more (benchmarks/). Limits:
memory grows with the cube of the cells (64 KB at 7×7, 0.4 GB at 30×30). Sources: Ansotegui2008 for
the partial look ahead; for the others see ``different_pieces.py`` and ``colours_meet.py``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import borrowing
from cpstudy.core.random import shuffle
from cpstudy.puzzles.edge_matching.search.colours_meet import (
    ColourFlow,
    colour_flow,
    colours_meet,
    sides_suffice,
)
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
    AVAILABLE,
    FREE,
    LEAST_WORDS,
    DomainTables,
    domain_tables,
    fill_tables,
    lay,
    lowest_of,
    words_of,
)
from cpstudy.puzzles.edge_matching.search.methods import MATCHING, Method

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

# Places in ``LookAhead.levels`` by depth: the cell, its candidates tried, and all of them.
_CELL, _TRIED, _LISTED = range(3)


class LookAhead(NamedTuple):
    """What a search that looks ahead on n cells keeps; see :func:`workspace`.

    look: what is looked at. board: int64[n], the oriented piece 4·p + q on each cell or -1. By
    depth: domains uint64[n, n, words]; left uint64[n, 2, words], the pieces left; levels int64[n,
    3], the cell and how many of its candidates were tried, and listed; candidates int64[n, 4n].
    rank: int64[n], the order of pieces; random: uint64[4], the stream that orders are drawn from.
    supported: uint64[words], keys: int64[4n], matching, flow: work space. control: int64[6], see
    ``control.py``.
    """

    tables: DomainTables
    look: int
    board: Any
    domains: Any
    left: Any
    levels: Any
    candidates: Any
    rank: Any
    random: Any
    supported: Any
    keys: Any
    matching: PieceMatching
    flow: ColourFlow
    control: Any


def workspace(rows: int, columns: int, colours: int, framed: bool, method: Method) -> LookAhead:
    """Fresh arrays for boards of one size with colours below ``colours``."""
    n = rows * columns
    words = words_of(n)
    return LookAhead(
        tables=domain_tables(rows, columns, colours, framed, method),
        look=method.look,
        board=np.zeros(n, np.int64),
        domains=np.empty((n, n, words), np.uint64),
        left=np.zeros((n, 2, words), np.uint64),
        levels=np.zeros((n, 3), np.int64),
        candidates=np.empty((n, 4 * n), np.int64),
        rank=np.zeros(n, np.int64),
        random=np.zeros(4, np.uint64),
        supported=np.zeros(words, np.uint64),
        keys=np.zeros(4 * n, np.int64),
        matching=piece_matching(n, words),
        flow=colour_flow(n, colours),
        control=np.zeros(WORDS, np.int64),
    )


@borrowing
def search(w: Any, limit: Any) -> Any:
    """Begin or go on, to ``limit`` placements in all; see ``control.py``."""
    t, board, levels = w.tables, w.board, w.levels
    deeper = w.control[BEGUN] == 0
    if deeper:
        fill_tables(t, w.domains[0], w.left[0])
        _begin(board, w.rank, w.control)
    depth, placements = w.control[DEPTH], w.control[PLACEMENTS]
    status = EXHAUSTED
    while True:
        if deeper:
            depth += 1
            _open(w, depth)
            deeper = False
        board[levels[depth, _CELL]] = -1
        tried = levels[depth, _TRIED]
        if tried == levels[depth, _LISTED]:
            if depth == 0:
                break
            depth -= 1
            continue
        if placements >= limit:
            status = SPENT
            break
        if placements >= w.control[CUTOFF]:
            _begin_anew(board, w.rank, w.random, w.control, placements)
            depth = -1
            deeper = True
            continue
        placements += 1
        levels[depth, _TRIED] = tried + 1
        board[levels[depth, _CELL]] = w.candidates[depth, tried]
        if depth == len(board) - 1:
            status = FOUND
            break
        _narrow(t, board, levels[depth, _CELL], w.domains, w.left, depth)
        deeper = _look(w, w.domains[depth + 1], w.left[depth + 1])
    w.control[DEPTH], w.control[PLACEMENTS] = depth, placements
    return status


@borrowing
def _begin(board: Any, rank: Any, control: Any) -> None:
    """The empty board, pieces in their own order."""
    for cell in range(len(board)):
        board[cell] = -1
        rank[cell] = cell
    control[BEGUN], control[DEPTH], control[PLACEMENTS] = 1, -1, 0
    control[CUTOFF] = control[RUN]


@borrowing
def _begin_anew(board: Any, rank: Any, random: Any, control: Any, placements: Any) -> None:
    """The empty board, pieces in a new order, for twice as many placements."""
    for cell in range(len(board)):
        board[cell] = -1
    shuffle(random, rank, len(rank))
    control[RUN] *= 2
    control[CUTOFF] = placements + control[RUN]


@borrowing
def _open(w: Any, depth: Any) -> None:
    """Choose the empty cell with the fewest candidates, the first; list them by rank."""
    domains, left, candidates, keys = w.domains, w.left, w.candidates, w.keys
    words = left.shape[2]
    fewest = 1 << 40
    chosen = 0
    for cell in range(len(w.board)):
        if w.board[cell] < 0:
            count = 0
            for word in range(words):
                count += popcount(domains[depth, cell, word] & left[depth, FREE, word])
            if count < fewest:
                fewest = count
                chosen = cell
    size = 0
    for word in range(words):
        choices = domains[depth, chosen, word] & left[depth, FREE, word]
        while choices != _ZERO:
            o = 64 * word + lowest_bit(choices)
            choices &= choices - _ONE
            key = 4 * w.rank[o >> 2] + (o & 3)
            place = size
            while place > 0 and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                candidates[depth, place] = candidates[depth, place - 1]
                place -= 1
            keys[place] = key
            candidates[depth, place] = o
            size += 1
    w.levels[depth, _CELL], w.levels[depth, _TRIED], w.levels[depth, _LISTED] = chosen, 0, size


@borrowing
def _narrow(t: Any, board: Any, cell: Any, domains: Any, left: Any, depth: Any) -> None:
    """Make the sets of the next depth: without the piece on ``cell``, whose neighbours fit it."""
    words = left.shape[2]
    below = depth + 1
    for word in range(words):
        left[below, AVAILABLE, word] = left[depth, AVAILABLE, word]
        left[below, FREE, word] = left[depth, FREE, word]
    o = board[cell]
    lay(t, left[below], o)
    for other in range(len(board)):
        if board[other] < 0:
            for word in range(words):
                domains[below, other, word] = (
                    domains[depth, other, word] & left[below, AVAILABLE, word]
                )
    for side in range(4):
        other = t.neighbours[cell, side]
        if other >= 0 and board[other] < 0:
            facing, colour = (side + 2) & 3, t.colours[o, side]
            for word in range(words):
                domains[below, other, word] &= t.with_colour[facing, colour, word]


@borrowing
def _look(w: Any, domains: Any, left: Any) -> bool:
    """Narrow the domains further; False where the board cannot be completed."""
    t, board, matching = w.tables, w.board, w.look == MATCHING
    if matching and not sides_suffice(w.flow, t, board, left):
        return False
    if not _partial_look_ahead(t, w.supported, board, domains):
        return False
    if matching and not different_pieces(w.matching, board, domains):
        return False
    return not (matching and t.framed) or colours_meet(w.flow, t, board, domains)


@borrowing
def _partial_look_ahead(t: Any, supported: Any, board: Any, domains: Any) -> bool:
    """One pass of arc consistency on narrowed domains; see ``reference/looking_ahead.py``."""
    for cell in range(len(board)):
        if board[cell] >= 0:
            continue
        for side in range(4):
            other = t.neighbours[cell, side]
            if other >= 0 and board[other] < 0:
                _keep_supported(t, supported, domains[cell], domains[other], side)
        some = _ZERO
        for word in range(domains.shape[1]):
            some |= domains[cell, word]
        if some == _ZERO:
            return False
    return True


@borrowing
def _keep_supported(t: Any, supported: Any, domain: Any, other: Any, side: Any) -> None:
    """Narrow a domain to what fits on a side a neighbour with the domain ``other``.

    The colours that the neighbour shows are taken one by one, out of its first four words at once.
    """
    facing = (side + 2) & 3
    a = b = c = d = _ZERO
    for word in range(LEAST_WORDS, len(supported)):
        supported[word] = _ZERO
    p, q, r, s = other[0], other[1], other[2], other[3]
    o = lowest_of(p, q, r, s)
    while o >= 0:
        colour = t.colours[o, facing]
        p &= ~t.with_colour[facing, colour, 0]
        q &= ~t.with_colour[facing, colour, 1]
        r &= ~t.with_colour[facing, colour, 2]
        s &= ~t.with_colour[facing, colour, 3]
        a |= t.with_colour[side, colour, 0]
        b |= t.with_colour[side, colour, 1]
        c |= t.with_colour[side, colour, 2]
        d |= t.with_colour[side, colour, 3]
        for word in range(LEAST_WORDS, len(supported)):
            supported[word] |= t.with_colour[side, colour, word]
        o = lowest_of(p, q, r, s)
    for word in range(LEAST_WORDS, len(other)):
        choices = other[word]
        while choices != _ZERO:
            colour = t.colours[64 * word + lowest_bit(choices), facing]
            choices &= ~t.with_colour[facing, colour, word]
            a |= t.with_colour[side, colour, 0]
            b |= t.with_colour[side, colour, 1]
            c |= t.with_colour[side, colour, 2]
            d |= t.with_colour[side, colour, 3]
            for i in range(LEAST_WORDS, len(supported)):
                supported[i] |= t.with_colour[side, colour, i]
    domain[0] &= a
    domain[1] &= b
    domain[2] &= c
    domain[3] &= d
    for word in range(LEAST_WORDS, len(supported)):
        domain[word] &= supported[word]
