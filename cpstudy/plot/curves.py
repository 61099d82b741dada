"""Curves: several series over one pair of axes, linear or logarithmic.

Published series are hollow points without a line, so that they are not mistaken for measurements
made here. Fitted ones are dashed lines without points, in the colour of the previous series. Points
that are lower bounds are hollow triangles that point up; intervals are bars. Colour-blind readers
can distinguish the colours (Okabe2008), and every series also has its own marker. The output is the
same, byte for byte, in every run.
"""

from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import (
    LogFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
    StrMethodFormatter,
)

from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.style import points, set_title, style

_MARKERS = "osD^vP*X<>hd"
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9")
# Series with the same colour have different line styles.
_STYLES = ("-", "--", ":", "-.")

# With more series than this, the legend is next to the axes.
_LEGEND_AT_LINES = 6
# In figures narrower than this number of inches, it is below them.
_NARROW = 5.5
# Up to this number of places on an axis, each has a label.
_TICKS = 12
# Up to this number of powers of ten, the axis has ticks at 1, 2 and 5 of each.
_DECADES = 3


def figure(curves: Curves) -> Figure:
    """The curves as a matplotlib figure. Raises RuntimeError if no series has a point."""
    if not any(series.points for series in curves.series):
        raise RuntimeError("curves: no points")
    result = Figure(figsize=style().inches(8.0, 5.0), layout="constrained")
    axes = result.add_subplot()
    number = -1
    for series in curves.series:
        number += not series.fitted or number < 0
        if series.points:
            _draw(axes, series, number)
    if curves.log_x:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(LogFormatter())
        axes.xaxis.set_minor_formatter(LogFormatter())
    _write_places(axes, curves)
    if curves.log_y:
        axes.set_yscale("log")
        if curves.log_x:  # both axes in the same notation
            axes.yaxis.set_major_formatter(LogFormatter())
            axes.yaxis.set_minor_formatter(LogFormatter())
    set_title(axes, curves.title)
    axes.set_xlabel(curves.x_label)
    axes.set_ylabel(curves.y_label)
    axes.grid(True, which="major", alpha=0.3)
    if len(curves.series) <= _LEGEND_AT_LINES:
        axes.legend(fontsize=points(7))
    elif result.get_figwidth() < _NARROW:
        result.legend(fontsize=points(7), loc="outside lower center", ncols=2)
    else:
        axes.legend(fontsize=points(7), loc="center left", bbox_to_anchor=(1.01, 0.5))
    return result


def _draw(axes: Any, series: Series, number: int) -> None:
    xs, ys = zip(*series.points, strict=True)
    colour = _COLOURS[number % len(_COLOURS)]
    hollow = series.published
    axes.plot(
        xs,
        ys,
        color=colour,
        marker="" if series.fitted else _MARKERS[number % len(_MARKERS)],
        markersize=5,
        linewidth=1.4 if series.joined and not hollow else 0,
        linestyle=(0, (5, 2)) if series.fitted else _STYLES[number // len(_COLOURS) % len(_STYLES)],
        markerfacecolor="white" if hollow else None,
        label=f"{series.label} (published)" if hollow else series.label,
    )
    if series.spread:
        least, most = zip(*series.spread, strict=True)
        axes.vlines(xs, least, most, color=colour, linewidth=1.0, alpha=0.8)
    for place in sorted(series.censored):
        # Drawn over the marker of the series, for a lower bound.
        style = {"marker": "^", "markersize": 10, "markerfacecolor": "white"}
        axes.plot([xs[place]], [ys[place]], color=colour, linewidth=0, zorder=4, **style)


def _write_places(axes: Any, curves: Curves) -> None:
    """Whole ticks if the points are at whole places; if there are few, one at each place."""
    places = sorted({x for series in curves.series for x, _ in series.points})
    if any(x != int(x) for x in places):
        return
    if len(places) <= _TICKS:
        axes.set_xticks(places, [f"{x:g}" for x in places])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_minor_formatter(NullFormatter())
    elif not curves.log_x:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    elif places[0] > 0 and places[-1] < 10**_DECADES * places[0]:
        axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
