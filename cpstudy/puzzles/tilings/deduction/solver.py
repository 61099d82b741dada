"""All rules together, cheapest first, and one step ahead: unique, none, or stuck.

The frame, with lookahead and verdicts, is core/deducing.py. Some
milliseconds for 10×10 without lookahead, which copies what is known for each edge it supposes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpstudy.core import deducing
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.tilings.deduction.knowledge import Knowledge
from cpstudy.puzzles.tilings.deduction.rules import dead_end, local, loop
from cpstudy.puzzles.tilings.rules import Tiling

if TYPE_CHECKING:
    pass

# What the rules are called, in the order in which they are tried.
RULES = ("local", "loop", "dead end", "lookahead")
LOOKAHEAD = RULES.index("lookahead")

_WITHOUT_TRYING: tuple[deducing.Rule[Knowledge], ...] = (local, loop, dead_end)


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction of a board of Pipes on a tiling under way."""

    def __init__(
        self, puzzle: Tiling, rules: tuple[deducing.Rule[Knowledge], ...] = _WITHOUT_TRYING
    ) -> None:
        super().__init__(Knowledge(puzzle), rules, RULES)
        if not puzzle.free and (reason := puzzle.tree_impossible()):
            self.wrong = deducing.ContradictionError((), reason)


def solve(puzzle: Tiling, request: Request) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    return deducing.solved(Deduction, puzzle, request.budget)
