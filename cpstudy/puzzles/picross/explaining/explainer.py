"""The explainer of Picross: what the kind's record names."""

from __future__ import annotations

from typing import Any

from cpstudy.core.drawing import Drawing, TextPicture
from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation, levels_of
from cpstudy.puzzles.picross import drawing
from cpstudy.puzzles.picross.deduction.solver import RULES
from cpstudy.puzzles.picross.explaining import explain
from cpstudy.puzzles.picross.explaining.ambiguity import ambiguity
from cpstudy.puzzles.picross.explaining.conflict import conflict


class _PicrossExplainer(Explainer):
    """Lines, one step ahead, and search for what they leave open."""

    rules = RULES
    grades = explain.GRADES
    levels = levels_of(explain.GRADES, easy="overlap", medium="line", hard="lookahead")

    def explain(self, puzzle: Any) -> Explanation:
        return explain.explain(puzzle)

    def grade(self, puzzle: Any) -> str | None:
        return explain.grade(puzzle)

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        return explain.mistake(explanation, attempt)

    def ambiguity(self, puzzle: Any) -> Ambiguity:
        return ambiguity(puzzle)

    def conflict(self, puzzle: Any) -> Conflict:
        return conflict(puzzle)

    def ambiguity_picture(self, found: Ambiguity) -> TextPicture:
        return drawing.ambiguity_picture(found)

    def ambiguity_drawing(self, found: Ambiguity) -> Drawing:
        return drawing.ambiguity_drawing(found)


EXPLAINER = _PicrossExplainer()
