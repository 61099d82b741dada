"""Boards of Rush Hour in any lettering: signs of empty cells and walls, the red car, an exit.

Empty cells are ``.``, ``o``, ``-``, ``_`` or, if the board has none of these, ``0``; walls are
``#`` or ``x``; all other signs are cars, and small and capital letters differ. In a board with
``.``, ``o`` is a car if its cells form one and other cars have small letters too; the same holds
for ``x`` in a board with ``#``. Cells of ``x`` that form one car are walls only in the notation of
Fogleman2018: 36 cells of capital letters and ``o``. Ambiguous boards are refused, and ``blank`` or
``reading x`` decides; so are boards with ``x`` but without any empty cell. :mod:`.red_car` finds
the red car, and its letter is exchanged with A.
"""

import string
from collections.abc import Mapping, Sequence

from cpstudy.core import wording
from cpstudy.core.errors import InputError, choose_from, shortened
from cpstudy.puzzles.rush_hour.puzzle import RushHour, exchanged
from cpstudy.puzzles.rush_hour.red_car import (
    EMPTY,
    RED,
    WALL,
    Exit,
    cars_of,
    exit_row,
    red_car,
    straight,
)

SIDES = ("left", "right", "top", "bottom")
_DOTS = ".-_"
# The size of boards that are Rush Hour and not Klotski.
_USUAL = (6, 6)
NAMES = string.ascii_uppercase + string.ascii_lowercase + string.digits

About = Mapping[str, str]


def board_of(
    rows: Sequence[str], hints: Mapping[str, str], exit_drawn: Exit | None = None
) -> tuple[RushHour, About]:
    """The board of rows of signs of equal length, and how it was read.

    Raises an InputError that names the row and the cell, or the possible readings.
    """
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise InputError(f"row {number + 1} has {len(row)} cells, row 1 has {len(rows[0])}")
    columns = len(rows[0])
    cells, renamed = _signs(columns, "".join(rows), hints)
    return framed(len(rows), columns, cells, renamed, hints, exit_drawn)


def framed(
    rows: int, columns: int, cells: str, renamed: Mapping[str, str], hints: Mapping[str, str],
    exit_drawn: Exit | None = None,
) -> tuple[RushHour, About]:  # fmt: skip
    """A board whose cells are decided. renamed: the new letters of cars with other names."""
    _check(columns, cells)
    red = _red(rows, columns, cells, renamed, hints, exit_drawn)
    exit_drawn = exit_drawn or _stated_exit(rows, columns, cells, red, hints)
    goal = None if exit_drawn is None else _goal(columns, cells, red, exit_drawn)
    board = RushHour(rows, columns, exchanged(cells, red), goal=goal)
    names = {letter: name for name, letter in renamed.items()}
    changes = [f"red car {names.get(red, red)}"] if red != RED or RED in names else []
    if red != RED:
        changes[0] += f", here {RED}"
        changes += [f"car {names.get(RED, RED)}, here {red}"] if RED in cells else []
    if exit_drawn is not None and (exit_drawn.side != "right" or exit_drawn.lane != exit_row(rows)):
        changes.append(str(exit_drawn))
    changes += [f"car {n}, here {c}" for n, c in renamed.items() if c not in (RED, red)]
    return board, {"read as": "; ".join(changes)} if changes else {}


def _check(columns: int, cells: str) -> None:
    for at, what in enumerate(cells):
        if what not in NAMES and what not in (EMPTY, WALL):
            place = wording.place(divmod(at, columns))
            raise InputError(f"{place}: {what!a} is not a cell of a board")


# -- signs ---------------------------------------------------------------------------------------


