"""The tile beyond each side, and the sides that cannot open.

The tables of one board shape are int64[tiles, 4] in the order of the sides (right, up, left, down),
with -1 at the border. Kernels read them instead of doing arithmetic on rows and columns, so that
wrapping boards, short sides and barriers need no special cases. Cost: linear, once per shape.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import table, view
from cpstudy.puzzles.pipes.puzzle import BARRIER_BELOW, BARRIER_RIGHT, Pipes
from cpstudy.puzzles.tilings.checker import checker_on

_SIDE_BITS = np.array([1, 2, 4, 8], np.uint8)


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
    """The tile beyond each side: int64[tiles, 4], -1 at borders and barriers."""
    table = neighbour_table(rows, columns, wrap)
    if not barriers:
        return table
    walls = np.frombuffer(barriers, np.uint8)
    table = table.copy()
    for side, wall in ((0, BARRIER_RIGHT), (3, BARRIER_BELOW)):
        owners = np.flatnonzero((walls & wall != 0) & (table[:, side] >= 0))
        table[table[owners, side], side ^ 2] = -1
        table[owners, side] = -1
    table.flags.writeable = False
    return table


def closed_sides(
    neighbours: npt.NDArray[np.integer[Any]], barriers: npt.NDArray[np.uint8], tree: bool
) -> npt.NDArray[np.uint8]:
    """The sides that are always closed, at borders and barriers; for trees, self-edges too.

    neighbours: int[n, 4], -1 at borders. barriers: uint8[0], or uint8[…, n] for many boards at
    once. Returns uint8[n], or uint8[…, n].
    """
    shut = neighbours < 0
    if tree:
        shut = shut | (neighbours == np.arange(len(neighbours))[:, None])
    closed = (shut @ _SIDE_BITS).astype(np.uint8)
    if barriers.size:
        right, below = barriers & BARRIER_RIGHT, (barriers & BARRIER_BELOW) // BARRIER_BELOW
        # A wall beyond a border has no effect: the side is closed anyway.
        right_of, below_of = right[..., neighbours[:, 2]], below[..., neighbours[:, 1]]
        walled = right | below_of << 1 | right_of << 2 | below << 3
        closed = (closed | walled).astype(np.uint8)
    return closed


@lru_cache(maxsize=32)
def closed_of(
    rows: int, columns: int, wrap: bool, barriers: bytes, tree: bool
) -> npt.NDArray[np.uint8]:
    """:func:`closed_sides` of a shape: uint8[tiles], read-only because all callers share it."""
    table = neighbour_table(rows, columns, wrap)
    return closed_sides(table, np.frombuffer(barriers, np.uint8), tree)


def checker(puzzle: Pipes) -> Callable[[bytes], bool]:
    """The rules for one board, compiled; see :mod:`cpstudy.puzzles.tilings.checker`."""
    shape = puzzle.rows, puzzle.columns, puzzle.wrap
    closed = closed_of(*shape, puzzle.barriers, not puzzle.free)
    return checker_on(puzzle, table(neighbour_table(*shape), "i32"), view(closed))
