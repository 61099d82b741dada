"""One step ahead: an orientation that the other rules refute is out.

Each orientation left of each open tile is assumed on a copy of what is known, the cheaper rules
run to their fixpoint there, and the orientation is lost where they meet a contradiction. After a
loss the cheaper rules come first again. Cost: a fixpoint of the cheaper rules for each
orientation left. With it, almost every unique board from a maze is settled; see experiments/.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.dead_ends import dead_ends
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOKAHEAD,
    LOOP,
    PARITY,
    STEPS,
    TREE,
    copy_into,
    keep,
)
from cpstudy.puzzles.pipes.deduction.local import local
from cpstudy.puzzles.pipes.deduction.loops import loops
from cpstudy.puzzles.pipes.deduction.parity import regions, sides


@kernel
def cheap_rules(k: Any, hardest: Any) -> bool:
    """The rules up to ``hardest`` (at most PARITY) to their fixpoint, cheapest first.

    A rule runs only when all before it are stuck. False on a contradiction.
    """
    tree = k.control[TREE] != 0
    rule = LOCAL
    while rule <= hardest:
        before = k.control[STEPS]
        consistent = True
        if rule == LOCAL:
            consistent = local(k)
        elif rule == LOOP and tree:
            consistent = loops(k)
        elif rule == DEAD_END and tree:
            consistent = dead_ends(k)
        elif rule == PARITY:
            consistent = regions(k) and (k.control[STEPS] > before or sides(k))
        if not consistent:
            return False
        progress = rule != LOCAL and k.control[STEPS] > before
        rule = LOCAL if progress else rule + 1
    return True


@kernel
def settled(possible: Any) -> bool:
    """Whether a set of orientations has exactly one member."""
    return bool(possible & (possible - 1) == 0)


@kernel
def lookahead(k: Any, copy: Any, tile: Any) -> bool:
    """Assume the orientations of a tile one by one until one is lost. False on a contradiction.

    copy: a Knowledge of the same board, overwritten.
    """
    possible = np.int64(k.possible[tile])
    if settled(possible):
        return True
    for mask in range(16):
        if possible >> mask & 1:
            copy_into(k, copy)
            keep(copy, LOOKAHEAD, tile, 1 << mask)
            if not cheap_rules(copy, PARITY):
                return bool(keep(k, LOOKAHEAD, tile, possible ^ 1 << mask))
    return True
