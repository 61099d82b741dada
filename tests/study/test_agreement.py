"""The rules of comparison against textbook values, brute force and simulated tables."""

import json
from math import comb

import numpy as np
import pytest

from cpstudy.study.agreement import (
    chi_square_p,
    compared,
    exact_cell,
    fisher_p,
    mean_cell,
    normal_p,
    rank_cell,
    share_cell,
)


@pytest.mark.parametrize(
    ("square", "degrees", "p"),
    # From printed tables of the distribution.
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (18.307, 10, 0.05), (24.996, 15, 0.05),
     (6.635, 1, 0.01), (29.588, 10, 0.001), (0, 4, 1.0)],
)  # fmt: skip
def test_chi_square_is_that_of_the_tables(square, degrees, p):
    assert chi_square_p(square, degrees) == pytest.approx(p, rel=2e-3)


def test_one_degree_is_the_normal_test():
    for z in (0.1, 1.0, 1.96, 3.5):
        assert chi_square_p(z * z, 1) == pytest.approx(normal_p(z))


def test_fisher_is_the_sum_over_all_tables():
    for trials, others in ((3, 4), (10, 7), (20, 20)):
        for hits in range(trials + 1):
            for other_hits in range(others + 1):
                total = hits + other_hits
                ways = [
                    comb(trials, k) * comb(others, total - k)
                    for k in range(max(0, total - others), min(trials, total) + 1)
                ]
                seen = comb(trials, hits) * comb(others, other_hits)
                p = sum(way for way in ways if way <= seen) / comb(trials + others, total)
                assert fisher_p(hits, trials, other_hits, others) == pytest.approx(p)


def test_tea():
    """Fisher's own example: 3 of 4 cups told right, twice."""
    assert fisher_p(3, 4, 1, 4) == pytest.approx(0.4857, abs=1e-4)


def test_true_tables_are_rejected_as_often_as_the_level_says():
    rng = np.random.default_rng(1)
    rejected = 0
    for _ in range(400):
        shares = rng.uniform(0, 1, 8) ** 2
        ours, published = (rng.binomial(300, shares) for _ in range(2))
        cells = [
            share_cell("", int(a), 300, int(b), 300) for a, b in zip(ours, published, strict=True)
        ]
        rejected += compared(cells).verdict == "rejected"
    assert 2 <= rejected <= 32  # 5 % of 400 are 20; Fisher's test is careful


def test_a_wrong_cell_is_found():
    cells = [share_cell("", 50, 100, 50, 100)] * 9
    assert compared(cells).verdict == "not rejected"
    assert compared([*cells, share_cell("", 90, 100, 10, 100)]).verdict == "rejected"
    assert compared([*cells, share_cell("", 0, 1000, 20, 1000)]).verdict == "rejected"
    assert compared([*cells, exact_cell("", 1, 2)]).verdict == "rejected"


def test_sparse_cells_are_fishers():
    cell = share_cell("", 0, 5000, 4, 5000)
    assert cell.z is None and cell.p == pytest.approx(0.125, abs=0.001)


def test_means_and_constants():
    assert mean_cell("", 10.0, 1.0, 100, 10.0, 100).p == 1.0
    assert mean_cell("", 10.5, 1.0, 100, 10.0, 100).p == pytest.approx(0.000407, rel=1e-2)
    assert mean_cell("", 4.0, 0.0, 9, 4.0, 9).equal is True
    assert mean_cell("", 4.0, 0.0, 9, 4.01, 9).equal is False
    with pytest.raises(ValueError, match="mean of nothing"):
        mean_cell("", 1.0, 1.0, 0, 1.0, 1)


def test_extremes_lie_among_resampled_ones():
    resampled = [float(value) for value in range(1000)]
    assert rank_cell("", 500.0, resampled, 20, 200).p == pytest.approx(1.0, abs=0.01)
    assert rank_cell("", 10.0, resampled, 20, 200).p == pytest.approx(0.022, abs=0.001)
    assert rank_cell("", 2000.0, resampled, 20, 200).p == pytest.approx(2 / 1001)
    # A limit that was reached is a lower bound: only peaks below it speak against it.
    stopped = rank_cell("", 100.0, [100.0] * 10, 20, 20, 100)
    assert stopped.p == 1.0
    assert (stopped.published, stopped.ours, stopped.interval) == (
        "≥ 100",
        "≥ 100",
        "≥ 100 – ≥ 100",
    )
    assert rank_cell("", 100.0, [50.0] * 9 + [100.0], 20, 20, 100).p == pytest.approx(0.1)
    with pytest.raises(ValueError, match="no resamples"):
        rank_cell("", 1.0, [], 1, 1)


def test_exact_tables():
    assert compared([exact_cell("a", 3, 3)]).verdict == "equal"
    assert compared([exact_cell("a", 3, 3), exact_cell("b", 4, 5)]).verdict == "differs"
    assert compared([exact_cell("a", 3, 3)]).rule == "1 of 1 exact values equal"
    with pytest.raises(ValueError, match="nothing to compare"):
        compared([])


def test_unequal_values_of_numpy_differ():
    """NumPy's False is not Python's, and was taken for an equal cell."""
    told = compared([exact_cell("a", np.int64(1), np.int64(2)), exact_cell("b", 3, np.int64(3))])
    assert told.verdict == "differs"
    assert [cell.equal for cell in told.cells] == [False, True]
    json.dumps([cell.equal for cell in told.cells])
