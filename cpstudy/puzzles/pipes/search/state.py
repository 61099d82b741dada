"""What the search knows of a board, with a trail: sides of tiles, and components of a tree.

One byte a tile: which of its sides are known to be open, and which closed. An edge is written on
both tiles at once. For trees, the tiles joined by known open edges form components: a label for
each tile, the members of a component in a ring, so that joining two relabels the smaller one and
finds on the way every edge that would now close a cycle. Beside its label a component has its size,
its number of *stubs* (open sides still to be joined to something), and the sum of the tiles that
own them: where one stub is left, that sum is its owner.

A tile may be of unknown type (``ANY``). Nothing follows from it, and it counts as more stubs than a
tile has, so that nothing follows from the stubs of its component either.

Everything that is learnt goes on the trail and is taken back from there. Cost: joining takes the
smaller component's size, so near-linear in the tiles along one branch of the search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.board.neighbours import neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, tile_type
from cpstudy.puzzles.tilings.search.trail import JOINS, TRAIL, VERTICES, push

# The mask of a tile of unknown type, its type, and its stubs: more are left, whatever it is joined
# to, than any rule is about.
ANY = 16
_ANY_KIND = 6
_ANY_STUBS = 16

KIND = np.array([*(tile_type(mask) for mask in range(16)), _ANY_KIND], np.uint8)
BITS = np.array([*(mask.bit_count() for mask in range(16)), _ANY_STUBS], np.int64)
_CONFLICT = 255  # every side open and closed
_STRIP = 10  # columns


def _closure() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """By type and known sides (open, closed << 4): what follows; and the types' orientations."""
    follows = np.full((7, 256), _CONFLICT, np.uint8)
    orientations = np.zeros((7, 4), np.int64)
    for known in range(256):
        if known & known >> 4 == 0:
            follows[_ANY_KIND, known] = known
    for mask in (0, 1, 5, 3, 7, 15):
        turned = ORIENTATIONS[mask]
        kind = tile_type(mask)
        orientations[kind] = [*turned, *([turned[-1]] * (4 - len(turned)))]
        for known in range(256):
            opened, closed = known & 15, known >> 4
            left = [o for o in turned if o & opened == opened and not o & closed]
            if left:
                always, ever = 15, 0
                for o in left:
                    always, ever = always & o, ever | o
                follows[kind, known] = always | (15 - ever) << 4
    return follows.ravel(), orientations


FOLLOWS, TURNED = _closure()
DEGREE = np.array([0, 1, 2, 2, 3, 4, _ANY_STUBS], np.int64)

# Places in ``Work.control`` behind those of all searches on edges.
REFUTED, PERIOD, JUMP, DEEPEST = range(9, 13)


class Work(NamedTuple):
    """What a search keeps for a board of n tiles; see :func:`workspace`.

    neighbours: int32[n, 4], only read where a side is not closed. kind: uint8[n], tile type.
    state: uint8[n], known open sides + known closed sides << 4. label, ring: int32[n], component
    of a tile, next member. size, stubs, owners: by label. stack, queued: tiles to look at again.
    trail: int32[·, 2], (tile, state before) or (-1, number of a join). joins: int32[n, 3], (tile
    of the smaller component, tile of the larger, label of the smaller). decisions: int32[·, 4],
    (4 tile + side, value, trail, cursor). failed: int32[8n], edges in the order in which they
    failed; failed_at: int32[4n], where each of them stands last. tried: uint8[n], the state when
    the search last gave up decisions, for values to try first. strips: int32[n], the tiles by
    strips of ten columns, each by rows. control: int64[13], see the names above.
    """

    neighbours: Any
    kind: Any
    state: Any
    label: Any
    ring: Any
    size: Any
    stubs: Any
    owners: Any
    stack: Any
    queued: Any
    trail: Any
    joins: Any
    decisions: Any
    failed: Any
    failed_at: Any
    tried: Any
    strips: Any
    control: Any


