"""A board of sliding blocks as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.rush_hour.puzzle import WALL, RushHour, State


def board(puzzle: RushHour) -> dict[str, Any]:
    """Sizes; the blocks in the order of search, and which runs of them are interchangeable
    (first, one past the last); walls as cells, row by row; where A goes.
    """
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "bothWays": puzzle.both_ways,
        "blocks": [block._asdict() for block in puzzle.blocks],
        "alike": [list(run) for run in puzzle.classes] if puzzle.both_ways else [],
        "walls": [cell for cell, what in enumerate(puzzle.cells) if what == WALL],
        "goal": list(puzzle.goal or ()),
    }


def state(puzzle: RushHour, places: State) -> str:
    """The first cells of the blocks, interchangeable blocks in order: ``0,7,12``."""
    return ",".join(map(str, puzzle.canonical(places)))
