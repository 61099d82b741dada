"""Pictures of boards: text for the terminal, coloured triangles for SVG and PNG.

A cell shows the colours of its four sides as numbers and in colour, so that readers need not
distinguish colours. Without a solution, the pieces are shown in their given order. Cells that
differ from the first solution have a mark in the middle.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from zlib import crc32

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape, box, row_of_boards
from cpstudy.core.palette import CHANGED, GRID, INK, PAPER, WALL, hue
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.edge_matching.puzzle import (
    FRAME,
    EdgeMatching,
    Picture,
    Piece,
    Placement,
    turned,
)

_STYLES = ("red", "green", "yellow", "blue", "magenta", "cyan")
_FRAME_FILL = "#aeb4bc"
_BAND = 0.12  # the width of the frame of an empty board


def _pictures(puzzle: EdgeMatching, solutions: Sequence[Placement]) -> list[Picture]:
    return [puzzle.picture(solution) for solution in solutions] or [puzzle.pieces]


def text_picture(puzzle: EdgeMatching, solutions: Sequence[Placement] = ()) -> TextPicture:
    """Draw the solutions side by side; a ``*`` marks cells that differ from the first."""
    pictures = _pictures(puzzle, solutions)
    return side_by_side([_lines(puzzle, picture, pictures[0]) for picture in pictures])


def _lines(puzzle: EdgeMatching, picture: Picture, first: Picture) -> list[list[Span]]:
    width = max(len(str(colour)) for piece in picture for colour in piece)
    bar = "─" * (2 * width + 1)
    columns = range(puzzle.columns)
    lines = [[Span("┌" + "┬".join(bar for _ in columns) + "┐")]]
    for row in range(puzzle.rows):
        above, middle, below = [Span("│")], [Span("│")], [Span("│")]
        for column in columns:
            cell = row * puzzle.columns + column
            top, right, bottom, left = picture[cell]
            changed = picture[cell] != first[cell]
            above += [_number(top, f"{top:^{2 * width + 1}}"), Span("│")]
            middle += [
                _number(left, f"{left:<{width}}"),
                Span("*", "bold red") if changed else Span(" "),
                _number(right, f"{right:>{width}}"),
                Span("│"),
            ]
            below += [_number(bottom, f"{bottom:^{2 * width + 1}}"), Span("│")]
        lines += [above, middle, below]
        if row + 1 < puzzle.rows:
            lines.append([Span("├" + "┼".join(bar for _ in columns) + "┤")])
    lines.append([Span("└" + "┴".join(bar for _ in columns) + "┘")])
    return lines


def _number(colour: int, text: str) -> Span:
    return Span(text, "dim" if colour == FRAME else _STYLES[colour % len(_STYLES)])


def drawing(puzzle: EdgeMatching, solutions: Sequence[Placement] = ()) -> Drawing:
    """Draw the solutions side by side; a disc marks cells that differ from the first."""
    pictures = _pictures(puzzle, solutions)

    def shapes(picture: Picture, left: float) -> list[Shape]:
        return _shapes(puzzle, picture, pictures[0], left)

    return row_of_boards(pictures, puzzle.columns, puzzle.rows, shapes)


def _shapes(puzzle: EdgeMatching, picture: Picture, first: Picture, left: float) -> list[Shape]:
    triangles: list[Shape] = []
    marks: list[Shape] = []
    for cell, piece in enumerate(picture):
        row, column = divmod(cell, puzzle.columns)
        x, y = left + column, float(row)
        sides, numbers = _piece(puzzle, piece, x, y)
        triangles += sides
        marks += numbers
        if piece != first[cell]:
            marks.append(Disc(x + 0.5, y + 0.5, 0.09, CHANGED))
    return triangles + _grid(puzzle, left) + marks


def _piece(
    puzzle: EdgeMatching, piece: Piece, x: float, y: float
) -> tuple[list[Shape], list[Shape]]:
    """Return the coloured triangles of a piece at (x, y), and their numbers."""
    triangles: list[Shape] = []
    numbers: list[Shape] = []
    centre = (x + 0.5, y + 0.5)
    corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y))
    for (start, end), colour in zip(pairwise(corners), piece, strict=True):
        triangles.append(Polygon((start, end, centre), _fill(puzzle, colour), GRID))
        if not (puzzle.framed and colour == FRAME):
            # The label is at the centroid of the triangle.
            across = (start[0] + end[0] + centre[0]) / 3
            down = (start[1] + end[1] + centre[1]) / 3
            numbers.append(Label(across, down, str(colour), INK, 0.18))
    return triangles, numbers


def _grid(puzzle: EdgeMatching, left: float) -> list[Shape]:
    """Return the lines between the cells and around them."""
    right, bottom = left + puzzle.columns, float(puzzle.rows)
    across = [Line(left, y, right, y, WALL, 0.03) for y in range(puzzle.rows + 1)]
    lefts = (left + column for column in range(puzzle.columns + 1))
    return [*across, *(Line(x, 0, x, bottom, WALL, 0.03) for x in lefts)]


def cutouts(puzzle: EdgeMatching, seed: int) -> tuple[Drawing, tuple[Drawing, ...]]:
    """Return the board with its fixed pieces, and the other pieces to cut out.

    The other pieces are shuffled by the seed and, if pieces may be turned, randomly turned. A piece
    that is fixed without a rotation is also cut out.
    """
    from cpstudy.core.native import table
    from cpstudy.core.random import stream
    from cpstudy.core.random_words import below, shuffle

    state = stream(seed, crc32(puzzle.encode().encode()))
    order = table(range(len(puzzle.pieces)), "i64")
    shuffle(state, order, len(order))
    pieces = []
    lying = {place.piece: place for place in puzzle.fixed if place.quarters is not None}
    for number in order:
        quarters = below(state, 4)
        if number in lying:
            continue
        piece = turned(puzzle.pieces[number], quarters if puzzle.turning else 0)
        pieces.append(Drawing(1, 1, tuple(chain(*_piece(puzzle, piece, 0.0, 0.0)))))
    board = _empty(puzzle)
    for place in lying.values():
        row, column = divmod(place.cell, puzzle.columns)
        shown = turned(puzzle.pieces[place.piece], place.quarters or 0)
        parts = chain(*_piece(puzzle, shown, float(column), float(row)))
        board = replace(board, shapes=(*board.shapes, *parts))
    return board, tuple(pieces)


def _empty(puzzle: EdgeMatching) -> Drawing:
    """Draw the board without pieces; the frame is a band along its border."""
    rows, columns = puzzle.rows, puzzle.columns
    cells = [Polygon(box(x, y), PAPER, GRID) for y in range(rows) for x in range(columns)]
    band: list[Shape] = []
    if puzzle.framed:
        outer, inner = (box(0, 0, inset, columns, rows) for inset in (0.0, _BAND))
        for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
            band.append(Polygon((outer[a], outer[b], inner[b], inner[a]), _FRAME_FILL))
    return Drawing(columns, rows, (*cells, *band, *_grid(puzzle, 0.0)))


def _fill(puzzle: EdgeMatching, colour: int) -> str:
    if puzzle.framed and colour == FRAME:
        return _FRAME_FILL
    return hue(colour, 0.8 if colour % 2 else 0.66, 0.7)
