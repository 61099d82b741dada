"""Models whose watched variables are the cells: the shared part of the encodings.

Boards of one colour have one Boolean a cell, "it is coloured"; other boards have one for each
colour and for blank, exactly one of which is true. All solutions of a puzzle have the same number
of coloured cells, because the clues of the rows determine it.
"""

from dataclasses import dataclass

import numpy as np

from cpstudy.encode.sessions import Values
from cpstudy.puzzles.picross.puzzle import FREE, Picross


@dataclass(frozen=True)
class Cells:
    """The variables of the cells, numbered from 1 cell by cell, and the given cells."""

    puzzle: Picross

    @property
    def each(self) -> int:
        """The number of variables of a cell."""
        return 1 if self.puzzle.colours == 1 else self.puzzle.colours + 1

    @property
    def number(self) -> int:
        """The number of variables of all cells."""
        return self.each * self.puzzle.rows * self.puzzle.columns

    def given(self, cell: int) -> int | None:
        """The colour of a given cell; None for other cells."""
        value = self.puzzle.given[cell] if self.puzzle.given else FREE
        return None if value == FREE else value - 1

    def variable(self, cell: int, colour: int) -> int:
        """The literal that a cell has a colour."""
        if self.each > 1:
            return 1 + cell * self.each + colour
        return 1 + cell if colour else -1 - cell

    def literal(self, cell: int, colour: int) -> int | bool:
        """Like :meth:`variable`, but True or False for a given cell."""
        given = self.given(cell)
        return self.variable(cell, colour) if given is None else given == colour

    def picture(self, values: Values) -> bytes:
        """The picture of a model."""
        colours = values if self.each == 1 else values.reshape(-1, self.each).argmax(axis=1)
        return bytes(colours.astype(np.uint8))
