"""A level as arrays: its floor, goals and boxes.

Only the *floor* takes part: the squares that the player could reach if there were no boxes,
numbered in reading order. A box elsewhere never moves. On a goal it is the same as wall; on another
square, like a goal elsewhere without a box, it makes the level unsolvable.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import array, view, zeros
from cpstudy.puzzles.sokoban.floor import Floor, flood_floor
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, WALL, Sokoban


@dataclass(frozen=True, eq=False)
class Board:
    """The arrays of a level; n floor squares.

    squares: int64[n], the level's square of each floor square; number: int32[level squares], the
    inverse, -1 elsewhere. floor: what the kernels know; beside, goals, dead, distance: of it.
    player, boxes: the start, boxes that can move sorted, int64. stuck: why the level is unsolvable
    at sight, else "".
    """

    squares: npt.NDArray[np.int64]
    number: npt.NDArray[np.int32]
    floor: Floor
    beside: npt.NDArray[np.int32]
    goals: npt.NDArray[np.int32]
    dead: npt.NDArray[np.uint8]
    distance: npt.NDArray[np.int32]
    player: int
    boxes: npt.NDArray[np.int64]
    stuck: str


def board(puzzle: Sokoban) -> Board:
    """The arrays of a level."""
    cells = np.frombuffer(puzzle.cells, np.uint8)
    padded = np.full((puzzle.rows + 2, puzzle.columns + 2), WALL, np.uint8)
    padded[1:-1, 1:-1] = cells.reshape(puzzle.rows, puzzle.columns)
    flat = padded.ravel()
    width = puzzle.columns + 2
    row, column = divmod(puzzle.start.player, puzzle.columns)
    order = np.empty(flat.size, np.int64)
    around = np.array([-width, width, -1, 1])
    start = (row + 1) * width + column + 1
    size = flood_floor(view(flat), view(around), start, view(order), zeros(flat.size, "u8"))
    inside = np.sort(order[:size])
    number = np.full(flat.size, -1, np.int32)
    number[inside] = np.arange(size, dtype=np.int32)
    beside = number[inside[:, None] + around]
    codes = flat[inside]
    floor = Floor(beside, (codes & GOAL > 0).astype(np.uint8))

    squares = (inside // width - 1) * puzzle.columns + inside % width - 1
    back = np.full(cells.size, -1, np.int32)
    back[squares] = np.arange(size, dtype=np.int32)
    stuck = ""
    for square in np.flatnonzero(((cells & BOX > 0) != (cells & GOAL > 0)) & (back < 0)):
        what = "box" if cells[square] & BOX else "goal"
        stuck = f"the player never comes near the {what} in {puzzle.cell(int(square))}"
    return Board(
        squares,
        back,
        floor,
        beside,
        array(floor.goals),
        array(floor.dead),
        array(floor.distance),
        int(back[puzzle.start.player]),
        np.flatnonzero(codes & BOX > 0),
        stuck,
    )
