"""A board of Picross as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.picross.puzzle import Picross


def board(puzzle: Picross) -> dict[str, Any]:
    """The clues as (length, colour) each, and what is given: a number a cell, empty for nothing."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "rowClues": puzzle.row_clues,
        "columnClues": puzzle.column_clues,
        "colours": puzzle.colours,
        "given": list(puzzle.given),
    }


def answer(puzzle: Picross, solution: bytes) -> list[int]:
    """The colours, 0 for blank, row by row."""
    return list(solution)
