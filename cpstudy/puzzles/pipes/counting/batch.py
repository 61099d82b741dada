"""Numbers of solutions of many boards of one shape in one call of compiled code.

What one 62-bit limb does not hold is counted again alone. Cost: that of the sweeps, and some
microseconds a board.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import array
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.counting.boards import UNCOUNTED, Boards
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE
from cpstudy.puzzles.pipes.counting.plan import planned
from cpstudy.puzzles.pipes.counting.sweep import DONE, FULL, GROUP_DONE, NO_LIMIT
from cpstudy.puzzles.pipes.puzzle import Pipes

# Boards are planned together up to so many tiles, whose plan takes some hundred kilobytes.
_TILES_AT_ONCE = 4096


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

    barriers and possible (uint16[boards, tiles]) as in ``frontier.count``. Raises RuntimeError for
    other shapes, MemoryError as ``count`` does.
    """
    if tiles.ndim != 2 or tiles.shape[1] != rows * columns:
        raise RuntimeError(f"tiles: shape {tiles.shape}, expected (boards, {rows * columns})")
    every = POSSIBLE[tiles]
    if possible is None:
        possible = every
    elif possible.shape != tiles.shape:
        raise RuntimeError(f"possible: shape {possible.shape}, expected {tiles.shape}")
    neighbours = neighbours_of(rows, columns, wrap, barriers)
    found: list[int] = []
    step = max(1, _TILES_AT_ONCE // tiles.shape[1])
    for start in range(0, len(tiles), step):
        left = (possible & every)[start : start + step].astype(np.int64)
        found += _counted(columns, neighbours, left, not free)
    for board, number in enumerate(found):
        if number == UNCOUNTED:
            puzzle = Pipes(rows, columns, tiles[board].tobytes(), wrap, free, barriers)
            found[board] = frontier.count(puzzle, possible[board])
    return found


def _counted(
    columns: int, neighbours: npt.NDArray[np.int64], left: npt.NDArray[np.int64], tree: bool
) -> list[int]:
    """The numbers of some boards, those that are to be counted alone as UNCOUNTED.

    A function of its own, so that the plan of some boards is gone before that of the next is made.
    """
    boards = Boards(planned(columns, neighbours, left, tree), tree, NO_LIMIT, False)
    while (status := boards.go_on(NO_LIMIT)) != DONE:
        full = status == FULL and not boards.tables.enlarge(frontier.DEFAULT_MEMORY)
        if full or status == GROUP_DONE:
            boards.leave_uncounted()
    counted: list[int] = array(boards.counts).tolist()
    return counted
