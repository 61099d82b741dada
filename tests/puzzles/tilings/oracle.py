"""Brute force for Pipes on any tiling; it shares no code with the package.

A geometry is a dict (cell, side) -> (cell, side) from each end of an edge to the other end; a side
that is not in it lies at the border. Tiles are bit masks of their open sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Geometry = Mapping[tuple[int, int], tuple[int, int]]


def hexagons(rows: int, columns: int, wrap: bool) -> Geometry:
    """The geometry of rows of hexagons; odd rows are shifted to the right by half a cell.

    Sides are numbered anticlockwise from the right. A cell lies in row y, at x half cells. On a
    torus it also lies at x + 2 columns, and at y + rows, one or two half cells further right: two
    if the number of rows is even.
    """
    steps = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
    places = {(y, 2 * x + y % 2): y * columns + x for y in range(rows) for x in range(columns)}
    shift = 1 if rows % 2 else 2
    found = {}
    for (y, x), cell in places.items():
        for side, (down, right) in enumerate(steps):
            beyond = (y + down, x + right)
            if wrap:
                laps = beyond[0] // rows
                beyond = (beyond[0] - laps * rows, (beyond[1] - laps * shift) % (2 * columns))
            if beyond in places:
                found[cell, side] = places[beyond], (side + 3) % 6
    return found


def solutions(
    tiles: Sequence[int], sides: int, geometry: Geometry, free: bool = False
) -> set[bytes]:
    """All solutions, as the open sides of all cells, one byte per cell."""
    found: set[bytes] = set()
    placed: list[int] = []

    def fits(cell: int, tile: int) -> bool:
        for side in range(sides):
            here = tile >> side & 1
            if (cell, side) not in geometry:
                if here:
                    return False
                continue
            other, back = geometry[cell, side]
            there = tile if other == cell else placed[other] if other < cell else None
            if there is not None and there >> back & 1 != here:
                return False
        return True

    def place(cell: int) -> None:
        if cell == len(tiles):
            if free or is_tree(placed, sides, geometry):
                found.add(bytes(placed))
            return
        bits = [tiles[cell] >> side & 1 for side in range(sides)]
        ways = {tuple(bits[turn:] + bits[:turn]) for turn in range(sides)}
        for way in ways:
            tile = sum(bit << side for side, bit in enumerate(way))
            if fits(cell, tile):
                placed.append(tile)
                place(cell + 1)
                placed.pop()

    place(0)
    return found


def is_tree(placed: Sequence[int], sides: int, geometry: Geometry) -> bool:
    """Whether the open edges connect all cells with open sides, and are one fewer than these."""
    halves = [(c, s) for c, tile in enumerate(placed) for s in range(sides) if tile >> s & 1]
    cells = {cell for cell, _ in halves}
    if not cells:
        return True
    reached = {min(cells)}
    while True:
        more = {geometry[cell, side][0] for cell, side in halves if cell in reached} | reached
        if more == reached:
            break
        reached = more
    return reached == cells and len(halves) == 2 * (len(cells) - 1)
