"""The explainer of puzzles of one loop: what the kinds' records name."""

from __future__ import annotations

from typing import Any

from cpstudy.core.explaining import Ambiguity, Conflict, Explainer, Explanation, Step, levels_of
from cpstudy.core.grading import SEARCH, settled
from cpstudy.core.result import Budget
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge, edges_of
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from cpstudy.puzzles.loops.explaining.ambiguity import ambiguity
from cpstudy.puzzles.loops.explaining.conflict import conflict
from cpstudy.puzzles.loops.portfolio import solve
from cpstudy.puzzles.loops.rules import Loops

# Edges that are named in a step; more are counted.
_NAMED = 6


class _LoopExplainer(Explainer):
    """Deduction without trying, and search for what it leaves open."""

    rules = RULES
    grades = (*RULES, SEARCH)
    levels = levels_of(
        grades, easy="paths round a clue", medium="inside and outside", hard="lookahead"
    )

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        deduction = Deduction(puzzle)
        told = settled(puzzle, deduction, solve, budget)
        k = deduction.knowledge
        return told.explanation(tuple(_step(k, rule, finding) for rule, finding in k.steps))

    def grade(self, puzzle: Any) -> str | None:
        return settled(puzzle, Deduction(puzzle), solve).grade

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that a loop contradicts, in words; else the first rule."""
        puzzle: Loops = explanation.puzzle
        for step in explanation.steps if len(attempt) == puzzle.lattice.edges else ():
            for name, wanted in (("on", 1), ("off", 0)):
                for edge in step.change[name]:
                    if attempt[edge] != wanted:
                        words = "not on the loop" if wanted else "on the loop"
                        return f"{puzzle.edge(edge)} is {words}, but: {step.words}"
        return puzzle.violation(attempt)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        return ambiguity(puzzle, budget)

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        return conflict(puzzle, budget)


def _step(k: Knowledge, rule: int, finding: Finding) -> Step:
    """One finding told."""
    on, off = list(edges_of(finding.on)), list(edges_of(finding.off))
    told = []
    for edges, words in ((on, "on the loop"), (off, "not on the loop")):
        if edges:
            names = [k.puzzle.edge(edge) for edge in edges[:_NAMED]]
            if len(edges) > _NAMED:
                names.append(f"{len(edges) - _NAMED} more")
            told.append(f"{', '.join(names)} {'is' if len(edges) == 1 else 'are'} {words}")
    return Step(
        RULES[rule],
        _places(k, k.cells(finding.on | finding.off)),
        _places(k, finding.because),
        f"{'; '.join(told)}: {finding.words}",
        {"on": on, "off": off},
    )


def _places(k: Knowledge, cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(divmod(cell, k.puzzle.columns) for cell in cells)


EXPLAINER = _LoopExplainer()
