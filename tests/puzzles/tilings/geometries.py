"""Tilings for tests: squares, as in Pipes, and triangles, with their own numbering of sides."""

from __future__ import annotations

from typing import ClassVar

from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.pipes.puzzle import SIDE_NAMES, Pipes
from cpstudy.puzzles.tilings.rules import Tiling, rotations


class Squares(Tiling):
    """The boards of Pipes, without barriers."""

    kind: ClassVar[str] = "squares"
    side_names: ClassVar[tuple[str, ...]] = SIDE_NAMES
    orientations: ClassVar[tuple[tuple[int, ...], ...]] = rotations(4)
    spelled: ClassVar[tuple[str, ...]] = tuple("0123456789abcdef")
    turn: ClassVar[int] = 2

    def across(self, cell: int, side: int) -> tuple[int, int] | None:
        row, column = divmod(cell, self.columns)
        row, column = row + (0, -1, 0, 1)[side], column + (1, 0, -1, 0)[side]
        if not self.wrap and not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return row % self.rows * self.columns + column % self.columns, side ^ 2

    def as_pipes(self) -> Pipes:
        """The same board as Pipes."""
        return Pipes(self.rows, self.columns, self.tiles, self.wrap, self.free)


class Triangles(Tiling):
    """Triangles in rows, pointing up where row + column is even.

    Both triangles at an edge have the same number for it.
    """

    kind: ClassVar[str] = "triangles"
    side_names: ClassVar[tuple[str, ...]] = ("right", "left", "flat")
    orientations: ClassVar[tuple[tuple[int, ...], ...]] = rotations(3)
    spelled: ClassVar[tuple[str, ...]] = tuple("01234567")
    turn: ClassVar[int] = 0

    def across(self, cell: int, side: int) -> tuple[int, int] | None:
        row, column = divmod(cell, self.columns)
        up = (row + column) % 2 == 0
        if side == 2:
            row += 1 if up else -1
        else:  # the right side of a triangle that points up is the left side of its neighbour
            column += 1 if (side == 0) is up else -1
            # The neighbour is rotated by a half turn, so both have the same number for the edge.
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return row * self.columns + column, side


KINDS: dict[str, type[Tiling]] = {"squares": Squares, "hexagons": HexPipes, "triangles": Triangles}
