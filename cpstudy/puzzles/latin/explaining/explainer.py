"""The explainer of Sudoku, jigsaw and KenKen: steps, grade, hint, mistake.

What a grade is, and where search helps, is told in core/grading.py.

A step's ``change`` has ``value`` where its cell got one, ``removed`` (cell and values) where cells
lost values.
"""

from __future__ import annotations

from typing import Any, cast

from cpstudy.core.drawing import Drawing, TextPicture
from cpstudy.core.explaining import (
    Ambiguity,
    Cell,
    Conflict,
    Explainer,
    Explanation,
    Hint,
    Step,
    levels_of,
)
from cpstudy.core.grading import SEARCH, settled
from cpstudy.core.result import Budget, Verdict
from cpstudy.puzzles.latin import drawing
from cpstudy.puzzles.latin.deduction.knowledge import Finding, told, values_in
from cpstudy.puzzles.latin.deduction.solver import RULES, Deduction
from cpstudy.puzzles.latin.explaining.conflicting import conflict
from cpstudy.puzzles.latin.explaining.differing import ambiguity
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import Latin


class _LatinExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = (*RULES, SEARCH)
    levels = levels_of(grades, easy="cage", medium="hidden pair", hard="one step ahead")

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        deduction = Deduction(puzzle)
        told = settled(puzzle, deduction, solve, budget)
        return told.explanation(tuple(_step(puzzle, finding) for finding in deduction.findings))

    def grade(self, puzzle: Any) -> str | None:
        return settled(puzzle, Deduction(puzzle), solve).grade

    def hint(self, explanation: Explanation) -> Hint | None:
        """The first cell that gets a value; values that go before it are counted."""
        if explanation.verdict is Verdict.NONE:
            return None
        for before, step in enumerate(explanation.steps):
            if "value" in step.change:
                after = f", after {before} removals" if before else ""
                return Hint(step.cells[0], step.words + after, step, dict(step.change))
        return None

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        puzzle: Latin = explanation.puzzle
        for step in explanation.steps if len(attempt) == puzzle.order**2 else ():
            for (row, column), values in _refuted(step, puzzle.order):
                value = attempt[row * puzzle.order + column]
                if value in values:
                    return f"({row}, {column}) is {value}, but: {step.words}"
        return puzzle.violation(attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        return ambiguity(puzzle, budget)

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict:
        return conflict(puzzle, budget)

    def ambiguity_picture(self, found: Ambiguity) -> TextPicture:
        return drawing.text_picture(found.puzzle, _shown(found))

    def ambiguity_drawing(self, found: Ambiguity) -> Drawing:
        return drawing.drawing(found.puzzle, _shown(found))


def _shown(found: Ambiguity) -> list[bytes]:
    """The map's solution and the other one of each region."""
    solutions = [found.solution, *(region.alternative for region in found.regions)]
    return [cast(bytes, solution) for solution in solutions if solution is not None]


def _step(puzzle: Latin, finding: Finding) -> Step:
    def cells(numbers: Any) -> tuple[Cell, ...]:
        return tuple(divmod(number, puzzle.order) for number in numbers)

    because = cells(finding.because)
    if finding.place is not None:
        cell, value = finding.place
        return Step(finding.rule, cells([cell]), because, finding.words, {"value": value})
    about = tuple(cell for cell, _ in finding.losses)
    removed = [
        [*divmod(cell, puzzle.order), list(values_in(values))] for cell, values in finding.losses
    ]
    out = ", ".join(f"{puzzle.cell(cell)} loses {told(values)}" for cell, values in finding.losses)
    words = f"{out}: {finding.words}"
    return Step(finding.rule, cells(about), because, words, {"removed": removed})


def _refuted(step: Step, order: int) -> list[tuple[Cell, set[int]]]:
    """The values that a step takes from cells."""
    if "value" in step.change:
        return [(step.cells[0], set(range(1, order + 1)) - {step.change["value"]})]
    return [((row, column), set(values)) for row, column, values in step.change["removed"]]


EXPLAINER = _LatinExplainer()
