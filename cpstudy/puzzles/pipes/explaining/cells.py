"""Tiles by number and by (row, column): explanations of all kinds speak of cells."""

from __future__ import annotations

from collections.abc import Iterable

from cpstudy.core.explaining import Cell
from cpstudy.puzzles.pipes.puzzle import Pipes


def cells(puzzle: Pipes, tiles: Iterable[int]) -> tuple[Cell, ...]:
    """The cells of tiles, in the same order."""
    columns = puzzle.columns
    return tuple([(tile // columns, tile % columns) for tile in tiles])


def tile_at(puzzle: Pipes, cell: Cell) -> int:
    """The number of the tile in a cell."""
    row, column = cell
    return row * puzzle.columns + column
