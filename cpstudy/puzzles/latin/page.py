"""A board of Sudoku, jigsaw or KenKen as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.latin.drawing import blocks
from cpstudy.puzzles.latin.rules import Latin


def board(puzzle: Latin) -> dict[str, Any]:
    """Clues (0: none), what bold lines part, diagonals or not, and cages.

    blocks: a number from 1 a cell, 0 for no block; of boxes, regions or cages. Targets are text, as
    they may be larger than a number of the page can be.
    """
    return {
        "rows": puzzle.order,
        "columns": puzzle.order,
        "clues": list(puzzle.clues),
        "blocks": blocks(puzzle),
        "diagonals": bool(getattr(puzzle, "diagonals", False)),
        "cages": [
            {
                "cells": list(cage.cells),
                "target": str(cage.target),
                "operations": "".join(cage.operations),
                "operation": cage.operation if len(cage.cells) > 1 else "",
            }
            for cage in puzzle.cages
        ],
    }


def answer(puzzle: Latin, solution: bytes) -> list[int]:
    """The values, row by row."""
    return list(solution)
