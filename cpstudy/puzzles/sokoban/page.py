"""A level of Sokoban as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.sokoban.puzzle import Position, Sokoban


def board(puzzle: Sokoban) -> dict[str, Any]:
    """Sizes, the codes of the squares row by row, and the squares that are floor."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "cells": list(puzzle.cells),
        "floor": list(puzzle.floor),
    }


def state(puzzle: Sokoban, position: Position) -> str:
    """The player's square and the boxes' squares in order, ``7,8,15``."""
    return ",".join(map(str, (position.player, *sorted(position.boxes))))
