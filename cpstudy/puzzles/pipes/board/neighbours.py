"""Which tile lies beyond each side, and which sides nothing can open to.

Tables of one shape of board: int64[tiles, 4] in the order of the sides (right, up, left, down), -1
where the board ends. Kernels read them instead of doing arithmetic on rows and columns, so that
wrapping boards, short sides and barriers need no case of their own. Cost: linear, once a shape.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.puzzle import BARRIER_BELOW, BARRIER_RIGHT


@lru_cache(maxsize=32)
def neighbour_table(rows: int, columns: int, wrap: bool) -> npt.NDArray[np.int64]:
    """The neighbours of each tile: int64[tiles, 4] in the order of the sides, -1 at a border."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    table = np.empty((rows * columns, 4), np.int64)
    for side, (down, right) in enumerate(((0, 1), (-1, 0), (0, -1), (1, 0))):
        r, c = row + down, column + right
        table[:, side] = (r % rows) * columns + c % columns
        if not wrap:
            outside = (r < 0) | (r >= rows) | (c < 0) | (c >= columns)
            table[outside, side] = -1
    table.flags.writeable = False
    return table


def neighbours_of(rows: int, columns: int, wrap: bool, barriers: bytes) -> npt.NDArray[np.int64]:
    """The tile that each side faces: int64[tiles, 4], -1 at borders and barriers."""
    table = neighbour_table(rows, columns, wrap)
    if not barriers:
        return table
    walls = np.frombuffer(barriers, np.uint8)
    table = table.copy()
    for side, wall in ((0, BARRIER_RIGHT), (3, BARRIER_BELOW)):
        owners = np.flatnonzero((walls & wall != 0) & (table[:, side] >= 0))
        table[table[owners, side], side ^ 2] = -1
        table[owners, side] = -1
    table.flags.writeable = False  # kernels are compiled for one type of array only
    return table


@kernel
def closed_sides(neighbours: Any, rows: Any, columns: Any, barriers: Any, tree: Any) -> Any:
    """The sides closed from the outset: uint8[n], at borders and barriers; for trees, self-edges.

    neighbours: int[n, 4], -1 at borders. barriers: uint8[n] or uint8[0].
    """
    n = rows * columns
    closed = np.zeros(n, np.uint8)
    for tile in range(n):
        for side in range(4):
            beyond = neighbours[tile, side]
            if beyond < 0 or (tree and beyond == tile):
                closed[tile] |= 1 << side
    for tile in range(barriers.size):
        # Borders of plain boards need no wall, and have nothing beyond.
        if barriers[tile] & BARRIER_RIGHT and neighbours[tile, 0] >= 0:
            closed[tile] |= 1
            closed[neighbours[tile, 0]] |= 4
        if barriers[tile] & BARRIER_BELOW and neighbours[tile, 3] >= 0:
            closed[tile] |= 8
            closed[neighbours[tile, 3]] |= 2
    return closed
