"""Pipes on hexagons (hexapipes): the geometry of the board; the rules are tilings/rules.py's.

Sides are numbered anticlockwise from the right: E, NE, NW, W, SW, SE, of bits 1, 2, 4, 8, 16, 32.
Turning by 60° anticlockwise adds one to a side. Rows are those of hexagons with a corner on top;
those of odd number lie half a cell further to the right. Both is the convention of hexapipes.

Where a board wraps, the last cell of a row has the first to its right, and below the last row lies
the first one, moved to the right by half a cell where the number of rows is odd and by a whole one
where it is even: cell (row, column) is also (row + rows, column + 1), for rows counted as above,
where the number of rows is even; hexapipes has it so. Short sides are read literally: with one
column a cell has itself to its left and right.

Text form: ``WxH[w][g]:`` and two octal digits a tile: W, SW, SE in the first, E, NE, NW in the
second, as 1, 2, 4 in both, so opposite sides are the same digit at the other place: ``11`` is
straight from left to right, ``00`` a hole. Nothing in it means anything to a shell or an address.

Source: Hexapipes (bits, rows, wrapping).
"""

from typing import ClassVar

from cpstudy.puzzles.tilings.rules import Tiling, rotations

# By side: rows down, and columns to the right from rows of even number; from those of odd number
# one more where the row changes.
_STEPS = ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))


class HexPipes(Tiling):
    """One board; see :class:`Tiling`. tiles: 0…63. Raises InputError where something is off."""

    kind: ClassVar[str] = "hexpipes"
    side_names: ClassVar[tuple[str, ...]] = (
        "right",
        "up right",
        "up left",
        "left",
        "down left",
        "down right",
    )
    orientations: ClassVar[tuple[tuple[int, ...], ...]] = rotations(6)
    spelled: ClassVar[tuple[str, ...]] = tuple(f"{tile:02o}" for tile in range(64))
    turn: ClassVar[int] = 3

    def across(self, cell: int, side: int) -> tuple[int, int] | None:
        """The cell beyond a side, and the side of it that is the same edge; None at a border."""
        row, column = divmod(cell, self.columns)
        down, right = _STEPS[side]
        column += right + (row % 2 if down else 0)
        row += down
        if self.wrap:
            if row < 0:
                row, column = row + self.rows, column + 1
            elif row == self.rows:
                row, column = 0, column - (1 if self.rows % 2 == 0 else 0)
            column %= self.columns
        elif not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return row * self.columns + column, (side + 3) % 6
