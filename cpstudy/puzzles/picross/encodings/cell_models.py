"""Models whose watched variables are the cells: what the rows on solvers have in common.

Boards of one colour have one Boolean a cell, "it is coloured"; others one for each colour and
blank, exactly one of them true. All pictures of a puzzle have equally many coloured cells, since
the clues of the rows say how many.
"""

from dataclasses import dataclass

import numpy as np

from cpstudy.encode.sessions import Values
from cpstudy.puzzles.picross.puzzle import FREE, Picross


@dataclass(frozen=True)
class Cells:
    """The variables of the cells, from 1 on, cell by cell, and what is given of them."""

    puzzle: Picross

    @property
    def each(self) -> int:
        """Variables a cell."""
        return 1 if self.puzzle.colours == 1 else self.puzzle.colours + 1

    @property
    def number(self) -> int:
        """Variables of all cells."""
        return self.each * self.puzzle.rows * self.puzzle.columns

    def given(self, cell: int) -> int | None:
        """The colour of a given cell."""
        value = self.puzzle.given[cell] if self.puzzle.given else FREE
        return None if value == FREE else value - 1

    def variable(self, cell: int, colour: int) -> int:
        """The literal that a cell is of a colour."""
        if self.each > 1:
            return 1 + cell * self.each + colour
        return 1 + cell if colour else -1 - cell

    def literal(self, cell: int, colour: int) -> int | bool:
        """The same; True or False where the cell is given."""
        given = self.given(cell)
        return self.variable(cell, colour) if given is None else given == colour

    def picture(self, values: Values) -> bytes:
        """The solution of a model."""
        colours = values if self.each == 1 else values.reshape(-1, self.each).argmax(axis=1)
        return bytes(colours.astype(np.uint8))
