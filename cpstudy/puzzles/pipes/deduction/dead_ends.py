"""The rule of dead ends: no part of the board may be cut off (Tatham2019).

For each direction of each edge, an upper bound of the number of tiles that can be reached by
crossing it: beyond it lies a tile, and behind that, in its best orientation, the sum of what can
be reached through its other open sides. The bounds start at the size of the board and are lowered
to their fixpoint. An edge whose two bounds together do not make the board is closed; a tile loses
the orientations whose bounds, with itself, do not make it. The bound is exact where what lies
beyond is a tree, and for the whole board: a part that *is* the board is no dead end.

Bounds are only ever lowered, so they go on from where they stood, at the tiles that the log names
since. Cost: a bound is lowered at most as often as the tiles behind it change theirs; near-linear
in practice. Trees only.
"""

from __future__ import annotations

from cpstudy.core.native import View, entry, i32, i64, kernel, u8, workspace, zeros
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    TURNS,
    Knowledge,
    keep,
    set_edge,
    unknown_sides,
)


@workspace
class Lowering:
    """What bounds are lowered with, on a board of n tiles.

    touched: [n], 1 where a bound of the tile, or one back to it, was lowered. stack, waiting: [n],
    tiles behind which bounds are to be looked at; waiting is 0 in between. best: [4], by the side
    through which a tile is come to.
    """

    touched: View[u8]
    stack: View[i32]
    waiting: View[u8]
    best: View[i64]

    def __init__(self, n: int) -> None:
        self.touched = zeros(n, "u8")
        self.stack = zeros(n, "i32")
        self.waiting = zeros(n, "u8")
        self.best = zeros(4, "i64")


@entry
def lower_bounds(k: Knowledge, low: Lowering) -> None:
    """Bring ``k.reach`` down to its fixpoint: tiles that crossing a side outwards can reach."""
    for tile in range(len(low.touched)):
        low.touched[tile] = 0
    size = _read_log(k, low)
    while size > 0:
        size -= 1
        tile = low.stack[size]
        low.waiting[tile] = 0
        _best_beyond(k, low, tile)
        for side in range(4):
            if k.known[tile] >> side & 16:
                continue
            beyond = k.neighbours[tile, side]
            if low.best[side] < k.reach[beyond, side ^ 2]:
                k.reach[beyond, side ^ 2] = low.best[side]
                low.touched[tile] = 1
                low.touched[beyond] = 1
                size = _push(low, size, beyond)


@kernel
def _push(low: Lowering, size: i64, tile: i64) -> i64:
    """Put a tile on the stack where it is not there already; the stack's size."""
    if low.waiting[tile]:
        return size
    low.waiting[tile] = 1
    low.stack[size] = tile
    return size + 1


@kernel
def _read_log(k: Knowledge, low: Lowering) -> i64:
    """Push the tiles of the log's new steps, at first all tiles; the stack's size."""
    size = 0
    if k.bounded_to < 0:
        k.bounded_to = 0
        for tile in range(len(k.possible)):
            low.touched[tile] = 1
            size = _push(low, size, tile)
    for step in range(k.bounded_to, k.logged):
        tile = k.steps[step, 1]
        side = k.steps[step, 2]
        size = _push(low, size, tile)
        if side < 0:
            continue
        beyond = k.neighbours[tile, side]
        size = _push(low, size, beyond)
        if k.steps[step, 3] == 0:
            k.reach[tile, side] = 0
            k.reach[beyond, side ^ 2] = 0
            low.touched[tile] = 1
            low.touched[beyond] = 1
    k.bounded_to = k.logged
    return size


@kernel
def _best_beyond(k: Knowledge, low: Lowering, tile: i64) -> None:
    """The most that can be reached by coming to a tile through each of its sides."""
    for side in range(4):
        low.best[side] = 0
    possible = k.possible[tile]
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if possible >> mask & 1:
            total = _joined(k, tile, mask)
            for side in range(4):
                if mask >> side & 1:
                    low.best[side] = max(low.best[side], total - k.reach[tile, side])


@kernel
def dead_ends(k: Knowledge, low: Lowering) -> bool:
    """One pass over the board, where bounds were lowered. False on a contradiction."""
    size = k.vertices
    lower_bounds(k, low)
    for tile in range(len(low.touched)):
        if not low.touched[tile] or k.tiles[tile] == 0:
            continue
        unknown = unknown_sides(k, tile)
        for side in range(0, 4, 3):
            if unknown >> side & 1:
                beyond = k.neighbours[tile, side]
                cut_off = k.reach[tile, side] + k.reach[beyond, side ^ 2] < size
                if cut_off and not set_edge(k, DEAD_END, tile, side, 0):
                    return False
        possible = k.possible[tile]
        remaining = possible
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if possible >> mask & 1 and _joined(k, tile, mask) < size:
                remaining ^= 1 << mask
        if not keep(k, DEAD_END, tile, remaining):
            return False
    return True


@kernel
def _joined(k: Knowledge, tile: i64, mask: i64) -> i64:
    """The most tiles that can be joined with a tile that opens these sides, with itself."""
    total = 1
    for side in range(4):
        if mask >> side & 1:
            total += k.reach[tile, side]
    return total
