"""Which car must get out, if the board does not state it.

On printed boards the red car is two cells long and lies in the exit row, the upper one of the two
middle rows; the exit is on the right. Collections call it ``A`` (Fogleman2018), others ``X``,
``R``, ``r``, ``Z``, ``z``, ``P`` or ``p``. A board is read if row and letter determine one car:

- ``A`` in the exit row, if no other car with one of these names is in it;
- else ``X``, ``R`` or ``r`` in the exit row, even if there is a car A elsewhere, if no other car
  with one of these names is in it;
- else the only car of two cells in the exit row, if no other car has a more significant name;
- if no car of two cells is in the exit row, the only car with such a name in another lane.

Every other board is refused with a list of the possible cars, and so is a board whose red car would
be out before the first move: such a board is more often misread than solved. In the notation of 36
characters a line with ``o`` for empty cells, A *is* the red car: there it may be in another row
although a car without such a name is in the exit row, and it may be out if no car is in the exit
row.
"""

from collections.abc import Sequence
from typing import NamedTuple

from cpstudy.core import wording
from cpstudy.core.errors import InputError
from cpstudy.puzzles.rush_hour import cars

RED, WALL, EMPTY = "A", "x", "o"
_STRONG = ("X", "R", "r")
_WEAK = ("Z", "z", "P", "p")
NAMED = (RED, *_STRONG, *_WEAK)


class Car(NamedTuple):
    """A straight line of cells: its letter, first cell and length, and whether it is vertical."""

    name: str
    row: int
    column: int
    length: int
    upright: bool

    def __str__(self) -> str:
        return f"{self.name} in {wording.place((self.row, self.column))}"


class Exit(NamedTuple):
    """An exit: ``side`` is left, right, top or bottom, ``lane`` the row or column."""

    side: str
    lane: int

    @property
    def upright(self) -> bool:
        """Whether the car that leaves here is vertical."""
        return self.side in ("top", "bottom")

    def __str__(self) -> str:
        return f"exit {self.side} of {'column' if self.upright else 'row'} {self.lane}"


def exit_row(rows: int) -> int:
    """The row of the exit on printed boards."""
    return (rows - 1) // 2


def straight(columns: int, cells: str, name: str) -> Car | None:
    """The car of a letter; None if its cells are not a straight line of two or more."""
    first, last, length = cells.find(name), cells.rfind(name), cells.count(name)
    if length < 2:
        return None
    row, column = divmod(first, columns)
    if last - first == length - 1 and last // columns == row:
        return Car(name, row, column, length, False)
    if (
        last - first == (length - 1) * columns
        and cells[first : last + 1 : columns] == name * length
    ):
        return Car(name, row, column, length, True)
    return None


def cars_of(columns: int, cells: str) -> dict[str, Car]:
    """The cars of a board by their letters, in the order of search; other shapes are omitted."""
    found = cars.cars_of(columns, cells)
    return {chr(car[0]): Car(chr(car[0]), car[2], car[3], car[4], car[1] == 1) for car in found}


def red_car(
    rows: int, columns: int, cells: str, exit_drawn: Exit | None = None, *, notation: bool = False
) -> str:
    """The letter of the red car, ``A`` if no car can be the red one.

    cells: row by row, with ``o`` for empty and ``x`` for wall. exit_drawn: the exit that is drawn.
    notation: whether the notation defines A as red. Raises an InputError that names the possible
    cars.
    """
    cars = cars_of(columns, cells)
    if exit_drawn is not None:
        chosen = _in_lane(cars, exit_drawn)
    elif notation and _in_own_row(rows, columns, cells, cars):
        return RED
    else:
        chosen = _by_row_and_name(rows, columns, cells, cars)
    if chosen is None:
        return RED
    if is_out(rows, columns, chosen, exit_drawn):
        raise InputError(
            f"which car is the red one? {chosen} would be out before the first move: "
            f"{_saying([chosen.name])}"
        )
    return chosen.name


def is_out(rows: int, columns: int, car: Car, exit_drawn: Exit | None = None) -> bool:
    """Whether a car is at the end of its lane, right or bottom if no exit is drawn."""
    begin, end = (car.row, rows) if car.upright else (car.column, columns)
    if exit_drawn is not None and exit_drawn.side in ("left", "top"):
        return begin == 0
    return begin + car.length == end


