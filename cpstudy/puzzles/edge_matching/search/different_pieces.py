"""All pieces are different: a matching of pieces to cells that prunes.

Every empty cell needs a piece of its own. A maximum matching shows whether that can be; a pair of
cell and piece that lies in no perfect matching leaves the cell's domain. With a perfect matching at
hand these are the pairs not on an alternating cycle (Regin1994): a piece leads to all pieces that
its cell could take instead, and a cell keeps those in the strong component of its own. Components
are found along one path that contracts what closes a cycle (Gabow2000), on bit sets: each step puts
a piece on the path, merges its end, or takes the end off.

The answer depends on the domains alone, not on which matching was found, so this kernel and the
plain search agree to the last placement, and a matching begins with what is left of the last one.
Cost: a few steps a piece, and an augmenting path for each cell that lost its piece, on words of 64.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernels import borrowing, inlined

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)

# Sets of pieces from sets of their turns and back: bits four apart move together, in four steps.
_PIECES_A_WORD = 16
_STEPS = (3, 6, 12, 24)
_APART = np.uint64(0x1111111111111111)
_MASKS = (0x0303030303030303, 0x000F000F000F000F, 0x000000FF000000FF, 0xFFFF)


class PieceMatching(NamedTuple):
    """Work space for n cells, sets of pieces as uint64 words of n bits.

    takes: uint64[n, words], by cell, the pieces that have a turn in its domain. piece: int64[n],
    the piece that a cell has, or had last, or -1. By piece: cell: int64[n], the one that has it, or
    -1; taker: int64[n], the cell from which a search came to it. queue: int64[n], cells. free,
    seen, finished: uint64[words], pieces that no cell has, that a search came to, and of components
    that are found. members, leads: uint64[n, words], by place on a path, the pieces of a component
    and those that they lead to. kept: uint64[words of 4n bits], the turns of a component.
    """

    takes: Any
    piece: Any
    cell: Any
    taker: Any
    queue: Any
    free: Any
    seen: Any
    finished: Any
    members: Any
    leads: Any
    kept: Any


def piece_matching(cells: int, domain_words: int) -> PieceMatching:
    """Fresh arrays for boards of so many cells, whose domains have so many words."""
    words = (domain_words + 3) // 4
    return PieceMatching(
        takes=np.zeros((cells, words), np.uint64),
        piece=np.full(cells, -1, np.int64),
        cell=np.zeros(cells, np.int64),
        taker=np.zeros(cells, np.int64),
        queue=np.zeros(cells, np.int64),
        free=np.zeros(words, np.uint64),
        seen=np.zeros(words, np.uint64),
        finished=np.zeros(words, np.uint64),
        members=np.zeros((cells, words), np.uint64),
        leads=np.zeros((cells, words), np.uint64),
        kept=np.zeros(domain_words, np.uint64),
    )


@borrowing
def different_pieces(m: Any, board: Any, domains: Any) -> bool:
    """Filter ``domains`` (uint64[n, words]) to pieces in a perfect matching; False without one.

    board: int64[n], the oriented piece on each cell, -1 where it is empty.
    """
    _list_pieces(m, board, domains)
    for cell in range(len(board)):
        if board[cell] < 0 and m.piece[cell] < 0 and not _match(m, cell):
            return False
    _keep_components(m, board, domains)
    return True


@borrowing
def _list_pieces(m: Any, board: Any, domains: Any) -> None:
    """Note what the empty cells take, and which of them can have the piece that they had last."""
    for word in range(len(m.free)):
        m.free[word] = _ZERO
    for cell in range(len(board)):
        m.cell[cell] = -1
        for word in range(len(m.free)):
            m.takes[cell, word] = _ZERO
        if board[cell] < 0:
            for word in range(domains.shape[1]):
                pieces = _pieces_of(domains[cell, word])
                m.takes[cell, word >> 2] |= pieces << np.uint64(_PIECES_A_WORD * (word & 3))
            for word in range(len(m.free)):
                m.free[word] |= m.takes[cell, word]
    for cell in range(len(board)):
        p = m.piece[cell]
        if p >= 0:
            bit = m.takes[cell, p >> 6] & (_ONE << np.uint64(p & 63))
            if board[cell] < 0 and bit & m.free[p >> 6] != _ZERO:
                m.cell[p] = cell
                m.free[p >> 6] ^= bit
            else:
                m.piece[cell] = -1


@inlined
def _pieces_of(turns: Any) -> Any:
    """16 bits for the pieces that have a turn in a word of a domain."""
    pairs = turns | turns >> _ONE
    pieces = (pairs | pairs >> np.uint64(2)) & _APART
    for step in range(4):
        pieces = (pieces | pieces >> np.uint64(_STEPS[step])) & np.uint64(_MASKS[step])
    return pieces


@inlined
def _turns_of(pieces: Any) -> Any:
    """All turns of the pieces in the lowest 16 bits."""
    turns = pieces & np.uint64(0xFFFF)
    for step in range(3, 0, -1):
        turns = (turns | turns << np.uint64(_STEPS[step])) & np.uint64(_MASKS[step - 1])
    return ((turns | turns << np.uint64(3)) & _APART) * _TURNS


@borrowing
def _match(m: Any, start: Any) -> bool:
    """Give one more cell a piece, by a shortest augmenting path."""
    for word in range(len(m.seen)):
        m.seen[word] = _ZERO
    m.queue[0] = start
    size = 1
    head = 0
    while head < size:
        cell = m.queue[head]
        head += 1
        for word in range(len(m.seen)):
            pieces = m.takes[cell, word] & ~m.seen[word]
            m.seen[word] |= pieces
            unused = pieces & m.free[word]
            if unused != _ZERO:
                m.free[word] ^= unused & (~unused + _ONE)
                _exchange(m, start, cell, 64 * word + lowest_bit(unused))
                return True
            while pieces != _ZERO:
                p = 64 * word + lowest_bit(pieces)
                pieces &= pieces - _ONE
                m.taker[p] = cell
                m.queue[size] = m.cell[p]
                size += 1
    return False


@borrowing
def _exchange(m: Any, start: Any, cell: Any, p: Any) -> None:
    """Cell gets p, the cell that came to its old piece gets that, and so on up to ``start``."""
    while True:
        released = m.piece[cell]
        m.piece[cell] = p
        m.cell[p] = cell
        if cell == start:
            return
        p = released
        cell = m.taker[p]


@borrowing
def _keep_components(m: Any, board: Any, domains: Any) -> None:
    """Each cell keeps the turns of pieces in the component of its own piece."""
    for word in range(len(m.seen)):
        m.seen[word] = m.finished[word] = _ZERO
    for start in range(len(board)):
        if board[start] >= 0 or _has(m.seen, m.piece[start]):
            continue
        _begin_component(m, 0, m.piece[start])
        end = 0
        while end >= 0:
            p = _leads_to(m, end)
            if p < 0:
                _keep_component(m, m.members[end], domains)
                end -= 1
            elif _has(m.seen, p):
                # It lies further up on the path: from there to the end all is one.
                while not _has(m.members[end], p):
                    for word in range(len(m.seen)):
                        m.members[end - 1, word] |= m.members[end, word]
                        m.leads[end - 1, word] |= m.leads[end, word]
                    end -= 1
            else:
                end += 1
                _begin_component(m, end, p)


@inlined
def _has(pieces: Any, p: Any) -> Any:
    return pieces[p >> 6] >> np.uint64(p & 63) & _ONE != _ZERO


@borrowing
def _begin_component(m: Any, place: Any, p: Any) -> None:
    """The component of one piece, at a place on the path."""
    for word in range(len(m.seen)):
        m.members[place, word] = _ZERO
        m.leads[place, word] = m.takes[m.cell[p], word]
    m.members[place, p >> 6] |= _ONE << np.uint64(p & 63)
    m.seen[p >> 6] |= _ONE << np.uint64(p & 63)


@borrowing
def _leads_to(m: Any, place: Any) -> Any:
    """A piece of no finished component that this one leads to, or -1."""
    for word in range(len(m.seen)):
        pieces = m.leads[place, word] & ~(m.members[place, word] | m.finished[word])
        if pieces != _ZERO:
            return 64 * word + lowest_bit(pieces)
    return -1


@borrowing
def _keep_component(m: Any, members: Any, domains: Any) -> None:
    """The cells of a finished component keep its pieces."""
    for word in range(domains.shape[1]):
        shift = np.uint64(_PIECES_A_WORD * (word & 3))
        m.kept[word] = _turns_of(members[word >> 2] >> shift)
    for word in range(len(members)):
        m.finished[word] |= members[word]
        pieces = members[word]
        while pieces != _ZERO:
            cell = m.cell[64 * word + lowest_bit(pieces)]
            pieces &= pieces - _ONE
            for i in range(domains.shape[1]):
                domains[cell, i] &= m.kept[i]
