"""A board on a tiling as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.tilings.rules import Tiling


def board(puzzle: Tiling) -> dict[str, Any]:
    """Sizes, the number of sides, variants, and tiles as numbers, row by row."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "sides": puzzle.sides,
        "wrap": puzzle.wrap,
        "free": puzzle.free,
        "tiles": list(puzzle.tiles),
    }


def answer(puzzle: Tiling, solution: bytes) -> list[int]:
    """The open sides, a number a tile."""
    return list(solution)
