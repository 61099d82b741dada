"""Formats of clues line by line, and of pictures in characters.

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

*Pictures*: the puzzle that has a picture as one of its solutions. Rows of ``.`` (blank), ``#`` (the
first colour) and the letters ``b`` … ``z`` (the others), a row a line; a blank line parts pictures.
Plain bitmaps (PBM, a first line ``P1``, then width and height and as many 0 and 1) are read too:
any paint program writes them. The picture that is read becomes clues and is not kept, so nothing is
written in this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.picross.puzzle import SYMBOLS, Clue, Picross, clue_of, clue_text

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
                raise _FaultError(number, f"{key}: {value[:30]!a} is not a size")
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


# -- pictures ------------------------------------------------------------------------------------

_ROW = re.compile(r"[.#a-z]+")
_MOST = 9999


def recognises_picture(line: str) -> bool:
    """Whether a file's first significant line looks like a row of a picture, or begins a PBM."""
    return line.strip() == "P1" or re.fullmatch(r"\s*[.#b-z]*[.#][.#b-z]*\s*", line) is not None


def read_picture(lines: Iterable[str]) -> Iterator[Item]:
    """Pictures, each as its puzzle. A fault ends the picture in which it stands."""
    source = [line.rstrip("\n") for line in lines]
    if source and source[0].strip() == "P1":
        yield _bitmap(source)
        return
    rows: list[str] = []
    fault: Item | None = None
    for number, text in enumerate([*source, ""], 1):
        row = text.strip()
        if not row:
            if fault is not None:
                yield fault
            elif rows:
                yield _picture(number - len(rows), rows)
            rows, fault = [], None
            continue
        place = f"row {len(rows)}"
        if fault is None and not _ROW.fullmatch(row):
            wrong = next(symbol for symbol in row if not _ROW.fullmatch(symbol))
            words = f"{place}: {wrong!a} is not a colour"
            fault = Item(number, row, InputError(words))
        if fault is None and rows and len(row) != len(rows[0]):
            words = f"{place}: {len(row)} cells, expected {len(rows[0])}"
            fault = Item(number, row, InputError(words))
        rows.append(row)


def _picture(number: int, rows: list[str]) -> Item:
    cells = bytes(SYMBOLS.index("#" if x == "a" else x) for row in rows for x in row)
    puzzle = Picross.of_picture(len(rows), len(rows[0]), cells)
    return Item(number, puzzle.encode(), puzzle)


def _bitmap(lines: list[str]) -> Item:
    """The puzzle of a plain bitmap, or what is wrong with it."""
    words = [word for line in lines[1:] for word in line.split("#", 1)[0].split()]
    sizes = words[:2]
    if len(sizes) < 2 or not all(re.fullmatch(r"[0-9]{1,4}", size) for size in sizes):
        return Item(1, lines[0], InputError("P1: no width and height"))
    columns, rows = map(int, sizes)
    bits = "".join(words[2:])
    if min(rows, columns) < 1 or max(rows, columns) > _MOST:
        return Item(1, lines[0], InputError(f"P1: size {columns}x{rows}"))
    if re.search(r"[^01]", bits) or len(bits) != rows * columns:
        fault = f"P1: {len(bits)} bits, expected {rows * columns}, each 0 or 1"
        return Item(1, lines[0], InputError(fault))
    puzzle = Picross.of_picture(rows, columns, bytes(bit == "1" for bit in bits))
    return Item(1, puzzle.encode(), puzzle)
