"""Addresses of penpa-edit: drawings of puzzles (``…/penpa-edit/#m=edit&p=DATA``).

DATA is base64 of a text compressed by deflate. The text abbreviates names (``zN`` for
``"number"``). Its first line has the grid, columns and rows; its fourth line is the setter's
drawing, as JSON: for each type of drawing, its places with their contents. A cell has the number
``(columns + 4) (row + 2) + column + 2``; the same number of vertices follow, each at the lower
right of its cell. The sixth line lists the existing cells, as differences. A list of genres may be
near the end; the drawing itself does not state its rules, so without a genre the user must name the
kind.

This module reads numbers and circles on a complete square grid, and the thick lines of boxes. Any
other drawing may be a rule, so it is refused by name. A solver's drawing is ignored. At most 4 MiB
are unpacked. Source: the program (PenpaEdit).
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.kind import Format, line_format
from cpstudy.core.puzzle_urls import penpa_data

GENRES = {
    "slitherlink": "slitherlink",
    "masyu": "masyu",
    "nurikabe": "nurikabe",
    "classic": "sudoku",
}
# Abbreviations in the text, by the letter after ``z``; ``zZ`` stands for ``z`` itself.
_SHORT = {
    "O": "null", "_": "__a", "7": "nobulbthermo", "6": "killercages", "4": "deletelineE",
    "5": "polygon", "0": "squareframe", "D": "direction", "3": "arrows", "T": "thermo",
    "2": "freelineE", "F": "freeline", "1": "numberS", "8": "command_replay", "U": "command_undo",
    "R": "command_redo", "B": "board", "P": "special", "Y": "symbol", "N": "number", "C": "cage",
    "W": "wall", "E": "lineE", "L": "line", "S": "surface", "M": "edit_mode", "G": "grid",
    "A": "pu_a", "Q": "pu_q", "9": "qa",
}  # fmt: skip
_MOST_BYTES = 1 << 22
_DRAWN, _CENTRES = 3, 5
# Types of drawing that do not belong to a puzzle.
_UNSEEN = ("command_redo", "command_undo", "command_replay")
_DIGITS = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True)
class Drawing:
    """A setter's drawing on a square grid.

    numbers: by cell, row by row. circles: 1 white, 2 black. lines: thick lines, between
    neighbouring cells or between a cell and -1, the outside.
    """

    rows: int
    columns: int
    numbers: Mapping[int, str]
    circles: Mapping[int, int]
    lines: frozenset[tuple[int, int]]

    def only(self, *sorts: str) -> None:
        """Raise InputError for any other type of drawing: it may be a rule."""
        for sort in ("numbers", "circles", "lines"):
            if sort not in sorts and getattr(self, sort):
                raise InputError(
                    f"penpa-edit: {sort} in the drawing, which this kind does not have"
                )

    def values(
        self, blank: int, value: Callable[[str], int | None], expected: str = "is not a clue"
    ) -> list[int]:
        """The values of the numbers, one for each cell. value: of a text, None if it is invalid.

        Raises InputError that names the cell.
        """
        found = [blank] * (self.rows * self.columns)
        for cell, text in self.numbers.items():
            here = value(text)
            if here is None:
                place = wording.place(divmod(cell, self.columns))
                raise InputError(f"{place}: {shortened(text)} {expected}")
            found[cell] = here
        return found


Make = Callable[[Drawing], Any]


def penpa_format(make: Make) -> Format:
    """The format of a kind. make: makes the puzzle from a drawing."""
    return line_format("penpa", "addresses of penpa-edit", partial(_decode, make), claims)


def _decode(make: Make, text: str) -> Any:
    return make(load(text))


def claims(text: str) -> bool:
    """Whether a line is an address of penpa-edit."""
    return penpa_data(text) is not None


def kind_of(text: str) -> str | None:
    """The kind of an address by its genres; None if it has none of ours.

    Raises InputError if its data is broken.
    """
    kinds = {GENRES[genre] for genre in _genres(_unpacked(text)) if genre in GENRES}
    return kinds.pop() if len(kinds) == 1 else None


def _genres(lines: Iterable[str]) -> list[str]:
    """The last list of words among the lines."""
    for line in reversed(list(lines)):
        found = _json(line) if line.startswith("[") else None
        if isinstance(found, list) and found and all(isinstance(word, str) for word in found):
            return found
    return []


def load(text: str) -> Drawing:
    """The drawing of an address. Raises InputError."""
    lines = _unpacked(text)
    head = lines[0].split(",")
    if len(head) < 3 or head[0] not in ("square", "sudoku") or len(lines) <= _DRAWN:
        raise InputError(f"penpa-edit: a grid that is {shortened(head[0])}, expected square")
    if not all(_DIGITS.fullmatch(size) and int(size) for size in head[1:3]):
        raise InputError("penpa-edit: the grid has no size")
    columns, rows = int(head[1]), int(head[2])
    if _json(lines[1]) not in ([0, 0, 0, 0], ["0", "0", "0", "0"]):
        raise InputError("penpa-edit: cells outside the grid are not read")
    drawn = _json(lines[_DRAWN])
    centres = _json(lines[_CENTRES]) if len(lines) > _CENTRES else None
    if isinstance(centres, list) and len(centres) != rows * columns:
        raise InputError("penpa-edit: grids with missing cells are not read")
    if not isinstance(drawn, dict):
        raise InputError("penpa-edit: no drawing in the address")
    return _drawing(rows, columns, drawn)


def _drawing(rows: int, columns: int, drawn: Mapping[str, Any]) -> Drawing:
    read = ("number", "symbol", "lineE", *_UNSEEN)
    for sort, found in drawn.items():
        if found and sort not in read:
            raise InputError(f"penpa-edit: {sort[:30]} in the drawing is not read")
    numbers, circles = {}, {}
    for cell, number in _cells(drawn.get("number"), rows, columns):
        numbers[cell] = _number(number, wording.place(divmod(cell, columns)))
    for cell, symbol in _cells(drawn.get("symbol"), rows, columns):
        circles[cell] = _circle(symbol, wording.place(divmod(cell, columns)))
    lines = frozenset(_lines(drawn.get("lineE"), rows, columns))
    return Drawing(rows, columns, {c: n for c, n in numbers.items() if n}, circles, lines)


def _cells(entries: Any, rows: int, columns: int) -> Iterator[tuple[int, Any]]:
    """The cells of a type of drawing with their contents. Raises InputError."""
    if not isinstance(entries, dict):
        if entries:
            raise InputError("penpa-edit: the drawing is not an object")
        return
    for key, value in entries.items():
        row, column = divmod(int(key) if _DIGITS.fullmatch(key) else -1, columns + 4)
        if not (2 <= row < rows + 2 and 2 <= column < columns + 2):
            raise InputError("penpa-edit: something is drawn outside the cells")
        yield (row - 2) * columns + column - 2, value


def _number(entry: Any, where: str) -> str:
    """The number of a cell, "" for a space. Raises InputError."""
    if not isinstance(entry, list) or len(entry) != 3 or str(entry[2]) != "1":
        raise InputError(f"penpa-edit: {where}: not one plain number")
    return str(entry[0]).strip()


def _circle(entry: Any, where: str) -> int:
    """1 for white, 2 for black. Raises InputError."""
    known = isinstance(entry, list) and len(entry) == 3 and str(entry[1]).startswith("circle_")
    if not known or entry[0] not in (1, 2):
        raise InputError(f"penpa-edit: {where}: a symbol, but not a white or black circle")
    return int(entry[0])


def _lines(entries: Any, rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """The cells on both sides of each thick line. Raises InputError."""
    wide, vertices = columns + 4, (columns + 4) * (rows + 4)
    for key in entries if isinstance(entries, dict) else ():
        ends = sorted(int(end) for end in str(key).split(",") if _DIGITS.fullmatch(end))
        if len(ends) != 2 or ends[1] - ends[0] not in (1, wide):
            raise InputError("penpa-edit: a line that is not a side of a cell")
        row, column = divmod(ends[0] - vertices, wide)
        # A vertex is at the lower right of its cell: a line from it goes below the next cell, or
        # along the right side of the cell below.
        offsets = ((0, 1), (1, 1)) if ends[1] - ends[0] == 1 else ((1, 0), (1, 1))
        yield tuple(  # type: ignore[misc]
            (row + down - 2) * columns + column + right - 2
            if 0 <= row + down - 2 < rows and 0 <= column + right - 2 < columns
            else -1
            for down, right in offsets
        )


# -- the container -------------------------------------------------------------------------------


def _unpacked(text: str) -> list[str]:
    """The lines in an address. Raises InputError."""
    data = penpa_data(text) or ""
    try:
        packed = base64.b64decode((data + "=" * (-len(data) % 4)).encode(), validate=True)
        inflating = zlib.decompressobj(-zlib.MAX_WBITS)
        unpacked = inflating.decompress(packed, _MOST_BYTES)
    except (binascii.Error, zlib.error):
        raise InputError("penpa-edit: the data of the address is broken") from None
    if not inflating.eof:
        raise InputError("penpa-edit: the data of the address is cut off, or too long")
    lines = unpacked.decode("utf-8", "backslashreplace")
    for letter, name in _SHORT.items():
        lines = lines.replace(f"z{letter}", name if name == "null" else f'"{name}"')
    return lines.replace("zZ", "z").split("\n")


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
