"""The meanings of the variables of clause learning on Picross: colours of cells, starts of runs."""

import numpy as np

from cpstudy.core.errors import place
from cpstudy.core.kind import Meaning
from cpstudy.encode.cnf import Literals
from cpstudy.puzzles.picross.encodings.cell_models import Cells
from cpstudy.puzzles.picross.encodings.sat_starts import build
from cpstudy.puzzles.picross.puzzle import BLANK, LETTERS, Picross


def meanings(puzzle: Picross) -> list[Meaning]:
    """The meanings of the variables of encodings/sat_starts.py.

    With several colours, the auxiliary variables that count colours have no text.
    """
    begins: dict[int, Literals] = {}
    found = [Meaning("", "")] * build(puzzle, begins=begins).variables
    cells = Cells(puzzle)
    for at in range(puzzle.rows * puzzle.columns):
        for colour in range(cells.each):
            cell = divmod(at, puzzle.columns)
            found[at * cells.each + colour] = _of_cell(cell, colour, cells.each == 1)
    for line, literals in begins.items():
        for (run, start), variable in np.ndenumerate(literals):
            if 0 < variable <= len(found):
                found[variable - 1] = _of_run(puzzle, line, run, start)
    return found


def _of_run(puzzle: Picross, line: int, run: int, start: int) -> Meaning:
    name = f"run {run + 1} of {puzzle.line_name(line)}"
    where = f"{'column' if line < puzzle.rows else 'row'} {start + 1}"
    return Meaning(f"{name} begins at {where} or later", f"{name} begins before {where}")


def _of_cell(cell: tuple[int, int], colour: int, single: bool) -> Meaning:
    here = place(cell)
    if single:  # one variable, true if the cell is filled
        return Meaning(f"{here} is filled", f"{here} is blank", (cell,), ("fill", "cross"))
    if colour == BLANK:
        return Meaning(f"{here} is blank", f"{here} is coloured", (cell,), ("cross", ""))
    name = LETTERS[colour - 1]
    true, false = f"{here} has colour {name}", f"{here} does not have colour {name}"
    return Meaning(true, false, (cell,), (name, f"not {name}"))
