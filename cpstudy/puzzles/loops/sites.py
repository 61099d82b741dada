"""Further formats of Slitherlink and Masyu: files of pzpr, drawings of penpa-edit, grids.

In files of pzpr numbers are those of the clues (a white pearl 1, a black one 2). ``-`` is a
question mark, which gives no clue in Slitherlink and is not a pearl. After the board come the sides
or paths that were drawn: the writer writes none, and the reader ignores them.

Grids are rows of clues and dots, as in reading/boards.py. The kind defines the form of a clue
(``Loops.fields``); letters may be capitals, and pearls may be drawn as ○ and ●. The first line
may give the numbers of rows and columns, as in the collections of janko.at.
"""

import re
from functools import partial
from typing import Any

from cpstudy.puzzles.loops.rules import Loops
from cpstudy.reading import boards, penpa, pzprv3

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)


def of_sheet(kind: type[Loops], sheet: pzprv3.Sheet) -> Any:
    """The puzzle of a file. Raises a LineError that names the cell."""
    sheet.check_name(*kind.names)
    meant = {".": kind.no_clue} | ({"-": kind.no_clue} if "?" in kind.others else {})

    def clue(text: str) -> int | None:
        number = int(text) if _NUMBER.fullmatch(text) else None
        return meant.get(text, number if number in (kind.no_clue, *kind.marks) else None)

    clues = sheet.values(clue)
    # After the board there are sides or paths; Slitherlink may have colours of cells before them.
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
    vertical = ["0 " * lattice.columns + "\n"] * (lattice.rows - 1)
    horizontal = ["0 " * (lattice.columns - 1) + "\n"] * lattice.rows
    # If cells are faces, the sides on the left and right of cells come first.
    drawn = vertical + horizontal if puzzle.on_faces else horizontal + vertical
    return pzprv3.board_written(puzzle.names[0], puzzle.columns, fields, "".join(drawn))


def signs(kind: type[Loops]) -> boards.Signs:
    """The meaning of the fields in a kind's grids."""
    expected = f"none of {', '.join(kind.fields)} and no '.'"
    lone = "" if "0" in kind.fields else "0"
    return boards.Signs(partial(_grid_clue, kind), kind.no_clue, expected, kind, lone)


def _grid_clue(kind: type[Loops], field: str) -> int | None:
    marks = {mark: clue for clue, mark in kind.marks.items()}
    return kind.fields.get(field.lower(), marks.get(field, kind.others.get(field)))


def write_grid(puzzle: Loops) -> str:
    """The board after its sizes, one row per line, then a blank line."""
    shown = {clue: field for field, clue in puzzle.fields.items()} | {puzzle.no_clue: "-"}
    lines = [f"{puzzle.rows} {puzzle.columns}"]
    for start in range(0, len(puzzle.clues), puzzle.columns):
        lines.append(" ".join(shown[c] for c in puzzle.clues[start : start + puzzle.columns]))
    return "\n".join(lines) + "\n\n"
