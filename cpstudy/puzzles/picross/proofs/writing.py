"""Proofs of uniqueness: the formula of a second picture, and a proof that it has no model.

The variables are those of the cells and, after them, for each line, run and place from one past its
earliest to its latest "the run begins there or later", as encodings/sat_starts.py has them on the
board without its given cells; the formula is that one's, with a clause for each given cell, and one
that says that some cell is not as in the witness. Each clause follows from one cell or one line, so
it can be checked by itself (checking.py does, sharing no code with this file). The proof is what
the project's clause-learning search wrote down (cdcl/drup.py).

Limit: up to five colours, since "at most one" of more is written with helpers.
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

    Raises NotApplicable where the colours are too many, WrongAnswerError where there is a
    second solution.
    """
    return drup.prove(puzzle, witness, second_solution, _picture)


def _picture(puzzle: Picross, model: Values) -> bytes:
    cells = Cells(puzzle)
    return cells.picture(np.asarray(model)[: cells.number])


def second_solution(puzzle: Picross, witness: bytes) -> Cnf:
    """The formula of the module's text. Raises InputError where the colours are too many."""
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
