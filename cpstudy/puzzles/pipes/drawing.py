"""Boards as pictures: in characters for the terminal, as shapes for SVG and PNG.

In characters, a tile is one box-drawing character, followed by one for the gap to its right.
Boards with barriers also have rows of gaps, which show the walls. Tiles that differ from the first
solution have heavy strokes (and red ones if the terminal has colour), so the difference is still
visible in a pipe. Maps of ambiguity also name each region by a letter.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape, box, row_of_boards
from cpstudy.core.drawing import outlines as framed
from cpstudy.core.explaining import Ambiguity, Step, lit
from cpstudy.core.palette import GRID, INK, LIT, PAPER, PIPE, WALL
from cpstudy.core.text_pictures import Span, TextPicture, side_by_side
from cpstudy.puzzles.pipes.puzzle import (
    BARRIER_BELOW,
    BARRIER_RIGHT,
    OPEN_SIDES,
    ORIENTATIONS,
    Pipes,
)
from cpstudy.puzzles.tilings import drawing as tilings_drawing
from cpstudy.puzzles.tilings.drawing import (
    PLAIN,
    Mark,
    differing,
    known_after,
    placement_of,
    regions,
)

# By open sides: right 1, up 2, left 4, down 8.
_LIGHT = " ╶╵└╴─┘┴╷┌│├┐┬┤┼"
_HEAVY = " ╺╹┗╸━┛┻╻┏┃┣┓┳┫╋"
_STEPS = ((1, 0), (0, -1), (-1, 0), (0, 1))

# The tile in the corner of a printed cell: its distance from the sides, its size.
_CORNER, _PRINTED = 0.1, 0.38

# In deductions: the size of the pictures of a tile's remaining orientations.
_SMALL = 0.22


def text_picture(puzzle: Pipes, solutions: Sequence[bytes] = ()) -> TextPicture:
    """The solutions side by side; without solutions, the board as its tiles lie."""
    placements = list(solutions) or [puzzle.tiles]
    return side_by_side(
        [_lines(puzzle, placement, differing(placement, placements[0])) for placement in placements]
    )


def ambiguity_picture(ambiguity: Ambiguity) -> TextPicture:
    """The map's solution with the differing tiles heavy; next to it, the letters of their regions.

    ``?`` marks tiles that are unknown.
    """
    puzzle, placement = ambiguity.puzzle, placement_of(ambiguity)
    marks, letters = regions(ambiguity)
    style = {tile: mark[0] for tile, mark in marks.items()}
    names: list[list[Span]] = []
    for row in range(puzzle.rows):
        tiles = range(row * puzzle.columns, (row + 1) * puzzle.columns)
        names.append([Span(letters.get(t, "·") + " ", style.get(t, "")) for t in tiles])
        if puzzle.barriers:
            names.append([Span("  ")] * puzzle.columns)
    return side_by_side([_lines(puzzle, placement, marks), names])


def _lines(puzzle: Pipes, placement: bytes, marks: Mapping[int, Mark]) -> list[list[Span]]:
    lines = []
    for row in range(puzzle.rows):
        line: list[Span] = []
        below: list[Span] = []
        for column in range(puzzle.columns):
            tile = row * puzzle.columns + column
            here, wall = placement[tile], puzzle.barriers[tile] if puzzle.barriers else 0
            strokes, style = (_HEAVY, marks[tile][0]) if tile in marks else (_LIGHT, "")
            gap = strokes[5] if here & 1 else " "
            line.append(Span(strokes[here], style))
            line.append(Span("║") if wall & BARRIER_RIGHT else Span(gap, style))
            down = strokes[10] if here & 8 else " "
            below.append(Span("═", "") if wall & BARRIER_BELOW else Span(down, style))
            below.append(Span(" "))
        lines.append(line)
        if puzzle.barriers:
            lines.append(below)
    return lines


def drawing(puzzle: Pipes, solutions: Sequence[bytes] = ()) -> Drawing:
    """The solutions side by side; tiles that differ from the first are shaded and red."""
    placements = list(solutions) or [puzzle.tiles]

    def shapes(placement: bytes, left: float) -> list[Shape]:
        return _shapes(puzzle, placement, differing(placement, placements[0]), left)

    return row_of_boards(placements, puzzle.columns, puzzle.rows, shapes)


def printed(puzzle: Pipes) -> Drawing:
    """The board on paper: each tile small in a corner of its cell, with space to draw next to it.

    A dot shows where pipes begin and a square the source; an empty tile is a grey cell.
    """
    shapes: list[Shape] = []
    for tile, here in enumerate(puzzle.tiles):
        row, column = divmod(tile, puzzle.columns)
        shapes.append(Polygon(box(column, row), PAPER if here else GRID, GRID))
        shapes += _pipe(here, column + _CORNER, row + _CORNER, INK, _PRINTED)
        if here and (puzzle.free or tile != puzzle.centre):
            shapes.append(Disc(column + 0.6, row + 0.6, 0.04, GRID))
    if puzzle.wrap:
        around = box(0, 0, width=puzzle.columns, height=puzzle.rows)
        border = pairwise((*around, around[0]))
        shapes += [Line(*start, *end, WALL, 0.05, dashed=True) for start, end in border]
    if not puzzle.free:
        row, column = divmod(puzzle.centre, puzzle.columns)
        shapes.append(Polygon(box(column + 0.1, row + 0.1, 0.4), INK))
    return Drawing(puzzle.columns, puzzle.rows, (*shapes, *_border(puzzle)))


def ambiguity_drawing(ambiguity: Ambiguity) -> Drawing:
    """The map's solution, its differing tiles shaded by region and lettered; unknown ones grey."""
    puzzle, placement = ambiguity.puzzle, placement_of(ambiguity)
    marks, letters = regions(ambiguity)
    shapes = _shapes(puzzle, placement, marks, 0)
    for tile, letter in letters.items():
        row, column = divmod(tile, puzzle.columns)
        shapes.append(Label(column + 0.16, row + 0.18, letter, marks[tile][2], 0.28))
    return Drawing(puzzle.columns, puzzle.rows, tuple(shapes))


