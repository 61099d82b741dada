"""Additive pattern databases: lower bounds that are exact for a few tiles at a time (Korf2002).

A *pattern* is a group of tiles. Its table contains, for each placement of them, the fewest moves of
these tiles that bring them to their goals; moves of other tiles are not counted. A move moves one
tile, so the numbers of disjoint patterns add up to a lower bound. Patterns of one tile are the
Manhattan distance.

Breadth-first search from the goal fills the table. Moves of the empty cell that move no tile of the
pattern are free, so a node is a placement and a region of free cells.

The index in a table is a number whose digits, in base of the number of cells, are the cells of the
tiles: a move adds a multiple of a power, no ranking is needed, and a third of the table is used.

Cost: the 15-puzzle's patterns of 6, 6 and 3 tiles have 11.5 million placements and take some
seconds, only once: they are kept in the user's cache folder (4 MB). Limit: patterns of up to six
tiles with at most 6 million placements, four tiles on 5×5.
"""

import hashlib
import zlib
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from math import perm
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.files import user_folder, write_whole
from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8
from cpstudy.core.native import array, doubled, entry, filled, table, workspace, zeros

_MOST_TILES, _MOST_PLACEMENTS = 6, 6_000_000
# Boards of at most this number of cells need smaller patterns.
_SMALL, _MOST_TILES_OF_SMALL = 9, 4
# The version of a file: increase it if tables of the same tiles would contain other numbers.
_VERSION = 1
# Nodes expanded by one call.
_SLICE = 1 << 18
_UNREACHED = 255
_FIRST_NODES = 64


@workspace
class Filling:
    """The workspace for filling a table, on a board without other tiles.

    every, not_first, not_last: cells as bits: all, all but the first column, all but the last.
    powers: [k], the weight of each tile's cell. table: [cells^k], moves or 255. seen: [cells^k],
    the cells where the empty one has been, as bits. nodes: [n, 2], placements of this level with
    their regions; following: of the next level. at, found: nodes expanded and found.
    """

    cells: i64
    columns: i64
    every: i64
    not_first: i64
    not_last: i64
    powers: Const[i64]
    table: View[u8]
    seen: View[i32]
    nodes: View2[i64]
    following: View2[i64]
    at: i64
    found: i64

    def __init__(self, rows: int, columns: int, powers: list[int]) -> None:
        cells = rows * columns
        self.cells, self.columns, self.every = cells, columns, (1 << cells) - 1
        first = sum(1 << row * columns for row in range(rows))
        self.not_first = self.every & ~first
        self.not_last = self.every & ~(first << columns - 1)
        self.powers = table(powers, "i64")
        self.table = filled(cells ** len(powers), _UNREACHED, "u8")
        self.seen = zeros(cells ** len(powers), "i32")
        self.nodes = zeros((_FIRST_NODES, 2), "i64")
        self.following = zeros((_FIRST_NODES, 2), "i64")
        self.at = self.found = 0


@entry
def region_of(f: Filling, free: i64, cell: i64) -> i64:
    """The free cells, as bits, that the empty cell can reach from ``cell``."""
    region = 1 << cell
    while True:
        near = region >> f.columns | region << f.columns
        near |= (region & f.not_last) << 1 | (region & f.not_first) >> 1
        wider = region | near & free
        if wider == region:
            return region
        region = wider


