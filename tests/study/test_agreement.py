"""The rules of comparison, against textbook values, brute force and simulated tables."""

import json
from math import comb, sqrt

import numpy as np
import pytest

from cpstudy.study.agreement import (
    Cell,
    Comparison,
    bound_text,
    chi_square_p,
    compared,
    exact_cell,
    extreme_text,
    fisher_p,
    mean_cell,
    measured_share,
    normal_p,
    rank_cell,
    share_cell,
    unjudged,
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
    """Fisher's own example: 3 of 4 cups of each kind are identified correctly."""
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
    assert 2 <= rejected <= 32  # 5 % of 400 are 20; Fisher's test is conservative


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
    with pytest.raises(RuntimeError, match="mean of nothing"):
        mean_cell("", 1.0, 1.0, 0, 1.0, 1)


def test_extremes_lie_among_resampled_ones():
    resampled = [float(value) for value in range(1000)]
    assert rank_cell("", 500.0, resampled, 20, 200).p == pytest.approx(1.0, abs=0.01)
    assert rank_cell("", 10.0, resampled, 20, 200).p == pytest.approx(0.022, abs=0.001)
    assert rank_cell("", 2000.0, resampled, 20, 200).p == pytest.approx(2 / 1001)
    # A limit that was reached is a lower bound: only peaks below it are evidence against it.
    stopped = rank_cell("", 100.0, [100.0] * 10, 20, 20, 100)
    assert stopped.p == 1.0
    assert (stopped.published, stopped.ours, stopped.interval) == (
        "≥ 100",
        "≥ 100",
        "≥ 100 – ≥ 100",
    )
    assert rank_cell("", 100.0, [50.0] * 9 + [100.0], 20, 20, 100).p == pytest.approx(0.1)
    with pytest.raises(RuntimeError, match="no resamples"):
        rank_cell("", 1.0, [], 1, 1)


def test_exact_tables():
    assert compared([exact_cell("a", 3, 3)]).verdict == "equal"
    assert compared([exact_cell("a", 3, 3), exact_cell("b", 4, 5)]).verdict == "differs"
    assert compared([exact_cell("a", 3, 3)]).rule == "1 of 1 exact values equal"
    with pytest.raises(RuntimeError, match="nothing to compare"):
        compared([])


def test_unequal_values_of_numpy_differ():
    """NumPy's False is not Python's False, and once counted as an equal cell."""
    found = compared([exact_cell("a", np.int64(1), np.int64(2)), exact_cell("b", 3, np.int64(3))])
    assert found.verdict == "differs"
    assert [cell.equal for cell in found.cells] == [False, True]
    json.dumps([cell.equal for cell in found.cells])


def test_a_cell_says_all_that_it_was_made_of():
    z = (0.5 - 0.4) / sqrt(0.45 * 0.55 * (1 / 100 + 1 / 100))
    share = share_cell("shares", 50, 100, 40, 100)
    wanted = ("shares", "40.00%", "50.00%", "40.38% – 59.62%", 100, 100)
    assert share == Cell(*wanted, pytest.approx(normal_p(z)), pytest.approx(z))
    sparse = share_cell("sparse", 1, 9, 5, 8)
    assert (sparse.published, sparse.ours, sparse.published_n, sparse.n) == (
        "62.50%", "11.11%", 8, 9
    )  # fmt: skip
    assert (sparse.p, sparse.z) == (fisher_p(1, 9, 5, 8), None)
    mean = mean_cell("means", 10.0, 2.0, 16, 9.0, 4)
    z = 1 / (2 * sqrt(1 / 16 + 1 / 4))
    wanted = ("means", "9.00", "10.00", "9.02 – 10.98", 4, 16)
    assert mean == Cell(*wanted, pytest.approx(normal_p(z)), pytest.approx(z))
    constant = mean_cell("constants", 4.004, 0.0, 9, 4.0, 8)
    assert constant == Cell("constants", "4.00", "4.00", "4.00 – 4.00", 8, 9, equal=True)
    extreme = rank_cell("peaks", 3.0, [1.0, 2.0, 3.0, 4.0], 20, 200)
    assert extreme == Cell("peaks", "3", "3", "1 – 4", 20, 200, 1.0)
    assert exact_cell("counts", 7, 8) == Cell("counts", "8", "7", equal=False)


def test_where_the_rules_change():
    # Fisher's exact test if fewer than five are expected in a cell, otherwise the normal test.
    assert share_cell("", 10, 20, 0, 20).z is not None
    assert share_cell("", 9, 20, 0, 20).z is None
    # Printed values are rounded: half of the last digit is not a difference, up to a trillionth.
    assert mean_cell("", 4.005, 0.0, 1, 4.0, 1).equal is True
    assert mean_cell("", 4.0051, 0.0, 1, 4.0, 1).equal is False
    with pytest.raises(RuntimeError, match="mean of nothing"):
        mean_cell("", 1.0, 1.0, 1, 1.0, 0)
    for square, degrees in ((1.0, 0), (-1.0, 1)):
        with pytest.raises(RuntimeError, match="no χ²"):
            chi_square_p(square, degrees)
    assert chi_square_p(0.5, 1) == pytest.approx(0.4795, abs=1e-4)
    assert chi_square_p(2, 2) == pytest.approx(np.exp(-1))
    assert chi_square_p(2, 4) == pytest.approx(2 * np.exp(-1))


def test_an_extreme_like_all_others_is_certain():
    assert rank_cell("", 5.0, [5.0] * 9, 20, 200).p == 1.0


def test_bounds_are_told_as_such():
    resampled = [float(value) for value in range(1000, 0, -1)]
    assert extreme_text(resampled, None) == ("501", "26 – 976")
    assert extreme_text(resampled, 900) == ("501", "26 – ≥ 976")
    assert bound_text(1234.4, None) == bound_text(1234.4, 1235) == "1,234"
    assert bound_text(1234.4, 1234) == "≥ 1,234"


def test_tests_of_one_table_share_its_level():
    normal, sparse, exact = (
        share_cell("n", 50, 100, 40, 100),
        share_cell("s", 0, 5000, 4, 5000),
        exact_cell("e", 1, 1),
    )
    by_z = chi_square_p(normal.z**2, 1)
    found = compared(cell for cell in (normal, sparse, exact, sparse, exact, exact_cell("e", 1, 2)))
    assert found == Comparison(
        (normal, sparse, exact, sparse, exact, exact_cell("e", 1, 2)),
        "2 of 3 exact values equal; χ² = 2.0 on 1 cell; 2 cells alone (sparse, or peaks)",
        pytest.approx(2 * min(by_z, 2 * sparse.p)),
        "rejected",
    )
    assert compared([sparse, sparse]).p == pytest.approx(2 * sparse.p)
    assert compared([sparse] * 9).p == 1.0
    same = share_cell("", 50, 100, 50, 100)
    assert compared([same, sparse]).p == pytest.approx(2 * sparse.p)
    assert compared([same, *[sparse] * 9]).p == 1.0
    # Three tests share one level, so each has a third of it.
    assert compared([Cell("", "", "", p=0.02)] * 2).verdict == "rejected"
    assert compared([Cell("", "", "", p=0.02)] * 3).verdict == "not rejected"
    assert compared([Cell("", "", "", p=0.05)]).verdict == "not rejected"


def test_shares_without_a_verdict():
    assert measured_share("wins", "most", 81, 263) == Cell(
        "wins", "most", "30.80%", "25.53% – 36.62%", 0, 263
    )
    assert measured_share("wins", "most", 81, 263, 1, 7) == Cell(
        "wins", "most", "30.8%", "25.5% – 36.6%", 7, 263
    )
    cells = [exact_cell("a", 1, 1), exact_cell("b", 1, 2)]
    assert unjudged(iter(cells), "nothing is published") == Comparison(
        tuple(cells), "nothing is published", None, ""
    )
