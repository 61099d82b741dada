"""What is known after some steps, as a drawing: sea is black, land has a dot."""

from __future__ import annotations

from collections.abc import Sequence

from cpstudy.core.drawing import INK, LIT, Disc, Drawing, Polygon, Shape, box, outlines
from cpstudy.core.explaining import Step, lit
from cpstudy.puzzles.nurikabe.drawing import drawing
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe


def known(puzzle: Nurikabe, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; cells of the last ``latest`` lit, their reasons outlined."""
    sea = {cell: step.change["sea"] for step in steps for cell in step.cells}
    about, because = lit(steps, latest)
    empty = drawing(puzzle)
    shapes: list[Shape] = [Polygon(box(column, row), LIT) for row, column in sorted(about)]
    for row, column in sorted(cell for cell, is_sea in sea.items() if is_sea):
        inset = 0.16 if (row, column) in about else 0.0
        shapes.append(Polygon(box(column, row, inset), INK))
    for row, column in sorted(cell for cell, is_sea in sea.items() if not is_sea):
        if not puzzle.clues[row * puzzle.columns + column]:
            shapes.append(Disc(column + 0.5, row + 0.5, 0.11, INK))
    return Drawing(empty.width, empty.height, (*empty.parts, *shapes, *outlines(because)))
