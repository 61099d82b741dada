"""Boards as pictures: characters for the terminal, black and white cells for SVG and PNG.

Clues are numbers, sea is ``#`` or black, islands are dots or white. Without a solution, only the
clues are shown. If there are several solutions, cells that differ from the first are marked.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cpstudy.core import drawing as graphics
from cpstudy.core.palette import CHANGED, GRID, INK, PAPER
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, SEA, Nurikabe

_OPEN = 2  # an unknown cell
_CHARACTERS = ".#·"  # island, sea, open


def text_picture(puzzle: Nurikabe, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side; a ``*`` marks cells that differ from the first."""
    shown = solutions or (bytes([_OPEN]) * len(puzzle.clues),)
    boards = [_lines(puzzle, solution, shown[0]) for solution in shown]
    return side_by_side(boards)


def _lines(puzzle: Nurikabe, solution: bytes, first: bytes) -> list[list[Span]]:
    width = max(1, *(len(_clue(clue)) for clue in puzzle.clues))
    lines = []
    for start in range(0, len(puzzle.clues), puzzle.columns):
        line = []
        for cell in range(start, start + puzzle.columns):
            differs = solution[cell] != first[cell]
            text = _clue(puzzle.clues[cell]) or _CHARACTERS[solution[cell]]
            style = "bold red" if differs else "bold" if puzzle.clues[cell] else ""
            line.append(Span(text.rjust(width), style or ("dim" if text == "·" else "")))
            line.append(Span("*" if differs else " ", style))
        lines.append(line)
    return lines


def _clue(clue: int) -> str:
    return {NO_CLUE: "", ANY_SIZE: "?"}.get(clue, str(clue))


def drawing(puzzle: Nurikabe, solutions: Sequence[bytes] = ()) -> graphics.Drawing:
    """The solutions side by side; a dot marks cells that differ from the first."""
    shown = solutions or (bytes([_OPEN]) * len(puzzle.clues),)
    shapes = partial(_shapes, puzzle, shown[0])
    return graphics.row_of_boards(shown, puzzle.columns, puzzle.rows, shapes)


def _shapes(puzzle: Nurikabe, first: bytes, solution: bytes, left: float) -> list[graphics.Shape]:
    shapes: list[graphics.Shape] = []
    for cell, clue in enumerate(puzzle.clues):
        row, column = divmod(cell, puzzle.columns)
        x, y = left + column, float(row)
        shapes.append(
            graphics.Polygon(
                graphics.box(x, y),
                INK if solution[cell] == SEA else PAPER,
                GRID,
            )
        )
        if clue:
            text = _clue(clue)
            shapes.append(
                graphics.Label(x + 0.5, y + 0.5, text, INK, 0.6 if len(text) < 3 else 0.4)
            )
        if solution[cell] != first[cell]:
            shapes.append(graphics.Disc(x + 0.5, y + 0.5, 0.12, CHANGED))
    return shapes


def board(puzzle: Nurikabe) -> dict[str, Any]:
    """The clues as JSON, a number a cell: 0 for no clue, -1 for an island of any size."""
    return {"rows": puzzle.rows, "columns": puzzle.columns, "clues": list(puzzle.clues)}
