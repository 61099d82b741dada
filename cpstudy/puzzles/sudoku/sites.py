"""Further formats of Sudoku: addresses and files of pzpr, saved games of Solo.

In files of pzpr a number is a value and ``-`` a question mark, which is not a clue; after the
board come the values that a player has filled in, which are ignored. The site has square boxes,
and 2 x 3 on 6 x 6; other boxes and diagonals are not written.
"""

import re

from cpstudy.core.codes import BLANK, NUMBERS
from cpstudy.core.errors import InputError, LineError
from cpstudy.core.puzzle_urls import address_of
from cpstudy.puzzles.latin.rules import LARGEST_ORDER
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape
from cpstudy.reading import penpa, pzprv3

_VALUE = re.compile(r"[1-9][0-9]?", re.ASCII)
_ORDERS = (1, 4, 6, 9, 16, 25)


def of_sheet(sheet: pzprv3.Sheet) -> Sudoku:
    """The puzzle of a file. Raises a LineError that names the cell."""
    sheet.check_name("sudoku")
    if sheet.rows > LARGEST_ORDER:
        raise LineError(3, f"size {sheet.rows}: at most {LARGEST_ORDER}")
    values = sheet.values(
        lambda text: 0 if text in (".", "-") else _value(text, sheet.rows), _expected(sheet.rows)
    )
    return Sudoku(*box_shape(sheet.rows), bytes(values))


def _value(text: str, order: int) -> int | None:
    return int(text) if _VALUE.fullmatch(text) and int(text) <= order else None


def _expected(order: int) -> str:
    return f"is not a value from 1 to {order}"


def of_drawing(drawing: penpa.Drawing) -> Sudoku:
    """The puzzle of a drawing of penpa-edit. Raises InputError for unusual boxes."""
    order = drawing.rows
    drawing.only("numbers", "lines")
    if order != drawing.columns or order > LARGEST_ORDER:
        raise InputError(
            f"size {drawing.columns}x{order}: expected a square of 1 to {LARGEST_ORDER}"
        )
    high, wide = box_shape(order)
    boxes = [cell // order // high * order + cell % order // wide for cell in range(order * order)]
    inner = {tuple(sorted(line)) for line in drawing.lines if -1 not in line}
    sides = [(cell, cell + 1) for cell in range(order * order) if (cell + 1) % order]
    sides += [(cell, cell + order) for cell in range(order * (order - 1))]
    if inner and inner != {(one, two) for one, two in sides if boxes[one] != boxes[two]}:
        raise InputError(f"penpa-edit: thick lines that are not those of boxes of {wide}x{high}")
    values = drawing.values(0, lambda text: _value(text, order), _expected(order))
    return Sudoku(high, wide, bytes(values))


def _check(puzzle: Sudoku) -> None:
    boxes = puzzle.box_rows, puzzle.box_columns
    if puzzle.diagonals or boxes != box_shape(puzzle.order) or puzzle.order not in _ORDERS:
        raise InputError("puzz.link has square boxes, and 2x3 on 6x6, and no diagonals")


def write_address(puzzle: Sudoku) -> str:
    """The address at puzz.link. Raises InputError for boxes that the site does not have."""
    _check(puzzle)
    body = NUMBERS.write([str(value) if value else BLANK for value in puzzle.clues])
    return address_of(f"sudoku/{puzzle.order}/{puzzle.order}/{body}")


def write(puzzle: Sudoku) -> str:
    """A file of pzpr. Raises InputError for boxes that pzpr does not have."""
    _check(puzzle)
    order = puzzle.order
    fields = [str(value) if value else "." for value in puzzle.clues]
    return pzprv3.board_written("sudoku", order, fields, (". " * order + "\n") * order)
