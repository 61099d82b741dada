"""Boards of hexagons as shapes: solutions, maps of ambiguity, deductions, sheets of paper.

A hexagon has width one and a corner on top. Holes are not drawn, so a board keeps its outline.
Tiles that differ from the first solution are shaded and red. Cost: about ten shapes per tile.
"""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin, sqrt

from cpstudy.core import drawing as graphics
from cpstudy.core.explaining import Ambiguity, Step, lit
from cpstudy.core.kind import Spot
from cpstudy.core.palette import CHANGED, GRID, INK, LIT, PAPER, PIPE, WALL
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.drawing import (
    PLAIN,
    Mark,
    differing,
    known_after,
    placement_of,
    regions,
)

# -- places of hexagons -------------------------------------------------------------------------

Point = tuple[float, float]

# The distance from row to row, and from the middle to a corner.
STEP = sqrt(3) / 2
RADIUS = 1 / sqrt(3)

# By side, anticlockwise from the right: from the middle to the middle of the side, y downwards.
TO_SIDE: tuple[Point, ...] = tuple(
    (cos(side * pi / 3) / 2, -sin(side * pi / 3) / 2) for side in range(6)
)
# The corner before each side, anticlockwise.
_TO_CORNER: tuple[Point, ...] = tuple(
    (RADIUS * cos((2 * side - 1) * pi / 6), -RADIUS * sin((2 * side - 1) * pi / 6))
    for side in range(6)
)


def middle(cell: int, columns: int, left: float = 0.0) -> Point:
    """The middle of a cell of a board that begins at (left, 0)."""
    row, column = divmod(cell, columns)
    return left + column + 0.5 + row % 2 / 2, RADIUS + row * STEP


def extent(rows: int, columns: int) -> tuple[float, float]:
    """The width and height of a board."""
    return columns + (0.5 if rows > 1 else 0.0), (rows - 1) * STEP + 2 * RADIUS


def spot(puzzle: HexPipes, cell: int) -> Spot:
    """The place of a cell in the picture."""
    return Spot(puzzle.cell(cell), *middle(cell, puzzle.columns), STEP)


def size(puzzle: HexPipes) -> tuple[float, float]:
    """The width and height of the board."""
    return extent(puzzle.rows, puzzle.columns)


def hexagon(at: Point, size: float = 1.0) -> tuple[Point, ...]:
    """The corners of a hexagon of width ``size`` around a point."""
    return tuple((at[0] + size * x, at[1] + size * y) for x, y in _TO_CORNER)


def along(at: Point, side: int) -> tuple[float, float, float, float]:
    """The two ends of a side of the cell with the middle ``at``: x, y, x, y."""
    corners = hexagon(at)
    return (*corners[side], *corners[(side + 1) % 6])


# -- pictures -----------------------------------------------------------------------------------

_BORDER = 0.06
# In print: the size of the tile in the upper corner of its cell, and its distance from the middle.
_PRINTED, _ABOVE = 0.34, 0.34
# In deductions: the largest size of the pictures of a tile's remaining orientations, the width that
# they share, and the gap between them.
_SMALL, _SPACE, _BETWEEN = 0.2, 0.75, 0.03


def drawing(puzzle: HexPipes, solutions: Sequence[bytes] = ()) -> graphics.Drawing:
    """The solutions side by side; without solutions, the board as its tiles lie."""
    placements = list(solutions) or [puzzle.tiles]
    width, height = extent(puzzle.rows, puzzle.columns)
    shapes: list[graphics.Shape] = []
    for number, placement in enumerate(placements):
        marks = differing(placement, placements[0])
        shapes += _board(puzzle, placement, marks, number * (width + 1))
    return graphics.Drawing(len(placements) * (width + 1) - 1, height, tuple(shapes))


def ambiguity_drawing(ambiguity: Ambiguity) -> graphics.Drawing:
    """The map's solution, its differing tiles shaded by region and lettered; unknown ones grey."""
    puzzle: HexPipes = ambiguity.puzzle
    marks, letters = regions(ambiguity)
    shapes = _board(puzzle, placement_of(ambiguity), marks)
    for cell, letter in letters.items():
        x, y = middle(cell, puzzle.columns)
        shapes.append(graphics.Label(x, y - 0.38, letter, marks[cell][2], 0.26))
    return graphics.Drawing(*extent(puzzle.rows, puzzle.columns), tuple(shapes))


def printed(puzzle: HexPipes) -> graphics.Drawing:
    """The board on paper: each tile small in the upper corner of its cell.

    A dot shows where pipes begin, a black one the source; through a dashed border pipes lead
    to the opposite side.
    """
    shapes: list[graphics.Shape] = []
    source = -1 if puzzle.free else puzzle.root
    for cell, here in enumerate(puzzle.tiles):
        if here:
            x, y = at = middle(cell, puzzle.columns)
            shapes.append(graphics.Polygon(hexagon(at), PAPER, GRID))
            shapes += _pipe(here, (x, y - _ABOVE), INK, _PRINTED)
            dot = (0.13, INK) if cell == source else (0.04, GRID)
            shapes.append(graphics.Disc(x, y + 0.06, *dot))
    shapes += _border(puzzle)
    if puzzle.wrap:
        plane = HexPipes(puzzle.rows, puzzle.columns, puzzle.tiles)
        for cell, side in _outer_sides(plane):
            if puzzle.across(cell, side) is not None:
                line = along(middle(cell, puzzle.columns), side)
                shapes.append(graphics.Line(*line, WALL, 0.05, dashed=True))
    return graphics.Drawing(*extent(puzzle.rows, puzzle.columns), tuple(shapes))


