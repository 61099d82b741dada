"""Cars in columns: CSV with one car a line, its orientation, place and length.

The header names the columns, in any order: a car's name (``vehicle``, ``car``, ``id`` …), ``H`` or
``V``, column, row and length. Places count from 1, or from 0 if one of them is 0. The file does not
state the size of the board. Boards in this form are squares of 6, 9 or 12 cells, whose exit rows
differ, so the red car's row decides, and the cars must fit. For other boards ``--reading size=WxH``
states it. Names of several letters become one letter each.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item, with_fault
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.rush_hour.lettering import NAMES, About, framed
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from cpstudy.puzzles.rush_hour.red_car import EMPTY, RED, WALL, exit_row

_COLUMNS = {
    "name": ("vehicle", "car", "id", "name", "label", "letter", "auto"),
    "orientation": ("orientation", "direction", "orient", "dir"),
    "column": ("col", "column", "x"),
    "row": ("row", "y"),
    "length": ("length", "len", "size"),
}
_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_NAME = re.compile(r"\w{1,8}")
_USUAL = (6, 9, 12)
# Names of red cars, the most frequent first.
_REDS = ("X", "R", "r")


class Vehicle(NamedTuple):
    """A car as one line of the file states it."""

    line: int
    name: str
    upright: bool
    row: int
    column: int
    length: int


def recognises(document: Document) -> bool:
    """Whether the first line names the columns of cars."""
    return _header(document.first) is not None


@with_fault
def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read the board of a file."""
    board, about = _board(lines, getattr(lines, "hints", {}))
    yield Item(1, "", board, about=about)


def _fields(line: str) -> list[str]:
    return [part.strip().strip("\"'") for part in re.split("[,;\t]", line.strip())]


def _header(line: str) -> dict[str, int] | None:
    """The index of each kind of column, None if the line is not a header."""
    given = [part.lower() for part in _fields(line)]
    found = {
        what: next((given.index(name) for name in names if name in given), -1)
        for what, names in _COLUMNS.items()
    }
    return None if -1 in found.values() else found


def _board(lines: Iterable[str], hints: Mapping[str, str]) -> tuple[RushHour, About]:
    cars = _vehicles(lines)
    base = 0 if any(0 in (car.row, car.column) for car in cars) else 1
    cars = [car._replace(row=car.row - base, column=car.column - base) for car in cars]
    columns, rows = _size(cars, hints)
    letters = _letters([car.name for car in cars])
    cells = [EMPTY] * (rows * columns)
    for car in cars:
        for step in range(car.length):
            row, column = (car.row + step, car.column) if car.upright else (
                car.row, car.column + step
            )  # fmt: skip
            if not (row < rows and column < columns):
                raise LineError(car.line, f"car {car.name}: not on a board of {columns}x{rows}")
            at = row * columns + column
            if cells[at] != EMPTY:
                other = next(name for name, one in letters.items() if one == cells[at])
                raise LineError(
                    car.line, f"car {car.name}: {other} is at {wording.place((row, column))}, too"
                )
            cells[at] = letters[car.name]
    renamed = {name: letter for name, letter in letters.items() if name != letter}
    board, about = framed(rows, columns, "".join(cells), renamed, hints)
    return board, {**about, "read as": "; ".join(
        [f"{columns}x{rows}, places from {base}", *filter(None, [about.get("read as")])]
    )}  # fmt: skip


def _vehicles(lines: Iterable[str]) -> list[Vehicle]:
    """The cars of the lines. Raises LineError."""
    header: dict[str, int] | None = None
    cars: list[Vehicle] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if header is None:
            header = _header(line)
            if header is None:
                raise LineError(number, "no header with vehicle, orientation, col, row, length")
            continue
        car = _vehicle(number, _fields(line), header)
        if any(car.name == other.name for other in cars):
            raise LineError(number, f"car {car.name} is given twice")
        cars.append(car)
    if not cars:
        raise InputError("no cars")
    return cars


def _vehicle(line: int, fields: list[str], header: Mapping[str, int]) -> Vehicle:
    if len(fields) <= max(header.values()):
        raise LineError(line, f"{len(fields)} columns, expected {max(header.values()) + 1}")
    name, orientation = fields[header["name"]], fields[header["orientation"]].lower()
    if not _NAME.fullmatch(name):
        raise LineError(line, f"{shortened(name)} is not a car's name")
    if orientation not in ("h", "v", "horizontal", "vertical"):
        raise LineError(line, f"car {name}: orientation {shortened(orientation)}, expected H or V")
    numbers = []
    for what in ("row", "column", "length"):
        text = fields[header[what]]
        if not re.fullmatch("[0-9]{1,2}", text):
            raise LineError(line, f"car {name}: {what} {shortened(text)} is not a number")
        numbers.append(int(text))
    row, column, length = numbers
    if length < 2:
        raise LineError(line, f"car {name}: a car is two cells long or more")
    return Vehicle(line, name, orientation.startswith("v"), row, column, length)


def _size(cars: list[Vehicle], hints: Mapping[str, str]) -> tuple[int, int]:
    """(columns, rows) of the board. Raises InputError if it is ambiguous."""
    stated = hints.get("size")
    if stated is not None:
        match = _SIZE.fullmatch(stated)
        if match is None:
            raise InputError(f"size {shortened(stated)}: expected WxH, e.g. 6x6")
        return int(match[1]), int(match[2])
    down = max(car.row + (car.length if car.upright else 1) for car in cars)
    right = max(car.column + (1 if car.upright else car.length) for car in cars)
    least = max(down, right)
    names = (hints["red"],) if "red" in hints else (*_REDS, RED)
    red = next((car for name in names for car in cars if car.name == name), None)
    if red is None or red.upright:
        raise InputError("how large is the board? choose --reading size=WxH (and --red CAR)")
    for size in _USUAL:
        if exit_row(size) == red.row and least <= size:
            return size, size
    raise InputError(
        f"how large is the board? {red.name} is in row {red.row}, which is the exit row of no "
        f"square of 6, 9 or 12 with at least {least} rows: choose --reading size=WxH"
    )


def _letters(names: list[str]) -> dict[str, str]:
    """A unique letter for each name; a name that is a letter keeps it."""
    free = [n for n in NAMES if n not in names and n not in (EMPTY, WALL, RED, *_REDS)]
    found: dict[str, str] = {}
    for name in names:
        own = len(name) == 1 and name in NAMES and name not in (EMPTY, WALL)
        if not own and not free:
            raise InputError(f"{len(names)} cars: there are not enough letters")
        found[name] = name if own else free.pop(0)
    return found
