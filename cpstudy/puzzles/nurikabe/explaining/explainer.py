"""The explainer of Nurikabe: what the kind's record names."""

from __future__ import annotations

from typing import Any

from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation, Step, levels_of
from cpstudy.core.grading import SEARCH, settled
from cpstudy.core.result import Budget
from cpstudy.puzzles.nurikabe.deduction.knowledge import Finding
from cpstudy.puzzles.nurikabe.deduction.masks import cells_of
from cpstudy.puzzles.nurikabe.deduction.solver import RULES, Deduction
from cpstudy.puzzles.nurikabe.explaining.ambiguity import ambiguity
from cpstudy.puzzles.nurikabe.explaining.conflict import conflict
from cpstudy.puzzles.nurikabe.portfolio import solve
from cpstudy.puzzles.nurikabe.puzzle import LAND, SEA, Nurikabe

_COLOURS = ("land", "sea")


class _NurikabeExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = (*RULES, SEARCH)
    levels = levels_of(grades, easy="sea bottleneck", hard="lookahead")

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        deduction = Deduction(puzzle)
        told = settled(puzzle, deduction, solve, budget)
        steps = deduction.knowledge.steps
        return told.explanation(tuple(_step(puzzle, *step) for step in steps))

    def grade(self, puzzle: Any) -> str | None:
        return settled(puzzle, Deduction(puzzle), solve).grade

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a colouring contradicts, in words; else the first rule."""
        puzzle: Nurikabe = explanation.puzzle
        for step in explanation.steps if len(attempt) == len(puzzle.clues) else ():
            wanted = SEA if step.change["sea"] else LAND
            for row, column in step.cells:
                here = attempt[row * puzzle.columns + column]
                if here != wanted:
                    colour = "sea" if here == SEA else "land"
                    return f"({row}, {column}) is {colour}, but: {step.words}"
        return puzzle.violation(attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        return ambiguity(puzzle, budget)

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        return conflict(puzzle, budget)


def _step(puzzle: Nurikabe, rule: int, finding: Finding) -> Step:
    """One finding told."""
    cells = tuple(divmod(cell, puzzle.columns) for cell in cells_of(finding.cells))
    because = tuple(divmod(cell, puzzle.columns) for cell in cells_of(finding.because))
    colour = _COLOURS[finding.colour]
    names = ", ".join(f"({row}, {column})" for row, column in cells)
    verb = "is" if len(cells) == 1 else "are"
    words = f"{names} {verb} {colour}: {finding.words}"
    return Step(RULES[rule], cells, because, words, {"sea": finding.colour == SEA})


EXPLAINER = _NurikabeExplainer()
