"""The explainer of Picross: what the kind's record names."""

from __future__ import annotations

from typing import Any

from cpstudy.core.drawing import Drawing, TextPicture
from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation, Step, levels_of
from cpstudy.core.grading import SEARCH, settled
from cpstudy.core.result import Budget
from cpstudy.puzzles.picross import drawing
from cpstudy.puzzles.picross.deduction.solver import RULES, Deduction
from cpstudy.puzzles.picross.explaining.ambiguity import ambiguity
from cpstudy.puzzles.picross.explaining.conflict import conflict
from cpstudy.puzzles.picross.explaining.steps import steps_of
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import Picross


class _PicrossExplainer(Explainer):
    """Lines, one step ahead, and search for what they leave open."""

    rules = RULES
    grades = (*RULES, SEARCH)
    levels = levels_of(grades, easy="overlap", medium="line", hard="lookahead")

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        deduction = Deduction(puzzle)
        told = settled(puzzle, deduction, solve, budget)
        return told.explanation(tuple(steps_of(puzzle, deduction.log)))

    def grade(self, puzzle: Any) -> str | None:
        return settled(puzzle, Deduction(puzzle), solve).grade

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a picture contradicts, else the first rule that it breaks, or ""."""
        puzzle: Picross = explanation.puzzle
        fault = puzzle.violation(attempt)
        if not fault or len(attempt) != puzzle.rows * puzzle.columns:
            return fault
        wrong = next((step for step in explanation.steps if _refutes(step, puzzle, attempt)), None)
        return fault if wrong is None else wrong.words

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        return ambiguity(puzzle, budget)

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict:
        return conflict(puzzle, budget)

    def ambiguity_picture(self, found: Ambiguity) -> TextPicture:
        return drawing.ambiguity_picture(found)

    def ambiguity_drawing(self, found: Ambiguity) -> Drawing:
        return drawing.ambiguity_drawing(found)


def _refutes(step: Step, puzzle: Picross, picture: bytes) -> bool:
    """Whether a picture contradicts a step."""
    return any(picture[r * puzzle.columns + c] == colour for r, c, colour in step.change["removed"])


EXPLAINER = _PicrossExplainer()
