"""All rules together, cheapest first, and one step ahead: unique, none, or stuck.

The frame, with lookahead and verdicts, is core/deducing.py. Plain Python
on sets of cells (masks.py): some milliseconds for 10×10 without lookahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpstudy.core import deducing
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.nurikabe.deduction.bottlenecks import island_bottleneck, sea_bottleneck
from cpstudy.puzzles.nurikabe.deduction.knowledge import Knowledge, knowledge
from cpstudy.puzzles.nurikabe.deduction.local import between, complete, pool
from cpstudy.puzzles.nurikabe.deduction.reach import unreachable
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe

if TYPE_CHECKING:
    pass

# What the rules are called, in the order in which they are tried.
RULES = (
    "complete", "between", "pool", "reach", "island bottleneck", "sea bottleneck", "lookahead",
)  # fmt: skip
LOOKAHEAD = RULES.index("lookahead")

_WITHOUT_TRYING: tuple[deducing.Rule[Knowledge], ...] = (
    complete, between, pool, unreachable, island_bottleneck, sea_bottleneck,
)  # fmt: skip


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction of a board of Nurikabe under way."""

    def __init__(
        self, puzzle: Nurikabe, rules: tuple[deducing.Rule[Knowledge], ...] = _WITHOUT_TRYING
    ) -> None:
        super().__init__(knowledge(puzzle), rules, RULES)


def solve(puzzle: Nurikabe, request: Request) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    return deducing.solved(Deduction, puzzle, request.budget)
