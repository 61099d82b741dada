"""Compiled search on domains: snopf and hybrid, and any order on boards of any size and kind.

The same search as in ``reference.py``, to the last placement. The candidates of a cell are a bit
set over oriented pieces (bit 4·p + q: piece p turned by q quarters), as many 64-bit words as it
takes, but at least four. A placement narrows the sets of its empty neighbours, whose words are kept
to go back. Then the empty cells are counted anew, words in registers: with only a few candidates in
most of them that is as cheap as keeping counts, and it ends at the first cell that has none, where
the placement is over at once.

Cost: 0.1 to 0.3 µs a placement, linear in the empty cells (benchmarks/). Limits: no look ahead;
that is ``lookahead.py``. Source: Willems2016.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.compiled import kernel
from cpstudy.puzzles.edge_matching.scan import EXHAUSTED, FOUND, SPENT

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)

# Words of a domain at least: up to 64 cells they are counted without a loop.
LEAST_WORDS = 4


@kernel
def fill_domains(
    pieces: Any, rows: Any, columns: Any, framed: Any,
    colours: Any, with_colour: Any, equal: Any, neighbours: Any, domains: Any, available: Any,
) -> None:  # fmt: skip
    """Fill the tables of one puzzle and the domains of the empty board.

    pieces: int64[n, 4]. colours: int64[4n, 4], of oriented pieces. with_colour: uint64[4, colours,
    words]: the oriented pieces that have a colour on a side. equal: int64[4n]: the first oriented
    piece that looks the same. neighbours: int64[n, 4], -1 at the border. domains: uint64[n, words].
    available: uint64[words].
    """
    n = rows * columns
    with_colour[:] = _ZERO
    available[:] = _ZERO
    for o in range(4 * n):
        word = o >> 6
        bit = _ONE << np.uint64(o & 63)
        available[word] |= bit
        for side in range(4):
            colours[o, side] = pieces[o >> 2, (side - o) & 3]
            with_colour[side, colours[o, side], word] |= bit
        equal[o] = o
        for earlier in range(o):
            same = True
            for side in range(4):
                if colours[o, side] != colours[earlier, side]:
                    same = False
                    break
            if same:
                equal[o] = earlier
                break
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
def connectivity(
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
def list_candidates(
    depth: Any, cell: Any, skip_equal: Any, order: Any, all_sides: Any, colours: Any,
    with_colour: Any, equal: Any, neighbours: Any, placement: Any, domain: Any, available: Any,
    candidates: Any, progress: Any, keys: Any, tried: Any,
) -> None:  # fmt: skip
    """List the candidates of a depth's cell in order: ``candidates[depth]``, ``progress[depth]``.

    domain, available: uint64[words], of the cell and of the board.
    """
    size = 0
    for word in range(len(available)):
        left = domain[word] & available[word]
        while left != _ZERO:
            candidates[depth, size] = 64 * word + lowest_bit(left)
            left &= left - _ONE
            size += 1
    if skip_equal:
        size = drop_equal(candidates, depth, size, equal, tried)
    if order != 0:
        by_connectivity(
            depth, size, cell, order, all_sides, colours, with_colour, neighbours, placement,
            available, candidates, keys,
        )  # fmt: skip
    progress[depth, 0] = 0
    progress[depth, 1] = size


@kernel
def drop_equal(candidates: Any, depth: Any, size: Any, equal: Any, tried: Any) -> Any:
    """Keep the first of equal candidates of a depth; returns how many are left.

    tried: bool[4n], all False before and after.
    """
    kept = 0
    for k in range(size):
        o = candidates[depth, k]
        if not tried[equal[o]]:
            tried[equal[o]] = True
            candidates[depth, kept] = o
            kept += 1
    for k in range(kept):
        tried[equal[candidates[depth, k]]] = False
    return kept


@kernel
def by_connectivity(
    depth: Any, size: Any, cell: Any, order: Any, all_sides: Any, colours: Any, with_colour: Any,
    neighbours: Any, placement: Any, available: Any, candidates: Any, keys: Any,
) -> None:  # fmt: skip
    """Sort the candidates of a depth by connectivity, ties as they stand. keys: int64[4n]."""
    for k in range(size):
        o = candidates[depth, k]
        key = order * connectivity(
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
    row_by_row: Any, skip_equal: Any, order: Any, all_sides: Any, colours: Any, with_colour: Any,
    equal: Any, neighbours: Any, placement: Any, empty: Any, domains: Any, available: Any,
    cells: Any, candidates: Any, progress: Any, keys: Any, tried: Any, state: Any,
) -> None:  # fmt: skip
    """Begin at the empty board, whose domains are filled. Arrays as in ``search``."""
    placement[:] = -1
    empty[:] = _ZERO
    for cell in range(len(placement)):
        empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
    state[0] = 0
    chosen = 0 if row_by_row else max(0, _fewest(empty, domains, available))
    cells[0] = chosen
    list_candidates(
        0, chosen, skip_equal, order, all_sides, colours, with_colour, equal, neighbours,
        placement, domains[chosen], available, candidates, progress, keys, tried,
    )  # fmt: skip


@kernel
def search(
    row_by_row: Any, skip_equal: Any, order: Any, all_sides: Any, colours: Any, with_colour: Any,
    equal: Any, neighbours: Any, placement: Any, empty: Any, domains: Any, available: Any,
    cells: Any, candidates: Any, progress: Any, keys: Any, tried: Any, state: Any, saved: Any,
    placements: Any, limit: Any,
) -> Any:  # fmt: skip
    """Go on until a board is found, ``limit`` placements are made in all, or nothing is left.

    placement: int64[n], the oriented piece on each cell or -1. empty: uint64[words of n], the
    empty cells. domains: uint64[n, words]. available: uint64[words]. By depth: cells int64[n];
    candidates int64[n, 4n]; progress int64[n, 2] (tried, listed); saved uint64[n, 4, words], the
    neighbours' domains. keys: int64[4n] and tried: bool[4n], work space. state: int64[1], the
    depth. Returns (status, placements).
    """
    n = len(placement)
    words = len(available)
    depth = state[0]
    status = EXHAUSTED
    while True:
        cell = cells[depth]
        o = placement[cell]
        if o >= 0:  # take it back
            placement[cell] = -1
            empty[cell >> 6] |= _ONE << np.uint64(cell & 63)
            available[o >> 6] |= _TURNS << np.uint64(o & 60)
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
        available[o >> 6] &= ~(_TURNS << np.uint64(o & 60))
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
            chosen = depth + 1 if _has_candidate(depth + 1, domains, available) else -1
        else:
            chosen = _fewest(empty, domains, available)
        if chosen < 0:
            continue
        depth += 1
        cells[depth] = chosen
        list_candidates(
            depth, chosen, skip_equal, order, all_sides, colours, with_colour, equal, neighbours,
            placement, domains[chosen], available, candidates, progress, keys, tried,
        )  # fmt: skip
    state[0] = depth
    return status, placements


@kernel
def _has_candidate(cell: Any, domains: Any, available: Any) -> bool:
    for word in range(len(available)):  # noqa: SIM110 (kernels know no generator expressions)
        if domains[cell, word] & available[word] != _ZERO:
            return True
    return False


@kernel
def _fewest(empty: Any, domains: Any, available: Any) -> Any:
    """The first empty cell with the fewest candidates; -1 where some cell has none."""
    chosen = -1
    fewest = 1 << 40
    words = len(available)
    a, b, c, d = available[0], available[1], available[2], available[3]
    for block in range(len(empty)):
        left = empty[block]
        while left != _ZERO:
            cell = 64 * block + lowest_bit(left)
            left &= left - _ONE
            count = popcount(domains[cell, 0] & a) + popcount(domains[cell, 1] & b)
            count += popcount(domains[cell, 2] & c) + popcount(domains[cell, 3] & d)
            for word in range(LEAST_WORDS, words):
                count += popcount(domains[cell, word] & available[word])
            if count < fewest:
                if count == 0:
                    return -1
                fewest = count
                chosen = cell
    return chosen
