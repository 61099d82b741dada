"""Levels as pictures: in characters for the terminal, as shapes for SVG and PNG.

In characters a square is its XSB character twice as wide as it is alone (a blank follows, or more
wall), so that squares look square; the colour only repeats what the character says.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import (
    CHANGED,
    GRID,
    INK,
    PAPER,
    PIPE,
    SHADE,
    WALL,
    Disc,
    Drawing,
    Line,
    Polygon,
    Shape,
    Span,
    TextPicture,
    box,
    side_by_side,
)
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
    """The positions side by side (the start where there are none)."""
    pictures = [_lines(puzzle, position) for position in states or [puzzle.start]]
    return side_by_side(pictures)


def _lines(puzzle: Sokoban, position: Position) -> TextPicture:
    return tuple(tuple(_SPANS[symbol] for symbol in line) for line in puzzle.lines(position))


def drawing(puzzle: Sokoban, states: Sequence[Position] = ()) -> Drawing:
    """The positions side by side; boxes on goals are filled in another colour."""
    shapes: list[Shape] = []
    left = 0.0
    for position in states or [puzzle.start]:
        shapes += _shapes(puzzle, position, left)
        left += puzzle.columns + 1
    return Drawing(left - 1, puzzle.rows, tuple(shapes))


def printed(puzzle: Sokoban) -> Drawing:
    """The start as it is printed: walls grey, goals rings, boxes crossed; no colour is needed."""
    shapes: list[Shape] = []
    floor = set(puzzle.floor)
    for row, line in enumerate(puzzle.lines(puzzle.start)):
        for column, symbol in enumerate(line):
            x, y, middle = column, row, (column + 0.5, row + 0.5)
            if symbol == "#":
                shapes.append(Polygon(box(x, y), GRID, GRID))
            elif symbol != "-" or row * puzzle.columns + column in floor:
                shapes.append(Polygon(box(x, y), PAPER, GRID))
            if symbol in "$*":
                shapes.append(Polygon(box(x, y, 0.15), PAPER, INK, 0.05))
                shapes.append(Line(x + 0.15, y + 0.15, x + 0.85, y + 0.85, INK, 0.05))
                shapes.append(Line(x + 0.85, y + 0.15, x + 0.15, y + 0.85, INK, 0.05))
            if symbol in ".*+":
                ring = (Disc(*middle, 0.22, INK), Disc(*middle, 0.15, PAPER))
                shapes += (
                    ring
                    if symbol != "+"
                    else (Disc(*middle, 0.42, INK), Disc(*middle, 0.36, PAPER))
                )
            if symbol in "@+":
                shapes.append(Disc(*middle, 0.3, INK))
    return Drawing(puzzle.columns, puzzle.rows, tuple(shapes))


def _shapes(puzzle: Sokoban, position: Position, left: float) -> list[Shape]:
    shapes: list[Shape] = []
    floor = set(puzzle.floor)
    for row, line in enumerate(puzzle.lines(position)):
        for column, symbol in enumerate(line):
            x, y = left + column, float(row)
            square = row * puzzle.columns + column
            if symbol == "#":
                shapes.append(Polygon(box(x, y), WALL))
                continue
            if square in floor or symbol != "-":
                shapes.append(Polygon(box(x, y), PAPER, GRID))
            if symbol in ".+*":
                shapes.append(Polygon(box(x, y, 0.3), SHADE, CHANGED))
            if symbol in "$*":
                colour = PIPE if symbol == "*" else CHANGED
                shapes.append(Polygon(box(x, y, 0.15), colour, INK))
                shapes.append(Line(x + 0.15, y + 0.15, x + 0.85, y + 0.85, INK, 0.04))
                shapes.append(Line(x + 0.85, y + 0.15, x + 0.15, y + 0.85, INK, 0.04))
            if symbol in "@+":
                shapes.append(Disc(x + 0.5, y + 0.5, 0.3, INK))
    return shapes
