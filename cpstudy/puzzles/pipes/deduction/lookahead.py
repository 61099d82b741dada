"""One step ahead: an orientation that the other rules refute is out.

Each orientation left of each open tile is assumed on a copy of what is known, the cheaper rules
run to their fixpoint there, and the orientation is lost where they meet a contradiction. After a
loss the cheaper rules come first again. Cost: a fixpoint of the cheaper rules for each
orientation left. With it, almost every unique board from a maze is settled; see experiments/.

An orientation that occurs in a solution is never refuted. Whoever knows solutions can name such
orientations to be spared: that changes no step, and on boards with many solutions it saves almost
all of the work. :func:`look_once` asks how much one look refutes, for boards made to resist it.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import kernel
from cpstudy.puzzles.pipes.deduction.cheap_rules import cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import (
    LOOKAHEAD,
    PARITY,
    TURNS,
    copy_into,
    keep,
)


@kernel
def settled(possible: Any) -> bool:
    """Whether a set of orientations has exactly one member."""
    return bool(possible & (possible - 1) == 0)


@kernel
def lookahead(k: Any, copy: Any, tile: Any, spared: Any) -> bool:
    """Assume the orientations of a tile one by one until one is lost. False on a contradiction.

    copy: a Knowledge of the same board, overwritten. spared: orientations, as a set, that are not
    tried.
    """
    possible = k.possible[tile]
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if (possible & ~spared) >> mask & 1:
            copy_into(k, copy)
            keep(copy, LOOKAHEAD, tile, 1 << mask)
            if not cheap_rules(copy, PARITY):
                return bool(keep(k, LOOKAHEAD, tile, possible ^ 1 << mask))
    return True


@kernel
def look_once(k: Any, copy: Any, solution: Any) -> Any:
    """How many wrong orientations stay, and how many go, when each is assumed once.

    k: Knowledge at the fixpoint of the cheaper rules. copy: of the same board, overwritten.
    solution: uint8[n], which is never refuted.
    """
    stay = 0
    go = 0
    for tile in range(k.possible.size):
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if mask != solution[tile] and k.possible[tile] >> mask & 1:
                copy_into(k, copy)
                keep(copy, LOOKAHEAD, tile, 1 << mask)
                if cheap_rules(copy, PARITY):
                    stay += 1
                else:
                    go += 1
    return stay, go
