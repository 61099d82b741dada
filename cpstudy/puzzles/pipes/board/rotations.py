"""How often tiles are turned until a board is solved: Hegeman's idea of difficulty.

Hegeman2022 (section 6.1) proposes to class puzzles by the rotations that a solving procedure
makes. Two procedures are counted, both played as a person without a plan would: turn a tile by
quarters anticlockwise until it fits the tiles already placed, go on to the next; where nothing
fits, go back to the tile before and turn on. They differ in the order of tiles: ``rows`` (reading
order) and ``border`` (rings from the border to the centre: her basic strategy). A third number,
``planned``, is the least possible: each tile turned once, the short way.

A placement that closes off a component is only noticed when the board is full, as by a player who
looks at neighbours only. Cost: exponential at worst; a count that reaches its limit is censored.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.pipes.board.checker import is_solution
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes, turned

_DISTINCT = np.array([len(orientations) for orientations in ORIENTATIONS], np.int64)


def rows_order(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Reading order: int64[n]."""
    return np.arange(rows * columns)


def border_order(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Ring after ring from the border to the centre, each clockwise from its top left corner."""
    order = []
    top, left, bottom, right = 0, 0, rows - 1, columns - 1
    while top <= bottom and left <= right:
        ring = [(top, column) for column in range(left, right + 1)]
        ring += [(row, right) for row in range(top + 1, bottom + 1)]
        if top < bottom:
            ring += [(bottom, column) for column in range(right - 1, left - 1, -1)]
        if left < right:
            ring += [(row, left) for row in range(bottom - 1, top, -1)]
        order += [row * columns + column for row, column in ring]
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    return np.array(order, np.int64)


ORDERS = {"rows": rows_order, "border": border_order}


@kernel
def _turns(
    neighbours: Any, tiles: Any, closed: Any, tree: Any, order: Any, most: Any, here: Any
) -> Any:
    """Quarter turns until solved; -1 where there is no solution, -2 where ``most`` was reached.

    here: uint8[n], the tiles as they lie; holds the solution at the end.
    """
    n = order.size
    placed_at = np.empty(n, np.int64)
    for place in range(n):
        placed_at[order[place]] = place
    tried = np.zeros(n, np.int64)
    queue = np.empty(n, np.int32)
    turns = 0
    place = 0
    while True:
        if place == n:
            if is_solution(neighbours, tiles, closed, tree, here, queue):
                return turns
            place -= 1
        tile = order[place]
        if tried[place] > 0:  # turn on
            mask = np.int64(here[tile])
            here[tile] = (mask << 1 | mask >> 3) & 15
            turns += 1
            if turns >= most:
                return -2
        if tried[place] == _DISTINCT[tiles[tile]]:
            tried[place] = 0
            if place == 0:
                return -1
            place -= 1
            continue
        tried[place] += 1
        fits = True
        for side in range(4):
            opened = here[tile] >> side & 1
            if closed[tile] >> side & 1:
                fits &= opened == 0
            else:
                beyond = neighbours[tile, side]
                if placed_at[beyond] < place:
                    fits &= (here[beyond] >> (side ^ 2) & 1) == opened
        if fits:
            place += 1


def rotations(puzzle: Pipes, order: str, most: int = 1_000_000) -> int | None:
    """Quarter turns that the procedure in ``order`` (a key of ORDERS) makes on ``puzzle``.

    None where it made ``most`` without a solution, or there is none. Starts from the position of
    the puzzle's tiles.
    """
    neighbours = neighbour_table(puzzle.rows, puzzle.columns, puzzle.wrap)
    tree = not puzzle.free
    closed = closed_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree)
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    places = ORDERS[order](puzzle.rows, puzzle.columns)
    turns = prepared(_turns, 100 * len(tiles))
    count = int(turns(neighbours, tiles, closed, tree, places, most, tiles.copy()))
    return count if count >= 0 else None


def planned_rotations(puzzle: Pipes, solution: bytes) -> int:
    """The least number of quarter turns, either way, from the puzzle's position to ``solution``."""
    return sum(
        next(q for q in (0, 1, 2) if target in (turned(here, q), turned(here, -q)))
        for here, target in zip(puzzle.tiles, solution, strict=True)
    )
