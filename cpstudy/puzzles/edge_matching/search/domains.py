"""Compiled search on domains: snopf and hybrid, and any order on boards of any size and kind.

The same search as in ``reference.py``, to the last placement. The candidates of a cell are a bit
set over oriented pieces (bit 4·p + q: piece p turned by q quarters), as many 64-bit words as it
takes, but at least four. A placement narrows the sets of its empty neighbours, whose words are
kept to go back. Then the empty cells are counted anew, words in registers: with only a few
candidates in most of them that is as cheap as keeping counts, and it ends at the first cell that
has none, where the placement is over at once.

Where equal candidates are one, only the first of identical pieces is *free*, and of its turns only
those that look different; the next takes its place when it is laid. So what is free in a domain
are the different candidates, and counting and listing need not compare any.

Cost: 0.1 to 0.3 µs a placement, linear in the empty cells (benchmarks/). Limits: no look ahead;
that is ``lookahead.py``. Source: Willems2016.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.edge_matching.search.scan import EXHAUSTED, FOUND, SPENT, identical

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)

# Words of a domain at least: up to 64 cells they are counted without a loop.
LEAST_WORDS = 4


@kernel
def fill_domains(
    pieces: Any, rows: Any, columns: Any, framed: Any, skip_equal: Any,
    colours: Any, with_colour: Any, turns: Any, following: Any, neighbours: Any, domains: Any,
    available: Any, free: Any,
) -> None:  # fmt: skip
    """Fill the tables of one puzzle and the domains of the empty board.

    pieces: int64[n, 4]. colours: int64[4n, 4], of oriented pieces. with_colour: uint64[4, colours,
    words]: the oriented pieces that have a colour on a side. turns: uint64[n], four bits: a piece's
    different turns (all, unless ``skip_equal``). following: int64[n], the next identical piece, -1
    without one (always, unless ``skip_equal``). neighbours: int64[n, 4], -1 at the border. domains:
    uint64[n, words]. available, free: uint64[words]: all pieces, and the candidates among them.
    """
    n = rows * columns
    with_colour[:] = _ZERO
    available[:] = _ZERO
    free[:] = _ZERO
    for o in range(4 * n):
        word = o >> 6
        bit = _ONE << np.uint64(o & 63)
        available[word] |= bit
        for side in range(4):
            colours[o, side] = pieces[o >> 2, (side - o) & 3]
            with_colour[side, colours[o, side], word] |= bit
    for p in range(n):
        turns[p] = _TURNS
        following[p] = -1
        first = True
        if skip_equal:
            if pieces[p, 0] == pieces[p, 2] and pieces[p, 1] == pieces[p, 3]:
                turns[p] = _ONE if pieces[p, 0] == pieces[p, 1] else np.uint64(3)
            for before in range(p - 1, -1, -1):
                if identical(pieces, p, before):
                    following[before] = p
                    first = False
                    break
        if first:
            free[p >> 4] |= turns[p] << np.uint64(4 * (p & 15))
    for cell in range(n):
        row = cell // columns
        column = cell % columns
        neighbours[cell, 0] = cell - columns if row > 0 else -1
        neighbours[cell, 1] = cell + 1 if column < columns - 1 else -1
        neighbours[cell, 2] = cell + columns if row < rows - 1 else -1
        neighbours[cell, 3] = cell - 1 if column > 0 else -1
        for word in range(len(available)):
            candidates = available[word]
            if framed:
                for side in range(4):
                    frame = with_colour[side, 0, word]
                    candidates &= frame if neighbours[cell, side] < 0 else ~frame
            domains[cell, word] = candidates


@kernel
def lay(o: Any, turns: Any, following: Any, available: Any, free: Any) -> None:
    """Oriented piece ``o`` goes on the board: it is gone, the next identical piece is free."""
    taken = _TURNS << np.uint64(o & 60)
    available[o >> 6] &= ~taken
    free[o >> 6] &= ~taken
    after = following[o >> 2]
    if after >= 0:
        free[after >> 4] |= turns[after] << np.uint64(4 * (after & 15))


@kernel
def take_back(o: Any, turns: Any, following: Any, available: Any, free: Any) -> None:
    """The opposite of ``lay``."""
    shift = np.uint64(o & 60)
    available[o >> 6] |= _TURNS << shift
    free[o >> 6] |= turns[o >> 2] << shift
    after = following[o >> 2]
    if after >= 0:
        free[after >> 4] &= ~(_TURNS << np.uint64(4 * (after & 15)))


@kernel
def _connectivity(
    cell: Any, o: Any, all_sides: Any, placement: Any, available: Any,
    colours: Any, with_colour: Any, neighbours: Any,
) -> Any:  # fmt: skip
    """How many sides of other pieces fit oriented piece ``o`` on a cell; see ``reference.py``."""
    total = 0
    for side in range(4):
        other = neighbours[cell, side]
        if (all_sides or side == 1) and other >= 0 and placement[other] < 0:
            colour = colours[o, side]
            for word in range(len(available)):
                total += popcount(with_colour[0, colour, word] & available[word])
            for own in range(4):
                if colours[o, own] == colour:
                    total -= 1
    return total


@kernel
def _list_candidates(
    depth: Any, cell: Any, order: Any, all_sides: Any, colours: Any, with_colour: Any,
    neighbours: Any, placement: Any, domains: Any, available: Any, free: Any, candidates: Any,
    progress: Any, keys: Any,
) -> None:  # fmt: skip
    """List the candidates of a depth's cell in order, in ``candidates`` and ``progress``."""
    size = 0
    for word in range(len(free)):
        left = domains[cell, word] & free[word]
        while left != _ZERO:
            candidates[depth, size] = 64 * word + lowest_bit(left)
            left &= left - _ONE
            size += 1
    progress[depth, 0] = 0
    progress[depth, 1] = size
    if order == 0:
        return
    for k in range(size):
        o = candidates[depth, k]
        key = order * _connectivity(
            cell, o, all_sides, placement, available, colours, with_colour, neighbours
        )
        place = k
        while place > 0 and keys[place - 1] < key:
            keys[place] = keys[place - 1]
            candidates[depth, place] = candidates[depth, place - 1]
            place -= 1
        keys[place] = key
        candidates[depth, place] = o


