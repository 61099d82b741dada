"""Test the plain search against recorded placements and against calibrated ranges of medians.

The recorded numbers come from the plain search; a compiled one must have exactly the same.
"""

from __future__ import annotations

from functools import partial
from statistics import fmean, median

import numpy as np
import pytest

from cpstudy.core.result import Budget, Solvable
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from tests.puzzles.edge_matching.reference.backtracking import solve

SEED = 2016


# Name: ((inner, outer), placements of all 20 puzzles, their median), for first solutions at 5×5.
RECORDED = {
    "dfs": ((4, 3), 45_794, 1_541.5),
    "highest-connectivity": ((4, 3), 64_783, 1_796.5),
    "lowest-connectivity": ((23, 1), 38_258, 1_522.0),
    "snopf": ((5, 2), 591_450, 14_727.5),
    "snopf-filtered": ((5, 2), 135_651, 4_983.5),
    "hybrid": ((5, 2), 73_896, 1_587.0),
    "pla": ((5, 2), 17_827, 498.0),
    "matching": ((5, 2), 10_589, 309.5),
}


# These take tens of thousands of placements or more; the tests of the compiled searches make fewer.
LONG = ("snopf", "snopf-filtered", "matching", "pla", "highest-connectivity")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in LONG else n for n in RECORDED]
)
def test_recorded_placements(name):
    (inner, outer), total, middle = RECORDED[name]
    function = partial(solve, method=name)
    spent = []
    for puzzle, _ in puzzles(5, 5, inner, outer, 20, SEED):
        result = function(puzzle, Request(Budget(), 1))
        assert result.solvable is Solvable.YES
        assert puzzle.violation(result.solutions[0]) == ""
        spent.append(result.counters["placements"])
    assert (sum(spent), median(spent)) == (total, middle)


# Published solver: its highest cells, and the calibrated 95 % range of the largest of all medians
# of 20 puzzles. The maximum over these cells is only a lower bound for that over the map.
CALIBRATED = {
    "dfs": (((4, 3), (3, 4), (2, 5), (24, 1), (23, 1), (22, 1)), 2_346, 8_579),
    "highest-connectivity": (((4, 3), (3, 4), (2, 4), (2, 5), (3, 5)), 3_104, 11_233),
    "lowest-connectivity": (((24, 1), (23, 1), (22, 1), (4, 3)), 1_938, 4_285),
    "snopf": (((4, 2), (5, 2), (5, 1), (4, 3)), 3_668, 18_647),
    "snopf-filtered": (((4, 2), (5, 2), (6, 2), (4, 3)), 1_246, 4_546),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CALIBRATED)
def test_the_largest_median_lies_in_the_calibrated_range(name):
    cells, least, most = CALIBRATED[name]
    function = partial(solve, method=name)
    spent = {
        cell: [
            function(puzzle, Request(Budget(iterations=100_000), 1)).counters["placements"]
            for puzzle, _ in puzzles(5, 5, *cell, 200, SEED)
        ]
        for cell in cells
    }
    rng = np.random.default_rng(1)
    largest = [
        max(float(np.median(rng.choice(values, 20))) for values in spent.values())
        for _ in range(500)
    ]
    assert least < fmean(largest) < most, {cell: median(v) for cell, v in spent.items()}
