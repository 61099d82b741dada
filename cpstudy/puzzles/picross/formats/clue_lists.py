"""Clues line by line: Steve Simpson's ``.non`` files, and plain lists of hints.

*.non*: keys with values, one a line, blank lines anywhere between them. ``width`` and ``height``
come first; ``rows`` and ``columns`` are each followed by as many lines of lengths with commas,
where an empty line or ``0`` is a line without runs and a letter after a length is a colour (``color
a #ff0000`` lines may say which; here the letters alone count, ``a`` or none is the first). Any
other key (title, goal …) is skipped. A line ``====`` parts puzzles of a bundle. Source:
Simpson2011.

*hints*: the first line is ``ROWS COLUMNS``; then a line for each column and for each row, in this
order, with its lengths separated by spaces, empty or ``0`` without runs. Nothing is skipped but
lines that begin with ``#``. A file is one puzzle.

Given cells have no place in either, and such a puzzle is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.errors import InputError
from cpstudy.core.text import Item
from cpstudy.puzzles.picross.puzzle import Clue, Picross, clue_of, clue_text

_DIVIDER = "===="
_NUMBER = re.compile(r"[0-9]{1,4}")
_KEY = re.compile(r"([a-z]+)\b(.*)")

# Keys before which all lines of clues have been read, and so may no clue be missing.
_SIZES = ("width", "height")
_CLUES = ("rows", "columns")


class _FaultError(InputError):
    """What is wrong, and on which line."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


def _clue(number: int, name: str, text: str, separator: str | None) -> Clue:
    pieces = [piece.strip() for piece in text.split(separator)]
    if pieces in ([], [""], ["0"]):
        return ()
    try:
        return clue_of(",".join(pieces), ",")
    except InputError as error:
        raise _FaultError(number, f"{name}, {error}") from None


def _item(number: int, rows: list[Clue], columns: list[Clue], places: list[int]) -> Item:
    """The puzzle of these clues. places: the line on which each clue stands."""
    try:
        puzzle = Picross(tuple(rows), tuple(columns))
    except InputError as error:
        for name, first in (("row", 0), ("column", len(rows))):
            match = re.match(rf"{name} ([0-9]+)", str(error))
            if match is not None:
                number = places[first + int(match[1])]
        return Item(number, str(error), error)
    return Item(number, puzzle.encode(), puzzle)


# -- .non ----------------------------------------------------------------------------------------


def recognises_non(line: str) -> bool:
    """Whether a file's first significant line looks like a key of a ``.non`` file."""
    return re.match(r"[a-z]+(\s+[\"#0-9a-zA-Z(]|\s*$)", line) is not None


def read_non(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a ``.non`` file or bundle. A fault ends the one in which it stands."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        if line.strip() == _DIVIDER:
            yield from _non(block)
            block = []
        else:
            block.append((number, line.strip()))
    yield from _non(block)


def _non(block: list[tuple[int, str]]) -> Iterator[Item]:
    if not any(line for _, line in block):
        return
    try:
        yield _puzzle_of_non(block)
    except _FaultError as fault:
        yield Item(fault.line, str(fault), fault)


def _puzzle_of_non(block: list[tuple[int, str]]) -> Item:
    sizes: dict[str, int] = {}
    clues: dict[str, list[tuple[int, Clue]]] = {}
    source = iter(block)
    number = block[0][0]
    for number, line in source:
        match = _KEY.fullmatch(line)
        if match is None:
            if line[:1].isdigit():
                raise _FaultError(number, f"{line[:30]!a}: a clue where none is expected")
            continue
        key, value = match[1], match[2].strip()
        if key in (*sizes, *clues):
            raise _FaultError(number, f"{key} is given twice")
        if key in _SIZES:
            if not _NUMBER.fullmatch(value) or int(value) < 1:
                raise _FaultError(number, f"{key}: {value[:30]!a} is no size")
            sizes[key] = int(value)
        elif key in _CLUES:
            size = sizes.get("height" if key == "rows" else "width")
            if size is None:
                raise _FaultError(number, f"{key}: height and width must come before")
            clues[key] = []
            for place in range(size):
                below, clue = next(source, (number, "?"))
                clues[key].append((below, _clue(below, f"{key[:-1]} {place}", clue, ",")))
    for key in _CLUES:
        if key not in clues:
            raise _FaultError(block[-1][0], f"no {key}")
    rows, columns = clues["rows"], clues["columns"]
    places = [place for place, _ in rows + columns]
    first = next(number for number, line in block if line)
    return _item(first, [clue for _, clue in rows], [clue for _, clue in columns], places)


def write_non(puzzle: Picross) -> str:
    """The puzzle as a ``.non`` file. Raises InputError where cells are given."""
    _check_given(puzzle)
    rows = "\n".join(clue_text(clue, ",") or "0" for clue in puzzle.row_clues)
    columns = "\n".join(clue_text(clue, ",") or "0" for clue in puzzle.column_clues)
    head = f"width {puzzle.columns}\nheight {puzzle.rows}\n"
    return f"{head}\nrows\n{rows}\n\ncolumns\n{columns}\n"


def _check_given(puzzle: Picross) -> None:
    if puzzle.given:
        raise InputError("given cells cannot be written so: only as text")


# -- lists of hints ------------------------------------------------------------------------------


def recognises_hints(line: str) -> bool:
    """Whether a file's first significant line looks like a size, rows and columns."""
    return re.fullmatch(r"\s*[0-9]+\s+[0-9]+\s*", line) is not None


def read_hints(lines: Iterable[str]) -> Iterator[Item]:
    """One puzzle. A fault is reported on the line where it stands."""
    try:
        yield _puzzle_of_hints([(n, x) for n, x in enumerate(lines, 1) if not x.startswith("#")])
    except _FaultError as fault:
        yield Item(fault.line, str(fault), fault)


def _puzzle_of_hints(lines: list[tuple[int, str]]) -> Item:
    while lines and not lines[0][1].strip():
        lines = lines[1:]
    if not lines:
        raise _FaultError(1, "no size")
    number, line = lines[0]
    fields = line.split()
    if len(fields) != 2 or not all(map(_NUMBER.fullmatch, fields)) or "0" in fields:
        raise _FaultError(number, f"size {line.strip()[:30]!a}: expected ROWS COLUMNS")
    rows, columns = map(int, fields)
    clues = []
    places = []
    for place in range(rows + columns):
        name = f"column {place}" if place < columns else f"row {place - columns}"
        if place + 1 >= len(lines):
            raise _FaultError(lines[-1][0], f"{name} is missing: {rows + columns} clues expected")
        number, line = lines[place + 1]
        clues.append(_clue(number, name, line, None))
        places.append(number)
    for number, line in lines[rows + columns + 1 :]:
        if line.strip():
            raise _FaultError(number, f"{line.strip()[:30]!a} after the last clue")
    places = places[columns:] + places[:columns]
    return _item(lines[0][0], clues[columns:], clues[:columns], places)


def write_hints(puzzle: Picross) -> str:
    """The puzzle as a list of hints. Raises InputError where cells are given."""
    _check_given(puzzle)
    clues = puzzle.column_clues + puzzle.row_clues
    lines = (clue_text(clue, " ") or "0" for clue in clues)
    return f"{puzzle.rows} {puzzle.columns}\n" + "\n".join(lines) + "\n"
