"""Numbers of solutions of many boards of one shape in one call of compiled code.

Boards are planned and swept one after another on the same tables; a call ends where those are too
small or enough was done, and the next one goes on. What one 62-bit limb does not hold is counted
again alone. Cost: that of the sweeps, and some microseconds a board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import borrowing, kernel, prepared
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE
from cpstudy.puzzles.pipes.counting.limbs import LIMB_MASK
from cpstudy.puzzles.pipes.counting.plan import plan
from cpstudy.puzzles.pipes.counting.sweep import (
    DONE,
    EXPANDED,
    FULL,
    NO_LIMIT,
    begin,
    enlarged,
    expanded,
    first_limb,
    sweep,
    tables,
)
from cpstudy.puzzles.pipes.puzzle import Pipes

# The width that there are tables for at first: what one word holds.
_WIDTH = 15

# What is told of a board whose number is too large, or that memory did not do for.
_UNCOUNTED = -1

# Places in the progress of a batch: the board; its group; whether that one is begun; the product of
# the groups before.
_BOARD, _GROUP, _BEGUN, _PRODUCT = range(4)

# The work of a tile and of a state in plain Python, in the units of ``prepared``; the states of a
# call, compiled and not.
_TILE, _STATE = 10, 10
_SLICE = NO_LIMIT
_PLAIN_SLICE = 1000


@kernel
def count_boards(
    columns: Any, neighbours: Any, possible: Any, tree: Any, t: Any, progress: Any, work: Any,
    counts: Any,
) -> Any:  # fmt: skip
    """Go on counting until all is done or a sweep stops; returns the status of the last one.

    neighbours int64[tiles, 4], read-only. possible int64[boards, tiles], narrowed in place. t:
    :class:`~.sweep.Tables`, which all boards share. progress int64[4]: see the names above. work:
    states to expand at most. counts int64[boards].
    """
    until = t.control[EXPANDED] + work
    for board in range(progress[_BOARD], len(counts)):
        groups, first, widths, sites, masks = plan(columns, neighbours, possible[board], tree)
        if groups < 0:
            progress[_PRODUCT] = 0
        for group in range(progress[_GROUP], groups):
            if not progress[_BEGUN]:
                begin(t, widths[group], tree)
                progress[_BEGUN] = 1
            here = sites[first[group] : first[group + 1]]
            status = sweep(here, masks, t, until - t.control[EXPANDED])
            if status != DONE:
                progress[_GROUP] = group
                return status
            progress[_BEGUN] = 0
            progress[_PRODUCT] = _times(progress[_PRODUCT], first_limb(t))
            if progress[_PRODUCT] == 0:
                break
        counts[board] = progress[_PRODUCT]
        progress[_BOARD] = board + 1
        progress[_GROUP] = 0
        progress[_PRODUCT] = 1
    return DONE


@borrowing
def _times(one: Any, other: Any) -> Any:
    """A product, where both factors and the product are small enough; 0 if either is."""
    if one == 0 or other == 0:
        return 0
    if one < 0 or other < 0 or one > LIMB_MASK // other:
        return _UNCOUNTED
    return one * other


def counts(
    tiles: npt.NDArray[np.uint8],
    rows: int,
    columns: int,
    *,
    wrap: bool = False,
    free: bool = False,
    barriers: bytes = b"",
    possible: npt.NDArray[np.uint16] | None = None,
) -> list[int]:
    """The numbers of solutions of many boards of one shape: tiles uint8[boards, rows * columns].

    barriers and possible (uint16[boards, tiles]) as in ``frontier.count``. Raises ValueError for
    other shapes, MemoryError as ``count`` does.
    """
    if tiles.ndim != 2 or tiles.shape[1] != rows * columns:
        raise ValueError(f"tiles: shape {tiles.shape}, expected (boards, {rows * columns})")
    if possible is None:
        possible = POSSIBLE[tiles]
    elif possible.shape != tiles.shape:
        raise ValueError(f"possible: shape {possible.shape}, expected {tiles.shape}")
    left = (possible & POSSIBLE[tiles]).astype(np.int64)
    found = _counted(columns, neighbours_of(rows, columns, wrap, barriers), left, not free)
    for board, number in enumerate(found):
        if number == _UNCOUNTED:
            puzzle = Pipes(rows, columns, tiles[board].tobytes(), wrap, free, barriers)
            found[board] = frontier.count(puzzle, possible[board])
    return found


def _counted(
    columns: int, neighbours: npt.NDArray[np.int64], left: npt.NDArray[np.int64], tree: bool
) -> list[int]:
    """The numbers by board, some of them ``_UNCOUNTED``."""
    numbers = np.empty(len(left), np.int64)
    t = tables(_WIDTH, tree, NO_LIMIT, record=False)
    progress = np.zeros(4, np.int64)
    progress[_PRODUCT] = 1
    work = _TILE * left.size
    while progress[_BOARD] < len(left):
        go_on = prepared(count_boards, work)
        piece = _PLAIN_SLICE if go_on is count_boards else _SLICE
        before = expanded(t)
        status = go_on(columns, neighbours, left, tree, t, progress, piece, numbers)
        work = _STATE * (expanded(t) - before)
        if status == FULL:
            larger = enlarged(t, frontier.DEFAULT_MEMORY)
            if larger is None:
                progress[_PRODUCT] = _times(progress[_PRODUCT], _UNCOUNTED)
                progress[_GROUP] += 1
                progress[_BEGUN] = 0
            t = larger or t
    found: list[int] = numbers.tolist()
    return found
