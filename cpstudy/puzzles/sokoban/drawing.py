"""Levels as characters for the terminal, as shapes for SVG and PNG, and as data for the page.

In characters, each square has two columns, its XSB character and a blank (walls fill both), so that
squares look square. The colour only repeats the information of the character.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from cpstudy.core import drawing as graphics
from cpstudy.core.palette import CHANGED, GRID, INK, PAPER, PIPE, SHADE, WALL
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.sokoban.puzzle import Position, Sokoban

_SPANS = {
    "#": Span("██", "dim"),
    "-": Span("  "),
    ".": Span("· ", "red"),
    "$": Span("□ ", "yellow"),
    "*": Span("■ ", "bold green"),
    "@": Span("@ ", "bold"),
    "+": Span("+ ", "bold"),
}


def text_picture(puzzle: Sokoban, states: Sequence[Position] = ()) -> TextPicture:
    """The positions side by side (the start if there are none)."""
    levels = [puzzle.lines(position) for position in states or [puzzle.start]]
    return side_by_side([[[_SPANS[s] for s in line] for line in lines] for lines in levels])


def drawing(puzzle: Sokoban, states: Sequence[Position] = ()) -> graphics.Drawing:
    """The positions side by side; boxes on goals have another colour."""
    shapes = partial(_shapes, puzzle)
    return graphics.row_of_boards(states or [puzzle.start], puzzle.columns, puzzle.rows, shapes)


def printed(puzzle: Sokoban) -> graphics.Drawing:
    """The start for printing without colours: grey walls, goals as rings, boxes with crosses."""
    shapes: list[graphics.Shape] = []
    floor = set(puzzle.floor)
    for row, line in enumerate(puzzle.lines(puzzle.start)):
        for column, symbol in enumerate(line):
            x, y, middle = column, row, (column + 0.5, row + 0.5)
            if symbol == "#":
                shapes.append(graphics.Polygon(graphics.box(x, y), GRID, GRID))
            elif symbol != "-" or row * puzzle.columns + column in floor:
                shapes.append(graphics.Polygon(graphics.box(x, y), PAPER, GRID))
            if symbol in "$*":
                shapes.append(graphics.Polygon(graphics.box(x, y, 0.15), PAPER, INK, 0.05))
                shapes += graphics.cross(x, y, 0.15)
            if symbol in ".*+":
                outer, inner = (0.42, 0.36) if symbol == "+" else (0.22, 0.15)
                shapes += [
                    graphics.Disc(*middle, outer, INK),
                    graphics.Disc(*middle, inner, PAPER),
                ]
            if symbol in "@+":
                shapes.append(graphics.Disc(*middle, 0.3, INK))
    return graphics.Drawing(puzzle.columns, puzzle.rows, tuple(shapes))


def _shapes(puzzle: Sokoban, position: Position, left: float) -> list[graphics.Shape]:
    shapes: list[graphics.Shape] = []
    floor = set(puzzle.floor)
    for row, line in enumerate(puzzle.lines(position)):
        for column, symbol in enumerate(line):
            x, y = left + column, float(row)
            square = row * puzzle.columns + column
            if symbol == "#":
                shapes.append(graphics.Polygon(graphics.box(x, y), WALL))
                continue
            if square in floor or symbol != "-":
                shapes.append(graphics.Polygon(graphics.box(x, y), PAPER, GRID))
            if symbol in ".+*":
                shapes.append(graphics.Polygon(graphics.box(x, y, 0.3), SHADE, CHANGED))
            if symbol in "$*":
                colour = PIPE if symbol == "*" else CHANGED
                shapes.append(graphics.Polygon(graphics.box(x, y, 0.15), colour, INK))
                shapes += graphics.cross(x, y, 0.15, width=0.04)
            if symbol in "@+":
                shapes.append(graphics.Disc(x + 0.5, y + 0.5, 0.3, INK))
    return shapes


def board(puzzle: Sokoban) -> dict[str, Any]:
    """Sizes, the codes of the squares row by row, and the floor squares, as JSON."""
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "cells": list(puzzle.cells),
        "floor": list(puzzle.floor),
    }


def state(puzzle: Sokoban, position: Position) -> str:
    """The player's square, then the boxes' squares in order, ``7,8,15``."""
    return ",".join(map(str, (position.player, *sorted(position.boxes))))
