"""The explainer of Picross, and the drawing of the knowledge after some steps.

In the drawing, known cells are coloured, or crossed if they are blank. If a puzzle has several
colours, an undecided cell that has lost some colours shows patches of the colours left; a white
patch stands for blank.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cpstudy.core import drawing as graphics
from cpstudy.core.ambiguity import ambiguity, clock_of
from cpstudy.core.clock import Clock
from cpstudy.core.conflicts import conflict
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import (
    SECONDS,
    Ambiguity,
    Cell,
    Conflict,
    Explanation,
    Step,
    cells_of,
    lit,
)
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.palette import INK, LIT, PAPER
from cpstudy.core.result import Budget, Solvable, Stop
from cpstudy.core.solving import Request
from cpstudy.core.wording import against, counted, place
from cpstudy.puzzles.picross import drawing
from cpstudy.puzzles.picross.deduction import RULES, Deduction
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.formats import pictures
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import BLANK, FREE, SYMBOLS, Picross
from cpstudy.puzzles.picross.search import solving
from cpstudy.puzzles.picross.steps import steps_of
from cpstudy.puzzles.picross.words import colour_called

# In an attempt: a cell that the attempt leaves open.
_UNKNOWN = 255
# The largest number of cells examined by one search for a conflict.
_LOOKS = 5000


class _PicrossExplainer(DeductionExplainer):
    """Lines, look-ahead, and search for cells that these leave open."""

    def decode_attempt(self, puzzle: Any, text: str) -> bytes:
        """A picture whose rows are separated by ``/`` or newlines; ``?`` is an unknown cell."""
        if "#" in text and "x" in text and puzzle.colours == 1:  # crosses in blank cells
            if "." in text:
                raise InputError("attempt: both '.' and 'x': write ? for an unknown cell")
            text = text.replace("x", ".")
        rows = pictures.joined([row.strip() for row in re.split(r"\s*[/\n]\s*", text.strip())])
        known, _ = pictures.signs_of("".join(rows).replace("?", ""))
        if len(rows) != puzzle.rows or any(len(row) != puzzle.columns for row in rows):
            sizes = sorted({len(row) for row in rows})
            shown = " or ".join(map(str, sizes[:2]))
            raise InputError(
                f"attempt: {counted(len(rows), 'row')} of {shown} cells, expected {puzzle.size}"
            )
        return shared.cells_of("".join(rows), known | {"?": _UNKNOWN}, "attempt")

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a picture contradicts, else the first violation, or ""."""
        puzzle: Picross = explanation.puzzle
        if _UNKNOWN in attempt:
            return _unfinished(explanation, bytes(attempt))
        fault = puzzle.violation(attempt)
        if not fault or len(attempt) != puzzle.rows * puzzle.columns:
            return fault
        return _refuted(explanation, attempt) or fault

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Cells that have another colour in another solution.

        Cells of a line are connected: a line that differs at all differs in two cells.
        """
        method = _Differing(puzzle, clock_of(budget))
        _, search = solving.searched(puzzle, Request(Budget(iterations=1), 1))
        known = solving.narrowed(puzzle, search).given
        cells = range(puzzle.rows * puzzle.columns)
        return ambiguity(
            puzzle,
            method.ask,
            [cell for cell in cells if not known or known[cell] == FREE],
            [puzzle.cells_of(line) for line in range(len(puzzle.clues))],
            lambda cells: cells_of(puzzle.columns, sorted(cells)),
            lambda: {"searches": method.searches},
        )

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """Clues of lines, and given cells, that conflict. Counter: searches.

        A line means its clue; the cells of a line that is left out are unconstrained.
        """
        clock, searches = clock_of(budget), 0
        lines = len(puzzle.clues)  # members: lines by their numbers, then cells after all lines
        given = [lines + cell for cell, value in enumerate(puzzle.given) if value]

        def ask(kept: Sequence[int]) -> Solvable:
            nonlocal searches
            searches += 1
            if len(kept) == lines + len(given):
                left = Budget(seconds=clock.left)
                return solve(puzzle, Request(left, 1)).solvable
            if clock.late:
                return Solvable.UNKNOWN
            pairs = enumerate(puzzle.given, lines)
            part = replace(puzzle, given=bytes(v if cell in kept else FREE for cell, v in pairs))
            used = [line in kept for line in range(lines)]
            budget = Budget(seconds=clock.left, iterations=_LOOKS)
            return solving.searched(part, Request(budget, 1), used=used)[0].solvable

        def cells(member: int) -> tuple[Cell, ...]:
            inside = puzzle.cells_of(member) if member < lines else [member - lines]
            return cells_of(puzzle.columns, inside)

        members = [*range(lines), *given]
        return conflict(puzzle, members, ask, cells, lambda: {"searches": searches}, clock)


class _Differing:
    """Successive searches under one budget, as a method for core/ambiguity.py."""

    def __init__(self, puzzle: Picross, clock: Clock) -> None:
        self._puzzle, self._clock = puzzle, clock
        self._second: bytes | Stop = Stop.DONE
        self.searches = 0

    def ask(self, first: bytes | None, places: Sequence[int]) -> bytes | Stop:
        """A picture in which the place has another colour; the first call finds two pictures."""
        puzzle = self._puzzle
        if first is None:
            found, self._second = self._searched(puzzle, 2)
            return found
        if len(places) != 1:
            return self._second
        given = bytearray(puzzle.given or bytes(len(first)))
        stop = Stop.DONE
        for colour in range(puzzle.colours + 1):
            if colour != first[places[0]]:
                given[places[0]] = 1 + colour
                found, _ = self._searched(replace(puzzle, given=bytes(given)), 1)
                if not isinstance(found, Stop):
                    return found
                stop = stop if found is Stop.DONE else found
        return stop

    def _searched(self, puzzle: Picross, limit: int) -> tuple[bytes | Stop, bytes | Stop]:
        """The first two pictures; for a missing one, why the search ended."""
        if self._clock.late:
            return Stop.TIME, Stop.TIME
        self.searches += 1
        result = solve(puzzle, Request(Budget(seconds=self._clock.left), limit))
        found: list[Any] = [*result.solutions, result.stop, result.stop]
        return found[0], found[1]


def _steps(puzzle: Picross, deduction: Deduction) -> Iterator[Step]:
    return steps_of(puzzle, deduction.log)


def clue_names(conflict: Conflict) -> tuple[str, ...]:
    """The clues of a conflict as text: ``row 3``, ``the given cell in row 1, column 2``.

    A line of a single cell gets the name of that line; a column takes precedence over a row.
    """
    puzzle: Picross = conflict.puzzle
    lines = {
        cells_of(puzzle.columns, puzzle.cells_of(line)): puzzle.line_name(line)
        for line in range(len(puzzle.clues))
    }
    return tuple(
        lines.get(cells, f"the given cell in {place(cells[0])}") for cells in conflict.clues
    )


def _unfinished(explanation: Explanation, attempt: bytes) -> str:
    """Why no solution continues an attempt, "" if one does."""
    puzzle: Picross = explanation.puzzle
    if wrong := _refuted(explanation, attempt):
        return wrong
    given = bytearray(puzzle.given or bytes(len(attempt)))
    for cell, value in enumerate(attempt):
        if value == _UNKNOWN:
            continue
        if value > puzzle.colours:
            return f"{place(divmod(cell, puzzle.columns))}: no colour {value}"
        if given[cell] not in (FREE, value + 1):
            return f"{place(divmod(cell, puzzle.columns))}: given as {SYMBOLS[given[cell] - 1]!r}"
        given[cell] = value + 1
    part = replace(puzzle, given=bytes(given))
    left = solve(part, Request(Budget(seconds=SECONDS), 1)).solvable
    if left is Solvable.UNKNOWN:
        raise InputError(f"not decided in {SECONDS:g} seconds whether the attempt can be completed")
    return "the attempt cannot be completed" if left is Solvable.NO else ""


def _refuted(explanation: Explanation, picture: bytes) -> str:
    """The first step that a picture contradicts, "" if it contradicts no step."""
    puzzle: Picross = explanation.puzzle
    for step in explanation.steps:
        for row, column, colour in step.change["removed"]:
            if picture[row * puzzle.columns + column] == colour:
                here = f"{place((row, column))} is {colour_called(puzzle, colour)}"
                return against(here, step.words)
    return ""


EXPLAINER = _PicrossExplainer(
    RULES, Deduction, solve, _steps, easy="overlap", medium="line", hard="lookahead"
)


_PATCHES = 0.8  # of a cell's width, for the patches of its colours


def known(puzzle: Picross, steps: Sequence[Step], latest: int = 0) -> graphics.Drawing:
    """The picture after ``steps``; cells of the last ``latest`` are lit, their reasons outlined."""
    left = _after(puzzle, steps)
    about, because = lit(steps, latest)
    whole = drawing.drawing(puzzle)
    at_left, above = drawing.margins(puzzle)
    shapes: list[graphics.Shape] = []
    for cell, colours in enumerate(left):
        row, column = divmod(cell, puzzle.columns)
        x, y = at_left + column, above + row
        if (row, column) in about:
            shapes.append(graphics.Polygon(graphics.box(x, y), LIT))
        if len(colours) == 1:
            inset = 0.16 if (row, column) in about else 0.02
            (colour,) = colours
            shapes += _settled(colour, x, y, inset)
        elif len(colours) <= puzzle.colours:
            shapes += _patches(colours, x, y)
    shapes += graphics.outlines(because, at_left, above)
    return graphics.Drawing(whole.width, whole.height, (*whole.shapes, *shapes))


def _after(puzzle: Picross, steps: Sequence[Step]) -> list[set[int]]:
    """The colours left in each cell."""
    left = [set(range(puzzle.colours + 1)) for _ in range(puzzle.rows * puzzle.columns)]
    for cell, value in enumerate(puzzle.given):
        if value != FREE:
            left[cell] = {value - 1}
    for step in steps:
        for row, column, colour in step.change["removed"]:
            left[row * puzzle.columns + column].discard(colour)
    return left


def _settled(colour: int, x: float, y: float, inset: float) -> list[graphics.Shape]:
    if colour != BLANK:
        return [graphics.Polygon(graphics.box(x, y, inset), drawing.colour_of(colour))]
    return [graphics.Label(x + 0.5, y + 0.5, "×", INK)]


def _patches(colours: set[int], x: float, y: float) -> list[graphics.Shape]:
    side = _PATCHES / (len(colours) or 1)
    shapes: list[graphics.Shape] = []
    for number, colour in enumerate(sorted(colours)):
        corner = (x + (1 - _PATCHES) / 2 + number * side, y + 0.5 - side / 2)
        fill = PAPER if colour == BLANK else drawing.colour_of(colour)
        shapes.append(graphics.Polygon(graphics.box(*corner, 0.02, side, side), fill, INK))
    return shapes
