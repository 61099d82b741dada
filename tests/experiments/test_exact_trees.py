"""Exact expectations over trees: two ways of counting pairs, and numbers known from elsewhere."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from cpstudy.puzzles.pipes.counting.frontier import counts
from cpstudy.puzzles.pipes.puzzle import Pipes
from experiments.exact_trees import (
    exact,
    mean_solutions,
    spanning_trees,
    trees_and_pairs,
    uniform_tree,
)
from tests.experiments.test_large_mazes import region_sizes


@pytest.mark.parametrize(
    ("size", "crosses"),
    [(2, True), (3, True), (3, False), pytest.param(4, False, marks=pytest.mark.slow)],
)
def test_listing_and_the_frontier_of_pairs_agree(size, crosses):
    assert exact(size, crosses).solutions == mean_solutions(size, crosses)


def test_trees_are_as_many_as_published():
    """The numbers are those of OEIS A007341."""
    assert [trees_and_pairs(size, True)[0] for size in (1, 2, 3, 4, 5)][1:] == [
        4, 192, 100352, 557568000,
    ]  # fmt: skip
    assert len({tree.tobytes() for tree in spanning_trees(3)}) == 192


def test_defects_are_those_that_a_search_finds():
    trees = spanning_trees(3)
    many = counts(trees, 3, 3)
    assert Fraction(sum(many), len(trees)) == exact(3, True).solutions
    defects = sum(len(region_sizes(Pipes(3, 3, tree.tobytes()))) for tree in trees)
    assert Fraction(defects, len(trees)) == exact(3, True).defects == Fraction(1, 96)


def test_drawn_trees_are_all_alike():
    drawn = Counter(uniform_tree(3, 1, index).tobytes() for index in range(1920))
    assert set(drawn) <= {tree.tobytes() for tree in spanning_trees(3)}
    square = sum((drawn[tree.tobytes()] - 10) ** 2 / 10 for tree in spanning_trees(3))
    assert square < 191 + 4 * np.sqrt(2 * 191)
