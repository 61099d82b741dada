"""File formats of Nurikabe other than the text form.

*Grid*: a board as rows of numbers, ``?``, and ``.`` or ``-`` for cells without a clue, as in
reading/boards.py; ``0`` is blank if there is no dot.

*Sites*: in files of pzpr a number is a clue, and ``-`` (kanpen: ``?``) a clue without a number; the
cells ``#`` and ``+``, coloured by a player, are ignored. Drawings of penpa-edit have numbers.
"""

import re

from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.reading import boards, penpa, pzprv3

_CLUE = re.compile(r"0*[1-9][0-9]{0,3}", re.ASCII)
_MEANT = {".": NO_CLUE, "#": NO_CLUE, "+": NO_CLUE, "-": ANY_SIZE, "?": ANY_SIZE}


def _number(text: str) -> int | None:
    return int(text) if _CLUE.fullmatch(text) else None


def _clue(text: str) -> int | None:
    return ANY_SIZE if text == "?" else _number(text)


def signs() -> boards.Signs:
    """The meaning of the fields of a grid."""
    return boards.Signs(_clue, NO_CLUE, "not a clue, '?' or '.'", Nurikabe, lone="0")


def write_grid(puzzle: Nurikabe) -> str:
    """The board, one row a line, then a blank line; its sizes come first if needed."""
    shown = {NO_CLUE: ".", ANY_SIZE: "?"}
    fields = [shown.get(clue, str(clue)) for clue in puzzle.clues]
    blank = NO_CLUE in puzzle.clues
    width = max(map(len, fields)) if blank else 1
    lines = [
        " ".join(field.rjust(width) for field in fields[start : start + puzzle.columns])
        for start in range(0, len(fields), puzzle.columns)
    ]
    # A single field of several characters would be read as several cells, a first row of two
    # numbers as sizes, a single row as a square in one line; and without any dot, the spaces might
    # be read as cells.
    if puzzle.columns <= 2 or puzzle.rows == 1 or not blank:
        lines.insert(0, f"{puzzle.rows} {puzzle.columns}")
    return "\n".join(lines) + "\n\n"


def of_sheet(sheet: pzprv3.Sheet) -> Nurikabe:
    """The puzzle of a file. Raises a LineError that names the cell."""
    sheet.check_name("nurikabe")
    clues = sheet.values(lambda text: _MEANT.get(text, _number(text)))
    sheet.check_drawn()
    return Nurikabe(sheet.rows, sheet.columns, clues)


def of_drawing(drawing: penpa.Drawing) -> Nurikabe:
    """The puzzle of a drawing of penpa-edit. Raises an InputError that names the cell."""
    drawing.only("numbers")
    clues = drawing.values(NO_CLUE, _clue)
    return Nurikabe(drawing.rows, drawing.columns, tuple(clues))


def write(puzzle: Nurikabe) -> str:
    """A file of pzpr with an empty board."""
    shown = {NO_CLUE: ".", ANY_SIZE: "-"}
    fields = [shown.get(clue, str(clue)) for clue in puzzle.clues]
    return pzprv3.board_written("nurikabe", puzzle.columns, fields)
