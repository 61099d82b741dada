"""Drawings as data: shapes and colours that a puzzle returns.

A puzzle describes shapes and colours; :mod:`cpstudy.plot.pictures` renders them to SVG and PNG, the
CLI prints text pictures. So puzzles need no plotting library, and plots depend on no puzzle.

Coordinates: x to the right, y downwards, one unit is one cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from cpstudy.core.palette import CHANGED, INK, PAPER
from cpstudy.core.result import Drawn


class Line(NamedTuple):
    """A stroke from (x1, y1) to (x2, y2); width in cells."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str = INK
    width: float = 0.05
    dashed: bool = False


class Polygon(NamedTuple):
    """A filled polygon over its (x, y) corners."""

    points: tuple[tuple[float, float], ...]
    fill: str = PAPER
    edge: str | None = None
    width: float = 0.02
    dashed: bool = False


def box(
    x: float, y: float, inset: float = 0.0, width: float = 1, height: float = 1
) -> tuple[tuple[float, float], ...]:
    """The corners of a rectangle at (x, y), by default of a cell, reduced by ``inset``."""
    left, top, right, bottom = x + inset, y + inset, x + width - inset, y + height - inset
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def cross(
    x: float, y: float, inset: float, colour: str = INK, width: float = 0.05
) -> tuple[Line, Line]:
    """The diagonals of a cell, shortened by ``inset``."""
    end = 1 - inset
    return (
        Line(x + inset, y + inset, x + end, y + end, colour, width),
        Line(x + end, y + inset, x + inset, y + end, colour, width),
    )


def outlines(
    cells: Iterable[tuple[int, int]], left: float = 0.0, above: float = 0.0
) -> list[Shape]:
    """Frames inside cells (row, column), sorted, of a board with its upper left corner there."""
    corners = (box(left + column, above + row, 0.07) for row, column in sorted(cells))
    return [Polygon(points, "none", CHANGED, 0.07) for points in corners]


class Disc(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: str = INK


class Label(NamedTuple):
    """Text centred at (x, y); size in cells."""

    x: float
    y: float
    text: str
    colour: str = INK
    size: float = 0.5


Shape = Line | Polygon | Disc | Label


def scaled(shape: Shape, x: float, y: float, cell: float = 1.0) -> Shape:
    """The shape with its origin at (x, y) and cells of the given width. TypeError for others."""
    match shape:
        case Polygon():
            points = tuple([(x + a * cell, y + b * cell) for a, b in shape.points])
            return shape._replace(points=points, width=shape.width * cell)
        case Line(x1, y1, x2, y2, colour, width, dashed):
            start, end = (x + x1 * cell, y + y1 * cell), (x + x2 * cell, y + y2 * cell)
            return Line(*start, *end, colour, width * cell, dashed)
        case Disc():
            radius = shape.radius * cell
            return Disc(x + shape.x * cell, y + shape.y * cell, radius, shape.fill)
        case Label():
            here = shape._replace(x=x + shape.x * cell, y=y + shape.y * cell)
            return here._replace(size=shape.size * cell)
    raise TypeError(f"no shape: {shape!r}")


@dataclass(frozen=True)
class Drawing(Drawn):
    """Shapes on width × height cells: polygons, lines over them, discs, labels on top."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


Board = TypeVar("Board")


def row_of_boards(
    boards: Iterable[Board],
    columns: int,
    rows: int,
    shapes: Callable[[Board, float], Iterable[Shape]],
) -> Drawing:
    """Boards of one size in a row, a cell apart. shapes: draws a board at its left edge."""
    parts: list[Shape] = []
    left = 0.0
    for board in boards:
        parts += shapes(board, left)
        left += columns + 1
    return Drawing(left - 1, rows, tuple(parts))


@dataclass(frozen=True)
class HeatmapCell:
    """One value at whole-number coordinates; ``censored``: it is a lower bound.

    peak: the probability that the highest value is here, 0 if it was not computed.
    """

    x: int
    y: int
    value: float
    censored: bool = False
    peak: float = 0.0


@dataclass(frozen=True)
class Heatmap(Drawn):
    """A map of positive values over a grid, with a line over it: points (x, y), in order.

    scale: the values of the first and the last colour (None: the least and the largest). marks:
    places (x, y) taken from a source. extent: the first and last x, then y, of the whole grid
    (None: those of the cells); places without a cell are shown as missing.
    """

    title: str
    x_label: str
    y_label: str
    value_label: str
    cells: tuple[HeatmapCell, ...]
    line: tuple[tuple[float, float], ...] = ()
    line_label: str = ""
    scale: tuple[float, float] | None = None
    marks: tuple[tuple[int, int], ...] = ()
    mark_label: str = ""
    extent: tuple[tuple[int, int], tuple[int, int]] | None = None


@dataclass(frozen=True)
class Series:
    """One curve: points (x, y) in order. published: taken from a source, not measured here.

    joined: by a line; else the points stand alone. spread: the interval of each point, (least,
    most) y; empty if unknown. censored: the indices of points that are lower bounds. fitted:
    computed from other points, so drawn as a line only.
    """

    label: str
    points: tuple[tuple[float, float], ...]
    published: bool = False
    joined: bool = True
    spread: tuple[tuple[float, float], ...] = ()
    censored: frozenset[int] = frozenset()
    fitted: bool = False


@dataclass(frozen=True)
class Curves:
    """Several series over one pair of axes."""

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
