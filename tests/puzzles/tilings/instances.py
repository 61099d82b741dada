"""Small random boards on tilings, of every verdict, and their solutions by brute force."""

from __future__ import annotations

import random
from collections.abc import Collection

from cpstudy.puzzles.tilings.rules import Tiling
from tests.puzzles.tilings import oracle


def geometry_of(board: Tiling) -> oracle.Geometry:
    """The geometry of a board by its own ``across``, in the form of the oracle."""
    cells, sides = range(len(board.tiles)), range(board.sides)
    result = {(cell, side): board.across(cell, side) for cell in cells for side in sides}
    return {half: other for half, other in result.items() if other is not None}


def truth(board: Tiling) -> set[bytes]:
    """All solutions by brute force; for hexagons on the oracle's own geometry."""
    if board.kind == "hexpipes":
        geometry = oracle.hexagons(board.rows, board.columns, board.wrap)
    else:
        geometry = geometry_of(board)
    return oracle.solutions(board.tiles, board.sides, geometry, board.free)


def random_tree(
    rng: random.Random, empty: Tiling, holes: Collection[int] = (), newest: float = 0.5
) -> Tiling:
    """A tree in solved position, grown from a cell along random edges; unreached cells are holes.

    newest: the probability to grow from the newest cell.
    """
    tiles = bytearray(len(empty.tiles))
    start = rng.choice([cell for cell in range(len(tiles)) if cell not in holes])
    seen, left = {start}, [start]
    while left:
        cell = left[-1] if rng.random() < newest else rng.choice(left)
        ways = [
            (side, beyond)
            for side in range(empty.sides)
            if (beyond := empty.across(cell, side))
            and beyond[0] not in seen
            and beyond[0] not in holes
        ]
        if not ways:
            left.remove(cell)
            continue
        side, (other, back) = rng.choice(ways)
        tiles[cell] |= 1 << side
        tiles[other] |= 1 << back
        seen.add(other)
        left.append(other)
    return empty.with_tiles(bytes(tiles))


def turned_at_random(rng: random.Random, board: Tiling) -> Tiling:
    """The same puzzle with random orientations of its tiles."""
    return board.with_tiles(bytes(rng.choice(board.orientations[t]) for t in board.tiles))


def random_board(rng: random.Random, kind: type[Tiling], most: int = 9) -> Tiling:
    """A small board made from a tree, possibly with holes, changed tiles, wrapping, or free."""
    rows, columns = rng.choice([(r, c) for r in range(1, 6) for c in range(1, 6) if r * c <= most])
    cells = rows * columns
    wrap = kind.kind != "triangles" and rng.random() < 0.4
    empty = kind(rows, columns, bytes(cells), wrap, rng.random() < 0.25)
    holes = {cell for cell in range(1, cells) if rng.random() < rng.choice((0, 0, 0.25))}
    board = turned_at_random(rng, random_tree(rng, empty, holes, rng.random()))
    tiles = bytearray(board.tiles)
    for _ in range(rng.choice((0, 0, 1, 3))):
        one, other = rng.randrange(cells), rng.randrange(cells)
        if rng.random() < 0.5:  # the number of open sides stays the same
            tiles[one], tiles[other] = tiles[other], tiles[one]
        else:
            tiles[one] = rng.randrange(len(board.orientations))
    return board.with_tiles(bytes(tiles))
