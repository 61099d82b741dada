"""The explainer of puzzles of one loop: what the kinds' records name."""

from __future__ import annotations

from typing import Any

from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation, levels_of
from cpstudy.puzzles.loops.deduction.solver import RULES
from cpstudy.puzzles.loops.explaining import explain
from cpstudy.puzzles.loops.explaining.ambiguity import ambiguity
from cpstudy.puzzles.loops.explaining.conflict import conflict
from cpstudy.puzzles.loops.rules import Loops


class _LoopExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = explain.GRADES
    levels = levels_of(
        explain.GRADES, easy="paths round a clue", medium="inside and outside", hard="lookahead"
    )

    def explain(self, puzzle: Any) -> Explanation:
        return explain.explain(puzzle)

    def grade(self, puzzle: Any) -> str | None:
        return explain.grade(puzzle)

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a loop contradicts, in words; else the first rule."""
        puzzle: Loops = explanation.puzzle
        for step in explanation.steps if len(attempt) == puzzle.lattice.edges else ():
            for name, wanted in (("on", 1), ("off", 0)):
                for edge in step.change[name]:
                    if attempt[edge] != wanted:
                        words = "not on the loop" if wanted else "on the loop"
                        return f"{puzzle.edge(edge)} is {words}, but: {step.words}"
        return puzzle.why_not(attempt)

    def ambiguity(self, puzzle: Any) -> Ambiguity:
        return ambiguity(puzzle)

    def conflict(self, puzzle: Any) -> Conflict | None:
        return conflict(puzzle)


EXPLAINER = _LoopExplainer()
