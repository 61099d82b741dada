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

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import (
    Const,
    Const2,
    View,
    View2,
    i32,
    i64,
    inlined,
    kernel,
    table,
    u8,
    workspace,
    zeros,
)
from cpstudy.puzzles.pipes.board.neighbours import neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, tile_type
from cpstudy.puzzles.tilings.search.trail import Trail, push

# The mask of a tile of unknown type, its type, and its stubs: more are left, whatever it is joined
# to, than any rule is about.
ANY = 16
_ANY_KIND = 6
_ANY_STUBS = 16

KIND: Const[u8] = table([*(tile_type(mask) for mask in range(16)), _ANY_KIND], "u8")
BITS: Const[i32] = table([*(mask.bit_count() for mask in range(16)), _ANY_STUBS], "i32")
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


_follows, _turned = _closure()
FOLLOWS: Const[u8] = table(_follows, "u8")
TURNED: Const2[i32] = table(_turned, "i32")
DEGREE: Const[i32] = table([0, 1, 2, 2, 3, 4, _ANY_STUBS], "i32")


@workspace
class Work(Trail):
    """What a search keeps for a board of n tiles.

    neighbours: [n, 4], only read where a side is not closed. kind: [n], tile type. decisions:
    [·, 4], (4 tile + side, value, trail, cursor). tried: [n], the state when the search last gave
    up decisions, for values to try first. strips: [n], the tiles by strips of ten columns, each by
    rows. refuted, period, jump, deepest: see :mod:`.engine`.
    """

    neighbours: View2[i32]
    kind: View[u8]
    decisions: View2[i32]
    tried: View[u8]
    strips: View[i32]
    refuted: i64
    period: i64
    jump: i64
    deepest: i64

    def __init__(self, rows: int, columns: int, wrap: bool) -> None:
        n = rows * columns
        Trail.__init__(self, n, 4, 4 * n)
        strip = np.arange(n) % columns // _STRIP
        self.neighbours = table(neighbour_table(rows, columns, wrap), "i32")
        self.kind = zeros(n, "u8")
        self.decisions = zeros((2 * n + 1, 4), "i32")
        self.tried = zeros(n, "u8")
        self.strips = table(np.argsort(strip, kind="stable"), "i32")
        self.refuted = self.period = self.jump = self.deepest = 0


@inlined
def know(w: Work, tile: i64, known: i64) -> None:
    """Write ``known`` into a tile's state, trailed, and look at the tile again."""
    w.trail[w.trailed, 0] = tile
    w.trail[w.trailed, 1] = w.state[tile]
    w.trailed += 1
    w.state[tile] = known
    push(w, tile)


@kernel
def join(w: Work, one: i64, other: i64) -> bool:
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
    if stubs == 0 and size < w.vertices:
        return False
    tile = x
    while True:
        w.label[tile] = large
        state = w.state[tile]
        unknown = 15 & ~(state | state >> 4)
        side = 0
        while unknown:
            if unknown & 1:
                beyond = w.neighbours[tile, side]
                if w.label[beyond] == large:
                    there = w.state[beyond]
                    back = side ^ 2
                    if there >> back & 1:
                        return _undo_labels(w, x, tile, small)
                    know(w, tile, w.state[tile] | 16 << side)
                    know(w, beyond, w.state[beyond] | 16 << back)
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
    w.joins[w.joined, 0] = x
    w.joins[w.joined, 1] = y
    w.joins[w.joined, 2] = small
    w.trail[w.trailed, 0] = -1
    w.trail[w.trailed, 1] = w.joined
    w.joined += 1
    w.trailed += 1
    if stubs == 1:
        owner = w.owners[large]
        push(w, owner)
        state = w.state[owner]
        unknown = 15 & ~(state | state >> 4)
        for side in range(4):
            if unknown >> side & 1:
                push(w, w.neighbours[owner, side])
    return True


@kernel
def _undo_labels(w: Work, first: i64, last: i64, label: i64) -> bool:
    """Give the members first … last of a ring their label back after a failed join."""
    tile = first
    while True:
        w.label[tile] = label
        if tile == last:
            return False
        tile = w.ring[tile]


@kernel
def solution(w: Work, sides: View[u8]) -> None:
    """Copy the known open sides into ``sides``: uint8[n]."""
    for tile in range(w.cells):
        sides[tile] = w.state[tile] & 15
