"""Sliding tiles as the page reads them."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State


def board(puzzle: SlidingTiles) -> dict[str, Any]:
    """Sizes, the tiles by cell and where they are to be."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "tiles": list(puzzle.tiles),
        "goal": list(puzzle.goal),
    }


def state(puzzle: SlidingTiles, state: State) -> str:
    """The tiles by cell: ``1,2,3,0``."""
    return ",".join(map(str, state))
