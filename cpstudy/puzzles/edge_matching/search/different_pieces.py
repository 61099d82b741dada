"""All pieces are different: a matching of pieces to cells that prunes.

Every empty cell needs a piece of its own. A maximum matching shows whether that can be; a pair of
cell and piece that lies in no perfect matching leaves the cell's domain. With a perfect matching at
hand these are the pairs not on an alternating cycle, read off the transitive closure of "could take
the piece of" on bit sets (Regin1994).

The answer depends on the domains alone, not on which matching was found, so this kernel and the
plain search agree to the last placement. Cost: cubic in the empty cells at worst, on words of 64.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import borrowing

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)

# Places in ``PieceMatching.rows`` and ``PieceMatching.pieces``.
_CELL, _PIECE, _QUEUED = range(3)
_OWNER, _TAKER = range(2)


class PieceMatching(NamedTuple):
    """Work space for n cells; the first rows are those of the empty cells.

    takes: bool[n, n], row by piece: the cell has a candidate that is a turn of it. rows: int64[n,
    3], the cell of a row, the piece that it is matched to or -1, and a queue of rows. pieces:
    int64[n, 2], the row that a piece is matched to, and the row from which a search came to it, -1
    for none. reaches: uint64[n, words of n bits], rows whose piece a row could take, in some steps.
    """

    takes: Any
    rows: Any
    pieces: Any
    reaches: Any


def piece_matching(cells: int) -> PieceMatching:
    """Fresh arrays for boards of so many cells."""
    return PieceMatching(
        takes=np.zeros((cells, cells), np.bool_),
        rows=np.zeros((cells, 3), np.int64),
        pieces=np.zeros((cells, 2), np.int64),
        reaches=np.zeros((cells, (cells + 63) // 64), np.uint64),
    )


@borrowing
def different_pieces(m: Any, board: Any, domains: Any) -> bool:
    """Filter ``domains`` (uint64[n, words]) to pieces in a perfect matching; False without one.

    board: int64[n], the oriented piece on each cell, -1 where it is empty.
    """
    n = len(board)
    rows = 0
    for cell in range(n):
        m.pieces[cell, _OWNER] = -1
        if board[cell] < 0:
            m.rows[rows, _CELL] = cell
            m.rows[rows, _PIECE] = -1
            for p in range(n):
                turns = domains[cell, p >> 4] >> np.uint64(4 * (p & 15)) & _TURNS
                m.takes[rows, p] = turns != _ZERO
            rows += 1
    for row in range(rows):
        if not _match(m, row):
            return False
    for row in range(rows):
        for word in range(m.reaches.shape[1]):
            m.reaches[row, word] = _ZERO
        for p in range(n):
            if m.takes[row, p]:
                owner = m.pieces[p, _OWNER]
                m.reaches[row, owner >> 6] |= _ONE << np.uint64(owner & 63)
    for middle in range(rows):
        for row in range(rows):
            if m.reaches[row, middle >> 6] >> np.uint64(middle & 63) & _ONE != _ZERO:
                for word in range(m.reaches.shape[1]):
                    m.reaches[row, word] |= m.reaches[middle, word]
    for row in range(rows):
        for p in range(n):
            if m.takes[row, p]:
                back = m.reaches[m.pieces[p, _OWNER], row >> 6] >> np.uint64(row & 63) & _ONE
                if back == _ZERO:
                    domains[m.rows[row, _CELL], p >> 4] &= ~(_TURNS << np.uint64(4 * (p & 15)))
    return True


@borrowing
def _match(m: Any, start: Any) -> bool:
    """Match one more row by a shortest augmenting path."""
    n = len(m.pieces)
    for p in range(n):
        m.pieces[p, _TAKER] = -1
    m.rows[0, _QUEUED] = start
    size = 1
    head = 0
    while head < size:
        row = m.rows[head, _QUEUED]
        head += 1
        for p in range(n):
            if not m.takes[row, p] or m.pieces[p, _TAKER] >= 0:
                continue
            m.pieces[p, _TAKER] = row
            owner = m.pieces[p, _OWNER]
            if owner >= 0:
                m.rows[size, _QUEUED] = owner
                size += 1
                continue
            free = p
            while free >= 0:
                taker = m.pieces[free, _TAKER]
                released = m.rows[taker, _PIECE]
                m.pieces[free, _OWNER] = taker
                m.rows[taker, _PIECE] = free
                free = released
            return True
    return False
