"""File formats of Nurikabe beside the text form.

*Grid*: a board as rows of numbers, ``?``, and ``.`` or ``-`` where there is no clue, as
reading/boards.py has them; ``0`` is blank where there is no dot.
"""

from __future__ import annotations

import re

from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.reading import boards

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


def _clue(field: str) -> int | None:
    if field == "?":
        return ANY_SIZE
    known = _NUMBER.fullmatch(field) is not None and int(field) > 0
    return int(field) if known else None


def signs() -> boards.Signs:
    """What the fields of a grid mean."""
    return boards.Signs(_clue, NO_CLUE, "not a clue, '?' or '.'", Nurikabe, lone="0")


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
