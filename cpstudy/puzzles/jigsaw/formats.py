"""File formats of jigsaw beside the text form: grids and collections of them (latin/grids.py).

The first block of a grid has the values, ``-`` for none; the second the regions, any word a label.
"""

from __future__ import annotations

from cpstudy.core.errors import InputError
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin import grids
from cpstudy.puzzles.latin.game_ids import numbered


def of_rows(rows: list[grids.Row]) -> Jigsaw:
    """The puzzle of a grid. Raises LineError."""
    order, (values, regions) = grids.blocks_of(rows, 2)
    labels = numbered(word for _, words in regions for word in words)
    if max(labels) >= order:
        raise grids.LineError(regions[0][0], f"{max(labels) + 1} regions, expected {order}")
    clues = grids.values_of(values, order)
    try:
        return Jigsaw(order, clues, bytes(labels))
    except InputError as error:
        raise grids.LineError(regions[0][0], str(error)) from None


def write_grid(puzzle: Jigsaw) -> str:
    """The values, then the regions from 1. Raises InputError for diagonals."""
    if puzzle.diagonals:
        raise InputError("a grid has no diagonals")
    regions = [str(region + 1) for region in puzzle.regions]
    return grids.written(puzzle.order, grids.value_words(puzzle.clues), regions)
