"""Additive pattern databases: lower bounds that are exact for a few tiles at a time (Korf2002).

A *pattern* is a group of tiles. Its table tells for each placement of them how few moves of these
tiles bring them home, moves of the others not counted. A move moves one tile, so the numbers of
patterns without a common tile add up to a lower bound. Patterns of one tile are the Manhattan
distance.

The table is filled by breadth-first search from the goal. Where the empty cell can walk without
moving a tile of the pattern costs nothing, so a node is a placement and a region of free cells.

The place in a table is the cells of the tiles as the digits of a number, in base of the number of
cells: a move adds a multiple of a power, no ranking is needed, and a third of the table is used.

Cost: the 15-puzzle's patterns of 6, 6 and 3 tiles have 11.5 million placements and take some
seconds, once: they are kept in the user's cache folder (4 MB). Limit: patterns of up to six tiles
with at most 6 million placements, four tiles on 5×5.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from math import perm
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.files import write_whole
from cpstudy.core.folders import user_folder
from cpstudy.core.kernels import kernel, prepared, views

_MOST_TILES, _MOST_PLACEMENTS = 6, 6_000_000
# Boards of so few cells do with less, which takes no compiler.
_SMALL, _MOST_TILES_OF_SMALL = 9, 4
# What is in a file: raised when tables of the same tiles would hold other numbers.
_VERSION = 1
_FAR = 255
# The nodes that one call expands, and the units of plain work that a node takes.
_SLICE, _PLAIN_SLICE, _WORK = 1 << 18, 1 << 9, 4


def partition(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """The patterns of a board whose empty cell comes last: its tiles in groups near each other.

    For the 15-puzzle the groups of Korf2002; else whole columns from the left, as many tiles at a
    time as the tables may have.
    """
    if (rows, columns) == (4, 4):
        return (1, 5, 6, 9, 10, 13), (7, 8, 11, 12, 14, 15), (2, 3, 4)
    cells = rows * columns
    most = _MOST_TILES if cells > _SMALL else _MOST_TILES_OF_SMALL
    size = max(k for k in range(1, most + 1) if perm(cells, k) <= _MOST_PLACEMENTS)
    by_column = [row * columns + column + 1 for column in range(columns) for row in range(rows)]
    tiles = [tile for tile in by_column if tile < cells]
    return tuple(tuple(tiles[at : at + size]) for at in range(0, len(tiles), size))


def bytes_needed(rows: int, columns: int) -> int:
    """Memory that the tables take while they are filled."""
    cells = rows * columns
    sizes: list[int] = [cells ** len(pattern) for pattern in partition(rows, columns)]
    return sum(sizes) + 8 * max(sizes)


class Frame(NamedTuple):
    """An empty frame, for the kernel: its sides, and masks of the cells as bits.

    shape: int64[5]: cells, columns, all cells, all but the first column, all but the last.
    """

    shape: Any


def frame(rows: int, columns: int) -> Frame:
    """The frame of a size."""
    cells = rows * columns
    every = (1 << cells) - 1
    first = sum(1 << row * columns for row in range(rows))
    last = first << columns - 1
    return Frame(np.array([cells, columns, every, every & ~first, every & ~last], np.int64))


class Filling(NamedTuple):
    """A table being filled.

    powers: int64[k], what the cell of each tile counts. table: uint8[cells^k], moves or 255. seen:
    int32[cells^k], the cells where the empty one has been, as bits. nodes: int64[n, 2], placements
    of this level with their regions; following: of the next level. counts: int64[2], nodes expanded
    and found.
    """

    powers: Any
    table: Any
    seen: Any
    nodes: Any
    following: Any
    counts: Any


@kernel
def region_of(shape: Any, free: Any, cell: Any) -> Any:
    """The free cells, as bits, to which the empty cell can go from ``cell``."""
    region = 1 << cell
    while True:
        near = region >> shape[1] | region << shape[1]
        near |= (region & shape[4]) << 1 | (region & shape[3]) >> 1
        wider = region | near & free
        if wider == region:
            return region
        region = wider


@kernel
def expand(frame: Any, filling: Any, level: Any, number: Any, end: Any) -> Any:
    """Expand nodes of a level up to ``end`` of ``number``, as long as there is room for more.

    Returns the number of nodes expanded so far.
    """
    shape, powers = frame.shape, filling.powers
    cells, columns, every = shape[0], shape[1], shape[2]
    tiles = len(powers)
    nodes, following, seen = filling.nodes, filling.following, filling.seen
    at, found = filling.counts[0], filling.counts[1]
    room = len(following) - 4 * tiles
    while at < number and at < end and found <= room:
        placement, region = nodes[at, 0], nodes[at, 1]
        at += 1
        free = every
        for t in range(tiles):
            free &= ~(1 << placement // powers[t] % cells)
        for t in range(tiles):
            cell = placement // powers[t] % cells
            for way in range(4):
                if way == 0:
                    target = cell - columns
                elif way == 1:
                    target = cell + columns
                elif way == 2:
                    target = cell - 1 if shape[3] >> cell & 1 else -1
                else:
                    target = cell + 1 if shape[4] >> cell & 1 else -1
                if target < 0 or target >= cells or not region >> target & 1:
                    continue
                moved = placement + (target - cell) * powers[t]
                known = seen[moved] & every
                if known >> cell & 1:
                    continue
                new = region_of(shape, free & ~(1 << target) | 1 << cell, cell)
                if known == 0:
                    filling.table[moved] = level
                seen[moved] = known | new
                following[found, 0], following[found, 1] = moved, new
                found += 1
    filling.counts[0], filling.counts[1] = at, found
    return at


def filled(rows: int, columns: int, tiles: Sequence[int], clock: Clock) -> Any:
    """The table of a pattern, uint8[cells^k]. Raises OutOfTimeError."""
    cells, goal = rows * columns, [tile - 1 for tile in tiles]
    powers = [cells**t for t in range(len(tiles))]
    shape = frame(rows, columns)
    home = sum(cell * power for cell, power in zip(goal, powers, strict=True))
    free = int(shape.shape[2]) & ~sum(1 << cell for cell in goal)
    region = region_of([int(n) for n in shape.shape], free, cells - 1)
    filling = Filling(
        np.array(powers, np.int64),
        np.full(cells ** len(tiles), _FAR, np.uint8),
        np.zeros(cells ** len(tiles), np.int32),
        np.array([[home, region]], np.int64),
        np.empty((64, 2), np.int64),
        np.zeros(2, np.int64),
    )
    filling.table[home], filling.seen[home] = 0, region
    level, number = 1, 1
    while number:
        filling.counts[:] = 0
        done = 0
        while done < number:
            ahead = min(number - done, _SLICE)
            expanding = prepared(expand, _WORK * min(ahead, _PLAIN_SLICE))
            plain = expanding is expand
            end = done + (min(ahead, _PLAIN_SLICE) if plain else ahead)
            before = done
            chosen = (views(shape), views(filling)) if plain else (shape, filling)
            done = int(expanding(*chosen, level, number, end))
            if done == before:  # no room
                larger = np.empty((2 * len(filling.following), 2), np.int64)
                larger[: len(filling.following)] = filling.following
                filling = filling._replace(following=larger)
            if clock.late:
                raise OutOfTimeError
        number, level = int(filling.counts[1]), level + 1
        filling = filling._replace(nodes=filling.following, following=np.empty_like(filling.nodes))
        if len(filling.following) < 64:
            filling = filling._replace(following=np.empty((64, 2), np.int64))
    return filling.table


def table_of(rows: int, columns: int, tiles: Sequence[int], clock: Clock) -> Any:
    """The same from the user's cache folder where it lies there, else put there if it is large."""
    cells = rows * columns
    if perm(cells, len(tiles)) < _MOST_PLACEMENTS // 10:
        return filled(rows, columns, tiles, clock)
    path = _file(rows, columns, tiles)
    table = None if path is None else _read(path, cells ** len(tiles))
    if table is None:
        table = filled(rows, columns, tiles, clock)
        if path is not None:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                packed = zlib.compress(table.tobytes(), 1)
                write_whole(path, hashlib.sha256(packed).digest() + packed)
    return table


