"""The layout of a drawing on its page, in all formats: its size, and the order of drawing."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape

POINTS_PER_INCH = 72.0
MILLIMETRES_PER_INCH = 25.4

# The margin around the drawing, in cells.
MARGIN = 0.1

# Strokes and gaps of dashed lines, in widths of the line.
DASHES = (3.7, 1.6)

# From a label's centre down to its baseline, in ems: half the height of "l" minus that below "p".
BASELINE = 0.276

_INCHES_PER_CELL = 0.4
_LARGEST_INCHES = 40.0
_LAYERS = {Polygon: 1, Line: 2, Disc: 3, Label: 4}

# The index of a shape's first style field, after its position.
_STYLE = {Polygon: 1, Line: 4, Disc: 3, Label: 3}


def size(drawing: Drawing) -> tuple[float, float]:
    """The width and height with the margin, in cells."""
    return drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN


def inches_per_cell(drawing: Drawing) -> float:
    """The inches of a cell: 0.4; less on very large boards, whose longer side is 40 inches."""
    return min(_INCHES_PER_CELL, _LARGEST_INCHES / max(size(drawing)))


def layered(shapes: Iterable[Shape]) -> list[Shape]:
    """Polygons, lines over them, discs, labels; each in their order. TypeError: not a shape."""
    try:
        return sorted(shapes, key=lambda shape: _LAYERS[type(shape)])
    except KeyError as error:
        raise TypeError(f"no shape: {error}") from None


def runs(shapes: Iterable[Shape]) -> Iterator[tuple[type[Shape], list[Any]]]:
    """Shapes in the order of drawing, in runs of one kind and style."""
    for (kind, *_), run in groupby(layered(shapes), _style):
        yield kind, list(run)


def _style(shape: Shape) -> tuple[Any, ...]:
    return (type(shape), *shape[_STYLE[type(shape)] :])


def plain(text: str) -> str:
    """A label without control characters, which no format shows and SVG must not contain."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
