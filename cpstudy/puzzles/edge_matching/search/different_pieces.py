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

from cpstudy.core.kernels import kernel

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)


class PieceMatching(NamedTuple):
    """Work space for n cells; the first rows are those of the empty cells, m of them.

    cells: int64[n], the empty cells. takes: bool[n, n], row by piece: the cell has a candidate that
    is a turn of it. owner: int64[n], the row that a piece is matched to, piece_of: int64[n] the
    piece of a row, -1 for none. reaches: uint64[n, words of n bits], rows whose piece a row could
    take, in some steps. reached_from: int64[n], by piece, queue: int64[n], rows: of one search.
    """

    cells: Any
    takes: Any
    owner: Any
    piece_of: Any
    reaches: Any
    reached_from: Any
    queue: Any


def piece_matching(cells: int) -> PieceMatching:
    """Fresh arrays for boards of so many cells."""
    return PieceMatching(
        cells=np.zeros(cells, np.int64),
        takes=np.zeros((cells, cells), np.bool_),
        owner=np.zeros(cells, np.int64),
        piece_of=np.zeros(cells, np.int64),
        reaches=np.zeros((cells, (cells + 63) // 64), np.uint64),
        reached_from=np.zeros(cells, np.int64),
        queue=np.zeros(cells, np.int64),
    )


@kernel
def different_pieces(m: Any, board: Any, domains: Any) -> bool:
    """Filter ``domains`` (uint64[n, words]) to pieces in a perfect matching; False without one.

    board: int64[n], the oriented piece on each cell, -1 where it is empty.
    """
    n = len(board)
    rows = 0
    for cell in range(n):
        m.owner[cell] = -1
        if board[cell] < 0:
            m.cells[rows] = cell
            m.piece_of[rows] = -1
            for p in range(n):
                turns = domains[cell, p >> 4] >> np.uint64(4 * (p & 15)) & _TURNS
                m.takes[rows, p] = turns != _ZERO
            rows += 1
    for row in range(rows):
        if not _match(m, row):
            return False
    _close(m, rows)
    for row in range(rows):
        cell = m.cells[row]
        for p in range(n):
            if m.takes[row, p]:
                back = m.reaches[m.owner[p], row >> 6] >> np.uint64(row & 63) & _ONE
                if back == _ZERO:
                    domains[cell, p >> 4] &= ~(_TURNS << np.uint64(4 * (p & 15)))
    return True


@kernel
def _match(m: Any, start: Any) -> bool:
    """Match one more row by a shortest augmenting path."""
    n = len(m.owner)
    for p in range(n):
        m.reached_from[p] = -1
    m.queue[0] = start
    size = 1
    head = 0
    while head < size:
        row = m.queue[head]
        head += 1
        for p in range(n):
            if not m.takes[row, p] or m.reached_from[p] >= 0:
                continue
            m.reached_from[p] = row
            if m.owner[p] >= 0:
                m.queue[size] = m.owner[p]
                size += 1
                continue
            free = p
            while free >= 0:
                taker = m.reached_from[free]
                released = m.piece_of[taker]
                m.owner[free] = taker
                m.piece_of[taker] = free
                free = released
            return True
    return False


@kernel
def _close(m: Any, rows: Any) -> None:
    """Fill ``reaches``: the transitive closure of "could take the piece of"."""
    words = (rows + 63) >> 6
    for row in range(rows):
        for word in range(words):
            m.reaches[row, word] = _ZERO
        for p in range(len(m.owner)):
            if m.takes[row, p]:
                m.reaches[row, m.owner[p] >> 6] |= _ONE << np.uint64(m.owner[p] & 63)
    for middle in range(rows):
        for row in range(rows):
            if m.reaches[row, middle >> 6] >> np.uint64(middle & 63) & _ONE != _ZERO:
                for word in range(words):
                    m.reaches[row, word] |= m.reaches[middle, word]
