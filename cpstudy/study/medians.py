"""Medians of runs, some of which were stopped, and their uncertainty.

A stopped run is *censored*: its effort is at least the effort spent, or infinite if no effort would
have helped. The median is computed twice, once with these lower bounds and once with censored
values unbounded; the true one lies between the two, and is known exactly if they agree.

Intervals are percentile bootstraps (Efron1979). A bootstrap median needs no resample: sorted, n
uniform draws of indices have their k-th smallest at ``floor(n·B)`` with B from Beta(k, n+1-k), so
one draw (two if n is even) replaces n. Endpoints are order statistics, never interpolated, because
medians of few runs jump by orders of magnitude. SciPy's bootstrap is not used: it draws every
resample and takes no bounds.

Cost: O(resamples) for each cell after one sort; the peak over c cells takes c × resamples × 16
bytes. Limits: with fewer than about ten runs the intervals are too narrow; if censoring was not by
one common budget, the place of the peak is as uncertain as the bounds, and its intervals do not
show it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpstudy.study.intervals import percentiles

Floats = npt.NDArray[np.float64]

_RESAMPLES = 2000


@dataclass(frozen=True)
class Interval:
    """From low to high, or to "at least high" if the upper end is censored."""

    low: float
    high: float
    censored: bool


@dataclass(frozen=True)
class Peak:
    """The largest of many medians.

    height: that median; censored: only a lower bound, since some cell's median is one. cells: the
    indices of the cells with that median (several if tied). interval: of the height. shares: for
    each cell, the share of resamples in which it is the highest; ties are divided, the sum is 1.
    heights: of the peak in each resample.
    """

    height: float
    censored: bool
    cells: tuple[int, ...]
    interval: Interval
    shares: Floats
    heights: Floats


def median(values: Sequence[float], censored: Sequence[bool]) -> tuple[float, bool]:
    """The median, and whether it is only a lower bound.

    values: efforts, in iterations; if ``censored``, the effort is at least the value. If the number
    of values is even, the median is the mean of the two middle ones. Raises RuntimeError
    without values, if the two lengths differ, or if a value is not a number.
    """
    low, high = (_middle(bound) for bound in _bounds(values, censored))
    return low, low != high


def median_interval(
    values: Sequence[float],
    censored: Sequence[bool],
    *,
    confidence: float = 0.95,
    resamples: int = _RESAMPLES,
    seed: int = 0,
) -> Interval:
    """The bootstrap interval of a median; the seed determines it.

    Raises RuntimeError as :func:`median` does, and unless 0 < confidence < 1 and resamples >= 1.
    """
    rng = _generator(confidence, resamples, seed)
    low, high = _resampled(_bounds(values, censored), resamples, rng)
    return _percentiles(low, high, confidence)


def ratio_of_medians(
    one: tuple[Sequence[float], Sequence[bool]],
    other: tuple[Sequence[float], Sequence[bool]],
    *,
    confidence: float = 0.95,
    resamples: int = _RESAMPLES,
    seed: int = 0,
) -> Interval:
    """The bootstrap interval of the median of ``one`` divided by that of ``other``, run by run.

    Each is (values, censored) of the same puzzles, in the same order, which are resampled together.
    If a resample's medians are only known to lie above a bound, its ratio counts with the extreme
    value on its side, so the interval is too wide rather than too narrow.

    Raises RuntimeError as :func:`median_interval` does, if the numbers of values differ, and for a
    value of ``other`` that is not positive.
    """
    rng = _generator(confidence, resamples, seed)
    (low, high), (low_other, high_other) = _paired(*one), _paired(*other)
    if len(low) != len(low_other) or low_other.min() <= 0:
        raise RuntimeError(
            f"ratio: {len(low)} values over {len(low_other)}, which must be positive"
        )
    chosen = rng.integers(len(low), size=(resamples, len(low)))

    def medians(bound: Floats) -> Floats:
        ordered = np.sort(bound[chosen], axis=1)
        n = len(bound)
        return (ordered[:, (n - 1) // 2] + ordered[:, n // 2]) / 2

    least = medians(low) / medians(high_other)
    known = medians(low) / medians(low_other)
    most = medians(high) / medians(low_other)
    bottom, top = percentiles(least, confidence)[0], percentiles(most, confidence)[1]
    if top == np.inf:
        return Interval(bottom, percentiles(known, confidence)[1], True)
    return Interval(bottom, top, False)


def peak(
    samples: Sequence[tuple[Sequence[float], Sequence[bool]]],
    *,
    confidence: float = 0.95,
    resamples: int = _RESAMPLES,
    seed: int = 0,
    draws: int | None = None,
) -> Peak:
    """The highest median among cells, each given as (values, censored), and its uncertainty.

    draws: runs in a resample of a cell (None: as many as it has). With many runs in each cell,
    draws of 20 show the distribution of the highest of all medians of 20, here or in another sweep.

    The interval is that of the height of the highest cell, whichever cell that is. As the largest
    of many noisy medians, it lies above the true height more often than below. Raises RuntimeError
    as :func:`median_interval` does, and if there is no cell.
    """
    rng = _generator(confidence, resamples, seed)
    if not samples:
        raise RuntimeError("peak: no cells")
    bounds = [_bounds(values, censored) for values, censored in samples]
    medians = np.array([[_middle(low), _middle(high)] for low, high in bounds])
    height = medians[:, 0].max()

    lows = np.empty((len(bounds), resamples))
    tallest = np.full(resamples, -np.inf)
    for i, bound in enumerate(bounds):
        lows[i], high = _resampled(bound, resamples, rng, draws)
        np.maximum(tallest, high, out=tallest)
    heights = lows.max(axis=0)
    highest = lows == heights
    return Peak(
        height=float(height),
        censored=bool((medians[:, 0] != medians[:, 1]).any()),
        cells=tuple(int(i) for i in np.flatnonzero(medians[:, 0] == height)),
        interval=_percentiles(heights, tallest, confidence),
        shares=(highest / highest.sum(axis=0)).mean(axis=1),
        heights=heights,
    )


def _bounds(values: Sequence[float], censored: Sequence[bool]) -> tuple[Floats, Floats]:
    """Lower and upper bounds of the values, each sorted."""
    low, high = _paired(values, censored)
    return np.sort(low), np.sort(high)


def _paired(values: Sequence[float], censored: Sequence[bool]) -> tuple[Floats, Floats]:
    """Lower and upper bounds of the values, in their order."""
    low = np.array(values, dtype=np.float64)
    flags = np.array(censored, dtype=np.bool_)
    if low.ndim != 1 or low.shape != flags.shape or not low.size:
        raise RuntimeError(f"median: {low.size} values with {flags.size} flags")
    if not (np.isfinite(low) | (flags & (low == np.inf))).all():
        raise RuntimeError("median: a value that is not censored is not a finite number")
    return low, np.where(flags, np.inf, low)


def _middle(ordered: Floats) -> float:
    n = len(ordered)
    return float((ordered[(n - 1) // 2] + ordered[n // 2]) / 2)


def _generator(confidence: float, resamples: int, seed: int) -> np.random.Generator:
    if not 0 < confidence < 1:
        raise RuntimeError(f"confidence must be between 0 and 1, got {confidence}")
    if resamples < 1:
        raise RuntimeError(f"resamples must be at least 1, got {resamples}")
    return np.random.default_rng(seed)


def _resampled(
    bounds: tuple[Floats, Floats],
    resamples: int,
    rng: np.random.Generator,
    draws: int | None = None,
) -> tuple[Floats, Floats]:
    """Medians of resamples of ``draws`` runs, by lower and by upper bounds."""
    n = len(bounds[0])
    m = draws or n
    k = (m + 1) // 2
    place = rng.beta(k, m + 1 - k, resamples)
    first = second = np.minimum((n * place).astype(np.int64), n - 1)
    if m % 2 == 0:
        # The next of the sorted draws is the smallest of the m - k draws above the k-th.
        place = place + (1 - place) * rng.beta(1, m - k, resamples)
        second = np.minimum((n * place).astype(np.int64), n - 1)
    low, high = bounds
    return (low[first] + low[second]) / 2, (high[first] + high[second]) / 2


def _percentiles(low: Floats, high: Floats, confidence: float) -> Interval:
    bottom, top = percentiles(low, confidence)
    return Interval(bottom, top, top != percentiles(high, confidence)[1])
