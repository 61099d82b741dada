"""The explainer of Sudoku, jigsaw and KenKen: steps, grade, hint, mistake, ambiguity, conflict.

A step's ``change`` has ``value`` if its cell gets one, ``removed`` (cell and values) if cells
lose values.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

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
    Hint,
    Step,
    cells_of,
)
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.result import UNBOUNDED, Budget, Solvable, Stop, Verdict
from cpstudy.core.solving import Request
from cpstudy.core.wording import against, counted, place
from cpstudy.puzzles.latin import signs
from cpstudy.puzzles.latin.deduction.knowledge import Finding, values_in
from cpstudy.puzzles.latin.deduction.solver import RULES, Deduction
from cpstudy.puzzles.latin.deduction.words import sentences
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import Latin, Part, values_fault
from cpstudy.puzzles.latin.search.engine import Search
from cpstudy.puzzles.latin.search.state import clue_sets
from cpstudy.reading import frames

# The nodes of an ambiguity map for one cell.
_NODES = 200_000


class _LatinExplainer(DeductionExplainer):
    """Deduction, and search for the puzzles that it leaves undecided."""

    def hint(self, explanation: Explanation) -> Hint | None:
        """The first cell that gets a value, and the first of the steps that lead to it."""
        if explanation.verdict is Verdict.NONE:
            return None
        for before, step in enumerate(explanation.steps):
            if "value" in step.change:
                words = step.words
                if before:
                    more = f" and {counted(before - 1, 'more step')}" if before > 1 else ""
                    words = f"{explanation.steps[0].words} After that{more}: {words}"
                return Hint(step.cells[0], words, step, dict(step.change))
        return None

    def decode_attempt(self, puzzle: Any, text: str) -> bytes:
        """The values of all cells, 0 for empty ones: a sign or a word a cell, or a framed grid."""
        cells = puzzle.order**2
        text = text.strip()
        lines = [frames.Line(number, line) for number, line in enumerate(text.split("\n"))]
        (grid, *_) = frames.grids_of(lines)
        if isinstance(grid, frames.Grid) and len(grid.rows) == puzzle.order > 1:
            text = " ".join(cell.strip() or "." for row in grid.rows for cell in row)
        words = [word.strip() for word in re.split(r"\s*[,;]\s*|\s+", text)]
        given = words if len(words) == cells > 1 else list("".join(words))
        if len(given) != cells:
            raise InputError(f"attempt: {len(given)} cells, expected {cells} ({puzzle.size})")
        try:
            return signs.values_of(given, puzzle.order)
        except signs.CellError as error:
            raise InputError(f"attempt: {puzzle.cell(error.cell)}: {error}") from None

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        puzzle: Latin = explanation.puzzle
        fault = values_fault(puzzle.order, attempt, least=0)
        if fault:
            return fault
        finished = all(attempt)
        for cell, (value, clue) in enumerate(zip(attempt, puzzle.clues, strict=True)):
            if not finished and value and clue not in (0, value):
                return f"{place(divmod(cell, puzzle.order))}: {value} where the clue is {clue}"
        for step in explanation.steps:
            for (row, column), values in _refuted(step, puzzle.order):
                value = attempt[row * puzzle.order + column]
                if value in values:
                    return against(f"{place((row, column))} is {value}", step.words)
        if not finished:
            return _unfinished(explanation, attempt)
        return puzzle.violation(attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Cells with another value in another solution; iterations are nodes.

        Cells of a region are connected by units and cages.
        """
        most = UNBOUNDED if budget is None or budget.iterations is None else budget.iterations
        method = _Differing(puzzle, clock_of(budget), most)
        groups = [part.cells for part in (*puzzle.units, *puzzle.cages)]
        return ambiguity(
            puzzle,
            method.ask,
            [cell for cell, clue in enumerate(puzzle.clues) if not clue],
            groups,
            lambda cells: cells_of(puzzle.order, sorted(cells)),
            lambda: {"nodes": method.nodes},
        )

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """A minimal set of clues and cages that no board satisfies together."""
        clock, searches = clock_of(budget), 0
        clues = [(cell,) for cell, clue in enumerate(puzzle.clues) if clue]

        def ask(kept: Sequence[tuple[int, ...]]) -> Solvable:
            nonlocal searches
            searches += 1
            cells = set(kept)
            clues = bytes(v if (c,) in cells else 0 for c, v in enumerate(puzzle.clues))
            cages = tuple(cage for cage in puzzle.cages if cage.cells in cells)
            part = Part(puzzle.order, clues, cages, puzzle.units)
            left = Budget(seconds=clock.left)
            return solve(part, Request(left, 1)).solvable

        return conflict(
            puzzle,
            sorted([*clues, *(cage.cells for cage in puzzle.cages)]),
            ask,
            lambda cells: cells_of(puzzle.order, cells),
            lambda: {"searches": searches},
            clock,
        )


