"""A drawing in pixels, by Pillow: shapes drawn at twice the size, then reduced.

Cost: some 8 µs for each shape, a tenth of a figure's cost on a board of 20×20; 3 s for 300×300
cells. Limits: it needs four times the picture's memory for a moment; above 10,000 × 10,000 pixels
edges are not smoothed.
"""

import io
from collections.abc import Callable, Iterable
from typing import Any

from PIL import Image, ImageDraw

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape
from cpstudy.core.palette import PAPER
from cpstudy.plot.layout import BASELINE, DASHES, MARGIN, layered, plain
from cpstudy.plot.typeface import typeface

# The factor by which pictures are drawn larger, and the maximum pixels of pictures that are.
FINER, _MOST = 2, 100_000_000


def png(drawing: Drawing, side: float, margin: float = MARGIN) -> bytes:
    """The drawing as a PNG, ``side`` pixels a cell, ``margin`` cells around it."""
    size = (drawing.width + 2 * margin) * side, (drawing.height + 2 * margin) * side
    out = io.BytesIO()
    image(drawing.shapes, size, side, margin * side, margin * side).save(out, "PNG")
    return out.getvalue()


def image(
    shapes: Iterable[Shape], size: tuple[float, float], side: float, left: float, above: float
) -> Any:
    """Shapes in 24-bit colours. size: width and height; all lengths in pixels.

    side: of a cell. left, above: the position of the drawing's corner.
    """
    wide, high = (max(1, round(length)) for length in size)
    finer = FINER if wide * high < _MOST else 1
    found = Image.new("RGB", (wide * finer, high * finer), PAPER)
    canvas = _Canvas(found, side * finer, left * finer, above * finer)
    for shape in layered(shapes):
        canvas.draw(shape)
    return found.reduce(finer)


class _Canvas:
    """Draws shapes on an image, ``scale`` pixels a cell."""

    def __init__(self, image: Any, scale: float, left: float, above: float) -> None:
        self._pen: Any = ImageDraw.Draw(image)
        self._scale, self._left, self._above = scale, left, above
        self._writers: dict[type[Shape], Callable[[Any], None]] = {
            Polygon: self._polygon,
            Line: self._line,
            Disc: self._disc,
            Label: self._label,
        }

    def draw(self, shape: Shape) -> None:
        self._writers[type(shape)](shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * self._scale, self._above + y * self._scale

    def _polygon(self, shape: Polygon) -> None:
        corners = [self._at(x, y) for x, y in shape.points]
        if shape.fill != "none":
            self._pen.polygon(corners, fill=shape.fill)
        if shape.edge:
            for (x1, y1), (x2, y2) in zip(
                shape.points, (*shape.points[1:], shape.points[0]), strict=True
            ):
                self._line(Line(x1, y1, x2, y2, shape.edge, shape.width, shape.dashed))

    def _line(self, shape: Line) -> None:
        width = max(1, round(shape.width * self._scale))
        if shape.dashed:
            self._dashes(shape, width)
            return
        start, end = self._at(shape.x1, shape.y1), self._at(shape.x2, shape.y2)
        self._pen.line((start, end), fill=shape.colour, width=width)
        for x, y in (start, end) if width > 2 else ():
            self._pen.circle((x, y), (width - 1) / 2, fill=shape.colour)

    def _dashes(self, shape: Line, width: int) -> None:
        x, y = shape.x2 - shape.x1, shape.y2 - shape.y1
        length = (x * x + y * y) ** 0.5
        stroke, gap = (part * shape.width for part in DASHES)
        at = 0.0
        while at < length:
            ends = (at / length, min(at + stroke, length) / length)
            points = [self._at(shape.x1 + part * x, shape.y1 + part * y) for part in ends]
            self._pen.line(points, fill=shape.colour, width=width)
            at += stroke + gap

    def _disc(self, shape: Disc) -> None:
        self._pen.circle(self._at(shape.x, shape.y), shape.radius * self._scale, fill=shape.fill)

    def _label(self, shape: Label) -> None:
        x, y = self._at(shape.x, shape.y)
        size = shape.size * self._scale
        if size >= 1:
            place = (x, y + BASELINE * size)
            font = typeface(round(size, 1))
            self._pen.text(place, plain(shape.text), fill=shape.colour, font=font, anchor="ms")
