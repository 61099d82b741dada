"""Two clues that touch at a corner: the sea must go around one of the islands, and be long enough.

The other two cells of their 2×2 square are sea, and a path through the sea joins them. The path and
the corner between the clues form a polygon with one of the islands inside. By Pick's theorem, a
polygon through the centres of n cells with s cells inside has the area s + n / 2 - 1. Dynamic
programming finds the largest area that a path of a number of steps can enclose, because the area is
a sum over the steps (the shoelace formula). If every clue has a number, the size of the sea is
known. A cell is land if no path that is short enough and encloses enough contains it or leaves
enough sea to reach it. This is an isoperimetric inequality for this board: a scarce sea around a
large island has almost no choice.

It is applied once, before the search, and only if the sea is at most about twice the path around a
square island: almost nothing would follow from a longer sea. Paths may cross themselves here; this
is a relaxation and does not affect correctness.

Source: Pick1899. Cost: a table of steps by cells for each of the islands, and the same again for
each spare cell of sea, up to ``_SPARE``.
"""

from collections.abc import Iterator
from math import isqrt

import numpy as np
import numpy.typing as npt

from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe

_SPARE = 6
_LONGEST = 8  # sides of a square island

# Below every area, even after areas are added to it.
_NO_PATH = -(1 << 40)

_Table = npt.NDArray[np.int64]
_Cell = tuple[int, int]


def land_around(puzzle: Nurikabe) -> list[int]:
    """Cells that are land, in increasing order; all cells if no sea can enclose enough."""
    sea = len(puzzle.clues) - sum(puzzle.clues)
    if ANY_SIZE in puzzle.clues or sea < 2:
        return []
    clues = np.array(puzzle.clues, np.int64).reshape(puzzle.rows, puzzle.columns)
    land = np.zeros(clues.shape, np.bool_)
    for one, other in _corner_to_corner(clues):
        side = isqrt(int(min(clues[one], clues[other])))
        if sea > _LONGEST * (side + 1) + _SPARE:
            continue
        needed = np.minimum(
            _cells_needed(clues, sea, one, other), _cells_needed(clues, sea, other, one)
        )
        if needed.min() >= sea - _SPARE:
            land |= _with_detours(needed, clues) > sea
    return [int(cell) for cell in np.flatnonzero(land)]


def _corner_to_corner(clues: _Table) -> Iterator[tuple[_Cell, _Cell]]:
    """Pairs of clues that touch at a corner, the upper one first."""
    for row, column in np.argwhere(clues[:-1] > 0).tolist():
        for aside in (column - 1, column + 1):
            if 0 <= aside < clues.shape[1] and clues[row + 1, aside]:
                yield (row, column), (row + 1, aside)


def _cells_needed(clues: _Table, sea: int, inside: _Cell, outside: _Cell) -> _Table:
    """By cell, the number of cells of the shortest path through it that goes around ``inside``.

    int64[rows, columns], larger than ``sea`` if there is no such path. If a path leaves more than
    _SPARE cells of the sea, the cells are not computed; then some value is below sea - _SPARE.
    """
    start, end = (inside[0], outside[1]), (outside[0], inside[1])
    # On the path from start to end and back across the corner, the inside is on the left if rows
    # grow upwards, or on the right; then areas are negative.
    side = 1 if _is_left(start, end, inside) else -1
    forth = _largest_areas(clues, sea, start, side)
    back = _largest_areas(clues, sea, end, -side)
    closing = side * (end[1] * start[0] - start[1] * end[0])
    needed = np.full(clues.shape, sea + 1)
    for cells in range(sea, 0, -1):
        least = 2 * int(clues[inside]) + cells - 2 - closing
        if forth[cells - 1][end] < least:
            continue
        if cells < sea - _SPARE:
            needed[end] = cells
            break
        areas = np.max(forth[:cells] + back[:cells][::-1], axis=0)
        needed[areas >= least] = cells
    return needed


def _is_left(start: _Cell, end: _Cell, cell: _Cell) -> bool:
    """Whether ``cell`` is on the left of the edge from ``end`` to ``start``."""
    along = (start[0] - end[0], start[1] - end[1])
    across = (cell[0] - end[0], cell[1] - end[1])
    return along[1] * across[0] - along[0] * across[1] > 0


def _largest_areas(clues: _Table, sea: int, start: _Cell, side: int) -> _Table:
    """Twice the largest area that paths of each number of steps from ``start`` leave on a side.

    int64[sea, rows, columns], by steps and the cell where the path ends; side: 1 for the left, -1.
    Each step adds the triangle formed by it and the first cell of the board.
    """
    rows, columns = clues.shape
    row, column = side * np.arange(rows)[:, None], side * np.arange(columns)[None, :]
    areas = np.full((sea, rows, columns), _NO_PATH, np.int64)
    areas[(0, *start)] = 0
    for steps in range(1, sea):
        before, now = areas[steps - 1], areas[steps]
        np.maximum(now[:, 1:], before[:, :-1] - row, out=now[:, 1:])
        np.maximum(now[:, :-1], before[:, 1:] + row, out=now[:, :-1])
        np.maximum(now[1:], before[:-1] + column, out=now[1:])
        np.maximum(now[:-1], before[1:] - column, out=now[:-1])
        now[clues > 0] = _NO_PATH
    return areas


def _with_detours(needed: _Table, clues: _Table) -> _Table:
    """By cell, the fewest cells of a path and of a detour from it to the cell."""
    best = needed.copy()
    while True:
        near = best.copy()
        np.minimum(near[:, 1:], best[:, :-1] + 1, out=near[:, 1:])
        np.minimum(near[:, :-1], best[:, 1:] + 1, out=near[:, :-1])
        np.minimum(near[1:], best[:-1] + 1, out=near[1:])
        np.minimum(near[:-1], best[1:] + 1, out=near[:-1])
        near[clues > 0] = needed[clues > 0]
        if (near == best).all():
            return best
        best = near
