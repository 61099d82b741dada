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

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.knowledge import (
    BOUNDED,
    DEAD_END,
    OPEN_COUNT,
    STEPS,
    TURNS,
    VERTICES,
    keep,
    set_edge,
    unknown_sides,
)


@kernel
def lower_bounds(k: Any, touched: Any) -> None:
    """Bring ``k.reach`` down to its fixpoint: tiles that crossing a side outwards can reach.

    touched: int64[n], all 0; becomes 1 where a bound of the tile, or one back to it, is lowered.
    """
    stack = np.empty(k.possible.size, np.int64)
    waiting = np.zeros(k.possible.size, np.int64)
    best = np.empty(4, np.int64)
    size = _read_log(k, touched, stack, waiting)
    while size > 0:
        size -= 1
        tile = stack[size]
        waiting[tile] = 0
        _best_beyond(k, tile, best)
        for side in range(4):
            if k.known[tile] >> side & 16:
                continue
            beyond = k.neighbours[tile, side]
            if best[side] < k.reach[beyond, side ^ 2]:
                k.reach[beyond, side ^ 2] = best[side]
                touched[tile] = 1
                touched[beyond] = 1
                size = _push(stack, waiting, size, beyond)


@kernel
def _push(stack: Any, waiting: Any, size: Any, tile: Any) -> Any:
    """Put a tile on the stack where it is not there already; the stack's size."""
    if waiting[tile]:
        return size
    waiting[tile] = 1
    stack[size] = tile
    return size + 1


@kernel
def _read_log(k: Any, touched: Any, stack: Any, waiting: Any) -> Any:
    """Push the tiles of the log's new steps, at first all tiles; the stack's size."""
    size = 0
    if k.control[BOUNDED] < 0:
        k.control[BOUNDED] = 0
        for tile in range(k.possible.size):
            touched[tile] = 1
            size = _push(stack, waiting, size, tile)
    for step in range(k.control[BOUNDED], k.control[STEPS]):
        tile, side, value = k.steps[step, 1], k.steps[step, 2], k.steps[step, 3]
        size = _push(stack, waiting, size, tile)
        if side < 0:
            continue
        beyond = k.neighbours[tile, side]
        size = _push(stack, waiting, size, beyond)
        if value == 0:
            k.reach[tile, side] = 0
            k.reach[beyond, side ^ 2] = 0
            touched[tile] = 1
            touched[beyond] = 1
    k.control[BOUNDED] = k.control[STEPS]
    return size


@kernel
def _best_beyond(k: Any, tile: Any, best: Any) -> None:
    """The most that can be reached by coming to a tile through each of its sides."""
    for side in range(4):
        best[side] = 0
    possible = k.possible[tile]
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if possible >> mask & 1:
            total = _joined(k, tile, mask)
            for side in range(4):
                if mask >> side & 1:
                    best[side] = max(best[side], total - k.reach[tile, side])


@kernel
def dead_ends(k: Any) -> bool:
    """One pass over the board, where bounds were lowered. False on a contradiction."""
    size = k.control[VERTICES]
    touched = np.zeros(k.possible.size, np.int64)
    lower_bounds(k, touched)
    for tile in range(touched.size):
        if not touched[tile] or OPEN_COUNT[k.tiles[tile]] == 0:
            continue
        unknown = unknown_sides(k, tile)
        for side in (0, 3):
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
def _joined(k: Any, tile: Any, mask: Any) -> Any:
    """The most tiles that can be joined with a tile that opens these sides, with itself."""
    total = 1
    for side in range(4):
        if mask >> side & 1:
            total += k.reach[tile, side]
    return total
