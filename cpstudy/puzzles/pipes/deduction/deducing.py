"""All rules together, cheapest first, until they are stuck; and one step ahead.

A rule is used only if all rules before it are stuck, so the hardest rule used is the hardest one
needed. Cost of all rules except lookahead: from nothing to a fixpoint some tens of microseconds for
20×20; from a fixpoint to which little was added, a visit to each tile.

*Lookahead* assumes each remaining orientation of each open tile on a copy of the knowledge, runs
the cheaper rules to their fixpoint there, and removes the orientation if they find a contradiction.
After a removal the cheaper rules run first again. Cost: a fixpoint of the cheaper rules for each
remaining orientation. It pauses after a number of tiles, so that its caller can read the clock.
Lookahead settles almost every unique board from a maze; see experiments/.

An orientation that occurs in a solution is never refuted. A caller that knows solutions can name
such orientations to be skipped: this changes no step, and on boards with many solutions it saves
almost all of the work. :func:`look_once` counts the refutations of one pass, for boards designed to
resist it.
"""

from cpstudy.core.kernel_types import Const, View, i64, u8, u16
from cpstudy.core.native import entry, inlined, kernel, workspace
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOKAHEAD,
    LOOP,
    PARITY,
    TURNS,
    Knowledge,
    copy_into,
    keep,
)
from cpstudy.puzzles.pipes.deduction.parity import Ties, Walk, chains, regions
from cpstudy.puzzles.pipes.deduction.rules import Lowering, dead_ends, local, loops


@workspace
class Scratch:
    """Temporary memory of the rules on a board of n tiles; it passes nothing from rule to rule."""

    low: Lowering
    walk: Walk
    ties: Ties

    def __init__(self, n: int) -> None:
        self.low = Lowering(n)
        self.walk = Walk(n)
        self.ties = Ties(n)


@entry
def cheap_rules(k: Knowledge, s: Scratch, hardest: i64) -> bool:
    """Apply the rules up to ``hardest`` (at most PARITY) to their fixpoint; False if refuted."""
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


@inlined
def settled(possible: i64) -> bool:
    """Whether a set of orientations has exactly one member."""
    return possible & (possible - 1) == 0


@kernel
def lookahead(k: Knowledge, copy: Knowledge, s: Scratch, tile: i64, spared: i64) -> bool:
    """Assume the orientations of a tile one by one until one is refuted. False on a contradiction.

    copy: of the same board, overwritten. spared: a set of orientations that are not tried.
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
    k: Knowledge, copy: Knowledge, s: Scratch, solution: Const[u8], counts: View[i64]
) -> None:
    """Count the wrong orientations that stay, and those that go, when each is assumed once.

    k: at the fixpoint of the cheaper rules. copy: of the same board, overwritten. solution: [n],
    which is never refuted. counts: [2], filled.
    """
    counts[0] = 0
    counts[1] = 0
    for tile in range(len(k.possible)):
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if mask != solution[tile] and k.possible[tile] >> mask & 1:
                copy_into(k, copy)
                keep(copy, LOOKAHEAD, tile, 1 << mask)
                counts[0 if cheap_rules(copy, s, PARITY) else 1] += 1


CONTRADICTION, STUCK, SETTLED, PAUSED = range(4)


@kernel
def _all_settled(k: Knowledge) -> bool:
    """Whether every tile has one orientation left."""
    for tile in range(len(k.possible)):
        if not settled(k.possible[tile]):
            return False
    return True


@kernel
def _next_open_tile(k: Knowledge, spared: View[u16], tile: i64) -> i64:
    """The first tile from ``tile`` on with orientations to try; n if there is none."""
    while tile < len(k.possible):
        possible = k.possible[tile]
        if not settled(possible) and possible & ~i64(spared[tile]):
            return tile
        tile += 1
    return tile


@entry
def deduce(
    k: Knowledge,
    copy: Knowledge,
    s: Scratch,
    spared: View[u16],
    hardest: i64,
    steps: i64,
    looks: i64,
) -> i64:
    """Apply the rules up to ``hardest`` until they are stuck.

    copy: of the same board, overwritten. spared: [n], orientations that lookahead does not try.
    Returns CONTRADICTION, STUCK, SETTLED, or PAUSED after ``steps`` steps in total or lookahead on
    ``looks`` tiles; call again to continue.
    """
    while True:
        if k.cursor == 0:
            if not cheap_rules(k, s, min(hardest, PARITY)):
                return CONTRADICTION
            if _all_settled(k):
                return SETTLED
            if hardest < LOOKAHEAD:
                return STUCK
        before = k.logged
        tile = _next_open_tile(k, spared, k.cursor)
        while tile < len(k.possible) and k.logged == before:
            k.cursor = tile
            if before >= steps or looks == 0:
                return PAUSED
            if not lookahead(k, copy, s, tile, spared[tile]):
                return CONTRADICTION
            looks -= 1
            tile = _next_open_tile(k, spared, tile + 1)
        if k.logged == before:
            return STUCK
        k.cursor = 0
