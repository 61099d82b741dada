"""A heatmap as a figure: logarithmic colours, censored cells hatched, a line over it.

Byte for byte the same in every run. Cost: a second or two for a thousand cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from cpstudy.core.drawing import Heatmap

_INCHES_PER_CELL = 0.2
_HATCH = "////"


def figure(heatmap: Heatmap) -> Figure:
    """The heatmap as a matplotlib figure. Raises ValueError where it has no cell."""
    if not heatmap.cells:
        raise ValueError("heatmap: no cells")
    xs = sorted({cell.x for cell in heatmap.cells})
    ys = sorted({cell.y for cell in heatmap.cells})
    grid = np.full((ys[-1] - ys[0] + 1, xs[-1] - xs[0] + 1), np.nan)
    for cell in heatmap.cells:
        grid[cell.y - ys[0], cell.x - xs[0]] = max(cell.value, 1.0)

    width = max(5.0, _INCHES_PER_CELL * grid.shape[1] + 2.5)
    height = max(3.5, _INCHES_PER_CELL * grid.shape[0] + 1.5)
    result = Figure(figsize=(width, height), layout="constrained")
    axes = result.add_subplot()
    largest = float(np.nanmax(grid))
    image = axes.imshow(
        grid,
        origin="lower",
        aspect="auto",
        cmap="viridis",
        norm=LogNorm(float(np.nanmin(grid)), max(largest, float(np.nanmin(grid)) * 1.01)),
        extent=(xs[0] - 0.5, xs[-1] + 0.5, ys[0] - 0.5, ys[-1] + 0.5),
        interpolation="nearest",
    )
    result.colorbar(image, ax=axes, label=heatmap.value_label)
    _decorate(axes, heatmap, largest)
    axes.set_title(heatmap.title, fontsize=10)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(heatmap.x_label)
    axes.set_ylabel(heatmap.y_label)
    return result


def _decorate(axes: Any, heatmap: Heatmap, largest: float) -> None:
    legend: list[Any] = []
    censored = [cell for cell in heatmap.cells if cell.censored]
    for cell in censored:
        corner = (cell.x - 0.5, cell.y - 0.5)
        hatched = Rectangle(corner, 1, 1, fill=False, hatch=_HATCH, edgecolor="white", linewidth=0)
        axes.add_patch(hatched)
    if censored:
        legend.append(Patch(facecolor="0.4", edgecolor="white", hatch=_HATCH, label="at least"))
    for cell in heatmap.cells:
        if cell.value == largest:
            axes.plot(cell.x, cell.y, "o", markersize=4, color="none", markeredgecolor="red")
    if len(heatmap.line) > 1:
        limits = axes.get_xlim(), axes.get_ylim()
        x, y = zip(*heatmap.line, strict=True)
        legend += axes.plot(x, y, color="red", linewidth=1.2, label=heatmap.line_label)
        axes.set_xlim(limits[0])
        axes.set_ylim(limits[1])
    if legend:
        axes.legend(handles=legend, loc="upper right", fontsize=8)
