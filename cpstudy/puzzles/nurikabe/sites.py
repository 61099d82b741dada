"""Nurikabe as sites have it beside the text form: pzpr and penpa-edit.

In files of pzpr a number is a clue, ``-`` (kanpen: ``?``) one without a number; ``#`` and ``+`` are
cells that somebody has coloured, which are passed over.
"""

from __future__ import annotations

import re

from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.reading import penpa, pzprv3

_CLUE = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_MEANT = {".": NO_CLUE, "#": NO_CLUE, "+": NO_CLUE, "-": ANY_SIZE, "?": ANY_SIZE}


def _number(text: str) -> int | None:
    return int(text) if _CLUE.fullmatch(text) else None


def of_sheet(sheet: pzprv3.Sheet) -> Nurikabe:
    """The puzzle of a file. Raises LineError that names the cell."""
    sheet.check_name("nurikabe")
    clues = sheet.values(lambda text: _MEANT.get(text, _number(text)))
    sheet.check_drawn()
    return Nurikabe(sheet.rows, sheet.columns, clues)


def of_drawing(drawing: penpa.Drawing) -> Nurikabe:
    """The puzzle of a drawing of penpa-edit. Raises InputError that names the cell."""
    drawing.only("numbers")
    clues = drawing.values(NO_CLUE, lambda text: ANY_SIZE if text == "?" else _number(text))
    return Nurikabe(drawing.rows, drawing.columns, tuple(clues))


def write(puzzle: Nurikabe) -> str:
    """A file of pzpr with nothing drawn on the board."""
    shown = {NO_CLUE: ".", ANY_SIZE: "-"}
    fields = [shown.get(clue, str(clue)) for clue in puzzle.clues]
    return pzprv3.board_written("nurikabe", puzzle.columns, fields)
