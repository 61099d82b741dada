"""All rules together, cheapest first, and one step ahead: unique, none, or stuck.

The frame, with lookahead and verdicts, is core/deducing.py. Plain Python
on sets of edges (knowledge.py): some ten milliseconds for 10×10 without lookahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpstudy.core import deducing
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.loops.deduction.knowledge import Knowledge, knowledge
from cpstudy.puzzles.loops.deduction.local import around, clue, path
from cpstudy.puzzles.loops.deduction.loops import early_loop
from cpstudy.puzzles.loops.deduction.sides import sides
from cpstudy.puzzles.loops.rules import Loops

if TYPE_CHECKING:
    pass

# What the rules are called, in the order in which they are tried.
RULES = ("clue", "path", "early loop", "paths round a clue", "inside and outside", "lookahead")
LOOKAHEAD = RULES.index("lookahead")

_WITHOUT_TRYING: tuple[deducing.Rule[Knowledge], ...] = (clue, path, early_loop, around, sides)


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction of a loop under way."""

    def __init__(
        self, puzzle: Loops, rules: tuple[deducing.Rule[Knowledge], ...] = _WITHOUT_TRYING
    ) -> None:
        super().__init__(knowledge(puzzle), rules, RULES)


def solve(puzzle: Loops, request: Request) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    return deducing.solved(Deduction, puzzle, request.budget)
