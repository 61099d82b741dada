"""Where hexagons lie on a drawing: one wide from side to side, a corner on top."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

Point = tuple[float, float]

# From row to row, and from the middle to a corner.
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
    """How wide and how high a board is."""
    return columns + (0.5 if rows > 1 else 0.0), (rows - 1) * STEP + 2 * RADIUS


def hexagon(at: Point, size: float = 1.0) -> tuple[Point, ...]:
    """The corners of a hexagon of that width round a point."""
    return tuple((at[0] + size * x, at[1] + size * y) for x, y in _TO_CORNER)


def along(at: Point, side: int) -> tuple[float, float, float, float]:
    """The two ends of a side of the cell whose middle that is: x, y, x, y."""
    corners = hexagon(at)
    return (*corners[side], *corners[(side + 1) % 6])