def _in_own_row(rows: int, columns: int, cells: str, cars: dict[str, Car]) -> bool:
    """Whether A lies in a row where no car with a red car's name competes with it."""
    red = cars.get(RED)
    if red is None or not _lies(red):
        return False
    walls = straight(columns, cells, WALL)
    others = [car for car in (*cars.values(), *([walls] if walls else [])) if _lies(car)]
    here = [car for car in others if car.row == exit_row(rows) and car.name != RED]
    named = [car for car in others if car.name in (*_STRONG, *_WEAK)]
    if is_out(rows, columns, red):
        return not here and not named
    return red.row != exit_row(rows) and not {car.name for car in here} & {*_STRONG, *_WEAK}


def _by_row_and_name(rows: int, columns: int, cells: str, cars: dict[str, Car]) -> Car | None:
    row = exit_row(rows)
    here = [car for car in cars.values() if _lies(car) and car.row == row]
    names = {car.name for car in here}
    if RED in names:
        rivals = [car for car in here if car.name in (*_STRONG, *_WEAK, RED.lower())]
        return cars[RED] if not rivals else _refused([cars[RED], *rivals])
    walls = straight(columns, cells, WALL)
    if walls is not None and _lies(walls) and walls.row == row and not names & set(_STRONG):
        here.append(walls)  # two walls, or the red car in another lettering
    if not here:
        return _by_name(rows, columns, cars)
    strong = [car for car in here if car.name in _STRONG]
    if len(here) > 1 and (len(strong) != 1 or names & set(_WEAK)):
        return _refused(here)
    chosen = strong[0] if strong else here[0]
    others = _elsewhere(chosen, cars)
    if others or (chosen is walls and RED in cells):
        return _refused([chosen, *others])
    return chosen


def _elsewhere(chosen: Car, cars: dict[str, Car]) -> list[Car]:
    """The cars outside the exit row that may be the red one as well as the chosen car in it.

    The more significant its name is, the more significant theirs must be.
    """
    named = [cars[name] for name in (RED, *_STRONG) if name in cars and name != chosen.name]
    others = [car for car in named if car.name == RED or car.length == 2]
    if chosen.name in _STRONG:
        return [car for car in others if car.name != RED and _lies(car)]
    return [car for car in others if _lies(car) or chosen.name not in _WEAK]


def _by_name(rows: int, columns: int, cars: dict[str, Car]) -> Car | None:
    """The only car that has the name of a red one, if no car of two lies in the exit row."""
    named = [cars[name] for name in NAMED if name in cars]
    may = [car for car in named if car.name == RED or _lies(car) or car.name == _STRONG[0]]
    may = [car for car in may if car.name == RED or car.length == 2]
    if len(may) > 1:
        return _refused(may)
    if not may and cars:
        raise InputError(
            f"which car is the red one? None of two cells lies in row {exit_row(rows)} of "
            f"{columns}x{rows}, and none is called {RED}: {_saying([])}"
        )
    return may[0] if may else None


def _in_lane(cars: dict[str, Car], exit_drawn: Exit) -> Car | None:
    """The car that can leave through an exit."""
    lane = [
        car for car in cars.values()
        if car.upright is exit_drawn.upright
        and (car.column if car.upright else car.row) == exit_drawn.lane
    ]  # fmt: skip
    may = [car for car in lane if car.length == 2] or lane
    if not may:
        raise InputError(f"which car is the red one? No car can leave by the {exit_drawn}")
    named = [car for car in may if car.name in (RED, *_STRONG)]
    if len(may) > 1 and len(named) != 1:
        return _refused(may)
    return named[0] if len(may) > 1 else may[0]


def _lies(car: Car) -> bool:
    return car.length == 2 and not car.upright


def _refused(cars: Sequence[Car]) -> Car:
    """Raise InputError with the possible cars."""
    raise InputError(
        f"which car is the red one, {' or '.join(map(str, cars))}? "
        f"{_saying([car.name for car in cars])}"
    )


def _saying(names: Sequence[str]) -> str:
    named = " or ".join(f"--red {name}" for name in names) or "--red CAR"
    return f"choose {named} (after a size WxH: it is {RED})"
