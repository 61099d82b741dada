"""The shapes of sliding blocks, and the places where each fits on a board."""

import functools
from typing import NamedTuple

# A block's cells as (rows down, columns right) from its first cell, row by row.
Cells = tuple[tuple[int, int], ...]


class Block(NamedTuple):
    """A block: its letter, the place of its first cell, its height and width, its cells."""

    name: str
    row: int
    column: int
    height: int
    width: int
    cells: Cells

    @property
    def is_rectangle(self) -> bool:
        """Whether it fills its bounding box."""
        return len(self.cells) == self.height * self.width

    @property
    def is_car(self) -> bool:
        """Whether it is one cell wide and at least two long."""
        return min(self.height, self.width) == 1 < max(self.height, self.width)

    @property
    def left(self) -> int:
        """The leftmost column relative to its first cell, at most 0."""
        return min(right for _, right in self.cells)


@functools.lru_cache(maxsize=512)
def rectangle(height: int, width: int) -> Cells:
    """The cells of a rectangle."""
    return tuple((down, right) for down in range(height) for right in range(width))


# Boards of a stream have few sizes of blocks and mostly no walls; these tables are never changed.
@functools.lru_cache(maxsize=512)
def masks_of(rows: int, columns: int, walls: int, shape: Cells) -> dict[int, int]:
    """By place where a block of a shape fits between the walls: its cells as bits."""
    height = 1 + max(down for down, _ in shape)
    left, farthest = (most(right for _, right in shape) for most in (min, max))
    mask = sum(1 << down * columns + right - left for down, right in shape)
    return {
        cell: mask << cell + left
        for row in range(rows - height + 1)
        for cell in range(row * columns - left, (row + 1) * columns - farthest)
        if not mask << cell + left & walls
    }


@functools.lru_cache(maxsize=512)
def neighbours_of(
    rows: int, columns: int, walls: int, shape: Cells, steps: tuple[tuple[int, int], ...]
) -> dict[int, tuple[int, ...]]:
    """By place of such a block: the places one step away, in directions (rows, columns)."""
    masks = masks_of(rows, columns, walls, shape)
    return {
        cell: tuple(
            cell + down * columns + right
            for down, right in steps
            if 0 <= cell % columns + right < columns and cell + down * columns + right in masks
        )
        for cell in masks
    }


@functools.lru_cache(maxsize=512)
def lines_of(
    rows: int, columns: int, walls: int, shape: Cells, steps: tuple[tuple[int, int], ...]
) -> dict[int, tuple[tuple[tuple[int, int], ...], ...]]:
    """By place of such a block: by direction, all places in it with their cells as bits."""
    masks = masks_of(rows, columns, walls, shape)
    neighbours = neighbours_of(rows, columns, walls, shape, steps)
    return {
        here: tuple(
            tuple((place, masks[place]) for place in _line(neighbours, here, neighbour))
            for neighbour in neighbours[here]
        )
        for here in masks
    }


def _line(neighbours: dict[int, tuple[int, ...]], here: int, neighbour: int) -> list[int]:
    """The places from ``neighbour`` on, away from ``here``, one step after the other."""
    step, line = neighbour - here, [neighbour]
    while line[-1] + step in neighbours[line[-1]]:
        line.append(line[-1] + step)
    return line


def apart(shape: Cells) -> tuple[int, int] | None:
    """The first cell that is not connected with the first cell within the shape, or None."""
    joined, waiting = {shape[0]}, [shape[0]]
    while waiting:
        down, right = waiting.pop()
        for other in ((down - 1, right), (down + 1, right), (down, right - 1), (down, right + 1)):
            if other in shape and other not in joined:
                joined.add(other)
                waiting.append(other)
    return next((cell for cell in shape if cell not in joined), None)
