"""The kernels of :mod:`.patterns`: a table that is filled level by level."""

from __future__ import annotations

from cpstudy.core.native import (
    Const,
    View,
    View2,
    entry,
    filled,
    i32,
    i64,
    table,
    u8,
    workspace,
    zeros,
)

_FAR = 255
_FIRST_NODES = 64


@workspace
class Filling:
    """A table being filled, on an empty frame.

    every, not_first, not_last: cells as bits: all, all but the first column, all but the last.
    powers: [k], what the cell of each tile counts. table: [cells^k], moves or 255. seen: [cells^k],
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
        self.table = filled(cells ** len(powers), _FAR, "u8")
        self.seen = zeros(cells ** len(powers), "i32")
        self.nodes = zeros((_FIRST_NODES, 2), "i64")
        self.following = zeros((_FIRST_NODES, 2), "i64")
        self.at = self.found = 0


@entry
def region_of(f: Filling, free: i64, cell: i64) -> i64:
    """The free cells, as bits, to which the empty cell can go from ``cell``."""
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
    """Expand nodes of a level up to ``end`` of ``number``, as long as there is room for more."""
    tiles = len(f.powers)
    at = f.at
    found = f.found
    room = len(f.following) - 4 * tiles
    while at < number and at < end and found <= room:
        placement = f.nodes[at, 0]
        region = f.nodes[at, 1]
        at += 1
        free = f.every
        for t in range(tiles):
            free &= ~(1 << placement // f.powers[t] % f.cells)
        for t in range(tiles):
            cell = placement // f.powers[t] % f.cells
            for way in range(4):
                if way == 0:
                    target = cell - f.columns
                elif way == 1:
                    target = cell + f.columns
                elif way == 2:
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