def workspace(rows: int, columns: int, wrap: bool) -> Work:
    """Fresh arrays for boards of one shape; what is done on them needs no other memory."""
    n = rows * columns
    strip = np.arange(n) % columns // _STRIP
    return Work(
        neighbours=neighbour_table(rows, columns, wrap).astype(np.int32),
        kind=np.zeros(n, np.uint8),
        state=np.zeros(n, np.uint8),
        label=np.zeros(n, np.int32),
        ring=np.zeros(n, np.int32),
        size=np.zeros(n, np.int32),
        stubs=np.zeros(n, np.int32),
        owners=np.zeros(n, np.int64),
        stack=np.zeros(n, np.int32),
        queued=np.zeros(n, np.bool_),
        trail=np.empty((12 * n + 8, 2), np.int32),
        joins=np.zeros((n, 3), np.int32),
        decisions=np.zeros((2 * n + 1, 4), np.int32),
        failed=np.zeros(8 * n, np.int32),
        failed_at=np.full(4 * n, -1, np.int32),
        tried=np.zeros(n, np.uint8),
        strips=np.argsort(strip, kind="stable").astype(np.int32),
        control=np.zeros(13, np.int64),
    )


@kernel
def know(w: Any, tile: Any, known: Any) -> None:
    """Write ``known`` into a tile's state, trailed, and look at the tile again."""
    trail = w.control[TRAIL]
    w.trail[trail, 0] = tile
    w.trail[trail, 1] = w.state[tile]
    w.control[TRAIL] = trail + 1
    w.state[tile] = known
    push(w, tile)


@kernel
def join(w: Any, one: Any, other: Any) -> bool:
    """The edge between two tiles is open now: join their components. False on a contradiction."""
    small, large = w.label[one], w.label[other]
    if small == large or BITS[w.state[other] & 15] > DEGREE[w.kind[other]]:
        return False
    x, y = one, other
    if w.size[small] > w.size[large]:
        small, large = large, small
        x, y = other, one
    stubs = w.stubs[small] + w.stubs[large] - 2
    size = w.size[small] + w.size[large]
    if stubs == 0 and size < w.control[VERTICES]:
        return False
    tile = x
    while True:
        w.label[tile] = large
        state = wide(w.state[tile])
        unknown = 15 & ~(state | state >> 4)
        side = 0
        while unknown:
            if unknown & 1:
                beyond = w.neighbours[tile, side]
                if w.label[beyond] == large:
                    there = wide(w.state[beyond])
                    back = side ^ 2
                    if there >> back & 1:
                        return _undo_labels(w, x, tile, small)
                    know(w, tile, wide(w.state[tile]) | 16 << side)
                    know(w, beyond, wide(w.state[beyond]) | 16 << back)
            unknown >>= 1
            side += 1
        tile = w.ring[tile]
        if tile == x:
            break
    kept = w.ring[x]
    w.ring[x] = w.ring[y]
    w.ring[y] = kept
    w.size[large] = size
    w.stubs[large] = stubs
    w.owners[large] += w.owners[small] - x - y
    joins = w.control[JOINS]
    w.joins[joins, 0] = x
    w.joins[joins, 1] = y
    w.joins[joins, 2] = small
    w.control[JOINS] = joins + 1
    trail = w.control[TRAIL]
    w.trail[trail, 0] = -1
    w.trail[trail, 1] = joins
    w.control[TRAIL] = trail + 1
    if stubs == 1:
        owner = w.owners[large]
        push(w, owner)
        state = wide(w.state[owner])
        unknown = 15 & ~(state | state >> 4)
        for side in range(4):
            if unknown >> side & 1:
                push(w, w.neighbours[owner, side])
    return True


@kernel
def _undo_labels(w: Any, first: Any, last: Any, label: Any) -> bool:
    """Give the members first … last of a ring their label back after a failed join."""
    tile = first
    while True:
        w.label[tile] = label
        if tile == last:
            return False
        tile = w.ring[tile]


@kernel
def solution(w: Any, sides: Any) -> None:
    """Copy the known open sides into ``sides``: uint8[n]."""
    for tile in range(len(sides)):
        sides[tile] = w.state[tile] & 15
