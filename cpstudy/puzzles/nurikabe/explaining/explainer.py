"""The explainer of Nurikabe: what the kind's record names."""

from __future__ import annotations

from typing import Any

from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation, levels_of
from cpstudy.puzzles.nurikabe.deduction.solver import RULES
from cpstudy.puzzles.nurikabe.explaining import explain
from cpstudy.puzzles.nurikabe.explaining.ambiguity import ambiguity
from cpstudy.puzzles.nurikabe.explaining.conflict import conflict
from cpstudy.puzzles.nurikabe.puzzle import LAND, SEA, Nurikabe


class _NurikabeExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = explain.GRADES
    levels = levels_of(explain.GRADES, easy="sea bottleneck", hard="lookahead")

    def explain(self, puzzle: Any) -> Explanation:
        return explain.explain(puzzle)

    def grade(self, puzzle: Any) -> str | None:
        return explain.grade(puzzle)

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
        return puzzle.why_not(attempt)

    def ambiguity(self, puzzle: Any) -> Ambiguity:
        return ambiguity(puzzle)

    def conflict(self, puzzle: Any) -> Conflict | None:
        return conflict(puzzle)


EXPLAINER = _NurikabeExplainer()
