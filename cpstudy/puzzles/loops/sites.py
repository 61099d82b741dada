"""Slitherlink and Masyu as sites have them beside the text form: pzpr and penpa-edit.

In files of pzpr numbers are those of the clues (a white pearl 1, a black one 2), ``-`` is a
question mark, which gives no clue in Slitherlink and not a pearl. Behind the board come the sides
or ways that were drawn: none is written, and any are passed over.
"""

from __future__ import annotations

import re
from typing import Any

from cpstudy.puzzles.loops.rules import Loops
from cpstudy.reading import penpa, pzprv3

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


def of_sheet(kind: type[Loops], sheet: pzprv3.Sheet) -> Any:
    """The puzzle of a file. Raises LineError that names the cell."""
    sheet.check_name(*kind.names)
    meant = {".": kind.no_clue} | ({"-": kind.no_clue} if "?" in kind.others else {})

    def clue(text: str) -> int | None:
        number = int(text) if _NUMBER.fullmatch(text) else None
        return meant.get(text, number if number in (kind.no_clue, *kind.marks) else None)

    clues = sheet.values(clue)
    # Behind the board there are sides or ways, of Slitherlink perhaps colours of cells before them.
    drawn = 2 * sheet.rows + (1 if kind.on_faces else -1)
    sheet.check_drawn(drawn, *[drawn + sheet.rows] * kind.on_faces)
    return kind(sheet.rows, sheet.columns, clues)


def of_drawing(kind: type[Loops], drawing: penpa.Drawing) -> Any:
    """The puzzle of a drawing of penpa-edit: circles are pearls. Raises InputError."""
    drawing.only("numbers" if kind.on_faces else "circles")
    clues = drawing.values(kind.no_clue, lambda text: kind.fields.get(text, kind.others.get(text)))
    for cell, pearl in drawing.circles.items():
        clues[cell] = pearl
    return kind(drawing.rows, drawing.columns, tuple(clues))


def write(puzzle: Loops) -> str:
    """A file of pzpr with nothing drawn on the board."""
    fields = [str(clue) if clue != puzzle.no_clue else "." for clue in puzzle.clues]
    lattice = puzzle.lattice
    beside = ["0 " * lattice.columns + "\n"] * (lattice.rows - 1)
    ways = ["0 " * (lattice.columns - 1) + "\n"] * lattice.rows
    # Where cells are faces, the sides on the left and right of cells come first.
    drawn = beside + ways if puzzle.on_faces else ways + beside
    return pzprv3.board_written(puzzle.names[0], puzzle.columns, fields, "".join(drawn))
