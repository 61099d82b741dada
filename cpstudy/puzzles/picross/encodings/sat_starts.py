"""SAT: where each run begins, in order encoding, joined to the cells by clauses of three literals.

A run that may begin anywhere from its earliest to its latest place has a variable "it begins at p or
later" for each place in between. Then, for each line,

- each run begins after the one before has ended, with a gap where the colours are equal: one
  clause of two literals a place;
- a cell that a run covers is of its colour: "begins at the cell or before" and "its length earlier
  or later" imply it, one clause a run and cell within its range;
- a cell between the ends of two neighbouring runs is blank, one clause alike.

These are all the ways in which a cell can come by its value, so nothing else is needed; places of a
run are a function of the cells. Given cells are taken out of the clauses and narrow the places, and
a line of given cells has no clauses.

Size: with n cells and r runs a line of room m for each, (r m) variables and 4 r m clauses a
line. Measured: benchmarks/picross.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Budget, Result
from cpstudy.core.solving import Found
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.puzzles.picross.encodings.cell_models import Cells, solve_on_cells
from cpstudy.puzzles.picross.puzzle import BLANK, Clue, Picross, runs_of

DEFAULT = "cadical195"


class _Run:
    """A run of a line, and the literals that say where it begins."""

    def __init__(self, cnf: Cnf, length: int, colour: int, earliest: int, latest: int) -> None:
        self.length, self.colour = length, colour
        self.earliest, self.latest = earliest, latest
        self._later = cnf.block(latest - earliest)
        for variable in self._later[1:]:
            cnf.add(-variable, variable - 1)

    def from_on(self, place: int) -> int | bool:
        """The literal "it begins at ``place`` or later"."""
        if place <= self.earliest:
            return True
        return place <= self.latest and self._later[place - self.earliest - 1]


def _clause(cnf: Cnf, *literals: int | bool) -> None:
    """A clause in which True and False may stand."""
    if not any(literal is True for literal in literals):
        cnf.clauses.append([literal for literal in literals if literal is not False])


def _not(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def _earliest(clue: Clue, colours: Sequence[int | None]) -> list[int] | None:
    """Where each run begins at the earliest, given some cells' colours; None where it cannot."""
    places: list[int] = []
    place = 0
    for number, (length, colour) in enumerate(clue):
        place += bool(number) and clue[number - 1][1] == colour
        while any(told not in (None, colour) for told in colours[place : place + length]):
            place += 1
        if place + length > len(colours):
            return None
        places.append(place)
        place += length
    return places


def _runs(cnf: Cnf, clue: Clue, colours: Sequence[int | None]) -> list[_Run] | None:
    """The runs of a line with their variables; None where they find no room."""
    earliest = _earliest(clue, colours)
    from_behind = _earliest(clue[::-1], colours[::-1])
    if earliest is None or from_behind is None:
        return None
    latest = [len(colours) - x - n for x, (n, _) in zip(from_behind[::-1], clue, strict=True)]
    if any(a > b for a, b in zip(earliest, latest, strict=True)):
        return None
    return [_Run(cnf, *run, a, b) for run, a, b in zip(clue, earliest, latest, strict=True)]


def _add_line(cnf: Cnf, puzzle: Picross, cells: Cells, line: int) -> None:
    clue = puzzle.clues[line]
    colours = [cells.told(cell) for cell in puzzle.cells_of(line)]
    if None not in colours:
        if runs_of(bytes(colour or BLANK for colour in colours)) != clue:
            cnf.add()
        return
    runs = _runs(cnf, clue, colours)
    if runs is None:
        cnf.add()
        return
    for before, after in zip(runs, runs[1:], strict=False):
        step = before.length + (before.colour == after.colour)
        for place in range(before.earliest, before.latest + 1):
            _clause(cnf, _not(before.from_on(place)), after.from_on(place + step))
    for place, cell in enumerate(puzzle.cells_of(line)):
        for run in runs:
            if run.earliest <= place < run.latest + run.length:
                started = run.from_on(place + 1)
                going_on = run.from_on(place - run.length + 1)
                _clause(cnf, started, _not(going_on), cells.literal(cell, run.colour))
        blank = cells.literal(cell, BLANK)
        for number in range(len(runs) + 1):
            # The run before has ended at this cell, the run after has not begun.
            going_on, later = False, True
            if number:
                going_on = runs[number - 1].from_on(place - runs[number - 1].length + 1)
            if number < len(runs):
                later = runs[number].from_on(place + 1)
            _clause(cnf, going_on, _not(later), blank)


def build(puzzle: Picross, clock: Clock = UNLIMITED) -> Cnf:
    """The formula; the first variables are those of the cells. Raises OutOfTimeError."""
    cells = Cells(puzzle)
    cnf = Cnf(variables=cells.number, clock=clock)
    for cell in range(puzzle.rows * puzzle.columns):
        if cells.each > 1:
            cnf.exactly_one(cells.variable(cell, colour) for colour in range(cells.each))
        told = cells.told(cell)
        if told is not None:
            cnf.add(cells.variable(cell, told))
    for line in range(puzzle.rows + puzzle.columns):
        clock.check()
        _add_line(cnf, puzzle, cells, line)
    return cnf


def solve(
    puzzle: Picross,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    solver: str = DEFAULT,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). The search has no random part of its own.

    solver: a SAT solver's name (encode/solver_options.py). Counters: conflicts (the iterations)
    where the solver tells, searches. Phases: build, search. Raises ValueError where python-sat is
    not installed.
    """

    def opening(clock: Clock) -> SatSession:
        return SatSession(
            build(puzzle, clock),
            Cells(puzzle).number,
            solver=solver,
            same_size=True,
            clock=clock,
        )

    return solve_on_cells(puzzle, budget, limit, opening, found=found)


def write_dimacs(puzzle: Picross) -> str:
    """The formula in the DIMACS format; a variable's name says its cell and colour."""
    cnf = build(puzzle)
    cells = Cells(puzzle)
    cnf.comments.append(puzzle.encode())
    for cell in range(puzzle.rows * puzzle.columns):
        for colour in range(cells.each) if cells.each > 1 else (1,):
            cnf.names[cells.variable(cell, colour)] = f"cell {puzzle.cell(cell)} colour {colour}"
    return cnf.dimacs()
