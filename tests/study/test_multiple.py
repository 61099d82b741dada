"""Corrections for several tests: published examples that distinguish them from each other."""

import pytest

from cpstudy.study.multiple import benjamini_hochberg, holm


def test_holm_steps_down_and_never_falls():
    """Holm multiplies the least value by the number of tests, the next by one less; Bonferroni all
    by the number. A value is at least that of a smaller p: 0.06 twice, not 0.06 and 0.04."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_example_of_benjamini_and_hochberg():
    """Their table of 15 p-values: four are rejected at 5 %, and three by Bonferroni and Holm."""
    ps = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459,
        0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
    ]  # fmt: skip
    assert sum(p < 0.05 for p in benjamini_hochberg(ps)) == 4
    assert sum(p < 0.05 for p in holm(ps)) == sum(len(ps) * p < 0.05 for p in ps) == 3
    assert benjamini_hochberg(ps)[3] == pytest.approx(0.0095 * 15 / 4)
