"""All rules together, easiest first, and one step ahead: unique, none, or stuck; and features.

core/deducing.py has the framework, with verdicts and grades.
"""

from collections import Counter

from cpstudy.core import deducing
from cpstudy.core.clock import Clock
from cpstudy.core.grading import deduced
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.latin.deduction import rules
from cpstudy.puzzles.latin.deduction.cage_ways import cage_ways
from cpstudy.puzzles.latin.deduction.knowledge import ContradictionError, Finding, Knowledge
from cpstudy.puzzles.latin.deduction.lookahead import LookAhead
from cpstudy.puzzles.latin.rules import Latin

# The rules without lookahead, in the order in which they are tried.
WITHOUT_LOOKAHEAD: dict[str, deducing.Rule[Knowledge]] = {
    "naked single": rules.naked_single,
    "hidden single": rules.hidden_single,
    "cage": cage_ways,
    "locked candidates": rules.locked_candidates,
    "naked pair": rules.naked_subset(2),
    "hidden pair": rules.hidden_subset(2),
    "naked triple": rules.naked_subset(3),
    "hidden triple": rules.hidden_subset(3),
    "x-wing": rules.x_wing,
}
RULES = (*WITHOUT_LOOKAHEAD, "one step ahead")


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction of a board in progress."""

    def __init__(self, puzzle: Latin) -> None:
        super().__init__(Knowledge(puzzle), tuple(WITHOUT_LOOKAHEAD.values()), RULES)
        self._ahead = LookAhead(puzzle)
        try:
            self.knowledge.place_clues()
        except ContradictionError as wrong:
            self.wrong = wrong

    def spare(self, solution: bytes) -> None:
        """See :class:`deducing.Deduction`."""
        self._ahead.spare(solution)

    def look_ahead(self, clock: Clock) -> tuple[Finding, int] | None:
        """See :class:`deducing.Deduction`."""
        finding = self._ahead(self.knowledge, clock)
        return None if finding is None else (finding, len(finding.because))


def solve(puzzle: Latin, request: Request) -> Result:
    """The solution if deduction settles the board; counter: steps."""
    return deduced(Deduction(puzzle), request)


def features(puzzle: Latin) -> dict[str, float]:
    """Named numbers that describe a puzzle before it is solved, to choose a solver by.

    ``cells``, ``values``, ``share given``, ``cages``, ``cells a cage`` (if there are cages),
    ``values left`` (per cell on average, by the clues alone), ``steps of RULE`` for each rule
    without lookahead, and ``undecided after rules``, the share of cells. Numbers that follow a
    contradiction are missing. Cost: the deduction, about 10 ms per board.
    """
    cells = len(puzzle.clues)
    found: dict[str, float] = {
        "cells": cells,
        "values": puzzle.order,
        "share given": sum(clue > 0 for clue in puzzle.clues) / cells,
        "cages": len(puzzle.cages),
    }
    if puzzle.cages:
        found["cells a cage"] = sum(len(cage.cells) for cage in puzzle.cages) / len(puzzle.cages)
    deduction = Deduction(puzzle)
    if deduction.wrong is not None:
        return found
    k = deduction.knowledge
    found["values left"] = sum(values.bit_count() for values in k.left) / cells
    deduction.run_rules()
    steps = Counter(rule for rule, _ in k.steps)
    found |= {f"steps of {name}": steps[rule] for rule, name in enumerate(WITHOUT_LOOKAHEAD)}
    if deduction.wrong is None:
        found["undecided after rules"] = len(k.open_cells(range(cells))) / cells
    return found
