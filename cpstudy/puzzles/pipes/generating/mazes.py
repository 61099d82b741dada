"""Boards drawn from mazes: those of a seed, one at a time or many together.

Every maze (tilings/generating/algorithms.py) is shuffled: each tile is turned at random, so that
the text form does not reveal the solution. If an algorithm does not reach all tiles, the board is
drawn again from the current state of its stream.

A board depends only on (algorithm, rows, columns, wrap, seed, index): board 17 is the same whether
it is drawn alone or in a batch.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.native import view
from cpstudy.core.random import streams
from cpstudy.puzzles.pipes.board.neighbours import neighbour_table
from cpstudy.puzzles.pipes.puzzle import LEFT, UP, Pipes
from cpstudy.puzzles.tilings.generating.algorithms import ALGORITHMS, Maze, draw_many, turn_many
from cpstudy.puzzles.tilings.generating.mazes import check_size

# Attempts for one board before the size is called impossible; so far no board has needed them all.
_ATTEMPTS = 1000

# Boards drawn in one call hold about this number of tiles: a thousandth of a second.
_TOGETHER = 10_000

# Above this number of tiles, tables exceed the memory of an ordinary machine.
LARGEST = 2**24


def board(
    algorithm: str, rows: int, columns: int, seed: int, index: int = 0, *, wrap: bool = False
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Board ``index`` of a seed: (solution, shuffled tiles), both uint8[rows, columns].

    Raises InputError for an unknown algorithm, a size below 1×1, a negative seed, or a board
    that the degree limit makes impossible.
    """
    maze = _maze(algorithm, rows, columns, wrap)
    shape = rows, columns, wrap
    drawn, shuffled = _drawn(maze, algorithm, shape, seed, range(index, index + 1))
    return drawn.reshape(rows, columns), shuffled.reshape(rows, columns)


def _maze(algorithm: str, rows: int, columns: int, wrap: bool) -> Maze:
    """The maze generator of an algorithm. Raises InputError for an invalid algorithm or size."""
    if algorithm not in ALGORITHMS:
        raise InputError(f"algorithm {algorithm!r}: choose from {', '.join(ALGORITHMS)}")
    check_size(rows, columns, LARGEST)
    return maze_of(algorithm, rows, columns, neighbour_table(rows, columns, wrap))


def maze_of(algorithm: str, rows: int, columns: int, neighbours: npt.NDArray[np.int64]) -> Maze:
    """The maze generator of an algorithm. neighbours: int64[tiles, 4], -1 at walls."""
    before = _before(rows, columns) if algorithm == "binary-tree" else None
    return Maze(neighbours, 2, rows // 2 * columns + columns // 2, before=before)


@lru_cache(maxsize=8)
def _before(rows: int, columns: int) -> npt.NDArray[np.uint8]:
    """uint8[tiles]: the sides towards the tiles above and on the left, as a bit set."""
    row, column = np.divmod(np.arange(rows * columns), columns)
    return (UP * (row > 0) + LEFT * (column > 0)).astype(np.uint8)


def _drawn(
    maze: Maze,
    algorithm: str,
    shape: tuple[int, int, bool],
    seed: int,
    indices: range,
    clock: Clock = UNLIMITED,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Boards of a seed, solutions and shuffled tiles: uint8[indices, rows*columns] each.

    Raises InputError like :func:`board`.
    """
    number, (rows, columns, wrap) = ALGORITHMS[algorithm], shape
    states = streams(seed, (number, rows, columns, int(wrap)), indices.start, len(indices))
    tiles = np.zeros((len(indices), rows * columns), np.uint8)
    drawn = np.zeros(len(indices), np.uint8)
    draw_many(maze, number, view(states), view(tiles), view(drawn))
    for place in np.flatnonzero(drawn == 0).tolist():
        again = slice(place, place + 1)
        attempts = 1
        while not drawn[place]:
            if attempts == _ATTEMPTS:
                raise InputError(f"{algorithm} found no tree of degree 3 on {columns}x{rows}")
            attempts += 1
            clock.check()
            tiles[again] = 0
            draw_many(maze, number, view(states[again]), view(tiles[again]), view(drawn[again]))
    shuffled = tiles.copy()
    turn_many(view(states), view(shuffled), 4)
    return tiles, shuffled


def boards(algorithm: str, rows: int, columns: int, count: int, seed: int) -> npt.NDArray[np.uint8]:
    """The solutions of plain boards 0 … count-1 of a seed: uint8[count, rows, columns]."""
    result = np.empty((count, rows, columns), np.uint8)
    maze = _maze(algorithm, rows, columns, False)
    for indices in _batches(range(count), rows * columns):
        drawn, _ = _drawn(maze, algorithm, (rows, columns, False), seed, indices)
        result[indices.start : indices.stop] = drawn.reshape(-1, rows, columns)
    return result


def generate(wanted: Wanted) -> Iterator[tuple[Pipes, bytes]]:
    """Boards 0 … count-1 of a seed as (puzzle, the solution it was made from), one at a time."""
    rows, columns, wrap = shape = wanted.rows, wanted.columns, wanted.wrap
    free = wanted.algorithm == "random-joints"
    maze = _maze(wanted.algorithm, *shape)
    for indices in _batches(wanted.numbers, rows * columns):
        wanted.clock.check()
        drawn, shuffled = _drawn(maze, wanted.algorithm, shape, wanted.seed, indices, wanted.clock)
        for solution, tiles in zip(drawn, shuffled, strict=True):
            yield Pipes(rows, columns, tiles.tobytes(), wrap, free), solution.tobytes()


def _batches(numbers: range, n: int) -> Iterator[range]:
    """Split the boards of n tiles into batches of one board, or of up to _TOGETHER tiles."""
    size = max(1, _TOGETHER // max(n, 1))
    for first in range(0, len(numbers), size):
        yield numbers[first : first + size]
