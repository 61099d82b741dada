"""A level of Bloxorz as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.bloxorz.puzzle import Bloxorz, State


def board(puzzle: Bloxorz) -> dict[str, Any]:
    """Sizes, the tile codes row by row, the switch lines as (name, action, targets), and the names
    of the bridges in the order in which states tell of them.
    """
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "tiles": list(puzzle.tiles),
        "switches": [[name, action, list(targets)] for name, action, targets in puzzle.switches],
        "bridges": list(puzzle.groups),
    }


def state(puzzle: Bloxorz, state: State) -> str:
    """The two cells under the block, numbered row by row, and a digit a bridge: ``3,4,01``."""
    cells = (puzzle.cell(number) for number in state[:2])
    there = "".join(str(state.bridges >> place & 1) for place in range(len(puzzle.groups)))
    return ",".join([*(str(row * puzzle.columns + column) for row, column in cells), there])
