"""The explainer of Pipes on tilings: what the kinds' records name."""

from __future__ import annotations

from typing import Any

from cpstudy.core.explaining import Ambiguity, Explainer, Explanation, Hint, levels_of
from cpstudy.core.result import Budget
from cpstudy.puzzles.tilings.deduction.solver import RULES
from cpstudy.puzzles.tilings.explaining import explain, moves
from cpstudy.puzzles.tilings.explaining.ambiguity import ambiguity


class TilingExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = explain.GRADES
    levels = levels_of(explain.GRADES, easy="loop", medium="dead end", hard="lookahead")

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """See the contract."""
        return explain.explain(puzzle, budget)

    def grade(self, puzzle: Any) -> str | None:
        """See the contract."""
        return explain.grade(puzzle)

    def hint(self, explanation: Explanation) -> Hint | None:
        """See the contract."""
        return moves.hint(explanation)

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """See the contract."""
        return moves.mistake(explanation, attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """See the contract."""
        return ambiguity(puzzle, budget)


EXPLAINER = TilingExplainer()
