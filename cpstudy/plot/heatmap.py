"""A heatmap as a figure: logarithmic colours, a line, and the likely places of the maximum.

Cells whose value is a lower bound and missing cells are hatched. The area of a disc is the
probability that the highest value lies in its cell. Signs are black and white, one on the other, so
that they are visible on any colour and to colour-blind readers. The output is the same, byte for
byte, in every run. Cost: a second or two for a thousand cells.
"""

from math import sqrt
from typing import Any

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Rectangle
from matplotlib.patheffects import withStroke

from cpstudy.core.drawing import Heatmap
from cpstudy.plot.style import PRINTED, points, set_title, style

_INCHES_PER_CELL = 0.22
_BOUND, _MISSING = "////", "...."
_MISSING_COLOUR = "#e4e7eb"
_INK = "#111111"
# Discs with a smaller probability would be dots.
_LEAST_PEAK = 0.01
# The maximum number of ticks along an axis, and the steps between them.
_MOST_TICKS, _STEPS = 13, (1, 2, 5, 10, 20, 50)


def figure(heatmap: Heatmap) -> Figure:
    """The heatmap as a matplotlib figure. Raises RuntimeError if it has no cell."""
    if not heatmap.cells:
        raise RuntimeError("heatmap: no cells")
    (left, right), (bottom, top) = _extent(heatmap)
    grid = np.full((top - bottom + 1, right - left + 1), np.nan)
    least = heatmap.scale[0] if heatmap.scale else 1.0
    for cell in heatmap.cells:
        grid[cell.y - bottom, cell.x - left] = max(cell.value, least)
    width = max(5.0, _INCHES_PER_CELL * grid.shape[1] + 2.0)
    height = max(3.0, _INCHES_PER_CELL * grid.shape[0] + 1.2) + 0.5
    width, height = style().inches(width, height)
    result = Figure(figsize=(width, height), layout="constrained")
    axes = result.add_subplot()
    low, high = heatmap.scale or (float(np.nanmin(grid)), float(np.nanmax(grid)))
    image = _cells(axes, grid, (left - 0.5, right + 0.5, bottom - 0.5, top + 0.5))
    image.set_norm(LogNorm(low, max(high, 1.01 * low)))
    result.colorbar(image, ax=axes, label=heatmap.value_label)
    legend = [*_hatched(axes, heatmap, grid, left, bottom), *_signs(axes, heatmap)]
    axes.set_xlim(left - 0.5, right + 0.5)
    axes.set_ylim(bottom - 0.5, top + 0.5)
    axes.set_xticks(_ticks(left, right))
    axes.set_yticks(_ticks(bottom, top))
    set_title(axes, heatmap.title)
    axes.set_xlabel(heatmap.x_label)
    axes.set_ylabel(heatmap.y_label)
    if legend:
        columns = max(1, int(width / 2.6))
        result.legend(
            handles=legend,
            loc="outside lower center",
            ncols=min(columns, len(legend)),
            fontsize=points(8),
            facecolor="#c9d0d8",
            framealpha=1.0,
        )
    return result


def _cells(axes: Any, grid: Any, ends: tuple[float, float, float, float]) -> Any:
    """The cells as an image, or as shapes if the figure is printed."""
    if not {*PRINTED} & {*style().formats}:
        look: Any = {"origin": "lower", "aspect": "auto", "interpolation": "nearest"}
        return axes.imshow(grid, cmap="viridis", extent=ends, **look)
    left, right, bottom, top = ends
    xs, ys = np.arange(left, right + 0.1), np.arange(bottom, top + 0.1)
    return axes.pcolormesh(xs, ys, np.ma.masked_invalid(grid), cmap="viridis")


def _extent(heatmap: Heatmap) -> tuple[tuple[int, int], tuple[int, int]]:
    if heatmap.extent is not None:
        return heatmap.extent
    xs = [cell.x for cell in heatmap.cells]
    ys = [cell.y for cell in heatmap.cells]
    return (min(xs), max(xs)), (min(ys), max(ys))


def _ticks(first: int, last: int) -> list[int]:
    """The first number, then the multiples of an even step that are not too close to it."""
    step = next((s for s in _STEPS if (last - first) / s < _MOST_TICKS), _STEPS[-1])
    even = [at for at in range(first, last + 1) if at % step == 0]
    near = [at for at in even if at - first >= step / 2 or at == first]
    return sorted({first, *near})


def _hatched(axes: Any, heatmap: Heatmap, grid: Any, left: int, bottom: int) -> list[Any]:
    """Hatch bounds and missing cells; return their legend."""
    legend: list[Any] = []
    bounds = [cell for cell in heatmap.cells if cell.censored]
    for cell in bounds:
        corner = (cell.x - 0.5, cell.y - 0.5)
        axes.add_patch(
            Rectangle(corner, 1, 1, fill=False, hatch=_BOUND, edgecolor="white", linewidth=0)
        )
    if bounds:
        about: Any = {"facecolor": "#5a6570", "edgecolor": "white", "hatch": _BOUND}
        legend.append(Patch(label="at least", **about))
    missing = np.argwhere(np.isnan(grid)).tolist()
    style: Any = {"facecolor": _MISSING_COLOUR, "edgecolor": "#8d99a6", "hatch": _MISSING}
    for row, column in missing:
        corner = (left + column - 0.5, bottom + row - 0.5)
        axes.add_patch(Rectangle(corner, 1, 1, linewidth=0, **style))
    if missing:
        legend.append(Patch(label=f"missing ({len(missing):,} of {grid.size:,})", **style))
    return legend


def _signs(axes: Any, heatmap: Heatmap) -> list[Any]:
    """Draw the line, the marks and the discs; return their legend."""
    legend: list[Any] = []
    if len(heatmap.line) > 1:
        x, y = zip(*heatmap.line, strict=True)
        style: Any = {"color": "white", "linewidth": 1.4, "path_effects": _cased(3.2)}
        axes.plot(x, y, **style)
        legend.append(Line2D([], [], label=heatmap.line_label, **style))
    likely = [cell for cell in heatmap.cells if cell.peak >= _LEAST_PEAK]
    for cell in likely:
        radius = 0.5 * sqrt(cell.peak)
        disc: Any = {"facecolor": "white", "edgecolor": _INK, "linewidth": 0.8, "zorder": 3}
        axes.add_patch(Circle((cell.x, cell.y), radius, **disc))
    if likely:
        dot: Any = {"marker": "o", "color": "none", "markeredgecolor": _INK}
        label = "the peak in resamples (area: their share)"
        legend.append(Line2D([], [], markerfacecolor="white", markersize=6, label=label, **dot))
    if heatmap.marks:
        x, y = zip(*heatmap.marks, strict=True)
        star: Any = {"marker": "*", "color": "none", "markerfacecolor": "#ff9f1c"}
        star |= {"markersize": 11, "markeredgecolor": _INK, "markeredgewidth": 0.8}
        axes.plot(x, y, zorder=4, **star)
        legend.append(Line2D([], [], label=heatmap.mark_label, **star))
    return legend


def _cased(width: float) -> list[Any]:
    """The effect that draws a dark line under a light one."""
    return [withStroke(linewidth=width, foreground=_INK)]
