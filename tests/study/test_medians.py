"""Medians under censoring against brute force; bootstrap intervals against resampling by hand."""

import itertools
import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.study.medians import Interval, median, median_interval, peak, ratio_of_medians

runs = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=6)


@given(st.lists(st.integers(0, 10**9), min_size=1))
def test_without_censoring_it_is_the_median(values):
    assert median(values, [False] * len(values)) == (statistics.median(values), False)


@given(runs)
def test_it_is_exact_just_when_every_completion_has_the_same_median(sample):
    values, censored = zip(*sample, strict=True)
    height, bounded = median(values, censored)
    completions = itertools.product(
        *((value, value + 1, 100) if stopped else (value,) for value, stopped in sample)
    )
    medians = {statistics.median(completion) for completion in completions}
    assert min(medians) == height
    assert bounded is (len(medians) > 1)


@pytest.mark.parametrize(
    ("values", "censored", "wanted"),
    [
        ([1, 2, 9], [0, 0, 1], (2, False)),  # stopped above the middle: exact
        ([1, 9, 9], [0, 1, 1], (9, True)),  # the middle one was stopped
        ([1, 2, 9, 9], [0, 0, 1, 1], (5.5, True)),  # one of the two middle ones was stopped
        ([1, 2, 3, 9], [0, 0, 0, 1], (2.5, False)),
        ([1, 20, 30], [1, 0, 0], (20, True)),  # stopped early by the clock: may be the largest
        ([5, 5, 5], [0, 1, 0], (5, False)),
        ([10, 10, 5], [0, 1, 0], (10, False)),  # solved exactly at the budget
        ([7], [1], (7, True)),
    ],
)
def test_censoring(values, censored, wanted):
    assert median(values, [bool(flag) for flag in censored]) == wanted


@pytest.mark.parametrize(
    ("values", "censored"), [([], []), ([1], []), ([1, 2], [True]), ([math.nan], [False])]
)
def test_bad_samples(values, censored):
    with pytest.raises(RuntimeError, match="median: "):
        median(values, censored)


def test_bad_settings():
    for bad in ({"confidence": 1.0}, {"confidence": 0.0}, {"resamples": 0}):
        with pytest.raises(RuntimeError, match="must be"):
            median_interval([1], [False], **bad)
    with pytest.raises(RuntimeError, match="no cells"):
        peak([])


