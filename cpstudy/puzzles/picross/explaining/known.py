"""What is known after some steps, as a drawing: coloured cells, crosses where cells are blank.

Where a cell of a puzzle of several colours is not settled but has lost some, the colours left to it
are patches in it, blank a white one.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import (
    INK,
    LIT,
    PAPER,
    Drawing,
    Label,
    Polygon,
    Shape,
    box,
    outlines,
)
from cpstudy.core.explaining import Step, lit
from cpstudy.puzzles.picross.drawing import colour_of, drawing, margins
from cpstudy.puzzles.picross.puzzle import BLANK, FREE, Picross

_PATCHES = 0.8  # of a cell's width, for the colours left to it


def known(puzzle: Picross, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The picture after ``steps``; cells of the last ``latest`` lit, their reasons outlined."""
    left = _after(puzzle, steps)
    about, because = lit(steps, latest)
    whole = drawing(puzzle)
    beside, above = margins(puzzle)
    shapes: list[Shape] = []
    for cell, colours in enumerate(left):
        row, column = divmod(cell, puzzle.columns)
        x, y = beside + column, above + row
        if (row, column) in about:
            shapes.append(Polygon(box(x, y), LIT))
        if len(colours) == 1:
            inset = 0.16 if (row, column) in about else 0.02
            (colour,) = colours
            shapes += _settled(colour, x, y, inset)
        elif len(colours) <= puzzle.colours:
            shapes += _patches(colours, x, y)
    shapes += outlines(because, beside, above)
    return Drawing(whole.width, whole.height, (*whole.parts, *shapes))


def _after(puzzle: Picross, steps: Sequence[Step]) -> list[set[int]]:
    """The colours left to each cell."""
    left = [set(range(puzzle.colours + 1)) for _ in range(puzzle.rows * puzzle.columns)]
    for cell, value in enumerate(puzzle.given):
        if value != FREE:
            left[cell] = {value - 1}
    for step in steps:
        for row, column, colour in step.change["removed"]:
            left[row * puzzle.columns + column].discard(colour)
    return left


def _settled(colour: int, x: float, y: float, inset: float) -> list[Shape]:
    if colour != BLANK:
        return [Polygon(box(x, y, inset), colour_of(colour))]
    return [Label(x + 0.5, y + 0.5, "×", INK)]


def _patches(colours: set[int], x: float, y: float) -> list[Shape]:
    side = _PATCHES / (len(colours) or 1)
    shapes: list[Shape] = []
    for place, colour in enumerate(sorted(colours)):
        corner = (x + (1 - _PATCHES) / 2 + place * side, y + 0.5 - side / 2)
        fill = PAPER if colour == BLANK else colour_of(colour)
        shapes.append(Polygon(box(*corner, 0.02, side, side), fill, INK))
    return shapes
