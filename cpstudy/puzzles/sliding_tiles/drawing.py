"""Boards as pictures: numbers in the terminal, tiles for SVG and PNG.

A tile that is at its place looks different from the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import (
    GRID,
    INK,
    LIT,
    PAPER,
    Drawing,
    Label,
    Polygon,
    Shape,
    Span,
    TextPicture,
    box,
    side_by_side,
)
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State

_INSET = 0.05


def text_picture(puzzle: SlidingTiles, states: Sequence[State] = ()) -> TextPicture:
    """The states side by side, the start where none is given."""
    return side_by_side([_lines(puzzle, state) for state in states or (puzzle.tiles,)])


def _lines(puzzle: SlidingTiles, state: State) -> list[list[Span]]:
    width = len(str(len(state) - 1))
    lines = []
    for row in range(puzzle.rows):
        line = []
        for cell in range(row * puzzle.columns, (row + 1) * puzzle.columns):
            tile = state[cell]
            text = f"{tile:>{width}} " if tile else f"{'·':>{width}} "
            home = "green" if tile == puzzle.goal[cell] else ""
            line.append(Span(text, home if tile else "dim"))
        lines.append(line)
    return lines


def drawing(puzzle: SlidingTiles, states: Sequence[State] = ()) -> Drawing:
    """The states side by side, the start where none is given."""
    shapes: list[Shape] = []
    left = 0.0
    for state in states or (puzzle.tiles,):
        shapes.append(Polygon(box(left, 0, width=puzzle.columns, height=puzzle.rows), GRID, INK))
        for cell, tile in enumerate(state):
            row, column = divmod(cell, puzzle.columns)
            if tile:
                fill = LIT if tile == puzzle.goal[cell] else PAPER
                shapes.append(Polygon(box(left + column, row, _INSET), fill, INK))
                shapes.append(Label(left + column + 0.5, row + 0.5, str(tile), INK, 0.45))
        left += puzzle.columns + 1
    return Drawing(left - 1, puzzle.rows, tuple(shapes))
