"""Pictures made of characters: the puzzle that has the picture as a solution.

Rows of ``.`` (blank), ``#`` (the first colour) and the letters ``b`` … ``z`` (the others), one a
line; an empty line separates pictures. Other signs are read too, one for blank and one for the
first colour in a picture: ``-``, ``_``, ``0``, ``·``, ``□``, ``░`` for blank, ``X``, ``*``, ``@``,
``1``, ``█``, ``■`` for the first colour. The signs of all rows may be separated by a space, a
comma, a semicolon or a TAB.

Plain bitmaps (PBM, PGM, PPM: a first line ``P1``, ``P2``, ``P3``) are read as in :mod:`.images`.
The picture becomes the clues and is kept as their solution; nothing is written in this format.
"""

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import SYMBOLS, Picross

_OTHER_BLANKS = "-_0·□░"
_OTHER_COLOURS = "X*@1█■"
_ROW = re.compile(rf"[.#a-z{_OTHER_BLANKS}{re.escape(_OTHER_COLOURS)}]+")
_SIGN = re.compile(rf"[.#{_OTHER_BLANKS}{re.escape(_OTHER_COLOURS)}]")
_ONE_ROW = re.compile(r"#|^[^a-z#]*\.[^a-z#]*$")
_SEPARATED = re.compile(r"\S(?P<by>[ ,;\t])\S(?:(?P=by)\S)*")
_FEWEST = 5  # characters of a row of digits: "1 2" may be two lengths, or a size
_BITMAPS = ("P1", "P2", "P3")
_MOST = 9999


def recognises(document: Document) -> bool:
    """Whether at least half of a document's lines are rows of a picture, or it is a bitmap."""
    rows = [line.strip() for line in document.head if line.strip()]
    if rows and rows[0].split()[0] in _BITMAPS:
        return True
    rows = joined(rows)
    good = sum(bool(_ROW.fullmatch(row) and _SIGN.search(row)) for row in rows)
    if 2 * good < len(rows):
        return False
    if len(rows) == 1 and (not document.significant or not _ONE_ROW.search(rows[0])):
        return False  # an empty comment, a sign of another format, or the name of a file
    # Digits alone are a picture if several lines have the same length.
    digits = all(re.fullmatch("[0-9]+", row) for row in rows)
    return not digits or (len(rows) > 1 and len(set(map(len, rows))) == 1 < len(rows[0]))


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read pictures, each as its puzzle. A fault ends only the picture that contains it."""
    source = [line.rstrip("\r\n") for line in lines]
    first = next((line.split()[0] for line in source if line.strip()), "")
    if first == "P1":
        yield _bitmap(source)
        return
    if first in _BITMAPS:
        from cpstudy.puzzles.picross.formats import images  # needs Pillow

        yield images.item_of("\n".join(source).lstrip().encode("latin-1", "replace"), lines)
        return
    rows: list[tuple[int, str]] = []
    for number, text in enumerate([*joined(source), ""], 1):
        if text.strip():
            rows.append((number, text.rstrip()))
        elif rows:
            yield _picture(rows)
            rows = []


def joined(rows: list[str]) -> list[str]:
    """Rows without separators, if the same kind separates all signs of all rows."""
    filled = [row.strip() for row in rows if row.strip()]
    numbers = any(row[::2].isdigit() and len(row) < _FEWEST for row in filled)
    if numbers or not all(map(_SEPARATED.fullmatch, filled)):
        return rows
    return [row.strip()[::2] for row in rows]


def _picture(rows: list[tuple[int, str]]) -> Item:
    try:
        rows = _without_indent(rows)
        signs, choice = signs_of("".join(row for _, row in rows))
        size = len(rows[0][1])
        for place, (number, row) in enumerate(rows):
            wrong = next((symbol for symbol in row if symbol not in signs), None)
            if wrong is not None:
                raise LineError(number, f"row {place + 1}: {wrong!a} is not a colour")
            if len(row) != size:
                raise LineError(number, f"row {place + 1}: {len(row)} cells, expected {size}")
    except InputError as error:
        return shared.fault_of(error, rows[0][0])
    cells = shared.cells_of("".join(row for _, row in rows), signs, "picture")
    puzzle = Picross.of_picture(len(rows), size, cells)
    about = {"solution": puzzle.encode_solution(cells)} | ({"read as": choice} if choice else {})
    return shared.item_of(rows[0][0], puzzle, about)


def _without_indent(rows: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Rows without their common indent. Raises LineError if the indents differ."""
    indent = rows[0][1][: -len(rows[0][1].lstrip())]
    for place, (number, row) in enumerate(rows):
        if row[: -len(row.lstrip())] != indent:
            words = f"row {place + 1} begins with other spaces than row 1: write a sign for blanks"
            raise LineError(number, words)
    return [(number, row.strip()) for number, row in rows]


def signs_of(text: str) -> tuple[dict[str, int], str]:
    """The colour of each sign, and the chosen signs, "" for the usual ones. Raises InputError."""
    if {"#", "x"} <= set(text) and not set(text) & set(SYMBOLS[2:].replace("x", "")):
        raise InputError("'#' and 'x': crosses in blank cells, or a colour? write . and b")
    found: list[str] = []
    for usual, others in ((".", _OTHER_BLANKS), ("#a", _OTHER_COLOURS)):
        used = sorted({symbol for symbol in text if symbol in usual + others})
        if len(used) > 1 and set(used) - set(usual):
            what = "blank cells" if usual == "." else "the first colour"
            raise InputError(f"{' and '.join(map(ascii, used))}: use one sign for {what}")
        found.append(used[0] if used and used[0] not in usual else "")
    signs = {symbol: colour for colour, symbol in enumerate(SYMBOLS)} | {"a": 1}
    signs |= {sign: colour for colour, sign in enumerate(found) if sign}
    names = [
        f"{sign} {name}" for sign, name in zip(found, ("blank", "coloured"), strict=True) if sign
    ]
    return signs, ", ".join(names)


def _bitmap(lines: list[str]) -> Item:
    """The puzzle of a plain bitmap, or its fault."""
    first = next(at for at, line in enumerate(lines) if line.strip())
    words = [word for line in lines[first:] for word in line.split("#", 1)[0].split()][1:]
    sizes = words[:2]
    if len(sizes) < 2 or not all(re.fullmatch(r"[0-9]{1,4}", size) for size in sizes):
        return Item(first + 1, "P1", InputError("P1: no width and height"))
    columns, rows = map(int, sizes)
    bits = "".join(words[2:])
    if min(rows, columns) < 1 or max(rows, columns) > _MOST:
        return Item(first + 1, "P1", InputError(f"P1: size {columns}x{rows}"))
    if re.search(r"[^01]", bits) or len(bits) != rows * columns:
        fault = f"P1: {len(bits)} bits, expected {rows * columns}, each 0 or 1"
        return Item(first + 1, "P1", InputError(fault))
    cells = bytes(bit == "1" for bit in bits)
    puzzle = Picross.of_picture(rows, columns, cells)
    return shared.item_of(first + 1, puzzle, {"solution": puzzle.encode_solution(cells)})
