"""Pictures of glyphs: chessmen, suits, weather and other signs of a free font.

The font is DejaVu Sans, which comes with Matplotlib under a free licence. A sign is stretched to
the board with its proportions kept, and a cell is coloured where the sign covers half of nine
points in it; one sign in two is mirrored. Outlines are not hinted, so a picture is the same on
every machine. Cost: a few milliseconds, after Matplotlib's import.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.random import Stream
from cpstudy.core.random_words import below

SIGNS = "♚♛♜♝♞♟♠♣♥♦♪♫☀☁☂☃★☎☕☘☠☯☻☼⚑⚓⚔✂✈❀❤➤&@?8ΩΨ"
# Points of a cell along each side.
_POINTS = 3


@cache
def _outline(sign: str) -> list[npt.NDArray[np.float64]]:
    """The closed lines of a sign, in the unit square, y down; corners in place of curves."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    path = TextPath((0, 0), sign, size=100, prop=FontProperties(family="DejaVu Sans"))
    lines = [np.array(line) for line in path.to_polygons()]
    every = np.concatenate(lines)
    low, high = every.min(0), every.max(0)
    middle, side = (low + high) / 2, (high - low).max()
    return [((line - middle) / side * (1, -1)) + 0.5 for line in lines]


def draw_glyph(state: Stream, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """The next picture of a stream: uint8[rows * columns]."""
    picture = glyph(SIGNS[int(below(state, len(SIGNS)))], rows, columns)
    return (picture[:, ::-1] if below(state, 2) else picture).ravel()


def glyph(sign: str, rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """The picture of a sign: uint8[rows, columns]."""
    side = min(rows, columns)
    down, across = (
        (np.arange(count * _POINTS) + 0.5) / (side * _POINTS) - (count - side) / (2 * side)
        for count in (rows, columns)
    )
    y, x = np.meshgrid(down, across, indexing="ij")
    inside = np.zeros(y.shape, np.bool_)
    for line in _outline(sign):
        inside ^= _within(line, x, y)
    shares = inside.reshape(rows, _POINTS, columns, _POINTS).mean((1, 3))
    return np.asarray(shares >= 0.5, np.uint8)


def _within(
    line: npt.NDArray[np.float64], x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """Which points a closed line goes round: where a ray to the right crosses it an odd number of
    times.
    """
    found = np.zeros(x.shape, np.bool_)
    for (x1, y1), (x2, y2) in zip(line, np.roll(line, -1, 0), strict=True):
        if y1 != y2:
            crossed = (y1 <= y) != (y2 <= y)
            found ^= crossed & (x < x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return found
