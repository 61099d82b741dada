"""Where blocks of a size fit between the walls of a board, and where they get by one step.

Boards of a stream have a few sizes of blocks and mostly no walls, so what was found is kept: it is
a function of the arguments, and nobody changes it.
"""

from __future__ import annotations

import functools


@functools.lru_cache(maxsize=512)
def masks_of(rows: int, columns: int, walls: int, height: int, width: int) -> dict[int, int]:
    """By place of a block of a size, where it fits between the walls, its cells as bits."""
    mask = sum((1 << width) - 1 << r * columns for r in range(height))
    return {
        cell: mask << cell
        for row in range(rows - height + 1)
        for cell in range(row * columns, (row + 1) * columns - width + 1)
        if not mask << cell & walls
    }


@functools.lru_cache(maxsize=512)
def neighbours_of(
    rows: int,
    columns: int,
    walls: int,
    height: int,
    width: int,
    steps: tuple[tuple[int, int], ...],
) -> dict[int, tuple[int, ...]]:
    """By place of such a block the places one step away, to sides given as (rows, columns)."""
    masks = masks_of(rows, columns, walls, height, width)
    return {
        cell: tuple(
            cell + down * columns + right
            for down, right in steps
            if 0 <= cell % columns + right < columns and cell + down * columns + right in masks
        )
        for cell in masks
    }
