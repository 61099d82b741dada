"""Confidence intervals of measured shares, of means and of ratios."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from statistics import NormalDist, mean, stdev

import numpy as np

# Points of the grid on which Student's distribution is summed.
_POINTS = 100_001


def share_interval(hits: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a share (Wilson1927): sensible also at 0 and at ``trials``.

    Raises ValueError unless 0 <= hits <= trials, trials >= 1 and 0 < confidence < 1.
    """
    if not (0 <= hits <= trials and trials >= 1 and 0 < confidence < 1):
        raise ValueError(f"no interval for {hits} of {trials} at confidence {confidence}")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = hits / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # At 0 and 1 rounding would leave the share just outside.
    low = 0.0 if hits == 0 else (centre - spread) / scale
    high = 1.0 if hits == trials else (centre + spread) / scale
    return low, high


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """Student's interval of the mean of independent values (Student1908).

    Raises ValueError for fewer than two values, and unless 0 < confidence < 1.
    """
    if len(values) < 2 or not 0 < confidence < 1:
        raise ValueError(f"no interval for {len(values)} values at confidence {confidence}")
    centre = mean(values)
    spread = _student(len(values) - 1, confidence) * stdev(values) / sqrt(len(values))
    return centre - spread, centre + spread


def ratio_interval(ratios: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """The interval of a geometric mean: that of the mean of logarithms.

    Raises ValueError as :func:`mean_interval`, and for a ratio that is not positive.
    """
    low, high = mean_interval([log(ratio) for ratio in ratios], confidence)
    return exp(low), exp(high)


def _student(freedom: int, confidence: float) -> float:
    """The quantile of Student's distribution that has half of the rest above it.

    With t = √ν · tan θ the density is cos^(ν-1) θ, smooth on a finite range, so sums are enough.
    """
    angles = np.linspace(0.0, pi / 2, _POINTS)
    densities = np.cos(angles) ** (freedom - 1)
    summed = np.concatenate([[0.0], np.cumsum((densities[1:] + densities[:-1]) / 2)])
    angle = float(np.interp(confidence * summed[-1], summed, angles))
    return sqrt(freedom) * float(np.tan(angle))