@entry
def expand(f: Filling, level: i64, number: i64, end: i64) -> None:
    """Expand nodes of a level up to ``end`` of ``number``, while ``following`` has space."""
    tiles = len(f.powers)
    at = f.at
    found = f.found
    limit = len(f.following) - 4 * tiles
    while at < number and at < end and found <= limit:
        placement = f.nodes[at, 0]
        region = f.nodes[at, 1]
        at += 1
        free = f.every
        for t in range(tiles):
            free &= ~(1 << placement // f.powers[t] % f.cells)
        for t in range(tiles):
            cell = placement // f.powers[t] % f.cells
            for direction in range(4):
                if direction == 0:
                    target = cell - f.columns
                elif direction == 1:
                    target = cell + f.columns
                elif direction == 2:
                    target = cell - 1 if f.not_first >> cell & 1 else -1
                else:
                    target = cell + 1 if f.not_last >> cell & 1 else -1
                if target < 0 or target >= f.cells or not region >> target & 1:
                    continue
                moved = placement + (target - cell) * f.powers[t]
                known = f.seen[moved] & f.every
                if known >> cell & 1:
                    continue
                new = region_of(f, free & ~(1 << target) | 1 << cell, cell)
                if known == 0:
                    f.table[moved] = level
                f.seen[moved] = known | new
                f.following[found, 0] = moved
                f.following[found, 1] = new
                found += 1
    f.at = at
    f.found = found


def partition(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """The patterns of a board whose empty cell comes last: groups of adjacent tiles.

    For the 15-puzzle, the groups of Korf2002; otherwise whole columns from the left, with as many
    tiles as the tables allow.
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
    """The memory that the tables need while they are filled."""
    cells = rows * columns
    sizes: list[int] = [cells ** len(pattern) for pattern in partition(rows, columns)]
    return sum(sizes) + 8 * max(sizes)


def fill(rows: int, columns: int, tiles: Sequence[int], clock: Clock) -> NDArray[np.uint8]:
    """The table of a pattern, uint8[cells^k]. Raises OutOfTimeError."""
    cells, goal = rows * columns, [tile - 1 for tile in tiles]
    powers = [cells**t for t in range(len(tiles))]
    filling = Filling(rows, columns, powers)
    home = sum(cell * power for cell, power in zip(goal, powers, strict=True))
    free = filling.every & ~sum(1 << cell for cell in goal)
    region = region_of(filling, free, cells - 1)
    filling.table[home], filling.seen[home] = 0, region
    filling.nodes[0, 0], filling.nodes[0, 1] = home, region
    level, number = 1, 1
    while number:
        filling.at = filling.found = 0
        while filling.at < number:
            before = filling.at
            expand(filling, level, number, min(number, before + _SLICE))
            if filling.at == before:  # ``following`` is full
                filling.following = doubled(filling.following)
            if clock.late:
                raise OutOfTimeError
        number, level = filling.found, level + 1
        filling.nodes, filling.following = filling.following, filling.nodes
    return array(filling.table)


def table_of(rows: int, columns: int, tiles: Sequence[int], clock: Clock) -> Any:
    """The same from the user's cache folder if possible; large tables are stored there."""
    cells = rows * columns
    if perm(cells, len(tiles)) < _MOST_PLACEMENTS // 10:
        return fill(rows, columns, tiles, clock)
    path = _file(rows, columns, tiles)
    kept = None if path is None else _read(path, cells ** len(tiles))
    if kept is None:
        kept = fill(rows, columns, tiles, clock)
        if path is not None:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                packed = zlib.compress(kept.tobytes(), 1)
                write_whole(path, hashlib.sha256(packed).digest() + packed)
    return kept


class Tables(NamedTuple):
    """The tables of disjoint patterns, concatenated.

    owner, power: int64[cells], by tile its pattern and the weight of its cell. first: int64[n], by
    pattern the beginning of its table. table: uint8.
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
    """The tables of patterns of one tile: the steps from each cell to the goal."""
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
    first = np.cumsum([0, *map(len, tables[:-1])], dtype=np.int64)
    return Tables(owner, power, first, np.concatenate(tables))


def _file(rows: int, columns: int, tiles: Sequence[int]) -> Path | None:
    folder = user_folder()
    name = f"{columns}x{rows}-{'-'.join(map(str, tiles))}.v{_VERSION}"
    return None if folder is None else folder / "patterns" / name


def _read(path: Path, size: int) -> Any | None:
    """A table from the cache; None if it is missing or damaged."""
    with suppress(OSError, zlib.error):
        data = path.read_bytes()
        digest, packed = data[:32], data[32:]
        if hashlib.sha256(packed).digest() == digest:
            kept = np.frombuffer(zlib.decompress(packed), np.uint8)
            if len(kept) == size:
                return kept
    return None
