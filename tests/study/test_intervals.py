"""Wilson score intervals against the equation they solve, and at the ends."""

from math import isclose, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.study.intervals import share_interval

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
    with pytest.raises(ValueError, match="no interval"):
        share_interval(*bad)