def _signs(columns: int, cells: str, hints: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The cells in the signs of the text form, and the cars with another letter."""
    blanks = _blanks(columns, cells, hints)
    walls = "#" + ("" if _is_car_x(columns, cells, blanks, hints) else WALL)
    renamed: dict[str, str] = {}
    for sign in dict.fromkeys(cells):
        if sign not in blanks + walls and sign in (EMPTY, WALL):
            free = (name for name in reversed(NAMES) if name not in cells)
            renamed[sign] = next(n for n in free if n not in (*renamed.values(), EMPTY, WALL, RED))
    table = dict.fromkeys(walls, WALL) | dict.fromkeys(blanks, EMPTY) | renamed
    return "".join(table.get(sign, sign) for sign in cells), renamed


def _blanks(columns: int, cells: str, hints: Mapping[str, str]) -> str:
    """The signs of empty cells."""
    dots = "".join(sign for sign in _DOTS if sign in cells)
    blank = hints.get("blank")
    if blank is not None:
        if len(blank) != 1 or blank in "#" or blank not in cells:
            raise InputError(f"blank {shortened(blank)}: no cell of the board has that sign")
        return blank + dots
    if EMPTY not in cells:
        return dots or _unless_car(columns, cells, "0")
    if not dots:
        return _unless_car(columns, cells, EMPTY)
    if straight(columns, cells, EMPTY) is None and not _has_small_letters(cells):
        return dots + EMPTY
    if straight(columns, cells, EMPTY) is None:
        raise InputError(
            f"{EMPTY} is not a car: is it empty like {dots[0]}, or a typing error? If it is "
            f"empty, choose --blank {EMPTY}"
        )
    if hints.get("red") == EMPTY or _has_small_letters(cells):
        return dots
    raise InputError(
        f"is {EMPTY} a car, or an empty cell like {dots[0]}? choose --blank {dots[0]} or "
        f"--blank {EMPTY}"
    )


def _unless_car(columns: int, cells: str, sign: str) -> str:
    """A sign of empty cells. Raises InputError if it may be a car between empty cells of x."""
    mostly_x = cells.count(WALL) >= cells.count(sign) and not _is_fogleman(cells)
    if mostly_x and straight(columns, cells, sign) is not None:
        raise InputError(
            f"is {sign} a car and {WALL} empty, or is {sign} empty? choose --blank {WALL} or "
            f"--blank {sign}"
        )
    return sign if sign in cells else ""


def _is_car_x(columns: int, cells: str, blanks: str, hints: Mapping[str, str]) -> bool:
    """Whether x is a car and not a wall. Raises InputError if that is ambiguous."""
    meaning = hints.get("x")
    if meaning not in (None, "car", "wall"):
        raise InputError(f"x {shortened(meaning)}: {choose_from(str(meaning), ('car', 'wall'))}")
    if hints.get("blank") == WALL:
        return False
    car = straight(columns, cells, WALL)
    if meaning is not None or WALL not in cells:
        return meaning == "car"
    if car is None and not blanks:
        raise InputError(
            "are cells of x empty, or walls of a board without an empty cell? choose --blank x or "
            "--reading x=wall"
        )
    if car is None:
        return False
    if hints.get("red") == WALL or "#" in cells:
        return True
    if car.length <= 3 and not _is_fogleman(cells):
        raise InputError("is x a car, or are these walls? choose --reading x=car or x=wall")
    return False


def _is_fogleman(cells: str) -> bool:
    """Whether cells may be in the notation in which x is always a wall."""
    return len(cells) == 36 and EMPTY in cells and not _has_small_letters(cells)


def _has_small_letters(cells: str) -> bool:
    return any(sign.islower() and sign not in (EMPTY, WALL) for sign in cells)


# -- the red car and its exit --------------------------------------------------------------------


def _red(
    rows: int, columns: int, cells: str, renamed: Mapping[str, str], hints: Mapping[str, str],
    exit_drawn: Exit | None,
) -> str:  # fmt: skip
    """The letter of the red car. Raises InputError."""
    name = hints.get("red")
    if name is not None:
        letter = renamed.get(name, name)
        if len(letter) != 1 or letter not in cells or letter in (EMPTY, WALL):
            raise InputError(f"red {shortened(name)}: there is no car of that name on the board")
        return letter
    others = sorted(set(cells) - {EMPTY, WALL} - set(cars_of(columns, cells)))
    if RED in cells and exit_drawn is None and _is_klotski(rows, columns, cells, others):
        return RED
    if others:
        at = divmod(cells.index(others[0]), columns)
        raise InputError(
            f"block {others[0]} at {at}: not a car, which is a straight run of two cells or "
            f"more (rows of Klotski follow a line with a colon)"
        )
    side = hints.get("exit")
    if exit_drawn is None and side not in (None, "right"):
        raise InputError(f"exit {side}: choose the car that leaves there by --red CAR")
    found = red_car(rows, columns, cells, exit_drawn)
    if found == RED and RED not in cells:
        raise InputError("which car is the red one? choose --red CAR")
    car = straight(columns, cells, found)
    if exit_drawn is None and car is not None and car.upright:
        raise InputError(
            f"where does the upright car {found} leave? choose --red {found} --reading exit=bottom "
            f"or exit=top"
        )
    return found


def _is_klotski(rows: int, columns: int, cells: str, others: Sequence[str]) -> bool:
    """Whether there are several blocks that are not cars, one of them two cells wide.

    A car with a typing error is shorter or has a bend, but there is only one such car.
    """
    wide = any(
        len({cell // columns for cell in at}) > 1 < len({cell % columns for cell in at})
        for name in others
        for at in [[cell for cell, what in enumerate(cells) if what == name]]
    )
    return len(others) > 1 and wide and (rows, columns) != _USUAL


def _stated_exit(
    rows: int, columns: int, cells: str, red: str, hints: Mapping[str, str]
) -> Exit | None:
    """The exit that the user names, in the lane of the red car."""
    side = hints.get("exit")
    if side is None:
        return None
    if side not in SIDES:
        raise InputError(f"exit {shortened(side)}: {choose_from(side, SIDES)}")
    car = straight(columns, cells, red)
    if car is None or car.upright is not Exit(side, 0).upright:
        raise InputError(f"exit {side}: car {red} does not move that way")
    return Exit(side, car.column if car.upright else car.row)


def _goal(columns: int, cells: str, red: str, exit_drawn: Exit) -> tuple[int, int]:
    """The goal of the red car's first cell. Raises InputError."""
    car = straight(columns, cells, red)
    lane = None if car is None else car.column if car.upright else car.row
    if car is None or car.upright is not exit_drawn.upright or lane != exit_drawn.lane:
        raise InputError(f"the red car {red} cannot leave by the {exit_drawn}")
    rows = len(cells) // columns
    end = {"left": 0, "top": 0, "right": columns - car.length, "bottom": rows - car.length}
    place = end[exit_drawn.side]
    return (place, car.column) if car.upright else (car.row, place)
