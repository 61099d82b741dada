"""Measures that describe a board of Nurikabe."""

from cpstudy.puzzles.nurikabe.puzzle import Nurikabe


def measures(puzzle: Nurikabe, solution: bytes) -> dict[str, float]:
    """Clues a hundred cells; shares of ones, land, border clues; mean and largest island."""
    clues = [puzzle.clues[cell] for cell in puzzle.clue_cells]
    cells = len(puzzle.clues)
    at_edge = sum(
        row in (0, puzzle.rows - 1) or column in (0, puzzle.columns - 1)
        for row, column in (divmod(cell, puzzle.columns) for cell in puzzle.clue_cells)
    )
    return {
        "clues a hundred cells": 100 * len(clues) / cells,
        "share of ones": clues.count(1) / max(len(clues), 1),
        "mean island": sum(clues) / max(len(clues), 1),
        "largest island": max(clues, default=0),
        "share of land": sum(clues) / cells,
        "share at the border": at_edge / max(len(clues), 1),
    }
