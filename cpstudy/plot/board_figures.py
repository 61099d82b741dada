"""A drawing of a board as a figure, for pixel formats.

Consecutive shapes of one style form one collection. Cost: about 8 µs for each shape.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.collections import EllipseCollection, PathCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.path import Path

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape
from cpstudy.plot.layout import DASHES, MARGIN, POINTS_PER_INCH, inches_per_cell, plain, runs

# Strokes in one path: few objects, but no path that is too long for the renderer.
_STROKES = (Path.MOVETO, Path.LINETO) * 500


def figure(drawing: Drawing, inches: float | None = None, margin: float = MARGIN) -> Figure:
    """The drawing as a matplotlib figure. Raises TypeError for an unknown shape.

    inches: the side of a cell, by default that on its page. margin: around it, in cells.
    """
    width, height = drawing.width + 2 * margin, drawing.height + 2 * margin
    scale = inches or inches_per_cell(drawing)
    result = Figure(figsize=(width * scale, height * scale))
    axes = result.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(-margin, drawing.width + margin)
    axes.set_ylim(drawing.height + margin, -margin)
    axes.set_aspect("equal")
    axes.axis("off")
    draw: dict[type[Shape], Callable[..., None]] = {
        Polygon: _polygons,
        Line: _lines,
        Disc: _discs,
        Label: _labels,
    }
    for layer, (kind, run) in enumerate(runs(drawing.shapes)):
        draw[kind](axes, run, scale * POINTS_PER_INCH, layer)
    return result


def _polygons(axes: Any, run: list[Polygon], points: float, layer: int) -> None:
    _, fill, edge, width, dashed = run[0]
    corners: Any = [polygon.points for polygon in run]
    if len(set(map(len, corners))) == 1:
        corners = np.array(corners)  # several times faster than a list
    polygons = PolyCollection(
        corners,
        facecolor=fill,
        edgecolor=edge or "none",
        linewidth=width * points,
        linestyle=(0, DASHES) if dashed else "-",
        joinstyle="miter",
        zorder=layer,
    )
    axes.add_collection(polygons, autolim=False)


def _lines(axes: Any, run: list[Line], points: float, layer: int) -> None:
    *_, colour, width, dashed = run[0]
    ends = np.array([line[:4] for line in run], dtype=float).reshape(-1, 2)
    lines = PathCollection(
        [
            Path(ends[first : first + len(_STROKES)], _STROKES[: len(ends) - first])
            for first in range(0, len(ends), len(_STROKES))
        ],
        facecolor="none",
        edgecolor=colour,
        linewidth=width * points,
        linestyle=(0, DASHES) if dashed else "-",
        capstyle="butt" if dashed else "round",
        zorder=layer,
    )
    axes.add_collection(lines, autolim=False)


def _discs(axes: Any, run: list[Disc], points: float, layer: int) -> None:
    diameters = [2 * disc.radius for disc in run]
    discs = EllipseCollection(
        diameters,
        diameters,
        [0.0] * len(run),
        units="xy",
        offsets=[(disc.x, disc.y) for disc in run],
        offset_transform=axes.transData,
        facecolor=run[0].fill,
        edgecolor="none",
        zorder=layer,
    )
    axes.add_collection(discs, autolim=False)


def _labels(axes: Any, run: list[Label], points: float, layer: int) -> None:
    style = {"color": run[0].colour, "fontsize": run[0].size * points, "zorder": layer}
    middle = {"ha": "center", "va": "center", "parse_math": False}
    for label in run:
        axes.text(label.x, label.y, plain(label.text), **middle, **style)