class _Differing:
    """Searches under one budget, as a method of core/ambiguity.py."""

    def __init__(self, puzzle: Latin, clock: Clock, most: int) -> None:
        self._puzzle, self._clock, self._most = puzzle, clock, most
        self._whole = Search(puzzle)  # resumes after its first solution
        self._spent = 0

    @property
    def nodes(self) -> int:
        """The nodes of all searches."""
        return self._spent + self._whole.effort

    def ask(self, first: bytes | None, places: Sequence[int]) -> bytes | Stop:
        """A solution in which the place has another value, or any other solution."""
        if len(places) != 1 or first is None:
            return self._run(self._whole, self._whole.effort)
        sets = clue_sets(self._puzzle)
        sets[places[0]] &= ~(1 << (first[places[0]] - 1))
        if not sets.all():  # a board of one value
            return Stop.DONE
        search = Search(self._puzzle, sets)
        answer = self._run(search, 0)
        self._spent += search.effort
        return answer

    def _run(self, search: Search, begun: int) -> bytes | Stop:
        most = begun + min(_NODES, self._most - self.nodes)
        answer = None
        while answer is None:
            if self._clock.late:
                return Stop.TIME
            if search.effort >= most:
                return Stop.ITERATIONS
            answer = search.go(most)
        return answer


def _unfinished(explanation: Explanation, attempt: bytes) -> str:
    """Why no solution continues an attempt; "" if one does."""
    puzzle: Latin = explanation.puzzle
    solution = cast("bytes | None", explanation.solution)
    if solution is not None:
        wrong = (c for c, value in enumerate(attempt) if value not in (0, solution[c]))
        cell = next(wrong, None)
        if cell is None:
            return ""
        here = place(divmod(cell, puzzle.order))
        return f"{here} is {attempt[cell]}, but {solution[cell]} in the only solution"
    clues = bytes(value or clue for value, clue in zip(attempt, puzzle.clues, strict=True))
    part = Part(puzzle.order, clues, puzzle.cages, puzzle.units)
    left = solve(part, Request(Budget(seconds=SECONDS), 1)).solvable
    if left is Solvable.UNKNOWN:
        raise InputError(f"not decided in {SECONDS:g} seconds whether the attempt can be completed")
    return "the attempt cannot be completed" if left is Solvable.NO else ""


def _steps(puzzle: Latin, deduction: Deduction) -> Iterator[Step]:
    log = ((RULES[rule], finding) for rule, finding in deduction.knowledge.steps)
    return (_step(puzzle.order, *step) for step in sentences(puzzle, log))


def _step(order: int, rule: str, finding: Finding, words: str) -> Step:
    because = cells_of(order, finding.because)
    if finding.place is not None:
        cell, value = finding.place
        return Step(rule, cells_of(order, [cell]), because, words, {"value": value})
    about = cells_of(order, [cell for cell, _ in finding.losses])
    removed = [[*divmod(cell, order), list(values_in(values))] for cell, values in finding.losses]
    return Step(rule, about, because, words, {"removed": removed})


def _refuted(step: Step, order: int) -> list[tuple[Cell, set[int]]]:
    """The values that a step excludes from cells."""
    if "value" in step.change:
        return [(step.cells[0], set(range(1, order + 1)) - {step.change["value"]})]
    return [((row, column), set(values)) for row, column, values in step.change["removed"]]


EXPLAINER = _LatinExplainer(
    RULES, Deduction, solve, _steps, easy="cage", medium="hidden pair", hard="one step ahead"
)
