"""Shares of unique mazes under a law of independent defects: evaluation of the rows.

If defects fell on a board independently, m on average, their number would have a Poisson
distribution: its variance is its mean, and it is zero with probability e^-m. With density d on
n × n tiles, √(-ln P) = √d · n is a straight line in n; defects that are rarer along the border
shift the line. Three properties are tested:

- the *law*: is √(-ln P) straight in n (weighted least squares, χ²)?
- the *prediction*: is the share of unique mazes e^-m, m counted on other mazes (normal test of the
  difference, both errors known)?
- the *dispersion*: variance of the number of defects over its mean, 1 for Poisson numbers.

Intervals are 95 %. Limits: changes that touch are one defect, so m counts groups; a share of 0 or 1
gives only a bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import fmean, variance

import numpy as np

from cpstudy.study.agreement import chi_square_p, normal_p
from cpstudy.study.intervals import share_interval

_Z = 1.96
# Shares with fewer hits or misses are reported but enter no fit: their errors are not normal.
FEWEST = 20


@dataclass(frozen=True)
class Share:
    """``unique`` of ``mazes`` mazes are unique. root: √(-ln P), infinite if none is."""

    size: int
    unique: int
    mazes: int

    @property
    def share(self) -> float:
        """P, the share of unique mazes."""
        return self.unique / self.mazes

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of P."""
        return share_interval(self.unique, self.mazes)

    @property
    def root(self) -> float:
        """√(-ln P)."""
        return _root(self.share)

    @property
    def root_interval(self) -> tuple[float, float]:
        """The 95 % interval of √(-ln P)."""
        low, high = self.interval
        return _root(high), _root(low)

    @property
    def error(self) -> float:
        """The standard error of √(-ln P), by the delta method; 0 if it is not defined."""
        if not 0 < self.unique < self.mazes:
            return 0.0
        p = self.share
        return sqrt(p * (1 - p) / self.mazes) / (2 * p * self.root)

    @property
    def fits(self) -> bool:
        """Whether it has enough hits and misses for a fit."""
        return FEWEST <= self.unique <= self.mazes - FEWEST


def _root(share: float) -> float:
    return sqrt(abs(log(share))) if share > 0 else float("inf")


@dataclass(frozen=True)
class Defects:
    """The numbers of defects of mazes of one size."""

    size: int
    numbers: tuple[int, ...]

    @property
    def mean(self) -> float:
        """m, the mean number of defects."""
        return fmean(self.numbers)

    @property
    def error(self) -> float:
        """The standard error of m."""
        return sqrt(variance(self.numbers) / len(self.numbers))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of m."""
        return max(0.0, self.mean - _Z * self.error), self.mean + _Z * self.error

    @property
    def dispersion(self) -> float:
        """Variance over mean; 1 if there are no defects."""
        return variance(self.numbers) / self.mean if self.mean else 1.0

    @property
    def dispersion_interval(self) -> tuple[float, float]:
        """The 95 % interval of the dispersion, for numbers that are nearly normal or Poisson."""
        spread = _Z * sqrt(2 / (len(self.numbers) - 1))
        return self.dispersion * (1 - spread), self.dispersion * (1 + spread)

    @property
    def predicted(self) -> tuple[float, float, float]:
        """e^-m with its 95 % interval."""
        low, high = self.interval
        return exp(-self.mean), exp(-high), exp(-low)


def prediction_p(share: Share, defects: Defects) -> float:
    """Return the probability that share and prediction differ this much by chance.

    1 if neither has an error because no maze was ambiguous.
    """
    predicted = defects.predicted[0]
    p = share.share if 0 < share.unique < share.mazes else predicted
    error = sqrt(p * (1 - p) / share.mazes + (predicted * defects.error) ** 2)
    return normal_p((share.share - predicted) / error) if error else 1.0


@dataclass(frozen=True)
class Line:
    """A weighted straight line through points: slope and intercept with standard errors.

    square, degrees, p: χ² of the points around it.
    """

    slope: float
    slope_error: float
    intercept: float
    square: float
    degrees: int

    @property
    def p(self) -> float:
        """The probability of points at least this far from the line."""
        return chi_square_p(self.square, self.degrees)

    def at(self, x: float) -> float:
        """Return the value of the line."""
        return self.intercept + self.slope * x


def straight_line(points: Iterable[tuple[float, float, float]]) -> Line | None:
    """Fit a line to points (x, y, standard error of y); None for fewer than three."""
    x, y, error = np.array(list(points)).reshape(-1, 3).T
    if len(x) < 3:
        return None
    (slope, intercept), spread = np.polyfit(x, y, 1, w=1 / error, cov="unscaled")
    square = float((((y - intercept - slope * x) / error) ** 2).sum())
    return Line(float(slope), sqrt(spread[0, 0]), float(intercept), square, len(x) - 2)
