"""Wilson score intervals, against the equation that they solve and at the ends; means."""

from math import isclose, sqrt
from random import Random
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.study.intervals import mean_interval, percentiles, ratio_interval, share_interval

counts = st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts, st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_its_ends_are_the_shares_that_are_just_not_rejected(sample, confidence):
    hits, trials = sample
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    low, high = share_interval(hits, trials, confidence)
    assert 0 <= low <= hits / trials <= high <= 1
    for end in (low, high):
        if 1e-9 < end < 1 - 1e-9:
            deviation = abs(hits / trials - end) / sqrt(end * (1 - end) / trials)
            assert isclose(deviation, z, rel_tol=1e-6)


def test_a_known_interval():
    low, high = share_interval(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert share_interval(0, 10)[0] == 0
    assert share_interval(10, 10)[1] == 1


@pytest.mark.parametrize("bad", [(1, 0), (-1, 3), (4, 3), (1, 3, 1.0), (1, 3, 0.0)])
def test_bad_samples(bad):
    with pytest.raises(RuntimeError, match="no interval"):
        share_interval(*bad)


@pytest.mark.parametrize(
    ("values", "low", "high"),
    # For two values t is tan(0.95 π/2) = 12.706; for five it is 2.7764, as in tables.
    [([1.0, 3.0], 2 - 12.7062, 2 + 12.7062), ([1, 2, 3, 4, 5], 3 - 1.96324, 3 + 1.96324)],
)
def test_an_interval_of_a_mean(values, low, high):
    assert mean_interval(values) == pytest.approx((low, high), rel=1e-4)


def test_intervals_of_means_hold_as_often_as_they_claim():
    random = Random(7)
    hits = 0
    for _ in range(2000):
        low, high = mean_interval([random.gauss(5, 2) for _ in range(4)])
        hits += low <= 5 <= high
    assert 0.935 < hits / 2000 < 0.965


def test_ratios_turned_over_turn_their_interval_over():
    ratios = [0.5, 2.0, 3.0, 0.1]
    low, high = ratio_interval(ratios)
    assert ratio_interval([1 / ratio for ratio in ratios]) == pytest.approx((1 / high, 1 / low))


def test_less_confidence_is_a_shorter_interval():
    # For two values t is tan(confidence · π/2), which is 1 for one half.
    assert mean_interval([1.0, 3.0], 0.5) == pytest.approx((1.0, 3.0), rel=1e-4)
    assert ratio_interval([1.0, 4.0], 0.5) == pytest.approx((1.0, 4.0), rel=1e-4)


@pytest.mark.parametrize("bad", [([1.0], 0.95), ([1.0, 2.0], 1.0), ([1.0, 2.0], 0.0), ([], 0.95)])
def test_bad_values(bad):
    with pytest.raises(RuntimeError, match="no interval"):
        mean_interval(*bad)


def test_percentiles_are_of_the_middle():
    values = np.arange(1001.0)
    assert percentiles(values) == (25.0, 975.0)
    assert percentiles(values, 0.5) == (250.0, 750.0)
