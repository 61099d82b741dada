"""Nurikabe as sites have it beside the text form: pzpr and penpa-edit.

In files of pzpr a number is a clue, ``-`` (kanpen: ``?``) one without a number; ``#`` and ``+`` are
cells that somebody has coloured, which are passed over.
"""

from __future__ import annotations

import re

from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.reading import penpa, pzprv3

_CLUE = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_MEANT = {".": NO_CLUE, "#": NO_CLUE, "+": NO_CLUE, "-": ANY_SIZE, "?": ANY_SIZE}


def of_sheet(sheet: pzprv3.Sheet) -> Nurikabe:
    """The puzzle of a file. Raises LineError that names the cell."""
    if sheet.name != "nurikabe":
        raise LineError(1, f"a file of {shortened(sheet.name)}, expected nurikabe")
    clues = []
    for row, (line, fields) in enumerate(sheet.board()):
        for column, text in enumerate(fields):
            if text not in _MEANT and _CLUE.fullmatch(text) is None:
                raise LineError(line, f"cell {(row, column)}: {shortened(text)} is not a clue")
            clues.append(_MEANT[text] if text in _MEANT else int(text))
    sheet.check_drawn()
    return Nurikabe(sheet.rows, sheet.columns, tuple(clues))


def of_drawing(drawing: penpa.Drawing) -> Nurikabe:
    """The puzzle of a drawing of penpa-edit. Raises InputError that names the cell."""
    drawing.only("numbers")
    clues = [NO_CLUE] * (drawing.rows * drawing.columns)
    for cell, text in drawing.numbers.items():
        if text != "?" and _CLUE.fullmatch(text) is None:
            place = divmod(cell, drawing.columns)
            raise InputError(f"cell {place}: {shortened(text)} is not a clue")
        clues[cell] = ANY_SIZE if text == "?" else int(text)
    return Nurikabe(drawing.rows, drawing.columns, tuple(clues))


def write(puzzle: Nurikabe) -> str:
    """A file of pzpr with nothing drawn on the board."""
    shown = {NO_CLUE: ".", ANY_SIZE: "-"}
    fields = [shown.get(clue, str(clue)) for clue in puzzle.clues]
    rows = [fields[at : at + puzzle.columns] for at in range(0, len(fields), puzzle.columns)]
    return pzprv3.written("nurikabe", puzzle.rows, puzzle.columns, rows, "")
