"""File formats of jigsaw besides the text form: grids and collections of them (latin/grids.py).

The first block of a grid has the values, with one sign for empty cells; the second the regions,
with any word as a label. If only the second block can be values, the regions come first.
"""

from collections.abc import Mapping

from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.latin import grids
from cpstudy.puzzles.latin.game_ids import numbered
from cpstudy.puzzles.latin.signs import NO_HINTS, Hints


def of_rows(rows: list[grids.Row], hints: Hints = NO_HINTS) -> Jigsaw:
    """The puzzle of a grid. Raises LineError."""
    order, (first, second) = grids.blocks_of(rows, 2)
    try:
        return _of_blocks(order, first, second, hints)
    except InputError as fault:
        try:
            return _of_blocks(order, second, first, hints)
        except InputError:
            raise fault from None


def _of_blocks(
    order: int, values: list[grids.Row], regions: list[grids.Row], hints: Hints
) -> Jigsaw:
    labels = numbered(word for _, words in regions for word in words)
    if max(labels) >= order:
        raise LineError(regions[0][0], f"{max(labels) + 1} regions, expected {order}")
    clues = grids.values_of(values, order, hints)
    try:
        return Jigsaw(order, clues, bytes(labels))
    except InputError as error:
        raise LineError(regions[0][0], str(error)) from None


def decode_line(text: str, hints: Mapping[str, str]) -> Jigsaw:
    """The puzzle of two words: values and regions. Raises InputError."""
    if not grids.claims_line(text):
        return Jigsaw.decode(text)
    return grids.decode_line(of_rows, Hints(hints.get("blank")), text)  # type: ignore[no-any-return]


def write_grid(puzzle: Jigsaw) -> str:
    """The values, then the regions from 1. Raises InputError for diagonals."""
    if puzzle.diagonals:
        raise InputError("diagonals cannot be written in a grid")
    regions = [str(region + 1) for region in puzzle.regions]
    return grids.written(puzzle.order, grids.value_words(puzzle.clues), regions)
