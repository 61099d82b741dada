"""Boards drawn from mazes: a seed's boards, alone or many together.

Every maze (:mod:`.algorithms`) is shuffled: each tile is turned at random, so that the text form
does not give the solution away. Where an algorithm left tiles over, the board is drawn again from
where its stream stands. Each algorithm has a kernel around it that draws many boards
(:data:`DRAW_MANY`).

A board depends on (algorithm, rows, columns, wrap, seed, index) and on nothing else: board 17 is
the same whether it is drawn alone or in a batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.random import below, streams
from cpstudy.puzzles.pipes.board.neighbours import neighbour_table
from cpstudy.puzzles.pipes.generating.algorithms import ALGORITHMS
from cpstudy.puzzles.pipes.puzzle import Pipes

# How often a board is drawn again before the size is called impossible; never met so far.
_ATTEMPTS = 1000

# Boards drawn at once hold about this many tiles: a thousandth of a second.
_TOGETHER = 10_000

# Above this, tables no longer fit the memory of an ordinary machine.
_LARGEST = 2**24


@kernel
def turn_at_random(state: Any, tiles: Any) -> None:
    """Turn every tile of ``tiles`` (uint8[tiles]) by a uniform number of quarter turns."""
    for tile in range(tiles.size):
        quarters = below(state, 4)
        mask = wide(tiles[tile])
        tiles[tile] = (mask << quarters | mask >> (4 - quarters)) & 15


@kernel
def _turn_many(states: Any, boards: Any) -> None:
    """Turn the tiles of each board of uint8[count, tiles] by its own stream of uint64[count, 4]."""
    for board in range(len(states)):
        turn_at_random(states[board], boards[board])


def _many(draw: Callable[..., bool]) -> Callable[..., None]:
    """The kernel that draws a board from each stream by one algorithm."""

    @kernel
    def draw_many(
        neighbours: Any, rows: Any, columns: Any, states: Any, boards: Any, drawn: Any
    ) -> None:
        for board in range(len(states)):
            drawn[board] = draw(neighbours, rows, columns, states[board], boards[board])

    return draw_many


# By algorithm: (neighbours, rows, columns, states, boards, drawn). states: uint64[count, 4].
# boards: uint8[count, tiles], all zero, filled. drawn: bool[count], what the algorithm returned.
DRAW_MANY = {name: _many(draw) for name, (_, draw) in ALGORITHMS.items()}


def check_size(rows: int, columns: int) -> None:
    """Raise ValueError where a board is too small to be one or too large to be drawn."""
    if rows < 1 or columns < 1:
        raise ValueError(f"size {columns}x{rows}: a board needs at least one row and one column")
    if rows * columns > _LARGEST:
        raise ValueError(f"size {columns}x{rows}: at most {_LARGEST} tiles")


def board(
    algorithm: str, rows: int, columns: int, seed: int, index: int = 0, *, wrap: bool = False
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Board ``index`` of a seed: (solution, shuffled tiles), both uint8[rows, columns].

    Raises ValueError for an unknown algorithm, a size below 1×1, a negative seed, or a board
    that the degree limit makes impossible.
    """
    drawn, shuffled = _drawn(algorithm, rows, columns, seed, range(index, index + 1), wrap)
    return drawn.reshape(rows, columns), shuffled.reshape(rows, columns)


def _drawn(
    algorithm: str, rows: int, columns: int, seed: int, indices: range, wrap: bool
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Boards of a seed, solutions and shuffled tiles: uint8[indices, rows*columns] each.

    Raises ValueError as :func:`board` does.
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm {algorithm!r}: choose from {', '.join(ALGORITHMS)}")
    check_size(rows, columns)
    key = (ALGORITHMS[algorithm][0], rows, columns, int(wrap))
    states = streams(seed, key, indices.start, len(indices))
    neighbours = neighbour_table(rows, columns, wrap)
    tiles = np.zeros((len(indices), rows * columns), np.uint8)
    drawn = np.zeros(len(indices), np.bool_)
    draw = prepared(DRAW_MANY[algorithm], tiles.size)
    draw(neighbours, rows, columns, states, tiles, drawn)
    for place in np.flatnonzero(~drawn).tolist():
        again = slice(place, place + 1)
        attempts = 1
        while not drawn[place]:
            if attempts == _ATTEMPTS:
                raise ValueError(f"{algorithm} found no tree of degree 3 on {columns}x{rows}")
            attempts += 1
            tiles[again] = 0
            draw(neighbours, rows, columns, states[again], tiles[again], drawn[again])
    shuffled = tiles.copy()
    prepared(_turn_many, tiles.size)(states, shuffled)
    return tiles, shuffled


def boards(
    algorithm: str, rows: int, columns: int, count: int, seed: int, *, wrap: bool = False
) -> npt.NDArray[np.uint8]:
    """The solutions of boards 0 … count-1 of a seed: uint8[count, rows, columns]."""
    result = np.empty((count, rows, columns), np.uint8)
    for indices in _batches(count, rows * columns):
        drawn, _ = _drawn(algorithm, rows, columns, seed, indices, wrap)
        result[indices.start : indices.stop] = drawn.reshape(-1, rows, columns)
    return result


def generate(
    algorithm: str, rows: int, columns: int, count: int, seed: int, wrap: bool = False
) -> Iterator[tuple[Pipes, bytes]]:
    """Boards 0 … count-1 of a seed as (puzzle, the solution it was made from), one at a time."""
    free = algorithm == "random-joints"
    for indices in _batches(count, rows * columns):
        drawn, shuffled = _drawn(algorithm, rows, columns, seed, indices, wrap)
        for solution, tiles in zip(drawn, shuffled, strict=True):
            yield Pipes(rows, columns, tiles.tobytes(), wrap, free), solution.tobytes()


def _batches(count: int, n: int) -> Iterator[range]:
    """Boards of n tiles to draw at once: one, as many again as there were, up to _TOGETHER tiles.

    Whoever takes the first few waits for no more than as many that nobody takes.
    """
    first = 0
    while first < count:
        size = max(1, min(first, _TOGETHER // max(n, 1)))
        yield range(first, min(first + size, count))
        first += size
