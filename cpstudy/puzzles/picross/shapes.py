"""Pictures of shapes: discs, rings, boxes, triangles and strokes, laid over each other.

Three large shapes and four to eight small ones of random sizes and places are laid over each other;
a cell is coloured if an odd number of them covers it. About half of the pictures are mirrored, as
faces, houses and trees are, except for up to four of the small shapes. A picture is refused and
drawn again if too few or too many of its cells are coloured for its level (published easy pictures
are dense, hard ones sparse), or if a line in ten is blank or full: such puzzles are empty, full, or
solved in a step. Cost: well under a millisecond for 20×20.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from cpstudy.core.random import Stream
from cpstudy.core.random_words import below

Grid = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
_T = TypeVar("_T", bound=np.generic)

# By level: the least and largest percentage of coloured cells, and n: at most one line in n may be
# trivial (two always may). ``_LEAST`` is for other levels.
_FLOOR = {"easy": (40, 68, 10), "medium": (28, 60, 10), "hard": (28, 52, 10)}
_LEAST = (25, 67, 4)
# Large shapes; the least and largest number of small ones; how many of these may be not mirrored.
_LARGE, _SMALL, _ON_TOP = 3, (4, 8), 4
# Percentage of mirrored pictures; ranges of half the height and width of large and small shapes.
_MIRRORED, _SIZES = 55, ((40, 90), (5, 25))
# Drawings before the last is accepted unconditionally: very small boards have no good picture.
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


def draw_shapes(
    state: Stream, rows: int, columns: int, level: str | None = None
) -> npt.NDArray[np.uint8]:
    """Draw the next picture of a stream that is worth solving: uint8[rows * columns]."""
    for _ in range(_DRAWS):
        cells = _drawn(state, rows, columns)
        if is_worth_solving(cells, level):
            break
    return cells.astype(np.uint8).ravel()


def is_worth_solving(cells: Mask, level: str | None = None) -> bool:
    """Whether a picture is neither nearly empty nor nearly full, and few lines are trivial."""
    rows, columns = cells.shape
    coloured = int(cells.sum()) * 100
    across, down = cells.sum(1), cells.sum(0)
    trivial = np.isin(across, (0, columns)).sum() + np.isin(down, (0, rows)).sum()
    least, most, lines = _FLOOR.get(str(level), _LEAST)
    within = least * cells.size <= coloured <= most * cells.size
    return within and int(trivial) <= max(2, (rows + columns) // lines)


def _drawn(state: Stream, rows: int, columns: int) -> Mask:
    def share(low: int, high: int) -> float:
        return (low + int(below(state, high - low + 1))) / 100

    down, across = np.mgrid[:rows, :columns].astype(np.float64)
    low, high = _SMALL
    small = low + int(below(state, high - low + 1))
    on_top = int(below(state, min(small, _ON_TOP) + 1))
    mirrored = int(below(state, 100)) < _MIRRORED
    cells = np.zeros((rows, columns), np.bool_)
    for number in range(_LARGE + small):
        if mirrored and number == _LARGE + small - on_top:
            cells = mirror_of(cells)
        shape = _SHAPES[int(below(state, len(_SHAPES)))]
        least, most = _SIZES[number >= _LARGE]
        height, width = rows * share(least, most), columns * share(least, most)
        top, left = rows * share(5, 95), columns * share(5, 95)
        turned = int(below(state, 2)) * 2 - 1
        cells ^= shape(turned * (down - top) / height, (across - left) / width)
    return mirror_of(cells) if mirrored and not on_top else cells


def mirror_of(cells: npt.NDArray[_T]) -> npt.NDArray[_T]:
    """The left half and its mirror image. cells: [rows, columns]."""
    columns = cells.shape[1]
    half = cells[:, : (columns + 1) // 2]
    return np.concatenate((half, half[:, : columns // 2][:, ::-1]), axis=1)
