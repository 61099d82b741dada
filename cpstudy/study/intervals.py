"""Confidence intervals of measured shares."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist


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
