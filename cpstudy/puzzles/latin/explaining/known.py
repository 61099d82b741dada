"""What is known after some steps, as a drawing: values, and the values left as pencil marks.

A value takes itself from all cells that share a unit with its cell: that is the rule of the game
and no step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from cpstudy.core.drawing import INK, Drawing, Label, Shape, outlines
from cpstudy.core.explaining import Step, lit
from cpstudy.puzzles.latin.deduction.knowledge import peers_of
from cpstudy.puzzles.latin.drawing import board
from cpstudy.puzzles.latin.rules import Latin

# Room for marks in a cell: all of it, or what the target of a cage leaves.
_ALL, _BELOW_TARGETS = 0.06, 0.3


def known(puzzle: Latin, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; cells of the last ``latest`` lit, their reasons outlined."""
    values, left = _after(puzzle, steps)
    about, because = lit(steps, latest)
    shapes = board(puzzle, values, shaded={row * puzzle.order + column for row, column in about})
    shapes += outlines(because)
    for cell, marks in enumerate(left):
        if not values[cell]:
            shapes += _marks(puzzle, cell, marks)
    return Drawing(puzzle.order, puzzle.order, tuple(shapes))


def _after(puzzle: Latin, steps: Sequence[Step]) -> tuple[bytes, list[set[int]]]:
    """The value of each cell, 0 where it is not known, and the values left to it."""
    order, peers = puzzle.order, peers_of(puzzle.units)
    values = bytearray(order**2)
    left = [set(range(1, order + 1)) for _ in values]

    def place(cell: int, value: int) -> None:
        values[cell] = value
        for peer in peers[cell]:
            left[peer].discard(value)

    for cell, clue in enumerate(puzzle.clues):
        if clue:
            place(cell, clue)
    for step in steps:
        if "value" in step.change:
            (row, column), *_ = step.cells
            place(row * order + column, step.change["value"])
        for row, column, removed in step.change.get("removed", ()):
            left[row * order + column] -= set(removed)
    return bytes(values), left


def _marks(puzzle: Latin, cell: int, values: set[int]) -> list[Shape]:
    """Small numbers, each in the place of its value."""
    across = ceil(puzzle.order**0.5)
    down = ceil(puzzle.order / across)
    top = _BELOW_TARGETS if puzzle.cages else _ALL
    wide, high = (1 - 2 * _ALL) / across, (1 - top - _ALL) / down
    row, column = divmod(cell, puzzle.order)
    marks: list[Shape] = []
    for value in sorted(values):
        y, x = divmod(value - 1, across)
        place = (column + _ALL + (x + 0.5) * wide, row + top + (y + 0.5) * high)
        marks.append(Label(*place, str(value), INK, 0.8 * min(wide, high)))
    return marks
