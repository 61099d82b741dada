"""Grids: rows of clues and dots (or -), fields separated by spaces or not; blank lines between.

The kind says what a clue looks like (``Loops.fields``). The first line may give the numbers of rows
and columns, as in the collections of janko.at. Lines that begin with ``#`` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.text import decoded
from cpstudy.puzzles.loops.rules import Loops

_SIZES = re.compile(r"([0-9]{1,4})[ \t]+([0-9]{1,4})", re.ASCII)
_EMPTY = (".", "-")


def recognises(line: str) -> bool:
    """Whether a file's first significant line looks like the sizes of a grid, or a row of one."""
    text = line.strip()
    return bool(_SIZES.fullmatch(text)) or all(len(field) == 1 for field in text.split())


def read(kind: type[Loops], lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file."""
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
            text = "\n".join(block)
            yield Item(begun, text, decoded(text, partial(_decode, kind)))
            block = []


def _decode(kind: type[Loops], text: str) -> Loops:
    """The board of one grid. Raises InputError that names the row and the cell."""
    lines = text.strip().splitlines()
    sizes = _SIZES.fullmatch(lines[0].strip()) if len(lines) > 1 else None
    # Two fields may be a row or sizes; they are sizes where they fit what follows.
    if sizes and (
        len(lines[1].split()) != 2 or (int(sizes[1]), int(sizes[2])) == (len(lines) - 1, 2)
    ):
        lines.pop(0)
        if len(lines) != int(sizes[1]):
            raise InputError(f"{len(lines)} rows, but the first line says {sizes[1]}")
    else:
        sizes = None
    rows = [line.split() if " " in line.strip() or "\t" in line else list(line) for line in lines]
    width = int(sizes[2]) if sizes else len(rows[0])
    clues: list[int] = []
    for number, row in enumerate(rows):
        if len(row) != width:
            raise InputError(f"row {number} has {len(row)} fields, expected {width}")
        for column, field in enumerate(row):
            if field not in kind.fields and field not in _EMPTY:
                allowed = f"none of {', '.join(kind.fields)} and no '.'"
                raise InputError(f"cell {(number, column)}: {shortened(field)} is {allowed}")
            clues.append(kind.fields.get(field, kind.no_clue))
    return kind(len(rows), width, tuple(clues))


def write(puzzle: Loops) -> str:
    """The board after its sizes, a row a line, then a blank line."""
    shown = {clue: field for field, clue in puzzle.fields.items()} | {puzzle.no_clue: "-"}
    lines = [f"{puzzle.rows} {puzzle.columns}"]
    for start in range(0, len(puzzle.clues), puzzle.columns):
        lines.append(" ".join(shown[c] for c in puzzle.clues[start : start + puzzle.columns]))
    return "\n".join(lines) + "\n\n"
