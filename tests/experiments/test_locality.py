"""Pairs of defects, the binomial law and the jackknife, against values known from elsewhere."""

from math import log

import numpy as np
import pytest

from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.grid import Task
from experiments import locality
from experiments.locality import (
    Placed,
    empty_exponent,
    jackknifed,
    measure_placed,
    pairs,
    placed_study,
    same,
)
from tests.experiments.test_large_mazes import region_sizes


def test_pairs_by_distance():
    one, other = np.array([[0, 0], [0, 3], [4, 1]]), np.array([[2, 2]])
    within, between = pairs([one, other], 5)
    assert within.tolist() == [0, 0, 0, 2, 4]  # distances 3, 4 and 4, ordered
    assert between.tolist() == [0, 0, 6, 0, 0]  # 2, 2 and 2, in both directions
    assert pairs([np.zeros((0, 2), np.int64)] * 2, 3)[1].tolist() == [0, 0, 0]


def test_pairs_of_all_distances_explain_the_variance():
    """1 + (pairs within − mean²) / mean is variance over mean; pairs between estimate mean²."""
    rng = np.random.default_rng(1)
    counts = [0, 1, 2, 5]
    mazes = [rng.integers(0, 6, (n, 2)) for n in counts]
    within = sum(pairs([maze, maze], 6)[0].sum() for maze in mazes) / 2 / len(mazes)
    mean = np.mean(counts)
    assert 1 + (within - mean**2) / mean == pytest.approx(np.var(counts) / mean)


@pytest.mark.parametrize(("places", "share"), [(10, 0.3), (4, 0.05)])
def test_the_binomial_law(places, share):
    mean, dispersion = places * share, 1 - share
    assert empty_exponent(mean, dispersion) == pytest.approx(-places * log(1 - share))


def test_its_limit_and_beyond():
    assert empty_exponent(2.0, 1.0) == 2.0
    assert empty_exponent(2.0, 1.0 + 1e-6) == pytest.approx(2.0, rel=1e-5)
    # A negative binomial number with r = 3, p = 0.4 is zero with probability 0.4³.
    assert empty_exponent(3 * 0.6 / 0.4, 1 / 0.4) == pytest.approx(-3 * log(0.4))


def test_the_jackknife_of_a_mean_is_its_standard_error():
    batches = np.array([[1, 1], [4, 1], [7, 1], [8, 1]])
    value, error = jackknifed(batches, lambda sums: float(sums[0] / sums[1]))
    assert value == 5
    assert error == pytest.approx(np.std([1, 4, 7, 8], ddof=1) / 2)
    with pytest.raises(RuntimeError, match="1 batches"):
        jackknifed(batches[:1], lambda sums: float(sums[0]))


def test_equal_values_are_one_constant_and_distant_ones_are_not():
    assert same([(1.0, 0.1), (1.0, 0.2)]) == (0.0, 1, 1.0)
    square, degrees, p = same([(1.0, 0.1), (2.0, 0.1), (1.5, 0.1)])
    assert (square, degrees) == (pytest.approx(50), 2) and p < 1e-10


def test_a_batch_has_the_regions_of_its_mazes(monkeypatch):
    monkeypatch.setattr(locality, "BATCH", 12)
    cell = next(iter(placed_study(4, 1, wrap=False)))
    (found,) = measure_placed(Task(cell, (0,)))
    solutions = [board("depth-first", 4, 4, locality.SEED, i)[0] for i in range(12)]
    wanted = [len(region_sizes(Pipes(4, 4, one.tobytes()))) for one in solutions]
    assert found.counters == {"regions": sum(wanted), "undecided": 0}
    assert found.extra["numbers"] == [(n, wanted.count(n)) for n in sorted(set(wanted))]
    assert sum(found.extra["within"]) == sum(n * (n - 1) for n in wanted)
    following = [*wanted[1:], wanted[0]]
    assert sum(found.extra["between"]) == sum(a * b for a, b in zip(wanted, following, strict=True))


def test_what_rows_say_together():
    placed = Placed(
        2,
        np.array([[2, 1, 1], [0, 4, 0], [1, 2, 1]]),
        np.array([[0, 2], [0, 0], [0, 2]]),
        np.array([[0, 1], [0, 2], [0, 1]]),
        0,
    )
    assert (placed.mazes, placed.mean) == (12, pytest.approx(11 / 12))
    assert placed.density[0] == pytest.approx(100 * 11 / 12 / 4)
    assert placed.correlation(1)[0] == 1.0
    assert placed.correlation(1)[2] == pytest.approx(1.0)
    assert placed.explained(1)[0] == pytest.approx(1.0)