def by_hand(values, rng, resamples):
    """Return the medians of samples drawn with replacement, the long way."""
    drawn = np.sort(rng.choice(values, (resamples, len(values))), axis=1)
    n = len(values)
    return (drawn[:, (n - 1) // 2] + drawn[:, n // 2]) / 2


@pytest.mark.parametrize("n", [1, 2, 5, 8, 20, 21])
def test_bootstrap_medians_are_distributed_as_those_of_resamples(n):
    from cpstudy.study.medians import _bounds, _resampled

    rng = np.random.default_rng(n)
    values = np.arange(n, dtype=float) ** 2
    short, _ = _resampled(_bounds(values, [False] * n), 40_000, rng)
    long = by_hand(values, rng, 40_000)
    places = np.unique(np.concatenate([short, long]))
    difference = (short[:, None] <= places).mean(axis=0) - (long[:, None] <= places).mean(axis=0)
    assert np.abs(difference).max() < 0.015  # Kolmogorov–Smirnov at about one in ten thousand


@given(runs, st.integers(0, 3))
def test_an_interval_is_made_of_medians_of_the_sample(sample, seed):
    values, censored = zip(*sample, strict=True)
    interval = median_interval(values, censored, resamples=200, seed=seed)
    assert min(values) <= interval.low <= interval.high <= max(values)
    assert interval == median_interval(values, censored, resamples=200, seed=seed)
    if not any(censored):
        assert not interval.censored
    if all(censored):
        assert interval.censored


def test_an_interval_covers_the_true_median():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(300):
        sample = rng.exponential(1.0, 20)
        interval = median_interval(sample, [False] * 20)
        hits += interval.low <= math.log(2) <= interval.high
    assert hits >= 0.91 * 300


def test_an_interval_that_reaches_the_budget_says_at_least():
    values = [*range(11), *[1000] * 9]
    censored = [value == 1000 for value in values]
    interval = median_interval(values, censored)
    assert median(values, censored) == (9.5, False)
    assert interval.low < 9.5
    assert (interval.high, interval.censored) == (1000, True)


def test_the_peak_of_clearly_different_cells():
    cells = [(range(10, 20), [False] * 10), (range(100, 120), [False] * 20)]
    found = peak(cells)
    assert (found.height, found.censored, found.cells) == (109.5, False, (1,))
    assert found.shares.tolist() == [0, 1]
    assert found.interval.low < 109.5 < found.interval.high
    assert not found.interval.censored


def test_equal_cells_share_the_peak():
    cells = [([5.0] * 4, [False] * 4)] * 4 + [([1.0], [False])]
    found = peak(cells)
    assert found.cells == (0, 1, 2, 3)
    assert found.shares.tolist() == [0.25, 0.25, 0.25, 0.25, 0]
    assert found.interval == Interval(5, 5, False)


def test_a_censored_median_makes_the_peak_a_lower_bound():
    exact, stopped = ([50, 60, 70], [False] * 3), ([40, 40, 40], [True] * 3)
    assert peak([exact]).censored is False
    found = peak([exact, stopped])
    assert (found.height, found.censored, found.cells) == (60, True, (0,))
    assert found.interval.censored


@given(st.lists(runs, min_size=1, max_size=5))
def test_shares_sum_to_one_and_the_peak_is_the_largest_median(samples):
    cells = [tuple(zip(*sample, strict=True)) for sample in samples]
    found = peak(cells, resamples=100, seed=2)
    assert found.height == max(median(*cell)[0] for cell in cells)
    assert all(median(*cells[i])[0] == found.height for i in found.cells)
    assert found.censored is any(median(*cell)[1] for cell in cells)
    assert math.isclose(found.shares.sum(), 1)
    again = peak(cells, resamples=100, seed=2)
    assert (again.interval, again.shares.tolist()) == (found.interval, found.shares.tolist())


def test_the_ratio_of_a_median_to_itself_is_one():
    sample = [float(value) for value in range(1, 21)], [False] * 20
    assert ratio_of_medians(sample, sample) == Interval(1.0, 1.0, False)


def test_pairs_that_differ_by_a_factor_have_it_as_their_ratio():
    values = [3.0, 100.0, 7.0, 20.0, 5.0, 60.0]
    double = [2 * value for value in values]
    flags = [False] * 6
    assert ratio_of_medians((double, flags), (values, flags)) == Interval(2.0, 2.0, False)
    # Without the pairs, the same values give a wider interval.
    shuffled = ratio_of_medians((double[::-1], flags), (values, flags))
    assert shuffled.low < 2 < shuffled.high


def test_ratios_hold_the_true_one_as_often_as_they_claim():
    random = np.random.default_rng(3)
    held = 0
    for seed in range(200):
        common = random.normal(size=60)
        one, other = (np.exp(common + random.normal(size=60)) for _ in range(2))
        flags = [False] * 60
        interval = ratio_of_medians((3 * one, flags), (other, flags), seed=seed, resamples=400)
        held += interval.low <= 3 <= interval.high
    assert held >= 180


def test_runs_that_were_stopped_widen_a_ratio():
    values = [float(value) for value in range(1, 21)]
    known = values, [False] * 20
    stopped = values, [value > 11 for value in values]
    below, above = ratio_of_medians(known, stopped), ratio_of_medians(stopped, known)
    assert below.low == 0  # in some resamples most of the other's runs are stopped
    assert above.censored
    assert above.low > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (([1.0], [False]), ([1.0, 2.0], [False, False])),
        (([1.0], [False]), ([0.0], [False])),
    ],
)
def test_ratios_of_what_cannot_be_divided(one, other):
    with pytest.raises(RuntimeError, match="ratio"):
        ratio_of_medians(one, other)


