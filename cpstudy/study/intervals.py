"""Confidence intervals of measured shares, means and ratios, and of resampled values.

Wilson's interval is implemented here: ``verify`` prints it, and importing SciPy's takes longer than
verifying a puzzle. The others use SciPy, imported when needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import NormalDist, mean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def share_interval(hits: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of a share (Wilson1927): sensible also at 0 and at ``trials``.

    Raises RuntimeError unless 0 <= hits <= trials, trials >= 1 and 0 < confidence < 1.
    """
    if not (0 <= hits <= trials and trials >= 1 and 0 < confidence < 1):
        raise RuntimeError(f"no interval for {hits} of {trials} at confidence {confidence}")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = hits / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # At 0 and 1 rounding would put the share just outside.
    low = 0.0 if hits == 0 else (centre - spread) / scale
    high = 1.0 if hits == trials else (centre + spread) / scale
    return low, high


def mean_interval(values: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """Student's interval of the mean of independent values (Student1908).

    Raises RuntimeError for fewer than two values, and unless 0 < confidence < 1.
    """
    if len(values) < 2 or not 0 < confidence < 1:
        raise RuntimeError(f"no interval for {len(values)} values at confidence {confidence}")
    from scipy.special import stdtrit

    centre = mean(values)
    student = float(stdtrit(len(values) - 1, 0.5 + confidence / 2))
    spread = student * stdev(values) / sqrt(len(values))
    return centre - spread, centre + spread


def percentiles(values: npt.NDArray[np.float64], confidence: float = 0.95) -> tuple[float, float]:
    """The middle of resampled values: both ends are among the values, never interpolated."""
    import numpy as np

    tail = (1 - confidence) / 2
    low = np.quantile(values, tail, method="lower")
    high = np.quantile(values, 1 - tail, method="higher")
    return float(low), float(high)


def ratio_interval(ratios: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """The interval of a geometric mean, from that of the mean of logarithms.

    Raises RuntimeError as :func:`mean_interval`, and ValueError for a ratio that is not positive.
    """
    low, high = mean_interval([log(ratio) for ratio in ratios], confidence)
    return exp(low), exp(high)
