"""The cars of a board, found by a kernel in its cells: a microsecond for 6×6, without objects.

A car is a letter whose cells are one straight line of two or more. Letters with other cells are
left out.
"""

from cpstudy.core.kernel_types import Const, View2, i64, u8
from cpstudy.core.native import array, entry, kernel, view, zeros

# Columns of a table of cars.
LETTER, UPRIGHT, ROW, COLUMN, LENGTH = range(5)

# The signs "o" and "x" of empty cells and walls.
_EMPTY, _WALL = 111, 120


def cars_of(columns: int, cells: str) -> list[list[int]]:
    """The rows of the table of :func:`cars_in`."""
    cars, count = cars_in(columns, cells)
    rows: list[list[int]] = array(cars)[:count].tolist()
    return rows


def cars_in(columns: int, cells: str) -> tuple[View2[int], int]:
    """A table of cars, int64[·, 5], and their number: rows before columns, in order along each.

    cells: row by row, in ASCII.
    """
    cars = zeros((len(cells) // 2 + 1, 5), "i64")
    return cars, read_cars(view(cells.encode("ascii", "replace")), columns, cars)


@entry
def read_cars(cells: Const[u8], columns: i64, cars: View2[i64]) -> i64:
    """Write the cars; return their number."""
    rows = len(cells) // columns
    count = 0
    for line in range(rows + columns):
        upright = 1 if line >= rows else 0
        first = line - rows if upright else line * columns
        stride = columns if upright else 1
        size = rows if upright else columns
        place = 0
        while place < size:
            cell = first + place * stride
            length = _run(cells, cell, stride, size - place)
            if length > 1 and _is_whole(cells, cell, length):
                cars[count, LETTER] = cells[cell]
                cars[count, UPRIGHT] = upright
                cars[count, ROW] = cell // columns
                cars[count, COLUMN] = cell % columns
                cars[count, LENGTH] = length
                count += 1
            place += length
    return count


@kernel
def _run(cells: Const[u8], first: i64, stride: i64, most: i64) -> i64:
    """The number of consecutive cells with the same sign, from ``first`` on."""
    length = 1
    while length < most and cells[first + length * stride] == cells[first]:
        length += 1
    return length


@kernel
def _is_whole(cells: Const[u8], first: i64, length: i64) -> bool:
    """Whether the sign is a letter of exactly ``length`` cells."""
    letter = cells[first]
    if letter in (_EMPTY, _WALL):
        return False
    count = 0
    for cell in range(len(cells)):
        if cells[cell] == letter:
            count += 1
    return count == length
