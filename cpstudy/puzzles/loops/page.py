"""A puzzle of one loop as the page reads it."""

from __future__ import annotations

from typing import Any

from cpstudy.puzzles.loops.rules import Loops


def board(puzzle: Loops) -> dict[str, Any]:
    """The clues, a number a cell."""
    return {"rows": puzzle.rows, "columns": puzzle.columns, "clues": list(puzzle.clues)}


def answer(puzzle: Loops, solution: bytes) -> list[int]:
    """1 for each edge on the loop, 0 for the others, in the order of lattice.py."""
    return list(solution)
