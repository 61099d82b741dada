"""Test the readable reference itself against brute force."""

import random

from tests.puzzles.pipes.counting.reference import reference
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, safe_states


def test_the_reference_agrees_with_brute_force():
    rng = random.Random(8)
    for _ in range(300):
        puzzle = random_board(rng, 3)
        assert reference(puzzle, not puzzle.free) == len(all_solutions(puzzle)), puzzle.encode()
        assert reference(puzzle, False) == sum(1 for _ in safe_states(puzzle)), puzzle.encode()
