"""All rules but lookahead, cheapest first.

A rule is used only where all before it are stuck, so the hardest rule that was used is the one that
is needed. Cost: of a fixpoint from nothing, some tens of microseconds for 20×20; from a fixpoint to
which little was added, a look at each tile.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, workspace
from cpstudy.puzzles.pipes.deduction.chains import Ties, chains
from cpstudy.puzzles.pipes.deduction.dead_ends import Lowering, dead_ends
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOP,
    PARITY,
    Knowledge,
)
from cpstudy.puzzles.pipes.deduction.local import local
from cpstudy.puzzles.pipes.deduction.loops import loops
from cpstudy.puzzles.pipes.deduction.regions import Walk, regions


@workspace
class Scratch:
    """What the rules work with on a board of n tiles; nothing is kept in it from rule to rule."""

    low: Lowering
    walk: Walk
    ties: Ties

    def __init__(self, n: int) -> None:
        self.low = Lowering(n)
        self.walk = Walk(n)
        self.ties = Ties(n)


@entry
def cheap_rules(k: Knowledge, s: Scratch, hardest: i64) -> bool:
    """The rules up to ``hardest`` (at most PARITY) to their fixpoint. False on a contradiction."""
    rule = LOCAL
    while rule <= hardest:
        before = k.logged
        consistent = True
        if rule == LOCAL:
            consistent = local(k)
        elif rule == LOOP and k.tree:
            consistent = loops(k)
        elif rule == DEAD_END and k.tree:
            consistent = dead_ends(k, s.low)
        elif rule == PARITY:
            consistent = regions(k, s.walk) and (k.logged > before or chains(k, s.ties))
        if not consistent:
            return False
        rule = LOCAL if rule != LOCAL and k.logged > before else rule + 1
    return True
