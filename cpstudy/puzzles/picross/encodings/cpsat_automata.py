"""CP-SAT: one automaton a line, the declarative model.

A clue is a regular expression; its automaton (explicit.py) reads the cells of the line. For boards
of one colour it reads the Booleans "coloured", for others an integer variable for each cell.

Size: one variable a cell (for c > 1 colours, c + 1 Booleans in addition); one automaton a line,
with one state more than its runs need cells. CP-SAT expands each into one Boolean a state and cell.

Every other variable is a function of the cells, so CP-SAT may enumerate. Source: Pesant2004.
"""

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import FAST_PARAMETERS, CpsatModel, CpsatSession, with_options
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.picross.encodings.cell_models import Cells
from cpstudy.puzzles.picross.explicit import automaton
from cpstudy.puzzles.picross.puzzle import Picross


def build(
    puzzle: Picross, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model and its watched Booleans. Raises OutOfTimeError if the clock runs out."""
    model = CpsatModel()
    cells = Cells(puzzle)
    watched = [model.new_bool_var("") for _ in range(cells.number)]
    values = watched
    if cells.each > 1:
        values = [
            model.new_int_var(0, puzzle.colours, "") for _ in range(puzzle.rows * puzzle.columns)
        ]
        for cell, value in enumerate(values):
            is_colour = watched[cell * cells.each : (cell + 1) * cells.each]
            model.add_exactly_one(is_colour)
            model.add(value == sum(colour * x for colour, x in enumerate(is_colour)))
    for cell, value in enumerate(values):
        given = cells.given(cell)
        if given is not None:
            model.add(value == given)
    for line, clue in enumerate(puzzle.clues):
        clock.check()
        final, transitions = automaton(clue)
        cells_of_line = [values[cell] for cell in puzzle.cells_of(line)]
        model.add_automaton(cells_of_line, 0, [final], transitions)
    return model, watched


def solve(puzzle: Picross, request: Request, **options: bool) -> Result:
    """Up to ``limit`` solutions (None: all).

    options: see encode/solver_rows.py. Counters: conflicts (the iterations), branches. Phases:
    build, search.
    """

    def opening(clock: Clock) -> CpsatSession:
        model, watched = build(puzzle, clock)
        return CpsatSession(model, watched, request.rng, with_options(options, FAST_PARAMETERS))

    counters = ("conflicts", "branches")
    return bytes_of_models(request, opening, counters, read=Cells(puzzle).picture)
