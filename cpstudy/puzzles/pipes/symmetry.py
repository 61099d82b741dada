"""Symmetries of a board: quarter turns and reflection, of puzzles and of solutions.

The eight maps of the square act on boards of any size (a quarter turn exchanges rows and
columns); wrapping boards may also be moved along. A board and its image have the same number of
solutions. Cost: linear; the canonical form of a wrapping board, tiles times its longer side.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from cpstudy.puzzles.pipes.puzzle import (
    BARRIER_BELOW,
    BARRIER_RIGHT,
    Pipes,
    tile_type,
    turned,
)

# Reflection at the main diagonal exchanges right with down and up with left.
_TRANSPOSED = bytes(
    (tile & 1) << 3 | (tile & 2) << 1 | (tile & 4) >> 1 | (tile & 8) >> 3 for tile in range(16)
)
_MIRRORED = bytes((tile & 10) | (tile & 1) << 2 | (tile & 4) >> 2 for tile in range(16))


def transposed(puzzle: Pipes) -> Pipes:
    """The board reflected at its main diagonal: cell (row, column) goes to (column, row)."""
    order = [
        row * puzzle.columns + column
        for column in range(puzzle.columns)
        for row in range(puzzle.rows)
    ]
    swap = bytes([0, BARRIER_BELOW, BARRIER_RIGHT, BARRIER_RIGHT | BARRIER_BELOW])
    return Pipes(
        puzzle.columns,
        puzzle.rows,
        bytes(_TRANSPOSED[puzzle.tiles[tile]] for tile in order),
        puzzle.wrap,
        puzzle.free,
        bytes(swap[puzzle.barriers[tile]] for tile in order) if puzzle.barriers else b"",
    )


def mirrored(puzzle: Pipes) -> Pipes:
    """The board with left and right exchanged: cell (row, column) goes to (row, -1 - column)."""
    rows, columns = puzzle.rows, puzzle.columns
    tiles = bytearray()
    barriers = bytearray(rows * columns)
    for row in range(rows):
        line = puzzle.tiles[row * columns : (row + 1) * columns]
        tiles += bytes(_MIRRORED[tile] for tile in reversed(line))
        if not puzzle.barriers:
            continue
        for column in range(columns):
            wall = puzzle.barriers[row * columns + column]
            image = row * columns + (columns - 1 - column)
            barriers[image] |= wall & BARRIER_BELOW
            if wall & BARRIER_RIGHT:
                # A wall between two cells belongs to the one on its left, which is now the other.
                if column + 1 < columns:
                    barriers[image - 1] |= BARRIER_RIGHT
                elif puzzle.wrap:
                    barriers[row * columns + columns - 1] |= BARRIER_RIGHT
    return Pipes(rows, columns, bytes(tiles), puzzle.wrap, puzzle.free, bytes(barriers))


def rotated(puzzle: Pipes) -> Pipes:
    """The board turned by a quarter clockwise."""
    return mirrored(transposed(puzzle))


def turn_tiles(puzzle: Pipes, quarters: bytes) -> Pipes:
    """The same puzzle with tile i lying ``quarters[i]`` quarter turns further round."""
    tiles = bytes(turned(t, q) for t, q in zip(puzzle.tiles, quarters, strict=True))
    return Pipes(puzzle.rows, puzzle.columns, tiles, puzzle.wrap, puzzle.free, puzzle.barriers)


_TYPES = np.array([tile_type(tile) for tile in range(16)], np.uint8)


def canonical_puzzle(puzzle: Pipes) -> bytes:
    """The same 16 bytes for a puzzle and its images, however their tiles lie.

    A digest of the smallest image: reflected, turned by quarters, and on wrapping boards moved
    along; of each tile its type and the walls on its right and below. Walls that change nothing
    (at the border of a plain board) do not count.
    """
    shape = (puzzle.rows, puzzle.columns)
    types = _TYPES[np.frombuffer(puzzle.tiles, np.uint8)].reshape(shape)
    walls = np.frombuffer(puzzle.barriers or bytes(len(puzzle.tiles)), np.uint8).reshape(shape)
    right = walls & BARRIER_RIGHT > 0
    below = walls & BARRIER_BELOW > 0
    if not puzzle.wrap:
        right[:, -1] = False
        below[-1, :] = False
    smallest = min(
        (image.shape, _moved_along(image) if puzzle.wrap else image.tobytes())
        for image in _images(types, right, below)
    )
    told = repr((smallest[0], puzzle.wrap, puzzle.free)).encode() + smallest[1]
    return hashlib.blake2b(told, digest_size=16).digest()


def _images(
    types: npt.NDArray[np.uint8], right: npt.NDArray[np.bool_], below: npt.NDArray[np.bool_]
) -> Iterator[npt.NDArray[np.uint8]]:
    """The eight images as one number a tile: its type, + 8 for a wall right, + 16 for one below."""
    for _ in range(2):
        for _ in range(4):
            yield types + np.uint8(8) * right + np.uint8(16) * below
            # A quarter clockwise: what was below is on the left, so a wall changes its owner.
            types = np.rot90(types, -1)
            right, below = np.roll(np.rot90(below, -1), -1, 1), np.rot90(right, -1)
        types, right, below = types.T, below.T, right.T


def _moved_along(image: npt.NDArray[np.uint8]) -> bytes:
    """The smallest of the images of a torus that is moved along: rows compared first to last."""
    rows, columns = image.shape
    lines = [bytes(line) for line in image]
    moved = [[line[by:] + line[:by] for line in lines] for by in range(columns)]
    first = min(map(min, moved))
    return min(
        b"".join(board[row:] + board[:row])
        for board in moved
        for row in range(rows)
        if board[row] == first
    )
