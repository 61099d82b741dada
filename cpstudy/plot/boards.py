"""A drawing of a board as a figure."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.patches import Polygon as PolygonPatch

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon

_INCHES_PER_CELL = 0.4
_LARGEST_INCHES = 40.0
_POINTS_PER_INCH = 72.0
_MARGIN = 0.1


def figure(drawing: Drawing) -> Figure:
    """The drawing as a matplotlib figure, a cell 0.4 inches wide (less on very large boards)."""
    longest = max(drawing.width, drawing.height) + 2 * _MARGIN
    scale = min(_INCHES_PER_CELL, _LARGEST_INCHES / longest)
    width, height = drawing.width + 2 * _MARGIN, drawing.height + 2 * _MARGIN
    result = Figure(figsize=(width * scale, height * scale))
    axes = result.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-_MARGIN, drawing.width + _MARGIN)
    axes.set_ylim(drawing.height + _MARGIN, -_MARGIN)
    axes.set_aspect("equal")
    axes.axis("off")
    points = scale * _POINTS_PER_INCH
    for shape in drawing.shapes:
        _draw(axes, shape, points)
    return result


def _draw(axes: Any, shape: object, points: float) -> None:
    match shape:
        case Line(x1, y1, x2, y2, colour, width, dashed):
            axes.plot(
                (x1, x2),
                (y1, y2),
                color=colour,
                linewidth=width * points,
                linestyle="--" if dashed else "-",
                solid_capstyle="round",
            )
        case Polygon(corners, fill, edge, width, dashed):
            axes.add_patch(
                PolygonPatch(
                    corners,
                    facecolor=fill,
                    edgecolor=edge or "none",
                    linewidth=width * points,
                    linestyle="--" if dashed else "-",
                )
            )
        case Disc(x, y, radius, fill):
            axes.add_patch(Circle((x, y), radius, facecolor=fill, edgecolor="none", zorder=2.5))
        case Label(x, y, text, colour, size):
            axes.text(
                x, y, text, color=colour, fontsize=size * points, ha="center", va="center", zorder=4
            )
        case _:
            raise TypeError(f"no shape: {shape!r}")
