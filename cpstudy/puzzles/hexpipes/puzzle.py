"""Pipes on hexagons (hexapipes): the geometry of the board. tilings/rules.py has the rules.

Sides are numbered anticlockwise from the right: E, NE, NW, W, SW, SE, with the bits 1, 2, 4, 8, 16,
32. A turn by 60° anticlockwise adds one to a side. Rows are those of hexagons with a corner on top;
odd rows lie half a cell further to the right. Both conventions are those of hexapipes.

If a board wraps, the last cell of a row has the first to its right. Below the last row lies the
first one, moved to the right by half a cell if the number of rows is odd and by a whole cell if it
is even: then cell (row, column) is also (row + rows, column + 1), for rows counted as above, as in
hexapipes. Short sides are read literally: with one column a cell has itself to its left and right.

Text form: ``WxH[w][g]:`` and two octal digits a tile: W, SW, SE in the first, E, NE, NW in the
second, as 1, 2, 4 in both, so opposite sides are the same digit at the other place: ``11`` is
straight from left to right, ``00`` a hole. It has no characters that are special in a shell or an
address.

Source: Hexapipes (bits, rows, wrapping).
"""

from typing import ClassVar

from cpstudy.puzzles.tilings.rules import Tiling, rotations

# By side: rows down, and columns to the right from even rows; from odd rows one column more if the
# row changes.
_STEPS = ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))


class HexPipes(Tiling):
    """One board; see :class:`Tiling`. tiles: 0…63. Raises InputError if a value is invalid."""

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
        """The cell beyond a side, and its side that is the same edge; None at a border."""
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
