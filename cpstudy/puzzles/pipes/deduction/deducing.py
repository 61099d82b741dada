"""All rules together, cheapest first, until they are stuck.

A rule is used only where all before it are stuck, so the hardest rule that was used is the one that
is needed. Looking ahead pauses after so many tiles, for a look at the clock.
"""

from __future__ import annotations

from cpstudy.core.native import View, entry, i64, kernel, u16
from cpstudy.puzzles.pipes.deduction.cheap_rules import Scratch, cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import LOOKAHEAD, PARITY, Knowledge
from cpstudy.puzzles.pipes.deduction.lookahead import lookahead, settled

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
    """The first tile from ``tile`` on with orientations to be tried; n where there is none."""
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
    Returns CONTRADICTION, STUCK, SETTLED, or PAUSED after ``steps`` steps in all or ``looks`` tiles
    looked ahead at; call again to go on.
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
