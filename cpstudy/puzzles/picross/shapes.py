"""Pictures of shapes: discs, rings, boxes, triangles and strokes, laid over each other.

Four to seven shapes of drawn sizes and places are laid over each other; cells are coloured where an
odd number of them lies. Half of the pictures are mirrored, as faces, houses and trees are. A
picture is refused, and drawn again, where less than a quarter or more than two thirds of its cells
are coloured, or where a line in four is blank or full: such puzzles are empty, full, or solved in a
step. Cost: well under a millisecond for 20×20.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from cpstudy.core.random import Stream
from cpstudy.core.random_words import below

Grid = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

# Percent of cells that are coloured, at least and at most; one line of so many may be trivial.
_LEAST, _MOST, _TRIVIAL = 25, 67, 4
# Pictures that are drawn before the last is taken as it is: very small boards have no good one.
_DRAWS = 50


def _disc(down: Grid, across: Grid) -> Mask:
    return down**2 + across**2 < 1


def _ring(down: Grid, across: Grid) -> Mask:
    return (down**2 + across**2 < 1) & (down**2 + across**2 > 0.4)


def _box(down: Grid, across: Grid) -> Mask:
    return (abs(down) < 0.85) & (abs(across) < 0.85)


def _triangle(down: Grid, across: Grid) -> Mask:
    return (abs(down) < 1) & (abs(across) < (1 + down) / 2)


def _stroke(down: Grid, across: Grid) -> Mask:
    return (abs(down - across) < 0.35) & (abs(down) < 1.2)


_SHAPES: tuple[Callable[[Grid, Grid], Mask], ...] = (_disc, _ring, _box, _triangle, _stroke)


def draw_shapes(state: Stream, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """The next picture of a stream that is worth solving: uint8[rows * columns]."""
    for _ in range(_DRAWS):
        cells = _drawn(state, rows, columns)
        if is_worth_solving(cells):
            break
    return cells.astype(np.uint8).ravel()


def is_worth_solving(cells: Mask) -> bool:
    """Whether a picture is neither nearly empty nor nearly full, and few of its lines are."""
    rows, columns = cells.shape
    coloured = int(cells.sum()) * 100
    across, down = cells.sum(1), cells.sum(0)
    trivial = np.isin(across, (0, columns)).sum() + np.isin(down, (0, rows)).sum()
    within = _LEAST * cells.size <= coloured <= _MOST * cells.size
    return within and int(trivial) * _TRIVIAL <= rows + columns


def _drawn(state: Stream, rows: int, columns: int) -> Mask:
    def share(low: int, high: int) -> float:
        return (low + int(below(state, high - low + 1))) / 100

    down, across = np.mgrid[:rows, :columns].astype(np.float64)
    cells = np.zeros((rows, columns), np.bool_)
    for _ in range(4 + int(below(state, 4))):
        shape = _SHAPES[int(below(state, len(_SHAPES)))]
        height, width = rows * share(15, 50), columns * share(15, 50)
        top, left = rows * share(15, 85), columns * share(15, 85)
        turned = int(below(state, 2)) * 2 - 1
        mask = shape(turned * (down - top) / height, (across - left) / width)
        cells ^= mask
    if below(state, 2):
        half = cells[:, : (columns + 1) // 2]
        cells = np.concatenate((half, half[:, : columns // 2][:, ::-1]), axis=1)
    return cells
