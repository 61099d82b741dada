"""Compiled search with a look ahead: pla and matching.

The same search as in ``reference.py``, to the last placement, on the domains of ``domains.py``.
After each placement every domain may shrink, so each depth keeps the sets of all cells and going
back costs nothing. Restarts take the pieces in another order (``rank``).

Cost: 5 µs a placement for pla at 6×6, 10 for matching, which prunes more (benchmarks/). Limits:
memory grows with the cube of the cells (64 KB at 7×7). Sources: Ansotegui2008 for the partial look
ahead; for the matching see ``matching.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.edge_matching.search.domains import lay
from cpstudy.puzzles.edge_matching.search.matching import colours_meet, different_pieces
from cpstudy.puzzles.edge_matching.search.scan import EXHAUSTED, FOUND, SPENT

# A run of a search with restarts is over (beside the statuses of scan.py).
CUT_OFF = 3

# What is looked at after a placement.
NOTHING, PARTIAL, MATCHING = 0, 1, 2

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def _next_cell(placement: Any, domains: Any, free: Any, depth: Any) -> Any:
    """The first empty cell with the fewest candidates."""
    fewest = 1 << 40
    chosen = -1
    for cell in range(len(placement)):
        if placement[cell] < 0:
            count = 0
            for word in range(free.shape[1]):
                count += popcount(domains[depth, cell, word] & free[depth, word])
            if count < fewest:
                fewest = count
                chosen = cell
    return chosen


@kernel
def _open_level(
    depth: Any, rank: Any, placement: Any, domains: Any, free: Any, cells: Any, candidates: Any,
    progress: Any, keys: Any,
) -> None:  # fmt: skip
    """Choose the cell of a depth and list its candidates by rank. Arrays as in ``search``."""
    cell = _next_cell(placement, domains, free, depth)
    size = 0
    for word in range(free.shape[1]):
        left = domains[depth, cell, word] & free[depth, word]
        while left != _ZERO:
            o = 64 * word + lowest_bit(left)
            left &= left - _ONE
            key = 4 * rank[o >> 2] + (o & 3)
            place = size
            while place > 0 and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                candidates[depth, place] = candidates[depth, place - 1]
                place -= 1
            keys[place] = key
            candidates[depth, place] = o
            size += 1
    cells[depth] = cell
    progress[depth, 0] = 0
    progress[depth, 1] = size


@kernel
def start_search(
    rank: Any, turns: Any, following: Any, placement: Any, domains: Any, available: Any, free: Any,
    cells: Any, candidates: Any, progress: Any, keys: Any, state: Any,
) -> None:  # fmt: skip
    """Begin at the empty board, whose domains stand at depth 0. Arrays as in ``search``."""
    placement[:] = -1
    state[0] = 0
    _open_level(0, rank, placement, domains, free, cells, candidates, progress, keys)


@kernel
def search(
    framed: Any, look: Any, colours: Any, with_colour: Any, neighbours: Any, rank: Any, turns: Any,
    following: Any, placement: Any, domains: Any, available: Any, free: Any, cells: Any,
    candidates: Any, progress: Any, keys: Any, state: Any, placements: Any, cutoff: Any,
    limit: Any,
) -> Any:  # fmt: skip
    """Go on until a board is found, the placements are spent, or nothing is left.

    placement: int64[n], the oriented piece on each cell or -1. By depth: domains uint64[n, n,
    words], available and free uint64[n, words], cells int64[n], candidates int64[n, 4n], progress
    int64[n, 2] (tried, listed). keys: int64[4n], work space. rank: int64[n], the order of pieces.
    state: int64[1], the depth. Tables as in ``domains.fill_domains``. Returns (status,
    placements): SPENT at ``limit``, CUT_OFF at ``cutoff`` placements.
    """
    n = len(placement)
    words = available.shape[1]
    most = with_colour.shape[1]
    depth = state[0]
    status = EXHAUSTED
    while True:
        cell = cells[depth]
        placement[cell] = -1
        if progress[depth, 0] == progress[depth, 1]:
            if depth == 0:
                break
            depth -= 1
            continue
        if placements >= limit:
            status = SPENT
            break
        if placements >= cutoff:
            status = CUT_OFF
            break
        placements += 1
        o = candidates[depth, progress[depth, 0]]
        progress[depth, 0] += 1
        placement[cell] = o
        if depth == n - 1:
            status = FOUND
            break
        below = depth + 1
        domains[below] = domains[depth]
        available[below] = available[depth]
        free[below] = free[depth]
        lay(o, turns, following, available[below], free[below])
        for side in range(4):
            other = neighbours[cell, side]
            if other >= 0 and placement[other] < 0:
                for word in range(words):
                    domains[below, other, word] &= with_colour[
                        (side + 2) & 3, colours[o, side], word
                    ]
        if not _partial_look_ahead(
            colours, neighbours, placement, domains[below], available[below], most
        ):
            continue
        if look == MATCHING and not (
            different_pieces(placement, domains[below])
            and colours_meet(
                framed, colours, with_colour, neighbours, placement, domains[below],
                available[below],
            )
        ):  # fmt: skip
            continue
        depth = below
        _open_level(depth, rank, placement, domains, free, cells, candidates, progress, keys)
    state[0] = depth
    return status, placements


@kernel
def _mask_domains(placement: Any, domains: Any, available: Any) -> None:
    for cell in range(len(placement)):
        if placement[cell] < 0:
            for word in range(len(available)):
                domains[cell, word] &= available[word]


@kernel
def _partial_look_ahead(
    colours: Any, neighbours: Any, placement: Any, domains: Any, available: Any, most: Any
) -> bool:
    """Forward checking, then one pass of arc consistency: see ``reference.partial_look_ahead``.

    ``most``: one more than the largest colour.
    """
    _mask_domains(placement, domains, available)
    offered = np.zeros(most, np.bool_)
    for cell in range(len(placement)):
        if placement[cell] >= 0:
            continue
        for side in range(4):
            other = neighbours[cell, side]
            if other < 0 or placement[other] >= 0:
                continue
            offered[:] = False
            for word in range(len(available)):
                left = domains[other, word]
                while left != _ZERO:
                    offered[colours[64 * word + lowest_bit(left), (side + 2) & 3]] = True
                    left &= left - _ONE
            for word in range(len(available)):
                left = domains[cell, word]
                while left != _ZERO:
                    o = 64 * word + lowest_bit(left)
                    if not offered[colours[o, side]]:
                        domains[cell, word] &= ~(_ONE << np.uint64(o & 63))
                    left &= left - _ONE
        if not domains[cell].any():
            return False
    return True
