"""Curves: several series over one pair of axes, linear or logarithmic.

Series that were published elsewhere are drawn as hollow points without a line, so that nobody
takes them for measurements made here. Byte for byte the same in every run.
"""

from __future__ import annotations

from matplotlib.figure import Figure

from cpstudy.core.drawing import Curves

_MARKERS = "osD^vP*X<>hd"
_COLOURS = (
    "#1f5fa8", "#c8553d", "#2e8b57", "#8a5fb0", "#b8860b", "#3aa6a6", "#7a7a7a", "#d16ba5",
    "#5b7a1f", "#a0522d", "#27408b", "#cd5c5c", "#6b4c3b",
)  # fmt: skip

# More series than this have their legend beside the axes.
_BESIDE = 6


def figure(curves: Curves) -> Figure:
    """The curves as a matplotlib figure. Raises ValueError where no series has a point."""
    if not any(series.points for series in curves.series):
        raise ValueError("curves: no points")
    result = Figure(figsize=(8.0, 5.0), layout="constrained")
    axes = result.add_subplot()
    for number, series in enumerate(curves.series):
        if not series.points:
            continue
        xs, ys = zip(*series.points, strict=True)
        axes.plot(
            xs,
            ys,
            color=_COLOURS[number % len(_COLOURS)],
            marker=_MARKERS[number % len(_MARKERS)],
            markersize=5,
            linewidth=1.4 if series.joined and not series.published else 0,
            markerfacecolor="white" if series.published else None,
            label=f"{series.label} (published)" if series.published else series.label,
        )
    if curves.log_x:
        axes.set_xscale("log")
    if curves.log_y:
        axes.set_yscale("log")
    axes.set_title(curves.title, fontsize=10)
    axes.set_xlabel(curves.x_label)
    axes.set_ylabel(curves.y_label)
    axes.grid(True, which="major", alpha=0.3)
    if len(curves.series) > _BESIDE:
        axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5))
    else:
        axes.legend(fontsize=7)
    return result
