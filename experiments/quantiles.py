"""Quantiles by an integer: the median as a line, pairs around it as bands, on a logarithmic y axis.

Every run gives the same bytes.
"""

from dataclasses import dataclass

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from cpstudy.core.palette import PIPE

_DARKEST, _LIGHTEST = 0.45, 0.15


@dataclass(frozen=True)
class Quantiles:
    """Distributions of positive values along a whole number.

    points: (x, values at the probabilities). probabilities: increasing, symmetric, 0.5 among them.
    """

    title: str
    x_label: str
    y_label: str
    probabilities: tuple[float, ...]
    points: tuple[tuple[int, tuple[float, ...]], ...]


def figure(quantiles: Quantiles) -> Figure:
    """Draw the quantiles. Raises RuntimeError if there is no point."""
    if not quantiles.points:
        raise RuntimeError("quantiles: no points")
    xs = [x for x, _ in quantiles.points]
    columns = list(zip(*(values for _, values in quantiles.points), strict=True))
    result = Figure(figsize=(7.0, 4.5), layout="constrained")
    axes = result.add_subplot()
    pairs = len(quantiles.probabilities) // 2
    for pair in range(pairs):
        low, high = quantiles.probabilities[pair], quantiles.probabilities[-1 - pair]
        share = pair / max(pairs - 1, 1)
        axes.fill_between(
            xs,
            columns[pair],
            columns[-1 - pair],
            color=PIPE,
            alpha=_LIGHTEST + share * (_DARKEST - _LIGHTEST),
            linewidth=0,
            label=f"{low:.0%} – {high:.0%}",
        )
    axes.plot(xs, columns[pairs], color=PIPE, marker="o", markersize=4, label="median")
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(quantiles.title, fontsize=10)
    axes.set_xlabel(quantiles.x_label)
    axes.set_ylabel(quantiles.y_label)
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=8)
    return result
