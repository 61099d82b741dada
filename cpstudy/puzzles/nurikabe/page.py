"""A board of Nurikabe as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.nurikabe.puzzle import Nurikabe


def board(puzzle: Nurikabe) -> dict[str, Any]:
    """The clues, a number a cell: 0 for none, -1 for an island of any size."""
    return {"rows": puzzle.rows, "columns": puzzle.columns, "clues": list(puzzle.clues)}


def answer(puzzle: Nurikabe, solution: bytes) -> list[int]:
    """1 for sea, 0 for land, row by row."""
    return list(solution)
