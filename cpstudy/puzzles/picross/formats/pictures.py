"""Pictures in characters: the puzzle that has a picture as one of its solutions.

Rows of ``.`` (blank), ``#`` (the first colour) and the letters ``b`` … ``z`` (the others), a row a
line; a blank line parts pictures. Plain bitmaps (PBM, a first line ``P1``, then width and
height and as many 0 and 1) are read too: any paint program writes them. The picture that is read
becomes clues and is not kept, so nothing is written in this format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpstudy.core.errors import InputError
from cpstudy.core.text import Item
from cpstudy.puzzles.picross.puzzle import SYMBOLS, Picross

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
                yield _item(number - len(rows), rows)
            rows, fault = [], None
            continue
        place = f"row {len(rows)}"
        if fault is None and not _ROW.fullmatch(row):
            wrong = next(symbol for symbol in row if not _ROW.fullmatch(symbol))
            words = f"{place}: {wrong!a} is no colour"
            fault = Item(number, row, InputError(words))
        if fault is None and rows and len(row) != len(rows[0]):
            words = f"{place}: {len(row)} cells, expected {len(rows[0])}"
            fault = Item(number, row, InputError(words))
        rows.append(row)


def _item(number: int, rows: list[str]) -> Item:
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
