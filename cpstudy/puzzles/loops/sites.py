"""Slitherlink and Masyu as sites have them beside the text form: pzpr and penpa-edit.

In files of pzpr numbers are those of the clues (a white pearl 1, a black one 2), ``-`` is a
question mark, which gives no clue in Slitherlink and not a pearl. Behind the board come the sides
or ways that were drawn: none is written, and any are passed over.
"""

from __future__ import annotations

import re
from typing import Any

from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.reading import penpa, pzprv3

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


def of_sheet(kind: type[Loops], sheet: pzprv3.Sheet) -> Any:
    """The puzzle of a file. Raises LineError that names the cell."""
    if sheet.name not in kind.names:
        raise LineError(1, f"a file of {shortened(sheet.name)}, expected {kind.names[0]}")
    meant = {".": kind.no_clue} | ({"-": kind.no_clue} if "?" in kind.others else {})
    clues = []
    for row, (line, fields) in enumerate(sheet.board()):
        for column, text in enumerate(fields):
            clue = meant.get(text, int(text) if _NUMBER.fullmatch(text) else None)
            if clue is None or (clue != kind.no_clue and clue not in kind.marks):
                raise LineError(line, f"cell {(row, column)}: {shortened(text)} is not a clue")
            clues.append(clue)
    # Behind the board there are sides or ways, of Slitherlink perhaps colours of cells before them.
    drawn = 2 * sheet.rows + (1 if kind.on_faces else -1)
    sheet.check_drawn(drawn, *[drawn + sheet.rows] * kind.on_faces)
    return kind(sheet.rows, sheet.columns, tuple(clues))


def of_drawing(kind: type[Loops], drawing: penpa.Drawing) -> Any:
    """The puzzle of a drawing of penpa-edit: circles are pearls. Raises InputError."""
    clues = [kind.no_clue] * (drawing.rows * drawing.columns)
    drawing.only("numbers" if kind.on_faces else "circles")
    for cell, pearl in drawing.circles.items():
        clues[cell] = pearl
    for cell, text in drawing.numbers.items():
        clue = kind.fields.get(text, kind.others.get(text))
        if clue is None:
            place = divmod(cell, drawing.columns)
            raise InputError(f"cell {place}: {shortened(text)} is not a clue")
        clues[cell] = clue
    return kind(drawing.rows, drawing.columns, tuple(clues))


def write(puzzle: Loops) -> str:
    """A file of pzpr with nothing drawn on the board."""
    fields = [str(clue) if clue != puzzle.no_clue else "." for clue in puzzle.clues]
    rows = [fields[at : at + puzzle.columns] for at in range(0, len(fields), puzzle.columns)]
    lattice = puzzle.lattice
    beside = ["0 " * lattice.columns + "\n"] * (lattice.rows - 1)
    ways = ["0 " * (lattice.columns - 1) + "\n"] * lattice.rows
    # Where cells are faces, the sides on the left and right of cells come first.
    drawn = beside + ways if puzzle.on_faces else ways + beside
    return pzprv3.written(puzzle.names[0], puzzle.rows, puzzle.columns, rows, "".join(drawn))
