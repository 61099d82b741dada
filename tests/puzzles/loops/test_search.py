"""The search of loops takes any subset of the clues as assumptions."""

import random

import pytest

from cpstudy.core.result import Stop
from cpstudy.puzzles.loops.search import Selection
from tests.puzzles.loops.instances import KINDS, random_board, truth


@pytest.mark.parametrize("name", KINDS)
def test_any_set_of_clues_can_be_asked_for(name):
    """One engine agrees with brute force on one subset of the clues after another."""
    rng = random.Random(8)
    met = set()
    for _ in range(10):
        puzzle = random_board(rng, name)
        selection = Selection(puzzle)
        for _ in range(4):
            cells = [cell for cell in puzzle.clue_cells if rng.random() < 0.7]
            clues = (c if cell in cells else puzzle.no_clue for cell, c in enumerate(puzzle.clues))
            expected = truth(puzzle.with_clues(tuple(clues)))
            found = selection.solution(cells, 1000)
            assert found in expected if expected else found is Stop.DONE
            if not expected:
                assert selection.conflicting(cells, 1000) <= set(cells)
            met.add(bool(expected))
    assert met == {True, False}
