"""A board of Sudoku, jigsaw or KenKen as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.latin.drawing import blocks
from cpstudy.puzzles.latin.rules import Latin


def board(puzzle: Latin) -> dict[str, Any]:
    """Clues (0: none), blocks, whether there are diagonals, and cages.

    blocks: boxes, regions or cages, a number from 1 a cell, 0 for no block. Targets are text, as
    they may be larger than the page's numbers.
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
