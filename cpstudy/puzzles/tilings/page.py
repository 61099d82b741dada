"""Boards as the page reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpstudy.puzzles.tilings.rules import Tiling

if TYPE_CHECKING:
    from cpstudy.puzzles.pipes.puzzle import Pipes


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


def squares(puzzle: Pipes) -> dict[str, Any]:
    """The same of squares, with barriers (empty: none) as numbers."""
    fields = board(puzzle)
    del fields["sides"]
    return fields | {"barriers": list(puzzle.barriers)}