def known(puzzle: HexPipes, steps: Sequence[Step], latest: int = 0) -> graphics.Drawing:
    """The board after ``steps``; tiles of the last ``latest`` lit, their reasons outlined.

    A tile whose sides are all known is drawn in its final position. Another tile is a shadow in its
    present position, with open sides as strokes and closed ones as bars. If orientations were
    removed, small pictures below show the remaining ones.
    """
    sides, removed = known_after(puzzle, steps, _outer_sides(puzzle))
    about, because = lit(steps, latest)
    shapes: list[graphics.Shape] = []
    for cell, lying in enumerate(puzzle.tiles):
        if not lying:
            continue
        at = middle(cell, puzzle.columns)
        shade = LIT if divmod(cell, puzzle.columns) in about else PAPER
        shapes.append(graphics.Polygon(hexagon(at), shade, GRID))
        shapes += _half_known(puzzle, cell, sides[cell], removed[cell])
    shapes += _border(puzzle) + _source(puzzle)
    for row, column in sorted(because):
        at = middle(row * puzzle.columns + column, puzzle.columns)
        shapes.append(graphics.Polygon(hexagon(at, 0.88), "none", CHANGED, 0.07))
    return graphics.Drawing(*extent(puzzle.rows, puzzle.columns), tuple(shapes))


def _half_known(
    puzzle: HexPipes, cell: int, known: Mapping[int, bool], removed: set[int]
) -> list[graphics.Shape]:
    x, y = at = middle(cell, puzzle.columns)
    lying = puzzle.tiles[cell]
    if len(known) == 6:
        return _pipe(sum(1 << side for side, is_open in known.items() if is_open), at, PIPE)
    shapes = _pipe(lying, at, GRID)
    for side, is_open in known.items():
        right, down = TO_SIDE[side]
        if is_open:
            shapes += [
                graphics.Line(x, y, x + right, y + down, PIPE, 0.14),
                graphics.Disc(x, y, 0.07, PIPE),
            ]
        elif not _outer(puzzle, cell, side):
            # A bar across, a little inside the cell.
            middle_x, middle_y = x + 0.86 * right, y + 0.86 * down
            across, below = 0.28 * down, 0.28 * right
            ends = (middle_x - across, middle_y + below, middle_x + across, middle_y - below)
            shapes.append(graphics.Line(*ends, INK, 0.06))
    if removed:
        left = [turn for turn in puzzle.orientations[lying] if turn not in removed]
        size = min(_SMALL, _SPACE / max(1, len(left)) - _BETWEEN)
        for place, turn in enumerate(left):
            place_x = x + (place - (len(left) - 1) / 2) * (size + _BETWEEN)
            shapes += _pipe(turn, (place_x, y + 0.34), INK, size)
    return shapes


def _board(
    puzzle: HexPipes, placement: bytes, marks: Mapping[int, Mark], left: float = 0.0
) -> list[graphics.Shape]:
    """The shapes of the board, ``left`` to the right."""
    shapes: list[graphics.Shape] = []
    for cell, here in enumerate(placement):
        if here:
            at = middle(cell, puzzle.columns, left)
            _, shade, colour = marks.get(cell, PLAIN)
            shapes += [
                graphics.Polygon(hexagon(at), shade, GRID),
                *_pipe(here, at, colour),
            ]
    return [*shapes, *_border(puzzle, left), *_source(puzzle, left)]


def _source(puzzle: HexPipes, left: float = 0.0) -> list[graphics.Shape]:
    """A black disc for the source; free graphs do not have one."""
    if puzzle.free or not any(puzzle.tiles):
        return []
    return [graphics.Disc(*middle(puzzle.root, puzzle.columns, left), 0.13, INK)]


def _outer(puzzle: HexPipes, cell: int, side: int) -> bool:
    """Whether there is no tile beyond a side of a tile, but a border or a hole."""
    beyond = puzzle.across(cell, side)
    return beyond is None or not puzzle.tiles[beyond[0]]


def _outer_sides(puzzle: HexPipes) -> list[tuple[int, int]]:
    """The sides of tiles without a tile beyond, as (cell, side)."""
    cells = (cell for cell, tile in enumerate(puzzle.tiles) if tile)
    return [(cell, side) for cell in cells for side in range(6) if _outer(puzzle, cell, side)]


def _border(puzzle: HexPipes, left: float = 0.0) -> list[graphics.Shape]:
    return [
        graphics.Line(*along(middle(cell, puzzle.columns, left), side), WALL, _BORDER)
        for cell, side in _outer_sides(puzzle)
    ]


def _pipe(here: int, at: Point, colour: str, size: float = 1.0) -> list[graphics.Shape]:
    """The open sides of a tile in the hexagon of width ``size`` around a point."""
    x, y = at
    shapes: list[graphics.Shape] = [
        graphics.Line(x, y, x + size * right, y + size * down, colour, 0.14 * size)
        for side, (right, down) in enumerate(TO_SIDE)
        if here >> side & 1
    ]
    radius = size * (0.2 if here.bit_count() == 1 else 0.07)
    return [*shapes, graphics.Disc(x, y, radius, colour)]
