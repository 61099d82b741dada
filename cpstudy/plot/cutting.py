"""Sheets for puzzles of square pieces: the board on which to lay them, and the pieces to cut out.

Both are in true size. Pieces lie in a block without gaps, so that one cut separates two of them;
the lines to cut along extend beyond the block.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from cpstudy.core.drawing import Drawing, Line, Shape
from cpstudy.core.errors import InputError
from cpstudy.core.palette import INK
from cpstudy.plot.paper import Placed, Sheet, Text
from cpstudy.plot.typeface import BOLD, REGULAR

SMALLEST, LARGEST = 8.0, 30.0  # sides of pieces, in mm
_HEAD, _FOOT = 14.0, 12.0  # space for lines of text
_BEYOND = 5.0  # how far cuts extend
_CUT = 0.3


def side_of_pieces(
    paper: tuple[float, float], margin: float, board: Drawing, wanted: float | None
) -> float:
    """The side of a piece in mm: as wanted, or the largest for which the board fits.

    Raises InputError if the board does not fit, or pieces would be too small to be cut.
    """
    across = (paper[0] - 2 * margin) / board.width
    down = (paper[1] - 2 * margin - _HEAD - _FOOT) / board.height
    most = min(across, down)
    if wanted is not None and wanted > most:
        raise InputError(f"pieces of {wanted:g} mm: the board fits up to {most:.1f}")
    side = wanted or min(most, LARGEST)
    if side < SMALLEST:
        raise InputError(
            f"{board.width:g}x{board.height:g} pieces are too many: they would be {side:.1f} mm "
            "wide"
        )
    return side


def cut_sheets(
    paper: tuple[float, float],
    margin: float,
    number: str,
    board: Drawing,
    pieces: Sequence[Drawing],
    wanted: float | None,
    texts: Sequence[Text],
) -> Iterator[Sheet]:
    """The board with ``texts`` around it, then the sheets of pieces.

    wanted: the side of a piece in mm, None for the largest that fits. InputError: none fits.
    """
    side = side_of_pieces(paper, margin, board, wanted)
    left = (paper[0] - board.width * side) / 2
    place = Placed(board, left, margin + _HEAD, side, f"puzzle {number}")
    yield Sheet(*paper, (place,), tuple(texts))
    most = max(1, int((paper[0] - 2 * margin - 2 * _BEYOND) / side))
    rows = max(1, int((paper[1] - 2 * margin - 2 * _BEYOND - _HEAD) / side))
    columns = _columns(len(pieces), most, rows)
    for first in range(0, len(pieces), columns * rows):
        here = pieces[first : first + columns * rows]
        yield _block(paper, margin, number, here, columns, side)


def _columns(pieces: int, most: int, rows: int) -> int:
    """The number of pieces in a row: for few sheets, then for few gaps in the last row."""
    return min(
        range(most, most // 2, -1),
        key=lambda across: (ceil(pieces / (across * rows)), -pieces % across),
    )


def _block(
    paper: tuple[float, float],
    margin: float,
    number: str,
    pieces: Sequence[Drawing],
    columns: int,
    side: float,
) -> Sheet:
    across, down = min(columns, len(pieces)), ceil(len(pieces) / columns)
    left, top = (paper[0] - across * side) / 2, margin + _HEAD + _BEYOND
    placed = tuple(
        Placed(piece, left + place % columns * side, top + place // columns * side, side, "piece")
        for place, piece in enumerate(pieces)
    )
    line = margin + 5
    texts = [
        Text(margin, line, number, 13.0, BOLD),
        Text(paper[0] - margin, line, "Cut along the dashed lines", 8.5, REGULAR, "right"),
    ]
    cuts: list[Shape] = []
    right, bottom = left + across * side + _BEYOND, top + down * side + _BEYOND
    for row in range(down + 1):
        y = top + row * side
        cuts.append(Line(left - _BEYOND, y, right, y, INK, _CUT, True))
        texts.append(Text(left - _BEYOND, y + 1.4, "✂", 12.0, align="right"))
    for column in range(across + 1):
        x = left + column * side
        cuts.append(Line(x, top - _BEYOND, x, bottom, INK, _CUT, True))
    return Sheet(*paper, placed, tuple(texts), tuple(cuts))