def known(puzzle: Pipes, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """The board after ``steps``; tiles of the last ``latest`` lit, their reasons outlined.

    A tile whose four sides are known is drawn in its final position. Another tile is a shadow in
    its present position, with open sides as strokes and closed ones as bars. If orientations were
    removed, small pictures along the lower side of the cell show the remaining ones.
    """
    walls = [
        (tile, side)
        for tile in range(len(puzzle.tiles))
        for side in range(4)
        if puzzle.across(tile, side) is None
    ]
    sides, removed = known_after(puzzle, steps, walls)
    about, because = lit(steps, latest)
    shapes: list[Shape] = []
    for tile, lying in enumerate(puzzle.tiles):
        row, column = divmod(tile, puzzle.columns)
        shade = LIT if (row, column) in about else "none"
        shapes.append(Polygon(box(column, row), shade, GRID))
        border = {side for side in sides[tile] if puzzle.across(tile, side) is None}
        shapes += _half_known(lying, sides[tile], removed[tile], column, row, border)
    shapes += framed(because)
    return Drawing(puzzle.columns, puzzle.rows, (*shapes, *_frame(puzzle)))


def _half_known(
    lying: int, known: Mapping[int, bool], removed: set[int], x: int, y: int, border: set[int]
) -> list[Shape]:
    if len(known) == 4:
        return _pipe(sum(1 << side for side, is_open in known.items() if is_open), x, y, PIPE)
    shapes = _pipe(lying, x, y, GRID)
    for side, is_open in known.items():
        right, down = _STEPS[side]
        middle, edge = (x + 0.5, y + 0.5), (x + 0.5 + right / 2, y + 0.5 + down / 2)
        if is_open:
            shapes += [Line(*middle, *edge, PIPE, 0.16), Disc(*middle, 0.08, PIPE)]
        elif side not in border:
            # A bar across, a little inside the cell.
            at_x, at_y = edge[0] - 0.06 * right, edge[1] - 0.06 * down
            across, along = 0.16 * down, 0.16 * right
            shapes.append(Line(at_x - across, at_y - along, at_x + across, at_y + along, INK, 0.06))
    if removed:
        left = [turn for turn in ORIENTATIONS[lying] if turn not in removed]
        for place, turn in enumerate(left):
            corner = (x + 0.06 + place * _SMALL, y + 0.94 - _SMALL)
            shapes += _pipe(turn, *corner, INK, _SMALL)
    return shapes


def _shapes(puzzle: Pipes, placement: bytes, marks: Mapping[int, Mark], left: float) -> list[Shape]:
    """The board, ``left`` columns to the right; marked tiles are drawn over the others."""
    shapes: list[Shape] = []
    for tile in sorted(range(len(placement)), key=marks.__contains__):
        row, column = divmod(tile, puzzle.columns)
        _, shade, colour = marks.get(tile, PLAIN)
        shapes.append(Polygon(box(left + column, row), shade, GRID))
        shapes += _pipe(placement[tile], left + column, row, colour)
    return [*shapes, *_frame(puzzle, left)]


def _frame(puzzle: Pipes, left: float = 0) -> list[Shape]:
    """What rotations do not change: the source, barriers, the border of a plain board."""
    shapes: list[Shape] = []
    if not puzzle.free:
        row, column = divmod(puzzle.centre, puzzle.columns)
        shapes.append(Polygon(box(left + column, row, 0.4), INK))
    return [*shapes, *_border(puzzle, left)]


def _border(puzzle: Pipes, left: float = 0) -> list[Shape]:
    shapes: list[Shape] = []
    for tile, sides in enumerate(puzzle.barriers):
        row, column = divmod(tile, puzzle.columns)
        x, y = left + column, row
        if sides & BARRIER_RIGHT:
            shapes.append(Line(x + 1, y, x + 1, y + 1, WALL, 0.1))
        if sides & BARRIER_BELOW:
            shapes.append(Line(x, y + 1, x + 1, y + 1, WALL, 0.1))
    if not puzzle.wrap:
        corners = box(left, 0, width=puzzle.columns, height=puzzle.rows)
        outline = pairwise((*corners, corners[0]))
        shapes += [Line(*start, *end, WALL, 0.06) for start, end in outline]
    return shapes


def _pipe(here: int, x: float, y: float, colour: str, size: float = 1.0) -> list[Shape]:
    """The open sides of a tile in the square of this size at (x, y)."""
    middle_x, middle_y, half = x + size / 2, y + size / 2, size / 2
    shapes: list[Shape] = []
    for side, (right, down) in enumerate(_STEPS):
        if here >> side & 1:
            end_x, end_y = middle_x + right * half, middle_y + down * half
            shapes.append(Line(middle_x, middle_y, end_x, end_y, colour, 0.16 * size))
    if here:
        radius = size * (0.22 if OPEN_SIDES[here] == 1 else 0.08)
        shapes.append(Disc(middle_x, middle_y, radius, colour))
    return shapes


def board(puzzle: Pipes) -> dict[str, Any]:
    """The board of tilings/drawing.py without sides, with barriers (empty: none) as numbers."""
    fields = tilings_drawing.board(puzzle)
    del fields["sides"]
    return fields | {"barriers": list(puzzle.barriers)}
