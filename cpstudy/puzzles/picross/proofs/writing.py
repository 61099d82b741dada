"""Proofs of uniqueness: the formula of a second picture, and a proof that it has no model.

The variables are those of the cells, followed by "the run begins there or later" for each line, run
and place from one past its earliest start to its latest, as in encodings/sat_starts.py for the
board without its given cells. The formula is that of sat_starts, plus a clause for each given cell
and a clause that some cell differs from the witness. Each clause follows from one cell or one line,
so it can be checked by itself (checking.py does this and shares no code with this file). The proof
is the log of the project's clause-learning search (cdcl/drup.py).

Limit: up to five colours, since "at most one" of more needs auxiliary variables.
"""

from dataclasses import replace

import numpy as np

from cpstudy.cdcl import drup
from cpstudy.cdcl.engine import Values
from cpstudy.core.certificate import Certificate
from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf
from cpstudy.puzzles.picross.encodings.cell_models import Cells
from cpstudy.puzzles.picross.encodings.sat_starts import build
from cpstudy.puzzles.picross.puzzle import Picross

MOST_COLOURS = 5


def prove(puzzle: Picross, witness: bytes) -> Certificate:
    """The certificate that ``witness`` is the only solution of ``puzzle``.

    Raises NotApplicable if there are too many colours, WrongAnswerError if there is a second
    solution.
    """
    return drup.prove(puzzle, witness, second_solution, _picture)


def _picture(puzzle: Picross, model: Values) -> bytes:
    cells = Cells(puzzle)
    return cells.picture(np.asarray(model)[: cells.number])


def second_solution(puzzle: Picross, witness: bytes) -> Cnf:
    """The formula of the module's docstring. Raises NotApplicable for too many colours."""
    if puzzle.colours > MOST_COLOURS:
        raise NotApplicable(f"no proof: {puzzle.colours} colours, at most {MOST_COLOURS}")
    cells = Cells(puzzle)
    cnf = build(replace(puzzle, given=b""))
    for cell in range(len(witness)):
        given = cells.given(cell)
        if given is not None:
            cnf.add(cells.variable(cell, given))
    cnf.add(*(-cells.variable(cell, colour) for cell, colour in enumerate(witness)))
    return cnf
