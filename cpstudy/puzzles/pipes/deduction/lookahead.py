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

from cpstudy.core.native import Const, View, entry, i64, inlined, kernel, u8
from cpstudy.puzzles.pipes.deduction.cheap_rules import Scratch, cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import (
    LOOKAHEAD,
    PARITY,
    TURNS,
    Knowledge,
    copy_into,
    keep,
)


@inlined
def settled(possible: i64) -> bool:
    """Whether a set of orientations has exactly one member."""
    return possible & (possible - 1) == 0


@kernel
def lookahead(k: Knowledge, copy: Knowledge, s: Scratch, tile: i64, spared: i64) -> bool:
    """Assume the orientations of a tile one by one until one is lost. False on a contradiction.

    copy: of the same board, overwritten. spared: orientations, as a set, that are not tried.
    """
    possible = k.possible[tile]
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if (possible & ~spared) >> mask & 1:
            copy_into(k, copy)
            keep(copy, LOOKAHEAD, tile, 1 << mask)
            if not cheap_rules(copy, s, PARITY):
                return keep(k, LOOKAHEAD, tile, possible ^ 1 << mask)
    return True


@entry
def look_once(
    k: Knowledge, copy: Knowledge, s: Scratch, solution: Const[u8], told: View[i64]
) -> None:
    """How many wrong orientations stay, and how many go, when each is assumed once, as ``told``.

    k: at the fixpoint of the cheaper rules. copy: of the same board, overwritten. solution: [n],
    which is never refuted. told: [2].
    """
    told[0] = 0
    told[1] = 0
    for tile in range(len(k.possible)):
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if mask != solution[tile] and k.possible[tile] >> mask & 1:
                copy_into(k, copy)
                keep(copy, LOOKAHEAD, tile, 1 << mask)
                told[0 if cheap_rules(copy, s, PARITY) else 1] += 1
