"""All ways to change a number of tiles of a puzzle, each decided, until one makes it unique.

A way is a choice of tiles and of a new type for each: a dead end, straight, corner or T. The number
of open sides must stay that of a tree; where the board has two colours like a chessboard, each edge
joins both, so it must stay the same on either colour too. What is left out by that has no solution.

Cost: a board decided (some 10 µs at 10×10) for each way; their number grows with the tiles to the
power of the changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, ORIENTATIONS, tile_type
from cpstudy.puzzles.pipes.search.engine import UNIQUE, UNKNOWN, decide

TYPES = np.array([tile_type(mask) for mask in range(16)], np.int64)
DEGREES = np.array(list(OPEN_SIDES), np.int64)

# What a changed tile may become: a dead end, straight, corner or T, as they lie first.
_NEW = np.array([ORIENTATIONS[mask][0] for mask in (1, 5, 3, 7)], np.uint8)

# Nodes of the search for one board.
NODES = 20_000

# What :func:`next_unique` returns.
EXHAUSTED, FOUND, PAUSED = 0, 1, 2

# Places in ``Ways.control``: boards decided, and those for which the nodes did not suffice.
DECIDED, UNDECIDED = 0, 1


class Ways(NamedTuple):
    """The ways to change k tiles of a board of n, and the one that comes next.

    given: uint8[n], the board. tiles: uint8[n], it again, and the changed one when that is found.
    colours: int64[n], 0 or 1; 0 everywhere on boards without two colours. order: int64[m], the
    tiles that may be changed. places, kinds: int64[k], increasing places in ``order``, numbers in
    the list of new types. witnesses: uint8[2, n], of the last board. control: int64[2], see the
    names above.
    """

    given: Any
    tiles: Any
    colours: Any
    order: Any
    places: Any
    kinds: Any
    witnesses: Any
    control: Any


@kernel
def next_unique(w: Any, closed: Any, ways: Any, most: Any) -> Any:
    """Go on through the ways until one makes the puzzle unique; it then lies in ``ways.tiles``.

    w: Work. closed: uint8[n]. most: boards to decide in all, by ``ways.control[DECIDED]``. Returns
    FOUND, EXHAUSTED, or PAUSED after these boards; call again to go on.
    """
    while True:
        if _may_be_a_tree(ways):
            if ways.control[DECIDED] >= most:
                return PAUSED
            ways.control[DECIDED] += 1
            for k in range(ways.places.size):
                ways.tiles[ways.order[ways.places[k]]] = _NEW[ways.kinds[k]]
            told = decide(w, ways.tiles, closed, True, NODES, ways.witnesses)
            if told == UNIQUE:
                return FOUND
            if told == UNKNOWN:
                ways.control[UNDECIDED] += 1
            for k in range(ways.places.size):
                tile = ways.order[ways.places[k]]
                ways.tiles[tile] = ways.given[tile]
        if not _next_way(ways):
            return EXHAUSTED


@kernel
def _may_be_a_tree(ways: Any) -> bool:
    """Whether a way changes every tile of it, but not the open sides of either colour."""
    added = np.int64(0)
    added_black = np.int64(0)
    for k in range(ways.places.size):
        tile = ways.order[ways.places[k]]
        old, new = ways.given[tile], _NEW[ways.kinds[k]]
        if TYPES[new] == TYPES[old]:
            return False
        more = DEGREES[new] - DEGREES[old]
        added += more
        added_black += more * ways.colours[tile]
    return bool(added == 0 and added_black == 0)


@kernel
def _next_way(ways: Any) -> bool:
    """Other types at the same places, then other places. False after the last way."""
    size = ways.places.size
    k = size - 1
    while k >= 0 and ways.kinds[k] == _NEW.size - 1:
        ways.kinds[k] = 0
        k -= 1
    if k >= 0:
        ways.kinds[k] += 1
        return True
    k = size - 1
    while k >= 0 and ways.places[k] == ways.order.size - size + k:
        k -= 1
    if k < 0:
        return False
    ways.places[k] += 1
    for later in range(k + 1, size):
        ways.places[later] = ways.places[later - 1] + 1
    return True
