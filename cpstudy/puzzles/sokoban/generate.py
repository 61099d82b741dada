"""Kamies's empty rooms.

A room without inner walls: the player in the top left corner, one box one row down and one column
to the right of the player, one goal in the bottom right corner (Kamies2016, section 6.1). A room of
n × n has n² (n² - 1) positions, all of them reachable; the fewest moves to the goal are 2n - 1.

Rooms of other sizes have the same three things in the same places. Rooms need three rows and three
columns: in a smaller one, box and goal would share a corner, or the box would be stuck.
"""

from collections.abc import Iterator
from itertools import repeat

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, PLAYER, Sokoban


def room(rows: int, columns: int, boxes: int = 1) -> Sokoban:
    """The empty room of a size. Raises InputError below 3 × 3.

    boxes: further boxes are on the inner diagonal, up to its length, and the same number of goals
    is in the lowest row; Kamies has only one box.
    """
    if rows < 3 or columns < 3:
        raise InputError(f"an empty room needs at least 3 rows and columns, got {columns}x{rows}")
    if not 1 <= boxes <= min(rows, columns) - 2:
        raise InputError(f"{boxes} boxes in a room of {columns}x{rows}")
    cells = bytearray(rows * columns)
    cells[0] = PLAYER
    for place in range(boxes):
        cells[(columns + 1) * (place + 1)] = BOX
        cells[-1 - place] = GOAL
    return Sokoban(rows, columns, bytes(cells))


def shortest(rows: int, columns: int) -> tuple[str, ...]:
    """The moves that solve an empty room: down along the left side, then right along the bottom."""
    return ("r", *"D" * (rows - 2), "l", "d", *"R" * (columns - 2))


def generate(wanted: Wanted) -> Iterator[tuple[Sokoban, tuple[str, ...]]]:
    """``count`` times the room of a size, with its shortest solution. The seed has no effect."""
    rows, columns = wanted.rows, wanted.columns
    return repeat((room(rows, columns), shortest(rows, columns)), wanted.count)
