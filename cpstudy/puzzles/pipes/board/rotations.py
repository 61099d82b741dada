"""How often tiles are turned until a board is solved: Hegeman's idea of difficulty.

Hegeman2022 (section 6.1) proposes to classify puzzles by the rotations that a solving procedure
makes. Two procedures are counted, both without a plan: turn a tile by quarters anticlockwise until
it fits the tiles already placed, then continue with the next tile; if no position fits, return to
the previous tile and turn it further. They differ in the order of tiles: ``rows`` (reading
order) and ``border`` (rings from the border to the centre: her basic strategy). A third number,
``planned``, is the minimum: each tile turned once, in the shorter direction.

A placement that closes off a component is noticed only when the board is full, as by a player who
sees neighbours only. Cost: exponential at worst; a count that reaches its limit is censored.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, i32, i64, u8
from cpstudy.core.native import entry, table, view, zeros
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes, turned
from cpstudy.puzzles.tilings.checker import is_solution

_DISTINCT: Const[i64] = table([len(orientations) for orientations in ORIENTATIONS], "i64")


def rows_order(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Reading order: int64[n]."""
    return np.arange(rows * columns)


def border_order(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """Rings from the border to the centre, each clockwise from its top left corner: int64[n]."""
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


@entry
def turns_made(
    neighbours: Const2[i32],
    tiles: Const[u8],
    closed: Const[u8],
    tree: bool,
    order: Const[i64],
    most: i64,
    here: View[u8],
    placed_at: View[i64],
    tried: View[i64],
    queue: View[i32],
    seen: View[u8],
) -> i64:
    """Quarter turns until solved; -1 if there is no solution, -2 if ``most`` was reached.

    here: the tiles in their present position; at the end, the solution. tried: all 0. placed_at,
    queue, seen: [n], overwritten.
    """
    n = len(order)
    for place in range(n):
        placed_at[order[place]] = place
    turns = 0
    place = 0
    while True:
        if place == n:
            if is_solution(neighbours, 2, tiles, closed, tree, here, queue, seen):
                return turns
            place -= 1
        tile = order[place]
        if tried[place] > 0:  # turn on
            mask = here[tile]
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
        fits: bool = True
        for side in range(4):
            opened = here[tile] >> side & 1
            if closed[tile] >> side & 1:
                fits = fits and opened == 0
            else:
                beyond = neighbours[tile, side]
                if placed_at[beyond] < place:
                    fits = fits and here[beyond] >> (side ^ 2) & 1 == opened
        if fits:
            place += 1


def rotations(puzzle: Pipes, order: str, most: int = 1_000_000) -> int | None:
    """Quarter turns that the procedure in ``order`` (a key of ORDERS) makes on ``puzzle``.

    None if it made ``most`` turns without a solution, or if there is no solution. It starts from
    the position of the puzzle's tiles.
    """
    n = len(puzzle.tiles)
    neighbours = table(neighbour_table(puzzle.rows, puzzle.columns, puzzle.wrap), "i32")
    tree = not puzzle.free
    closed = closed_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree)
    places = view(ORDERS[order](puzzle.rows, puzzle.columns))
    here = table(list(puzzle.tiles), "u8")
    count = turns_made(
        neighbours, view(puzzle.tiles), view(closed), tree, places, most, here,
        zeros(n, "i64"), zeros(n, "i64"), zeros(n, "i32"), zeros(n, "u8"),
    )  # fmt: skip
    return count if count >= 0 else None


def planned_rotations(puzzle: Pipes, solution: bytes) -> int:
    """The least number of quarter turns, in any direction, from the puzzle to ``solution``."""
    return sum(
        next(q for q in (0, 1, 2) if target in (turned(here, q), turned(here, -q)))
        for here, target in zip(puzzle.tiles, solution, strict=True)
    )
