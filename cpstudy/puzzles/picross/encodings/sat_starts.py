"""SAT: where each run begins, in order encoding, joined to the cells by clauses of three literals.

A run that may begin anywhere from its earliest to its latest place has a variable "it begins at p or
later" for each place in between. Then, for each line,

- each run begins after the one before has ended, with a gap where the colours are equal: one
  clause of two literals a place;
- a cell that a run covers is of its colour: "begins at the cell or before" and "its length earlier
  or later" imply it, one clause a run and cell within its range;
- a cell between the ends of two neighbouring runs is blank, one clause alike.

These are all the ways in which a cell can come by its value, so nothing else is needed; places of a
run are a function of the cells. Boards of one colour have one variable a cell, others one for each
colour and blank, exactly one true.

Size: with n cells and r runs a line of room m for each, (r m) variables and 4 r m clauses a
line. Measured: benchmarks/picross.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import Values, enumerate_models
from cpstudy.puzzles.picross.puzzle import BLANK, FREE, Picross, least_length

DEFAULT = "cadical195"


@dataclass(frozen=True)
class _Cells:
    """The variables of the cells: those of one colour first, cell by cell.

    One colour: variable 1 + cell says that it is coloured. Several: 1 + cell (colours + 1) + c that
    it is of colour c, blank among them.
    """

    puzzle: Picross

    @property
    def each(self) -> int:
        """Variables a cell."""
        return 1 if self.puzzle.colours == 1 else self.puzzle.colours + 1

    @property
    def number(self) -> int:
        """Variables of all cells."""
        return self.each * self.puzzle.rows * self.puzzle.columns

    def literal(self, cell: int, colour: int) -> int:
        """That a cell is of a colour."""
        if self.each > 1:
            return 1 + cell * self.each + colour
        return 1 + cell if colour else -1 - cell

    def solution(self, values: Values) -> bytes:
        """The picture of a model."""
        if self.each == 1:
            return values.astype(np.uint8).tobytes()
        return values.reshape(-1, self.each).argmax(axis=1).astype(np.uint8).tobytes()


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


def _runs(cnf: Cnf, puzzle: Picross, line: int) -> list[_Run]:
    clue = puzzle.clues[line]
    room = puzzle.length(line) - least_length(clue)
    runs: list[_Run] = []
    for place, (length, colour) in enumerate(clue):
        first = least_length(clue[: place + 1]) - length
        if runs and runs[-1].colour != colour:
            first = runs[-1].earliest + runs[-1].length
        elif runs:
            first = runs[-1].earliest + runs[-1].length + 1
        runs.append(_Run(cnf, length, colour, first, first + room))
    return runs


def _add_line(cnf: Cnf, puzzle: Picross, cells: _Cells, line: int) -> None:
    runs = _runs(cnf, puzzle, line)
    for before, after in zip(runs, runs[1:], strict=False):
        step = before.length + (before.colour == after.colour)
        for place in range(before.earliest + 1, before.latest + 1):
            _clause(cnf, _not(before.from_on(place)), after.from_on(place + step))
    for place, cell in enumerate(puzzle.cells_of(line)):
        for run in runs:
            if run.earliest <= place < run.latest + run.length:
                started = _not(run.from_on(place + 1))
                going_on = run.from_on(place - run.length + 1)
                covered = cells.literal(cell, run.colour)
                _clause(cnf, _not(started), _not(going_on), covered)
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
    cells = _Cells(puzzle)
    cnf = Cnf(variables=cells.number, clock=clock)
    for cell, value in enumerate(puzzle.given):
        if value != FREE:
            cnf.add(cells.literal(cell, value - 1))
    if cells.each > 1:
        for cell in range(puzzle.rows * puzzle.columns):
            cnf.exactly_one(cells.literal(cell, colour) for colour in range(cells.each))
    for line in range(puzzle.rows + puzzle.columns):
        clock.check()
        _add_line(cnf, puzzle, cells, line)
    return cnf
