"""The explainer of Pipes: what the kind's record names."""

from __future__ import annotations

from typing import Any

from cpstudy.core.drawing import Drawing, TextPicture
from cpstudy.core.explaining import Ambiguity, Explainer, Explanation, Hint, levels_of
from cpstudy.core.result import Budget
from cpstudy.puzzles.pipes import drawing
from cpstudy.puzzles.pipes.deduction.knowledge import RULES
from cpstudy.puzzles.pipes.explaining import explain, moves
from cpstudy.puzzles.pipes.explaining.ambiguity import ambiguity


class _PipesExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = explain.GRADES
    levels = levels_of(explain.GRADES, easy="loop", medium="parity", hard="lookahead")

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        return explain.explain(puzzle, budget)

    def grade(self, puzzle: Any, budget: Budget | None = None) -> str | None:
        return explain.grade(puzzle, budget)

    def hint(self, explanation: Explanation) -> Hint | None:
        return moves.hint(explanation)

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        return moves.mistake(explanation, attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        return ambiguity(puzzle, budget=budget)

    def ambiguity_picture(self, found: Ambiguity) -> TextPicture:
        return drawing.ambiguity_picture(found)

    def ambiguity_drawing(self, found: Ambiguity) -> Drawing:
        return drawing.ambiguity_drawing(found)

    def replay(self, explanation: Explanation) -> str:
        return moves.replay(explanation)


EXPLAINER = _PipesExplainer()
