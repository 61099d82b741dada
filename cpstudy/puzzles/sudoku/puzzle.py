"""Sudoku: the puzzle as data and its text form; ``latin/rules.py`` has the rules.

Boxes have ``box_rows`` × ``box_columns`` cells; a board has as many rows and columns as a box has
cells, up to 25 × 25. Every row, column and box has each value once; with ``diagonals`` the two
long diagonals too. A box of one row is a row, so such a board is a Latin square.

Text forms: 81 characters, row by row, with ``.`` for an empty cell (``0`` is also read); any other
board is the game ID of Solo: ``CxR:`` or ``CxRx:`` (diagonals), where boxes are in C columns and
R rows, so that they have C rows and R columns of cells. Boards of 1, 16, 256 or 625 characters are
read as square ones with square boxes, letters from a = 10; if ``.`` is empty, ``0`` is the
largest value (``latin/signs.py``).

Sources: Tatham2004.
"""

import re
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import ClassVar, Self

from cpstudy.core import wording
from cpstudy.core.codes import BLANK, NUMBERS
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle_urls import Address, filled, game_id, puzz_link
from cpstudy.puzzles.latin.game_ids import decode_values, encode_values, solo_head
from cpstudy.puzzles.latin.rules import (
    LARGEST_ORDER,
    Uncaged,
    Unit,
    check_board,
    diagonals,
    distinct,
    rows_and_columns,
)
from cpstudy.puzzles.latin.signs import CellError, values_of

EMPTY = "."
_ORDINARY = 3
# Ordinary boards with "." or "0" for empty cells, as in most lists, are translated directly.
PLAIN = re.compile("[.1-9]{81}|[0-9]{81}")
_PLAIN_VALUES = bytes.maketrans(b".0123456789", bytes([0, *range(10)]))
_CHARACTERS = bytes.maketrans(bytes(range(10)), b".123456789")


@dataclass(frozen=True)
class Sudoku(Uncaged):
    """One puzzle. clues: a value a cell, 0 if it is empty. Raises InputError."""

    box_rows: int
    box_columns: int
    clues: bytes
    diagonals: bool = False

    kind: ClassVar[str] = "sudoku"

    def __post_init__(self) -> None:
        if min(self.box_rows, self.box_columns) < 1:
            raise InputError(f"boxes of {self.box_rows}x{self.box_columns} cells")
        check_board(self.order, self.clues)

    @property
    def order(self) -> int:  # type: ignore[override]
        """The number of rows, columns and values of the board."""
        return self.box_rows * self.box_columns

    @property
    def units(self) -> tuple[Unit, ...]:
        """Rows, columns, boxes, diagonals."""
        return _units(self.box_rows, self.box_columns, self.diagonals)

    @property
    def labels(self) -> tuple[int, ...]:
        """The boxes, numbered from the upper left one."""
        across = self.order // self.box_columns
        places = (divmod(cell, self.order) for cell in range(self.order**2))
        return tuple(r // self.box_rows * across + c // self.box_columns for r, c in places)

    def encode(self) -> str:
        """See the module."""
        if (self.box_rows, self.box_columns, self.diagonals) == (_ORDINARY, _ORDINARY, False):
            return self.clues.translate(_CHARACTERS).decode("ascii")
        crossed = "x" if self.diagonals else ""
        return f"{self.box_rows}x{self.box_columns}{crossed}:{encode_values(self.clues)}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the cell."""
        if PLAIN.fullmatch(text):
            return cls(_ORDINARY, _ORDINARY, text.encode("ascii").translate(_PLAIN_VALUES))
        address = puzz_link(text.strip())
        if address is not None:
            return cls._of_address(address)
        text = game_id(text.strip(), "solo")
        if ":" not in text:
            return cls._of_characters(text)
        head = solo_head(text)
        if head is None:
            raise InputError(f"{text[:30]!a}: expected 81 characters, or CxR: and values")
        if head.jigsaw:
            raise InputError("regions of any shape: --puzzle jigsaw reads it")
        box_rows, box_columns = head.columns, head.rows
        if not 1 <= box_rows * box_columns <= LARGEST_ORDER:
            raise InputError(f"size {box_rows}x{box_columns}: at most {LARGEST_ORDER} values")
        values = decode_values(head.rest, box_rows * box_columns)
        return cls(box_rows, box_columns, values, head.diagonals)

    @classmethod
    def _of_address(cls, address: Address) -> Self:
        name, columns, rows, body = address[:4]
        if name != "sudoku":
            raise InputError(f"an address of {name}, expected sudoku")
        if columns != rows or not 1 <= rows <= LARGEST_ORDER:
            raise InputError(f"size {columns}x{rows}: expected a square of 1 to {LARGEST_ORDER}")
        tokens = filled(NUMBERS.read(body, columns)[0], address, BLANK)
        values = [int(token) if token.isdigit() else 0 for token in tokens]
        for cell, value in enumerate(values):
            if value > rows:
                raise InputError(f"{wording.place(divmod(cell, columns))}: {value} is above {rows}")
        return cls(*box_shape(rows), bytes(values))

    @classmethod
    def _of_characters(cls, text: str) -> Self:
        order = isqrt(len(text))
        side = isqrt(order)
        if side**4 != len(text) or not 1 <= order <= LARGEST_ORDER:
            raise InputError(f"{len(text)} characters, expected 81, or CxR: and values")
        try:
            return cls(side, side, values_of(text, order, blanks=".0"))
        except CellError as error:
            what = f"unexpected character {error.sign!a}" if error.sign else str(error)
            raise InputError(f"{wording.place(divmod(error.cell, order))}: {what}") from None


def box_shape(order: int) -> tuple[int, int]:
    """Rows and columns of the boxes of a board if only its order is known."""
    rows = max(r for r in range(1, isqrt(order) + 1) if order % r == 0)
    return rows, order // rows


@cache
def _units(box_rows: int, box_columns: int, crossed: bool) -> tuple[Unit, ...]:
    order = box_rows * box_columns
    boxes = [
        Unit(
            f"box {place + 1}",
            tuple(
                (top + r) * order + left + c for r in range(box_rows) for c in range(box_columns)
            ),
        )
        for place, (top, left) in enumerate(
            (top, left)
            for top in range(0, order, box_rows)
            for left in range(0, order, box_columns)
        )
    ]
    more = diagonals(order) if crossed else ()
    return distinct((*rows_and_columns(order), *boxes, *more))
