"""Test the compiled searches on ten cells of 5×5, 200 puzzles each: the recorded placements and
medians of the reference search are met exactly."""

import pytest

from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.search.batches import first_solutions
from cpstudy.puzzles.edge_matching.search.control import SPENT
from cpstudy.study.medians import median, median_interval
from tests.golden.make_medians import CELLS, LIMIT, PUZZLES, SEED, SOLVERS
from tests.published import table


@pytest.mark.parametrize("name", SOLVERS)
def test_medians_of_200_puzzles(name):
    rows = {
        (int(row["inner"]), int(row["outer"])): row
        for row in table("edge_matching_medians")
        if row["solver"] == name
    }
    assert set(rows) == set(CELLS)
    for cell, row in rows.items():
        pieces, _ = batch(5, 5, *cell, PUZZLES, SEED)
        found = first_solutions(name, pieces, 5, 5, LIMIT)
        efforts = [one.placements for one in found]
        censored = [one.status == SPENT for one in found]
        assert sum(efforts) == int(row["placements"])
        assert sum(censored) == int(row["censored"])
        assert median(efforts, censored) == (float(row["median"]), False)
        interval = median_interval(efforts, censored, confidence=0.99)
        assert (interval.low, interval.high) == (float(row["low"]), float(row["high"]))
