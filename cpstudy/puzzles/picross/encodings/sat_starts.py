"""SAT: the start of each run in order encoding, linked to the cells by clauses of three literals.

For each place between the earliest and the latest start of a run, there is a variable "the run
begins at p or later". The clauses of each line are:

- each run begins after the previous run has ended, with a gap if the colours are equal: one clause
  of two literals for each place;
- a cell that a run covers has its colour: "the run begins at the cell or before" and "it begins
  less than its length before the cell" imply it; one clause for each run and cell in its range;
- a cell between the ends of two consecutive runs is blank: one such clause for each.

This determines the value of every cell, so no other clauses are needed; the starts are a function
of the cells. Given cells are removed from the clauses and narrow the ranges; a line of given cells
has no clauses.

Size: with n cells and r runs a line, each with m possible starts, r m variables and 4 r m clauses a
line. Measurements: benchmarks/picross.py.
"""

from collections.abc import Sequence

import numpy as np

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf, Literals
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.picross.encodings.cell_models import Cells
from cpstudy.puzzles.picross.puzzle import BLANK, Clue, Picross, runs_of

DEFAULT = "cadical195"

# Represents a literal that is true; its negation represents a false one.
_TRUE = 2**40


def _earliest(clue: Clue, colours: Sequence[int | None]) -> list[int] | None:
    """The earliest start of each run, considering given cells; None if a run does not fit."""
    places: list[int] = []
    place = 0
    for number, (length, colour) in enumerate(clue):
        place += bool(number) and clue[number - 1][1] == colour
        while any(given not in (None, colour) for given in colours[place : place + length]):
            place += 1
        if place + length > len(colours):
            return None
        places.append(place)
        place += length
    return places


def _later(cnf: Cnf, clue: Clue, colours: Sequence[int | None]) -> Literals | None:
    """New variables: ``[j, p]``, run j begins at p or later, for p up to one past the line's end.

    None if the runs do not fit.
    """
    earliest = _earliest(clue, colours)
    from_behind = _earliest(clue[::-1], colours[::-1])
    if earliest is None or from_behind is None:
        return None
    later = np.full((len(clue), len(colours) + 2), -_TRUE, np.int64)
    for run, first in enumerate(earliest):
        last = len(colours) - from_behind[-1 - run] - clue[run][0]
        if last < first:
            return None
        variables = cnf.block(last - first)
        later[run, : first + 1] = _TRUE
        later[run, first + 1 : last + 1] = variables
        cnf.clauses += [[-variable, variable - 1] for variable in variables[1:]]
    return later


def _add(cnf: Cnf, *columns: Literals) -> None:
    """Add a clause for each place of the arrays, which may contain ``_TRUE`` and its negation."""
    rows = np.stack(columns, axis=-1).reshape(-1, len(columns))
    rows = rows[(rows != _TRUE).all(axis=1)]
    short = (rows == -_TRUE).any(axis=1)
    cnf.clauses += rows[~short].tolist()
    cnf.clauses += [[x for x in row if x != -_TRUE] for row in rows[short].tolist()]


def _add_line(cnf: Cnf, puzzle: Picross, cells: Cells, line: int) -> Literals | None:
    """Add the clauses of a line; return the result of :func:`_later`, None if all is decided."""
    clue = puzzle.clues[line]
    places = puzzle.cells_of(line)
    colours = [cells.given(cell) for cell in places]
    if None not in colours:
        if runs_of(bytes(colour or BLANK for colour in colours)) != clue:
            cnf.add()
        return None
    later = _later(cnf, clue, colours)
    if later is None:
        cnf.add()
        return None
    literals = np.array(
        [
            [_TRUE if given == c else -_TRUE if given is not None else cells.variable(cell, c)
             for cell, given in zip(places, colours, strict=True)]
            for c in range(puzzle.colours + 1)
        ],
        np.int64,
    )  # fmt: skip
    place = np.arange(len(colours))
    lengths = np.array([length for length, _ in clue], np.int64).reshape(-1, 1)
    kinds = [colour for _, colour in clue]
    # For run j and cell i: it begins after i; it begins too late to end before i.
    after = later[:, 1:-1]
    going_on = np.take_along_axis(later, np.maximum(place - lengths + 1, 0), axis=1)
    _add(cnf, after, -going_on, literals[kinds])
    nothing = np.full((1, len(colours)), -_TRUE, np.int64)
    blank = np.broadcast_to(literals[BLANK], (len(clue) + 1, len(colours)))
    _add(cnf, np.concatenate((nothing, going_on)), -np.concatenate((after, -nothing)), blank)
    for run in range(1, len(clue)):
        step = clue[run - 1][0] + (kinds[run - 1] == kinds[run])
        _add(cnf, -later[run - 1, :-step], later[run, step:])
    return later


def build(
    puzzle: Picross, clock: Clock = UNLIMITED, begins: dict[int, Literals] | None = None
) -> Cnf:
    """The formula; the first variables are those of the cells. Raises OutOfTimeError.

    begins: receives for each line its literals: ``[j, p]``, run j begins at p or later.
    """
    cells = Cells(puzzle)
    cnf = Cnf(variables=cells.number, clock=clock)
    for cell in range(puzzle.rows * puzzle.columns):
        if cells.each > 1:
            cnf.exactly_one(cells.variable(cell, colour) for colour in range(cells.each))
        given = cells.given(cell)
        if given is not None:
            cnf.add(cells.variable(cell, given))
    for line in range(puzzle.rows + puzzle.columns):
        clock.check()
        later = _add_line(cnf, puzzle, cells, line)
        if begins is not None and later is not None:
            begins[line] = later
    return cnf


def solve(puzzle: Picross, request: Request, *, solver: str = DEFAULT) -> Result:
    """Up to ``limit`` solutions (None: all). The search itself has no random part.

    solver: a SAT solver's name (encode/solver_rows.py). Counters: conflicts (the iterations),
    if the solver counts them, searches. Phases: build, search. Raises InputError if python-sat is
    not installed.
    """

    def opening(clock: Clock) -> SatSession:
        return SatSession(
            build(puzzle, clock), Cells(puzzle).number, solver=solver, same_size=True, clock=clock
        )

    return bytes_of_models(request, opening, ("conflicts",), read=Cells(puzzle).picture)


def solve_learning(puzzle: Picross, request: Request) -> Result:
    """Solve the same formula with our own clause learning, which needs no package.

    Counters: conflicts (the iterations), decisions, propagations. Phases: build, search.
    """

    def opening(clock: Clock) -> CdclSession:
        cnf = build(puzzle, clock)
        engine = Engine(cnf.variables)
        engine.add(cnf.clauses)
        return CdclSession(engine, Cells(puzzle).number, same_size=True)

    counters = ("conflicts", "decisions", "propagations")
    return bytes_of_models(request, opening, counters, read=Cells(puzzle).picture)
