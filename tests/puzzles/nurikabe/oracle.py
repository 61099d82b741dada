"""Brute force for small boards of Nurikabe: all colourings, and the rules by bit masks.

It shares no code with cpstudy. Connected parts are found by growing masks. The solutions of a
puzzle are selected from the colourings of its shape that are valid for some clues.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product


def _grown(mask: int, rows: int, columns: int) -> int:
    left = sum(1 << row * columns for row in range(rows))
    right = left << (columns - 1)
    full = (1 << rows * columns) - 1
    sideways = (mask & ~right) << 1 | (mask & ~left) >> 1
    return (mask | sideways | mask << columns | mask >> columns) & full


def _parts(mask: int, rows: int, columns: int) -> list[int]:
    """The connected parts of a set of cells."""
    parts = []
    while mask:
        part = mask & -mask
        while (grown := _grown(part, rows, columns) & mask) != part:
            part = grown
        parts.append(part)
        mask &= ~part
    return parts


@cache
def colourings(rows: int, columns: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(sea, islands) as masks, for all colourings without pools and with a connected sea."""
    cells = rows * columns
    pools = [
        0b11 << row * columns + column | 0b11 << (row + 1) * columns + column
        for row in range(rows - 1)
        for column in range(columns - 1)
    ]
    full = (1 << cells) - 1
    found = []
    for sea in range(1 << cells):
        if any(sea & pool == pool for pool in pools):
            continue
        if len(_parts(sea, rows, columns)) <= 1:
            found.append((sea, tuple(_parts(full & ~sea, rows, columns))))
    return tuple(found)


def solutions(rows: int, columns: int, clues: tuple[int, ...]) -> set[bytes]:
    """All solutions, one byte a cell, 1 for sea. clues: 0 none, -1 any size."""
    given = sum(1 << cell for cell, clue in enumerate(clues) if clue)
    found = set()
    for sea, islands in colourings(rows, columns):
        if sea & given or len(islands) != given.bit_count():
            continue
        if all(_fits(island, given, clues) for island in islands):
            found.add(bytes(sea >> cell & 1 for cell in range(rows * columns)))
    return found


def _fits(island: int, given: int, clues: tuple[int, ...]) -> bool:
    held = island & given
    if held.bit_count() != 1:
        return False
    return clues[held.bit_length() - 1] in (-1, island.bit_count())


def symmetries(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """For each symmetry that keeps the shape: the cell that moves to each place."""
    for flip_rows, flip_columns, turn in product(
        (0, 1), (0, 1), (0, 1) if rows == columns else (0,)
    ):
        order = []
        for row, column in product(range(rows), range(columns)):
            here, there = (column, row) if turn else (row, column)
            here = rows - 1 - here if flip_rows else here
            there = columns - 1 - there if flip_columns else there
            order.append(here * columns + there)
        yield tuple(order)


def solvable_clue_sets(rows: int, columns: int) -> dict[tuple[int, ...], int]:
    """The numbers of solutions of all solvable sets of numbers, one of each symmetry class."""
    counts: dict[tuple[int, ...], int] = {}
    for _, islands in colourings(rows, columns):
        for cells in product(*map(_cells, islands)):
            clues = [0] * (rows * columns)
            for island, cell in zip(islands, cells, strict=True):
                clues[cell] = island.bit_count()
            counts[tuple(clues)] = counts.get(tuple(clues), 0) + 1
    turns = list(symmetries(rows, columns))
    return {
        clues: count
        for clues, count in counts.items()
        if clues == min(tuple(clues[cell] for cell in order) for order in turns)
    }


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
