"""A large board of cells as a PNG: every look of a cell is drawn once.

A board of 100,000 cells has a few hundred looks, given by the shapes that reach into a cell, from
its neighbours too. They are drawn on one sheet, apart, and the picture is put together from it. So
cells are whole numbers of pixels wide.

Cost: a few nanoseconds a pixel and half a microsecond for each cell that a shape reaches; 1.2 s at
300×300, most of it for the start of the renderer. Limits: boards of copies, none of whose other
shapes is larger than two cells, and no more looks than a quarter of the cells.
"""

import io
from collections.abc import Iterable, Iterator
from math import ceil, floor
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from cpstudy.core.drawing import Copies, Disc, Drawing, Label, Line, Polygon, Shape, copied
from cpstudy.plot.layout import MARGIN

# Cells that a shape is wide or high at most, and how far apart looks are drawn: what reaches into a
# cell ends before the next, also when a pixel is half a cell.
_LARGEST = 2
_APART = 5

# How far a line that is drawn cell by cell extends beyond the cell.
_BEYOND = 0.4

# Pixels around a shape that it may touch: its edges are blurred.
_BLUR = 1

# More looks than this share of the cells gain nothing.
_SHARE = 4

# Bits of a whole number that is not negative.
_WORD = 63


class _Cells:
    """Which shapes reach into each cell, a bit each; one ring of cells more than the drawing."""

    def __init__(self, rows: int, columns: int) -> None:
        self._shape = (rows + 2, columns + 2)
        self._bits: list[npt.NDArray[np.int64]] = []
        self._numbers: dict[Shape, int] = {}

    def add(self, shape: Shape, cells: npt.NDArray[np.int64]) -> None:
        """``shape``, as it lies seen from there, reaches into cells int64[n, 2], x first."""
        rows, columns = self._shape
        cells = cells[((cells >= -1) & (cells < (columns - 1, rows - 1))).all(axis=1)]
        word, bit = divmod(self._numbers.setdefault(shape, len(self._numbers)), _WORD)
        if word == len(self._bits):
            self._bits.append(np.zeros(self._shape, np.int64))
        self._bits[word][cells[:, 1] + 1, cells[:, 0] + 1] |= 1 << bit

    def looks(self) -> tuple[npt.NDArray[np.int64], int]:
        """The number of each cell's look, int64[rows + 2, columns + 2], and how many there are."""
        numbers = np.zeros(self._shape, np.int64)
        for bits in self._bits:
            _, part = np.unique(bits, return_inverse=True)
            numbers = numbers * (int(part.max()) + 1) + part.reshape(self._shape)
            numbers = np.unique(numbers, return_inverse=True)[1].reshape(self._shape)
        return numbers, int(numbers.max()) + 1

    def shapes(self, numbers: npt.NDArray[np.int64]) -> Iterator[tuple[Shape, list[int]]]:
        """Each shape in the order of drawing, and the numbers of the looks that have it."""
        _, first = np.unique(numbers, return_index=True)
        for shape, number in self._numbers.items():
            word, bit = divmod(number, _WORD)
            yield shape, np.flatnonzero(self._bits[word].flat[first] >> bit & 1).tolist()


def atlas(drawing: Drawing, side: int) -> bytes | None:
    """The drawing as a PNG of ``side`` pixels a cell; None where it is beyond the limits above."""
    if not any(isinstance(part, Copies) for part in drawing.parts):
        return None
    cells = _Cells(ceil(drawing.height), ceil(drawing.width))
    for part in drawing.parts:
        copies = part if isinstance(part, Copies) else Copies((part,), ((0, 0),))
        places = np.array(copies.cells, np.int64).reshape(-1, 2)
        for shape in copies.shapes:
            if _is_large(shape):
                return None
            for column, row in _reached(shape, _BLUR / side):
                cells.add(_seen_from(shape, column, row), places + np.array([column, row]))
    numbers, looks = cells.looks()
    if looks > numbers.size // _SHARE:
        return None
    pictures, colours = _drawn(cells.shapes(numbers), looks, side)
    margin = round(MARGIN * side)
    rows, columns = numbers.shape
    whole = pictures[numbers].transpose(0, 2, 1, 3).reshape(rows * side, columns * side)
    beyond = side - margin
    width, height = round(drawing.width * side), round(drawing.height * side)
    return _png(whole[beyond:, beyond:][: height + 2 * margin, : width + 2 * margin], colours)


