"""Random Rush Hour boards: cars placed one after another, each in a free place.

The red car, two cells long, lies in the row above the middle (the third of six), at a random place.
Each further car is three cells long with probability 1/4, else two, and its place is uniform among
the free places for its length, in both orientations; no car lies in the red car's row, where it
would block it forever. If a car finds no place for its length, it tries the other length; a board
without space for another car starts again. So boards are not uniform among all boards with that
number of cars, and few are hard; the number of blocks is fixed.

A board depends only on (rows, columns, cars, seed, index).
"""

from collections.abc import Iterator
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.rush_hour.puzzle import EMPTY, RushHour

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONG_CAR_ODDS = 4
# Attempts to fill a board before the number of cars counts as impossible.
_ATTEMPTS = 1000


def random_board(rows: int, columns: int, cars: int, seed: int, index: int = 0) -> RushHour:
    """Board ``index`` of a seed, with ``cars`` cars, the red one included.

    Raises InputError if there is no space for a red car, if that many cars are not placed in a
    thousand attempts, or if there are not enough letters for them.
    """
    from cpstudy.core.random import stream
    from cpstudy.core.random_words import below

    if rows < 1 or columns < 2:
        raise InputError(f"a red car needs a row of two cells, got {columns}x{rows}")
    if not 1 <= cars <= len(_LETTERS):
        raise InputError(f"{cars} cars: 1 … {len(_LETTERS)} have letters")
    state = stream(seed, rows, columns, cars, index)

    def drawn(bound: int) -> int:
        return int(below(state, bound))

    for _ in range(_ATTEMPTS):
        cells = _filled(rows, columns, cars, drawn)
        if cells is not None:
            return RushHour(rows, columns, cells)
    raise InputError(f"no room for {cars} cars on a board of {columns}x{rows}")


def _filled(rows: int, columns: int, cars: int, drawn: Any) -> str | None:
    cells = [EMPTY] * (rows * columns)
    red_row = (rows - 1) // 2
    first = red_row * columns + drawn(columns - 1)
    cells[first] = cells[first + 1] = _LETTERS[0]
    for letter in _LETTERS[1:cars]:
        long = drawn(_LONG_CAR_ODDS) == 0
        places = _places(cells, rows, columns, red_row, 3 if long else 2)
        if not places:
            places = _places(cells, rows, columns, red_row, 2 if long else 3)
        if not places:
            return None
        for cell in places[drawn(len(places))]:
            cells[cell] = letter
    return "".join(cells)


def _places(cells: list[str], rows: int, columns: int, red_row: int, length: int) -> list[range]:
    across = [
        range(cell, cell + length)
        for row in range(rows)
        if row != red_row
        for cell in range(row * columns, (row + 1) * columns - length + 1)
    ]
    down = [
        range(cell, cell + length * columns, columns)
        for cell in range((rows - length + 1) * columns)
    ]
    return [place for place in across + down if all(cells[cell] == EMPTY for cell in place)]


def generate(wanted: Wanted) -> Iterator[tuple[RushHour, None]]:
    """Random boards 0 … count - 1 of a seed, with one car for every four cells.

    Raises InputError like :func:`random_board`.
    """
    rows, columns = wanted.rows, wanted.columns
    cars = min(max(1, rows * columns // 4), len(_LETTERS))
    for index in wanted.numbers:
        yield random_board(rows, columns, cars, wanted.seed, index), None
