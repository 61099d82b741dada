"""The cells where solutions differ are those of brute force."""

import random

import pytest

from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from tests.puzzles.nurikabe.instances import random_board, truth


def test_regions_are_the_cells_that_differ():
    rng = random.Random(3)
    met = {"none": 0, "one": 0, "some": 0}
    for _ in range(40):
        puzzle = random_board(rng, (3, 4))
        expected = truth(puzzle)
        if not expected:
            with pytest.raises(ValueError, match="no solution"):
                EXPLAINER.ambiguity(puzzle)
            met["none"] += 1
            continue
        found = EXPLAINER.ambiguity(puzzle)
        differing = {
            divmod(cell, 4) for cell in range(12) if len({other[cell] for other in expected}) == 2
        }
        assert found.unknown == ()
        assert found.solution in expected
        assert {cell for region in found.regions for cell in region.cells} == differing
        for region in found.regions:
            assert region.alternative in expected
            changed = {
                divmod(cell, 4)
                for cell in range(12)
                if region.alternative[cell] != found.solution[cell]
            }
            assert set(region.changed) == changed
            assert changed.intersection(region.cells)
        met["some" if differing else "one"] += 1
    assert min(met.values()) > 3, met
