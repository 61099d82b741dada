"""All ways to change a number of tiles of a puzzle, each decided, until one makes it unique.

A way is a choice of tiles and of a new type for each: a dead end, straight, corner or T. The number
of open sides must stay that of a tree; where the board has two colours like a chessboard, each edge
joins both, so it must stay the same on either colour too. What is left out by that has no solution.

The ways come in *blocks*: all tiles but the last are chosen, and the last is any that comes after
them. Ways of a block differ in one tile once the other types are chosen, so what follows from the
rest of the board is learnt for many of them at once (:mod:`..search.leaving_out`): most changes are
refuted by what is near them, whatever the last tile becomes.

Cost: for each choice of types in a block about twice the rules applied to the board, and a search
for each way that the rules do not refute. The number of ways grows with the tiles to the power of
the changes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, ORIENTATIONS, tile_type
from cpstudy.puzzles.pipes.search.engine import (
    NONE,
    UNIQUE,
    UNKNOWN,
    begin_search,
    decide_on,
    lay,
)
from cpstudy.puzzles.pipes.search.leaving_out import (
    FRAMES,
    next_left_out,
    tell,
    untell,
)
from cpstudy.puzzles.pipes.search.rules import propagate
from cpstudy.puzzles.pipes.search.state import ANY
from cpstudy.puzzles.tilings.search.trail import NODES, TRAIL

TYPES = np.array([tile_type(mask) for mask in range(16)], np.int64)
DEGREES = np.array(list(OPEN_SIDES), np.int64)

# What a changed tile may become: a dead end, straight, corner or T, as they lie first.
NEW = np.array([ORIENTATIONS[mask][0] for mask in (1, 5, 3, 7)], np.uint8)

# Nodes of the search for one board.
MOST_NODES = 20_000

# Places in ``Ways.control``: ways for which the nodes did not suffice; the place in ``order`` of
# the last tile of the first way that makes it unique, -1 where none does, its last new type, and
# how many ways come before it with the same tiles; tiles told and nodes spent.
UNDECIDED, LAST, LAST_TYPE, BEFORE, WORK = 0, 1, 2, 3, 4


class Ways(NamedTuple):
    """The ways to change k tiles of a board of n, a block at a time.

    given: uint8[n], the board. colours: int64[n], 0 or 1; 0 everywhere on boards without two
    colours. order: int64[m], the tiles that may be changed. places: int64[k - 1], increasing places
    in ``order``: the tiles of the block. types: int64[k - 1], their new types, places in NEW, while
    they are gone through; best: int64[k - 1], those of the first way that makes it unique.
    ways: int64[m], how many ways there are with each last tile.

    tiles: uint8[n], the board with some types unknown; types_told: uint8[n], what these are.
    last, last_places: int64[m], the tiles that may be the last and their places in ``order``.
    frames: int64[FRAMES, 4], of the halving. control: int64[5], see the names above.
    """

    given: Any
    colours: Any
    order: Any
    places: Any
    types: Any
    best: Any
    ways: Any
    tiles: Any
    last: Any
    last_places: Any
    frames: Any
    control: Any


def ways_to_change(given: Any, colours: Any, order: Any, changed: int) -> Ways:
    """Fresh arrays for the ways to change ``changed`` tiles of a board."""
    n, m = given.size, order.size
    return Ways(
        given=given,
        colours=colours,
        order=order,
        places=np.arange(changed - 1),
        types=np.zeros(changed - 1, np.int64),
        best=np.zeros(changed - 1, np.int64),
        ways=np.zeros(m, np.int64),
        tiles=np.zeros(n, np.uint8),
        last=np.zeros(m, np.int64),
        last_places=np.zeros(m, np.int64),
        frames=np.zeros((FRAMES, 4), np.int64),
        control=np.zeros(5, np.int64),
    )


@kernel
def decide_block(w: Any, closed: Any, c: Any, witnesses: Any) -> None:
    """Decide the ways of the block ``c.places``; see ``c.control`` and ``c.ways`` afterwards.

    w: Work. closed: uint8[n]. c: Ways. witnesses: uint8[2, n], overwritten. The first way that
    makes the board unique is that of the first last tile, then of the first types. Ways after it
    may be left out of ``c.ways``.
    """
    for place in range(len(c.control)):
        c.control[place] = 0
    c.control[LAST] = -1
    for place in range(len(c.ways)):
        c.ways[place] = 0
    for place in range(len(c.types)):
        c.types[place] = 0
    while True:
        added, added_black = _added(c)
        number = 0
        if added < _NO_WAY:
            number = _choose_last(c, added, added_black)
        if number > 0:
            _decide_last(w, closed, c, witnesses, number, added)
        if not _next_types(c.types):
            return


# More open sides than any way adds.
_NO_WAY = 2**30


@kernel
def _added(c: Any) -> Any:
    """The open sides that the new types add, on both colours and on the second; _NO_WAY where one
    of them is the old one."""
    added = np.int64(0)
    added_black = np.int64(0)
    for k in range(len(c.places)):
        tile = c.order[c.places[k]]
        old, new = c.given[tile], NEW[c.types[k]]
        if TYPES[new] == TYPES[old]:
            return _NO_WAY, added_black
        more = DEGREES[new] - DEGREES[old]
        added += more
        added_black += more * c.colours[tile]
    return added, added_black


@kernel
def _next_types(types: Any) -> bool:
    """Other new types of the same tiles; False after the last."""
    k = len(types) - 1
    while k >= 0 and types[k] == len(NEW) - 1:
        types[k] = 0
        k -= 1
    if k < 0:
        return False
    types[k] += 1
    return True


@kernel
def _may_become(c: Any, tile: Any, new: Any, added: Any) -> bool:
    """Whether a tile that changes its type so takes back the open sides that others added."""
    old = c.given[tile]
    return bool(TYPES[new] != TYPES[old] and DEGREES[new] - DEGREES[old] == -added)


@kernel
def _choose_last(c: Any, added: Any, added_black: Any) -> Any:
    """Fill ``c.last`` with the tiles before the best that may be the last; their number."""
    first = np.int64(0)
    if len(c.places) > 0:
        first = c.places[len(c.places) - 1] + 1
    end = wide(len(c.order))
    if c.control[LAST] >= 0:
        end = c.control[LAST]
    number = np.int64(0)
    for place in range(first, end):
        tile = c.order[place]
        if added * c.colours[tile] != added_black:
            continue
        before = c.ways[place]
        for k in range(len(NEW)):
            if _may_become(c, tile, NEW[k], added):
                c.ways[place] += 1
        if c.ways[place] > before:
            c.last[number] = tile
            c.last_places[number] = place
            number += 1
    return number


@kernel
def _decide_last(w: Any, closed: Any, c: Any, witnesses: Any, number: Any, added: Any) -> None:
    """Decide the ways with these types and each of ``number`` last tiles, up to a unique one."""
    for tile in range(len(c.given)):
        c.tiles[tile] = c.given[tile]
    for k in range(len(c.places)):
        c.tiles[c.order[c.places[k]]] = NEW[c.types[k]]
    last = c.last[:number]
    for k in range(number):
        c.tiles[last[k]] = ANY
    lay(w, c.tiles, closed, True)
    c.control[WORK] += len(c.given)
    if not propagate(w):
        return
    c.frames[0, 0] = 0
    c.frames[0, 1] = number
    c.frames[0, 2] = 0
    top = next_left_out(w, c.given, last, c.frames, np.int64(0))
    while top >= 0:
        if _decide_left_out(w, c, witnesses, c.frames[top, 0], added):
            return
        top = next_left_out(w, c.given, last, c.frames, top)


@kernel
def _decide_left_out(w: Any, c: Any, witnesses: Any, chosen: Any, added: Any) -> bool:
    """Decide the ways in which ``c.last[chosen]`` is the last, all other tiles being known.

    True where one is unique, which is then the best.
    """
    tile = c.last[chosen]
    one = c.last[chosen : chosen + 1]
    left = np.int64(0)  # ways from here on that are counted already
    for k in range(len(NEW)):
        left += _may_become(c, tile, NEW[k], added)
    for k in range(len(NEW)):
        if not _may_become(c, tile, NEW[k], added):
            continue
        c.tiles[tile] = NEW[k]
        mark = w.control[TRAIL]
        told = NONE
        if tell(w, c.tiles, one, 0, 1):
            begin_search(w)
            told = decide_on(w, MOST_NODES, witnesses)
            c.control[WORK] += 10 * w.control[NODES]
        untell(w, c.tiles, one, 0, 1, mark)
        if told == UNIQUE:
            place = c.last_places[chosen]
            c.control[LAST] = place
            c.control[LAST_TYPE] = k
            c.control[BEFORE] = c.ways[place] - left
            for number in range(len(c.types)):
                c.best[number] = c.types[number]
            return True
        if told == UNKNOWN:
            c.control[UNDECIDED] += 1
        left -= 1
    return False