class Tables(NamedTuple):
    """The tables of disjoint patterns, one after another.

    owner, power: int64[cells], by tile its pattern and what its cell counts. first: int64[n], by
    pattern where its table begins. table: uint8.
    """

    owner: Any
    power: Any
    first: Any
    table: Any


@lru_cache(maxsize=2)
def patterns(rows: int, columns: int, clock: Clock) -> Tables:
    """The tables of :func:`partition`. Raises OutOfTimeError."""
    groups = partition(rows, columns)
    return _joined(rows * columns, groups, [table_of(rows, columns, g, clock) for g in groups])


@lru_cache(maxsize=16)
def manhattan(rows: int, columns: int) -> Tables:
    """The patterns of one tile: from each cell the steps home."""
    cells = rows * columns
    row, column = np.divmod(np.arange(cells), columns)
    tables = [
        (abs(row - row[home]) + abs(column - column[home])).astype(np.uint8)
        for home in range(cells - 1)
    ]
    return _joined(cells, [(tile,) for tile in range(1, cells)], tables)


def _joined(cells: int, groups: Sequence[Sequence[int]], tables: Sequence[Any]) -> Tables:
    owner, power = np.zeros((2, cells), np.int64)
    for number, tiles in enumerate(groups):
        for place, tile in enumerate(tiles):
            owner[tile], power[tile] = number, cells**place
    first = np.cumsum([0, *(len(table) for table in tables[:-1])], dtype=np.int64)
    return Tables(owner, power, first, np.concatenate(tables))


def _file(rows: int, columns: int, tiles: Sequence[int]) -> Path | None:
    folder = user_folder()
    name = f"{columns}x{rows}-{'-'.join(map(str, tiles))}.v{_VERSION}"
    return None if folder is None else folder / "patterns" / name


def _read(path: Path, size: int) -> Any | None:
    """A table that was kept; None where there is none, or it is damaged."""
    with suppress(OSError, zlib.error):
        data = path.read_bytes()
        digest, packed = data[:32], data[32:]
        if hashlib.sha256(packed).digest() == digest:
            table = np.frombuffer(zlib.decompress(packed), np.uint8)
            if len(table) == size:
                return table
    return None