@kernel
def start_search(
    row_by_row: Any, order: Any, all_sides: Any, colours: Any, with_colour: Any, turns: Any,
    following: Any, neighbours: Any, placement: Any, empty: Any, domains: Any, available: Any,
    free: Any, cells: Any, candidates: Any, progress: Any, keys: Any, state: Any,
) -> None:  # fmt: skip
    """Begin at the empty board, whose domains are filled. Arrays as in ``search``."""
    placement[:] = -1
    empty[:] = _ZERO
    for cell in range(len(placement)):
        empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
    state[0] = 0
    chosen = 0 if row_by_row else _fewest(empty, domains, free)
    cells[0] = max(0, chosen)
    progress[0, 0] = 0
    progress[0, 1] = 0
    if chosen < 0:
        return  # some cell has no candidate: nothing to try
    _list_candidates(
        0, chosen, order, all_sides, colours, with_colour, neighbours, placement, domains,
        available, free, candidates, progress, keys,
    )  # fmt: skip


@kernel
def search(
    row_by_row: Any, order: Any, all_sides: Any, colours: Any, with_colour: Any, turns: Any,
    following: Any, neighbours: Any, placement: Any, empty: Any, domains: Any, available: Any,
    free: Any, cells: Any, candidates: Any, progress: Any, keys: Any, state: Any, saved: Any,
    placements: Any, limit: Any,
) -> Any:  # fmt: skip
    """Go on until a board is found, ``limit`` placements are made in all, or nothing is left.

    placement: int64[n], the oriented piece on each cell or -1. empty: uint64[words of n], the
    empty cells. domains: uint64[n, words]. available, free: uint64[words]. By depth: cells
    int64[n]; candidates int64[n, 4n]; progress int64[n, 2] (tried, listed); saved uint64[n, 4,
    words], the neighbours' domains. keys: int64[4n], work space. state: int64[1], the depth.
    Returns (status, placements).
    """
    n = len(placement)
    words = len(free)
    depth = state[0]
    status = EXHAUSTED
    while True:
        cell = cells[depth]
        o = placement[cell]
        if o >= 0:
            placement[cell] = -1
            empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
            take_back(o, turns, following, available, free)
            if depth < n - 1:
                for side in range(4):
                    other = neighbours[cell, side]
                    if other >= 0 and placement[other] < 0:
                        for word in range(words):
                            domains[other, word] = saved[depth, side, word]
        if progress[depth, 0] == progress[depth, 1]:
            if depth == 0:
                break
            depth -= 1
            continue
        if placements >= limit:
            status = SPENT
            break
        placements += 1
        o = candidates[depth, progress[depth, 0]]
        progress[depth, 0] += 1
        placement[cell] = o
        empty[cell >> 6] &= ~(_ONE << np.uint64(cell & 63))
        lay(o, turns, following, available, free)
        if depth == n - 1:
            status = FOUND
            break
        for side in range(4):
            other = neighbours[cell, side]
            if other >= 0 and placement[other] < 0:
                facing = (side + 2) & 3
                colour = colours[o, side]
                for word in range(words):
                    kept = domains[other, word]
                    saved[depth, side, word] = kept
                    domains[other, word] = kept & with_colour[facing, colour, word]
        if row_by_row:
            chosen = depth + 1 if _has_candidate(depth + 1, domains, free) else -1
        else:
            chosen = _fewest(empty, domains, free)
        if chosen < 0:
            continue
        depth += 1
        cells[depth] = chosen
        _list_candidates(
            depth, chosen, order, all_sides, colours, with_colour, neighbours, placement, domains,
            available, free, candidates, progress, keys,
        )  # fmt: skip
    state[0] = depth
    return status, placements


@kernel
def _has_candidate(cell: Any, domains: Any, free: Any) -> bool:
    for word in range(len(free)):  # noqa: SIM110 (kernels know no generator expressions)
        if domains[cell, word] & free[word] != _ZERO:
            return True
    return False


@kernel
def _fewest(empty: Any, domains: Any, free: Any) -> Any:
    """The first empty cell with the fewest candidates; -1 where some cell has none."""
    chosen = -1
    fewest = 1 << 40
    words = len(free)
    a, b, c, d = free[0], free[1], free[2], free[3]
    for block in range(len(empty)):
        left = empty[block]
        while left != _ZERO:
            cell = 64 * block + lowest_bit(left)
            left &= left - _ONE
            count = popcount(domains[cell, 0] & a) + popcount(domains[cell, 1] & b)
            count += popcount(domains[cell, 2] & c) + popcount(domains[cell, 3] & d)
            for word in range(LEAST_WORDS, words):
                count += popcount(domains[cell, word] & free[word])
            if count < fewest:
                if count == 0:
                    return -1
                fewest = count
                chosen = cell
    return chosen
