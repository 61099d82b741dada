"""Conflicts of numbers: no board satisfies them, and brute force solves every smaller part."""

import random
from dataclasses import replace

import pytest

from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from tests.puzzles.nurikabe.instances import random_board, truth


def with_numbers(puzzle: Nurikabe, cells: set[int]) -> Nurikabe:
    """The puzzle with ``?`` in place of the clues outside these cells."""
    clues = (
        clue if cell in cells or not clue else ANY_SIZE for cell, clue in enumerate(puzzle.clues)
    )
    return replace(puzzle, clues=tuple(clues))


def test_conflicts_are_minimal():
    rng = random.Random(12)
    met = {"solvable": 0, "numbers": 0, "places": 0}
    for _ in range(60):
        puzzle = random_board(rng, (3, 4))
        numbered = [cell for cell in puzzle.clue_cells if puzzle.clues[cell] != ANY_SIZE]
        if numbered:
            clues = list(puzzle.clues)
            clues[rng.choice(numbered)] += 1
            puzzle = replace(puzzle, clues=tuple(clues))
        if truth(puzzle):
            met["solvable"] += 1
            with pytest.raises(ValueError, match="there is a solution"):
                EXPLAINER.conflict(puzzle)
            continue
        found = EXPLAINER.conflict(puzzle)
        cells = {row * 4 + column for ((row, column),) in found.clues}
        if not found.proved:
            met["places"] += 1
            assert not truth(with_numbers(puzzle, set()))
            assert cells == set(puzzle.clue_cells)
            continue
        met["numbers"] += 1
        assert not truth(with_numbers(puzzle, cells))
        for cell in cells:
            assert truth(with_numbers(puzzle, cells - {cell}))
    assert min(met.values()) > 2, met
