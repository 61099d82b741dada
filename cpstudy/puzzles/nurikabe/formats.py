"""File formats of Nurikabe beside the text form.

*Grid*: a board as rows of fields with spaces between: a number, ``?``, and ``.`` or ``-`` where
there is no clue. Rows without spaces are read too, a character a cell. A line of two numbers may
stand before them, rows and columns, which they must have. Boards are separated by blank lines;
lines that begin with ``#`` are skipped.

*Records*: JSON with grids, see :mod:`cpstudy.reading.records`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.core.text import decoded
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.reading import records

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_GRID_ROW = re.compile(r"[0-9?.\- \t]+", re.ASCII)


def recognises_grid(line: str) -> bool:
    """Whether a file's first significant line looks like a row of a grid or its sizes."""
    return _GRID_ROW.fullmatch(line.strip()) is not None


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file, separated by blank lines."""
    block: list[str] = []
    begun = 1
    for number, line in enumerate((*lines, ""), 1):
        text = line.strip()
        if text.startswith("#"):
            continue
        if text:
            begun = begun if block else number
            block.append(text)
        elif block:
            yield Item(begun, "\n".join(block), decoded("\n".join(block), decode_grid))
            block = []


def decode_grid(text: str) -> Nurikabe:
    """The board of one grid. Raises InputError that names the row and the field."""
    lines = text.strip().splitlines()
    if not lines:
        raise InputError("no rows")
    sizes = _sizes(lines)
    if sizes is not None:
        lines.pop(0)
        if len(lines) != sizes[0]:
            raise InputError(f"{len(lines)} rows, but the first line says {sizes[0]}")
    width = len(_fields(lines[0])) if sizes is None else sizes[1]
    clues: list[int] = []
    for number, line in enumerate(lines):
        row = [line.strip()] if width == 1 else _fields(line)
        if len(row) != width:
            raise InputError(f"row {number} has {len(row)} fields, expected {width}")
        clues += [_clue(field, number, column) for column, field in enumerate(row)]
    return Nurikabe(len(lines), width, tuple(clues))


def _fields(line: str) -> list[str]:
    """The fields of a row; where there are no spaces, its characters."""
    fields = line.split()
    return fields if len(fields) > 1 else list(line.strip())


def _sizes(lines: list[str]) -> tuple[int, int] | None:
    """Rows and columns where the first line gives them, else None.

    A board of two columns whose first row is two numbers is one with sizes only if they fit it.
    """
    fields = lines[0].split()
    if len(lines) == 1 or len(fields) != 2 or not all(map(_NUMBER.fullmatch, fields)):
        return None
    rows, columns = map(int, fields)
    fits = (rows, columns) == (len(lines) - 1, 2)
    return (rows, columns) if fits or len(lines[1].split()) != 2 else None


def _clue(field: str, row: int, column: int) -> int:
    if field in ("-", "."):
        return NO_CLUE
    if field == "?":
        return ANY_SIZE
    if _NUMBER.fullmatch(field) is None or int(field) == 0:
        raise InputError(f"cell ({row}, {column}): {field[:30]!a} is not a clue, '?' or '.'")
    return int(field)


def write_grid(puzzle: Nurikabe) -> str:
    """The board, a row a line, then a blank line; its sizes come first where it needs them."""
    shown = {NO_CLUE: ".", ANY_SIZE: "?"}
    fields = [shown.get(clue, str(clue)) for clue in puzzle.clues]
    width = max(map(len, fields))
    lines = [
        " ".join(field.rjust(width) for field in fields[start : start + puzzle.columns])
        for start in range(0, len(fields), puzzle.columns)
    ]
    # A single field of several characters would be read as several cells, and a first row of two
    # numbers as sizes.
    if puzzle.columns <= 2:
        lines.insert(0, f"{puzzle.rows} {puzzle.columns}")
    return "\n".join(lines) + "\n\n"


def read_records(lines: Iterable[str]) -> Iterator[Item]:
    """The problems of a file of records, each at its line."""
    return records.read_records(lines, _of_record)


def _of_record(record: records.Record) -> Nurikabe:
    return decode_grid(record.text)
