"""Boards as numbers for the terminal, as tiles for SVG and PNG, and data for the page.

Tiles at their goal have another colour.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cpstudy.core import drawing as graphics
from cpstudy.core.palette import GRID, INK, LIT, PAPER
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State

_INSET = 0.05


def text_picture(puzzle: SlidingTiles, states: Sequence[State] = ()) -> TextPicture:
    """The states side by side, or the start if there are none."""
    width, columns = len(str(len(puzzle.tiles) - 1)), puzzle.columns
    boards = []
    for state in states or (puzzle.tiles,):
        spans = []
        for tile, wanted in zip(state, puzzle.goal, strict=True):
            style = "green" if tile == wanted else ""
            spans.append(Span(f"{tile or '·':>{width}} ", style if tile else "dim"))
        boards.append([spans[i : i + columns] for i in range(0, len(spans), columns)])
    return side_by_side(boards)


def drawing(puzzle: SlidingTiles, states: Sequence[State] = ()) -> graphics.Drawing:
    """The states side by side, or the start if there are none."""
    shapes = partial(_shapes, puzzle)
    return graphics.row_of_boards(states or (puzzle.tiles,), puzzle.columns, puzzle.rows, shapes)


def _shapes(puzzle: SlidingTiles, state: State, left: float) -> list[graphics.Shape]:
    frame = graphics.box(left, 0, width=puzzle.columns, height=puzzle.rows)
    shapes: list[graphics.Shape] = [graphics.Polygon(frame, GRID, INK)]
    for cell, tile in enumerate(state):
        row, column = divmod(cell, puzzle.columns)
        if tile:
            fill = LIT if tile == puzzle.goal[cell] else PAPER
            shapes.append(graphics.Polygon(graphics.box(left + column, row, _INSET), fill, INK))
            shapes.append(graphics.Label(left + column + 0.5, row + 0.5, str(tile), INK, 0.45))
    return shapes


def board(puzzle: SlidingTiles) -> dict[str, Any]:
    """Sizes, the tiles by cell at the start, and at the goal."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "tiles": list(puzzle.tiles),
        "goal": list(puzzle.goal),
    }


def state(puzzle: SlidingTiles, state: State) -> str:
    """The tiles by cell: ``1,2,3,0``."""
    return ",".join(map(str, state))
