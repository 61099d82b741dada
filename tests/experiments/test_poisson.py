"""The law of independent defects: numbers that follow it, and numbers that do not."""

from math import exp, inf, sqrt

import numpy as np
import pytest

from experiments.poisson import Defects, Share, prediction_p, straight_line


def test_a_share_and_its_root():
    share = Share(10, 368, 1000)
    assert share.root == pytest.approx(1, abs=0.01)
    low, high = share.root_interval
    assert low < share.root < high
    # The delta-method error and half the interval are nearly the same.
    assert 1.96 * share.error == pytest.approx((high - low) / 2, rel=0.02)
    assert Share(5, 1000, 1000).root == 0
    assert Share(5, 0, 1000).root == inf
    assert Share(5, 0, 1000).root_interval[0] < inf
    assert [Share(5, hits, 100).fits for hits in (19, 20, 80, 81)] == [False, True, True, False]


def test_independent_defects_are_predicted_and_others_are_not():
    random = np.random.default_rng(3)
    poisson = Defects(20, tuple(random.poisson(2.0, 4000).tolist()))
    low, high = poisson.dispersion_interval
    assert low < 1 < high
    low, high = poisson.interval
    assert low < 2 < high
    predicted, low, high = poisson.predicted
    assert low < predicted < high
    unique = random.binomial(4000, exp(-2.0))
    assert prediction_p(Share(20, int(unique), 4000), poisson) > 0.01
    # The same mean, but few zeros and few large numbers: the prediction fails, and the dispersion
    # shows why.
    even = Defects(20, tuple(random.binomial(4, 0.5, 4000).tolist()))
    assert even.dispersion_interval[1] < 1
    shares = Share(20, int(random.binomial(4000, 0.5**4)), 4000)
    assert prediction_p(shares, even) < 1e-6
    assert prediction_p(Share(5, 9, 9), Defects(5, (0, 0, 0))) == 1


def test_a_straight_line_is_found_with_its_errors():
    random = np.random.default_rng(5)
    xs = np.arange(5, 31)
    errors = 0.01 + 0.02 * random.random(len(xs))
    slopes, squares = [], []
    for _ in range(300):
        ys = 0.09 * xs - 0.3 + errors * random.standard_normal(len(xs))
        line = straight_line(zip(xs.tolist(), ys.tolist(), errors.tolist(), strict=True))
        slopes.append(line.slope)
        squares.append(line.square)
    assert np.mean(slopes) == pytest.approx(0.09, abs=1e-4)
    assert np.std(slopes) == pytest.approx(line.slope_error, rel=0.15)
    assert np.mean(squares) == pytest.approx(line.degrees, abs=4 * sqrt(2 * 24 / 300))
    bent = straight_line((x, x * x / 100, 0.01) for x in (5.0, 10.0, 15.0, 20.0))
    assert bent.p < 1e-6
    assert line.p > 1e-6
    assert straight_line([(1, 1, 1), (2, 2, 1)]) is None
