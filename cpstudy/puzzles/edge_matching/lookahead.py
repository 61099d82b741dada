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
from cpstudy.core.compiled import kernel
from cpstudy.puzzles.edge_matching.domains import drop_equal
from cpstudy.puzzles.edge_matching.matching import colours_meet, different_pieces
from cpstudy.puzzles.edge_matching.scan import EXHAUSTED, FOUND, SPENT

# A run of a search with restarts is over (beside the statuses of scan.py).
CUT_OFF = 3

# What is looked at after a placement.
NOTHING, PARTIAL, MATCHING = 0, 1, 2

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TURNS = np.uint64(15)


@kernel
def _next_cell(placement: Any, domains: Any, available: Any) -> Any:
    """The first empty cell with the fewest candidates."""
    fewest = -1
    chosen = -1
    for cell in range(len(placement)):
        if placement[cell] >= 0:
            continue
        count = 0
        for word in range(len(available)):
            count += popcount(domains[cell, word] & available[word])
        if fewest < 0 or count < fewest:
            fewest = count
            chosen = cell
            if count == 0:
                break
    return chosen


@kernel
def _open_level(
    depth: Any, rank: Any, equal: Any, placement: Any, domains: Any, available: Any, cells: Any,
    candidates: Any, progress: Any, keys: Any, tried: Any,
) -> None:  # fmt: skip
    """Choose the cell of a depth and list its candidates in order. Arrays as in ``search``."""
    cell = _next_cell(placement, domains[depth], available[depth])
    size = 0
    for word in range(available.shape[1]):
        left = domains[depth, cell, word] & available[depth, word]
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
    progress[depth, 1] = drop_equal(candidates, depth, size, equal, tried)


@kernel
def start_search(
    rank: Any, equal: Any, placement: Any, domains: Any, available: Any, cells: Any,
    candidates: Any, progress: Any, keys: Any, tried: Any, state: Any,
) -> None:  # fmt: skip
    """Begin at the empty board, whose domains stand at depth 0. Arrays as in ``search``."""
    placement[:] = -1
    state[0] = 0
    _open_level(
        0, rank, equal, placement, domains, available, cells, candidates, progress, keys, tried
    )


@kernel
def search(
    framed: Any, look: Any, colours: Any, with_colour: Any, neighbours: Any, rank: Any, equal: Any,
    placement: Any, domains: Any, available: Any, cells: Any, candidates: Any, progress: Any,
    keys: Any, tried: Any, state: Any, placements: Any, cutoff: Any, limit: Any,
) -> Any:  # fmt: skip
    """Go on until a board is found, the placements are spent, or nothing is left.

    placement: int64[n], the oriented piece on each cell or -1. By depth: domains uint64[n, n,
    words], available uint64[n, words], cells int64[n], candidates int64[n, 4n], progress int64[n,
    2] (tried, listed). keys: int64[4n] and tried: bool[4n], work space. rank: int64[n], the order
    of pieces. state: int64[1], the depth. Returns (status, placements): SPENT at ``limit``,
    CUT_OFF at ``cutoff`` placements.
    """
    n = len(placement)
    words = available.shape[1]
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
        for other in range(n):
            for word in range(words):
                domains[depth + 1, other, word] = domains[depth, other, word]
        for word in range(words):
            available[depth + 1, word] = available[depth, word]
        first = o & ~3
        available[depth + 1, first >> 6] &= ~(_TURNS << np.uint64(first & 63))
        for side in range(4):
            other = neighbours[cell, side]
            if other >= 0 and placement[other] < 0:
                for word in range(words):
                    domains[depth + 1, other, word] &= with_colour[
                        (side + 2) & 3, colours[o, side], word
                    ]
        if look == PARTIAL and not _partial_look_ahead(
            colours, neighbours, placement, domains[depth + 1], available[depth + 1],
            with_colour.shape[1],
        ):  # fmt: skip
            continue
        if look == MATCHING and not _matching_look_ahead(
            framed, colours, with_colour, neighbours, placement, domains[depth + 1],
            available[depth + 1],
        ):  # fmt: skip
            continue
        depth += 1
        _open_level(
            depth, rank, equal, placement, domains, available, cells, candidates, progress, keys,
            tried,
        )  # fmt: skip
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


@kernel
def _matching_look_ahead(
    framed: Any, colours: Any, with_colour: Any, neighbours: Any, placement: Any, domains: Any,
    available: Any,
) -> bool:  # fmt: skip
    """All-different pieces, then colours to edges: see ``reference.matching_look_ahead``."""
    _mask_domains(placement, domains, available)
    return different_pieces(placement, domains) and colours_meet(
        framed, colours, with_colour, neighbours, placement, domains, available
    )
