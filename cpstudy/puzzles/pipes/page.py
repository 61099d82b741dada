"""A board of Pipes as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.pipes.puzzle import Pipes


def board(puzzle: Pipes) -> dict[str, Any]:
    """Sizes, variants, tiles and barriers (empty: none) as numbers, row by row."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "wrap": puzzle.wrap,
        "free": puzzle.free,
        "tiles": list(puzzle.tiles),
        "barriers": list(puzzle.barriers),
    }


def answer(puzzle: Pipes, solution: bytes) -> list[int]:
    """The open sides, a number a tile."""
    return list(solution)
