"""CPMpy model of Picross: each cell has a colour, each clue is a regular expression (Pesant2004).

Size: one integer a cell, one automaton a line (explicit.py) with one state more than its runs need
cells.
"""

import cpmpy as cp

from cpstudy.encode.cpmpy_constraints import automaton
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.puzzles.picross.encodings.cell_models import Cells
from cpstudy.puzzles.picross.explicit import automaton as clue_automaton
from cpstudy.puzzles.picross.puzzle import Picross


def declare(puzzle: Picross) -> CpmpyModel:
    """The model; its solution is the colour of each cell."""
    colours = [cp.intvar(0, puzzle.colours) for _ in range(puzzle.rows * puzzle.columns)]
    model = cp.Model()
    for cell, colour in enumerate(colours):
        given = Cells(puzzle).given(cell)
        if given is not None:
            model += colour == given
    for line, clue in enumerate(puzzle.clues):
        final, transitions = clue_automaton(clue)
        cells = [colours[cell] for cell in puzzle.cells_of(line)]
        model += automaton(cells, transitions, [final])
    return CpmpyModel(model, colours)
