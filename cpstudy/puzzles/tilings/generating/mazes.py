"""Mazes of the five algorithms (:mod:`.algorithms`) on the cells of any board that are not holes.

No tile is open on all sides, since turning it would change nothing. If that limit leaves cells
unreached, the board is drawn again with the following random numbers. Every board is then shuffled:
each tile is turned at random, so that the text form does not reveal the solution.

A board depends only on (algorithm, shape, outline, seed, index): board 17 is the same alone and in
a batch.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.native import array, view
from cpstudy.core.random import Stream, stream
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.generating.algorithms import (
    MAZES,
    Maze,
    draw_many,
    turn_at_random,
)
from cpstudy.puzzles.tilings.rules import Tiling

# The number of attempts before a shape counts as impossible.
_ATTEMPTS = 1000

# Above this size, the tables of a shape do not fit the memory of an ordinary machine.
_LARGEST = 2**20


def maze_of(board: Tiling, algorithm: str) -> Maze:
    """Return the data with which an algorithm draws trees on the cells that are not holes.

    Raises InputError if holes cut cells off, or there are only holes, or, for binary trees, if a
    cell has no earlier neighbour.
    """
    cells = np.flatnonzero(np.frombuffer(board.tiles, np.uint8))
    if not len(cells):
        raise InputError("an outline of holes only")
    doors = _doors(board)
    if (cell := cut_off(doors, board.root, cells.tolist())) is not None:
        raise InputError(f"holes cut {board.cell(cell)} off from {board.cell(board.root)}")
    before = None
    if algorithm == "binary-tree":
        plane = _doors(type(board)(board.rows, board.columns, board.tiles))
        earlier = (plane >= 0) & (plane < np.arange(len(plane))[:, None])
        before = (earlier @ (1 << np.arange(board.sides))).astype(np.uint8)
        for cell in cells[1:].tolist():
            if not before[cell]:
                raise InputError(
                    f"binary-tree: no neighbour comes before {board.cell(cell)}; "
                    f"the other algorithms take any outline"
                )
    return Maze(doors, board.turn, board.root, cells, before)


def _doors(board: Tiling) -> npt.NDArray[np.int64]:
    """Return int64[n, s]: the cell beyond each side; -1 at borders, holes, and the cell itself."""
    beyond = edge_table(board).beyond
    inside = np.frombuffer(board.tiles, np.uint8) != 0
    here = np.arange(len(beyond))[:, None]
    return np.where(inside[beyond] & inside[here] & (beyond != here), beyond, -1)


def cut_off(doors: npt.NDArray[np.int64], start: int, cells: Iterable[int]) -> int | None:
    """Return the first of the cells that no path through doors joins with ``start``, or None."""
    beyond = doors.tolist()
    reached = {start}
    stack = [start]
    while stack:
        new = {cell for cell in beyond[stack.pop()] if cell >= 0} - reached
        reached |= new
        stack += new
    return next((cell for cell in cells if cell not in reached), None)


def board_stream(board: Tiling, algorithm: str, seed: int, index: int) -> Stream:
    """Return the random numbers of board ``index``; other outlines of the same size share them.

    Raises InputError for an unknown algorithm or a negative seed.
    """
    if algorithm not in MAZES:
        raise InputError(f"algorithm {algorithm!r}: choose from {', '.join(MAZES)}")
    key = (board.sides, MAZES[algorithm], board.rows, board.columns, int(board.wrap), index)
    return stream(seed, *key)


def check_size(rows: int, columns: int, most: int = _LARGEST) -> None:
    """Raise InputError if a board has no cells or is too large to be drawn."""
    if rows < 1 or columns < 1:
        raise InputError(f"size {columns}x{rows}: a board needs at least one row and one column")
    if rows * columns > most:
        raise InputError(f"size {columns}x{rows}: at most {most} cells")


def drawn(board: Tiling, algorithm: str, state: Stream, clock: Clock = UNLIMITED) -> bytes:
    """Return the open sides of a random tree on the cells of ``board`` that are not holes.

    The stream continues. Raises InputError if holes cut cells off, or no tree was found.
    """
    maze = maze_of(board, algorithm)
    states = np.array(state, np.uint64)[None]
    done = np.zeros(1, np.uint8)
    for _ in range(_ATTEMPTS):
        clock.check()
        tiles = np.zeros((1, len(board.tiles)), np.uint8)
        draw_many(maze, MAZES[algorithm], view(states), view(tiles), view(done))
        if done[0]:
            array(state)[:] = states[0]
            return tiles.tobytes()
    raise InputError(f"{algorithm} found no tree on {board.size} without a tile open on all sides")


def turned_at_random(board: Tiling, tiles: bytes, state: Stream) -> bytes:
    """Return the tiles, each turned a uniform random number of times."""
    turned = np.frombuffer(tiles, np.uint8).copy()
    turn_at_random(state, view(turned), board.sides)
    return turned.tobytes()