def _png(numbers: npt.NDArray[Any], colours: npt.NDArray[np.uint8]) -> bytes:
    """The file of a picture: numbers [height, width] of colours uint8[n, 3], red first.

    With a palette where there are at most 256 colours: a third of the bytes.
    """
    if len(colours) <= 256:
        picture = Image.fromarray(numbers.astype(np.uint8))
        picture.putpalette(colours.tobytes())
    else:
        picture = Image.fromarray(colours[numbers])
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    """What the shape may cover: left, top, right, bottom."""
    match shape:
        case Polygon():
            xs, ys = zip(*shape.points, strict=True)
            beyond = shape.width if shape.edge else 0.0
        case Line():
            xs, ys, beyond = (shape.x1, shape.x2), (shape.y1, shape.y2), shape.width / 2
        case Disc():
            xs, ys, beyond = (shape.x,), (shape.y,), shape.radius
        case Label():
            xs, ys, beyond = (shape.x,), (shape.y,), shape.size * max(1, len(shape.text)) / 2
    return min(xs) - beyond, min(ys) - beyond, max(xs) + beyond, max(ys) + beyond


def _along_the_grid(shape: Shape) -> bool:
    return isinstance(shape, Line) and (shape.x1 == shape.x2 or shape.y1 == shape.y2)


def _is_large(shape: Shape) -> bool:
    left, top, right, bottom = _extent(shape)
    return max(right - left, bottom - top) > _LARGEST and not _along_the_grid(shape)


def _reached(shape: Shape, blur: float) -> list[tuple[int, int]]:
    """The cells that a shape reaches into, ``blur`` around it too."""
    left, top, right, bottom = _extent(shape)
    columns = range(floor(left - blur), ceil(right + blur))
    rows = range(floor(top - blur), ceil(bottom + blur))
    return [(column, row) for row in rows for column in columns]


def _seen_from(shape: Shape, column: int, row: int) -> Shape:
    """The shape as it lies to a cell; of a line along the grid, what is near."""
    (here,) = copied(shape, [(-column, -row)])
    if isinstance(here, Line) and _along_the_grid(here):
        ends = [min(max(end, -_BEYOND), 1 + _BEYOND) for end in here[:4]]
        if here.x1 == here.x2:
            return here._replace(y1=ends[1], y2=ends[3])
        return here._replace(x1=ends[0], x2=ends[2])
    return here


def _drawn(
    shapes: Iterable[tuple[Shape, list[int]]], looks: int, side: int
) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint8]]:
    """Each look in pixels: numbers unsigned[looks, side, side] of colours uint8[n, 3].

    shapes: with the looks that have them, in the order of drawing.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from cpstudy.plot.board_figures import figure

    across = ceil(looks**0.5)
    sheet_shapes: list[Shape] = []
    for shape, numbers in shapes:
        corners = [(_APART * (n % across), _APART * (n // across)) for n in numbers]
        sheet_shapes += copied(shape, [(x + _APART // 2, y + _APART // 2) for x, y in corners])
    length = _APART * across
    sheet = figure(Drawing(length, length, tuple(sheet_shapes)), inches=1.0, margin=0.0)
    sheet.set_dpi(side)
    canvas: Any = FigureCanvasAgg(sheet)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba()).reshape(across, _APART, side, across, _APART, side, 4)
    cut = pixels[:, _APART // 2, :, :, _APART // 2].transpose(0, 2, 1, 3, 4)
    packed = cut.reshape(-1, side, side, 4)[:looks, ..., :3].astype(np.int64) @ (1 << 16, 1 << 8, 1)
    used, held = np.unique(packed, return_inverse=True)
    colours = np.stack((used >> 16, used >> 8 & 255, used & 255), axis=1).astype(np.uint8)
    return held.reshape(packed.shape).astype(np.min_scalar_type(len(used) - 1)), colours
