"""File formats of Nurikabe beside the text form.

*Grid*: a board as rows of numbers, ``?``, and ``.`` or ``-`` where there is no clue, as
reading/boards.py has them; ``0`` is blank where there is no dot.

*Records*: JSON with grids, see :mod:`cpstudy.reading.records`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from cpstudy.core.documents import Document, Item
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.reading import boards, records

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


def _clue(field: str) -> int | None:
    if field == "?":
        return ANY_SIZE
    known = _NUMBER.fullmatch(field) is not None and int(field) > 0
    return int(field) if known else None


_SIGNS = boards.Signs(_clue, NO_CLUE, "not a clue, '?' or '.'", Nurikabe, lone="0")


def recognises_grid(document: Document) -> bool:
    """Whether a document's lines are rows of a grid."""
    return boards.recognises(_SIGNS, document)


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file, separated by blank lines."""
    return boards.read(_SIGNS, lines)


def decode_grid(text: str) -> Nurikabe:
    """The board of one grid. Raises InputError that names the row and the field."""
    puzzle: Nurikabe = boards.decode(_SIGNS, text)
    return puzzle


def write_grid(puzzle: Nurikabe) -> str:
    """The board, a row a line, then a blank line; its sizes come first where it needs them."""
    shown = {NO_CLUE: ".", ANY_SIZE: "?"}
    fields = [shown.get(clue, str(clue)) for clue in puzzle.clues]
    blank = NO_CLUE in puzzle.clues
    width = max(map(len, fields)) if blank else 1
    lines = [
        " ".join(field.rjust(width) for field in fields[start : start + puzzle.columns])
        for start in range(0, len(fields), puzzle.columns)
    ]
    # A single field of several characters would be read as several cells, a first row of two
    # numbers as sizes, and without any dot the spaces might be cells.
    if puzzle.columns <= 2 or not blank:
        lines.insert(0, f"{puzzle.rows} {puzzle.columns}")
    return "\n".join(lines) + "\n\n"


def read_records(lines: Iterable[str]) -> Iterator[Item]:
    """The problems of a file of records, each at its line."""
    of_record = partial(boards.of_record, _SIGNS, Nurikabe.decode)
    return records.read_records(lines, of_record)
