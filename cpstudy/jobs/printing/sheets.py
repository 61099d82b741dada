"""Puzzles side by side on one sheet of paper, whose size is in millimetres.

All cells have one size, as large as the sheet allows, and puzzles lie in rows of equal places. A
booklet (:mod:`.booklet`) has titles, grades and answers; a sheet has only the puzzles.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any

from cpstudy.core.drawing import Drawing
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.wording import counted
from cpstudy.plot.paper import Placed, Sheet, pdf, picture

FORMATS = ("svg", "png", "pdf")

# Margins and gaps as a share of the sheet's shorter side; and the smallest useful cell.
_MARGIN = 0.05
_LEAST_MILLIMETRES = 1.0
_LARGEST_MILLIMETRES = 5000


def sheet(kind: Kind, puzzles: Sequence[Any], width: int, height: int) -> Sheet:
    """The puzzles as they are printed, on a sheet of ``width`` × ``height`` mm.

    Raises InputError if the kind has no drawing, the sheet's size is invalid, or cells would be
    smaller than a millimetre.
    """
    pictures = kind.pictures
    if pictures is None or pictures.drawing is None:
        raise InputError(f"{kind.name} has no drawing")
    if max(width, height) > _LARGEST_MILLIMETRES:
        raise InputError(f"a sheet of {width}x{height} mm: at most {_LARGEST_MILLIMETRES}")
    if pictures.printed:
        drawings = [pictures.printed(puzzle) for puzzle in puzzles]
    else:
        drawings = [pictures.drawing(puzzle, ()) for puzzle in puzzles]
    return _laid(drawings, [puzzle.encode() for puzzle in puzzles], width, height)


def _laid(drawings: Sequence[Drawing], names: Sequence[str], width: int, height: int) -> Sheet:
    most = max(drawing.width for drawing in drawings), max(d.height for d in drawings)
    margin = _MARGIN * min(width, height)

    def cell(columns: int) -> float:
        """The side of a cell, in mm, with this number of puzzles in a row."""
        rows = ceil(len(drawings) / columns)
        across = (width - margin * (columns + 1)) / (columns * most[0])
        return min(across, (height - margin * (rows + 1)) / (rows * most[1]))

    columns = max(range(1, len(drawings) + 1), key=cell)
    side = cell(columns)
    if side < _LEAST_MILLIMETRES:
        raise InputError(
            f"{counted(len(drawings), 'puzzle')} on {width}x{height} mm would have cells of less "
            f"than {_LEAST_MILLIMETRES:g} mm"
        )
    rows = ceil(len(drawings) / columns)
    place = width / columns, height / rows
    placed = []
    for number, (drawing, name) in enumerate(zip(drawings, names, strict=True)):
        row, column = divmod(number, columns)
        left = column * place[0] + (place[0] - drawing.width * side) / 2
        above = row * place[1] + (place[1] - drawing.height * side) / 2
        placed.append(Placed(drawing, left, above, side, name))
    return Sheet(width, height, tuple(placed))


def written(one: Sheet, file_format: str) -> bytes:
    """A sheet as one of the ``FORMATS``, in its size."""
    return pdf([one], "Puzzles") if file_format == "pdf" else picture(one, file_format)