# Squares, of which the largest were stopped, and values to divide them by; an even number of each.
SQUARES = [float(value**2) for value in range(1, 23)], [False] * 20 + [True] * 2
OTHERS = [float(digit) for digit in "3141592653589793238462"], [False] * 22


@pytest.mark.parametrize(
    ("settings", "ends", "ratio"),
    [
        ({}, (49.0, 240.5), (12.142857142857142, 70.16666666666667)),
        ({"seed": 0}, (49.0, 240.5), (12.142857142857142, 70.16666666666667)),
        ({"seed": 1}, (49.0, 256.0), (12.25, 70.16666666666667)),
        ({"confidence": 0.8}, (72.5, 200.0), (17.666666666666668, 51.4)),
        ({"resamples": 7}, (72.5, 196.0), (18.0, 45.625)),
        ({"resamples": 1}, (110.5, 110.5), (30.416666666666668, 30.416666666666668)),
    ],
)
def test_known_intervals(settings, ends, ratio):
    """Published numbers stay the same; the ends of intervals are medians that occurred."""
    assert median_interval(*SQUARES, **settings) == Interval(*ends, False)
    result = ratio_of_medians(SQUARES, OTHERS, **settings)
    assert (result.low, result.high) == pytest.approx(ratio)
    assert not result.censored


def test_ends_of_few_resamples_are_medians_that_came_up():
    stopped = SQUARES[0][:7], [False] * 4 + [True] * 3
    by = OTHERS[0][:7], [False] * 7
    assert median_interval(*stopped, resamples=7) == Interval(9, 25, True)
    assert ratio_of_medians(stopped, by) == Interval(pytest.approx(4 / 3), 18, True)
    assert ratio_of_medians(stopped, by, resamples=7) == Interval(pytest.approx(4 / 3), 12.5, True)
    assert ratio_of_medians(by, stopped) == Interval(0, 0.75, False)
    half = ratio_of_medians(stopped, by, confidence=0.5)
    assert half == Interval(3.0, pytest.approx(25 / 3), True)


def test_a_bound_is_a_number():
    with pytest.raises(RuntimeError, match="not a finite number"):
        median([math.nan], [True])


THREE_CELLS = [SQUARES, ([40.0, 2.0, 90.0, 300.0], [False] * 4), ([132.5] * 5, [True] * 5)]


@pytest.mark.parametrize(
    ("settings", "heights", "shares"),
    [
        ({}, [134.5, 132.5, 151.0, 132.5], [0.25, 0.25, 0.5]),
        ({"seed": 1}, [132.5, 182.5, 300.0, 132.5], [0.375, 0.25, 0.375]),
        ({"draws": 3}, [132.5, 132.5, 300.0, 132.5], [0, 0.25, 0.75]),
        ({"draws": 4}, [194.0, 132.5, 151.0, 132.5], [0.25, 0.25, 0.5]),
    ],
)
def test_a_known_peak(settings, heights, shares):
    found = peak(THREE_CELLS, resamples=4, **settings)
    assert (found.height, found.censored, found.cells) == (132.5, True, (0, 2))
    assert found.heights.tolist() == heights
    assert found.shares.tolist() == shares
    assert found.interval == Interval(min(heights), max(heights), True)


def test_draws_of_one_run_are_the_runs():
    """The median of one drawn run is that run: the peak is as likely as high runs are."""
    found = peak([([1.0, 2.0, 3.0, 4.0], [False] * 4)], draws=1)
    assert set(found.heights.tolist()) == {1.0, 2.0, 3.0, 4.0}
    assert found.interval == Interval(1, 4, False)


def test_whole_numbers_beyond_machine_words():
    assert median([2**70, 2**71, 2**70], [False] * 3) == (2.0**70, False)
