"""Statistics for the question of connectivity, on data with a known answer."""

import numpy as np
import pytest

from cpstudy.reproducing.connectivity import explained, rank_correlation


def test_rank_correlation():
    x = np.array([3.0, 1.0, 2.0, 5.0])
    assert rank_correlation(x, np.exp(x)) == pytest.approx(1)
    assert rank_correlation(x, -(x**3)) == pytest.approx(-1)
    assert rank_correlation(x, np.ones(4)) == 0.0
    # Two pairs tied: ranks 1.5, 1.5, 3.5, 3.5 against 1, 2, 3, 4.
    tied = rank_correlation(np.array([1.0, 1.0, 2.0, 2.0]), np.array([1.0, 2.0, 3.0, 4.0]))
    assert tied == pytest.approx(4 / 20**0.5)


def test_what_groups_explain():
    by = np.arange(100.0)
    assert explained(by, np.repeat([1.0, 5.0, 2.0, 9.0], 25), 4) == pytest.approx(1)
    assert explained(by, np.ones(100), 4) == 0.0
    noise = np.random.default_rng(1).normal(size=4000)
    assert explained(np.arange(4000.0), noise, 4) < 0.01
    assert explained(by, by, 2) == pytest.approx(0.75, abs=0.01)
