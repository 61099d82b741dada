"""One step ahead: a cell that cannot be of a colour is of the other one.

The cell is supposed to be sea, then land, and the other rules go on from there until they are stuck
or contradict themselves. Cells beside known ones come first: there most follows.

Cost: the other rules twice a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cpstudy.core.clock import Clock
from cpstudy.puzzles.nurikabe.deduction.knowledge import ContradictionError, Finding, Knowledge
from cpstudy.puzzles.nurikabe.deduction.masks import cells_of
from cpstudy.puzzles.nurikabe.puzzle import LAND, SEA

Rule = Callable[[Knowledge], Iterator[Finding]]


def run(k: Knowledge, rules: Sequence[Rule], clock: Clock, steps: int | None = None) -> None:
    """Apply rules, the first that finds anything again and again, until all are stuck.

    Raises ContradictionError, and OutOfTimeError by the clock. steps: end at so many.
    """
    number = 0
    while number < len(rules) and k.unknown:
        clock.check()
        found = False
        for finding in rules[number](k):
            found |= k.learn(number, finding)
            if steps is not None and len(k.steps) >= steps:
                return
        number = 0 if found else number + 1
    for rule in () if k.unknown else rules:  # a board that is full may still be wrong
        for finding in rule(k):
            k.learn(0, finding)


def lookahead(
    k: Knowledge, rules: Sequence[Rule], clock: Clock, spared: Sequence[int] = (0, 0)
) -> Iterator[Finding]:
    """At most one finding; what follows from it is to be found out first.

    spared: cells that need not be supposed LAND, and those that need not be supposed SEA, for there
    are solutions in which they are. Raises OutOfTimeError by the clock.
    """
    near = k.unknown & k.shape.grown(k.sea | k.land)
    for mask in (near, k.unknown & ~near):
        for cell in cells_of(mask):
            for colour, name in ((SEA, "sea"), (LAND, "land")):
                if spared[colour] >> cell & 1:
                    continue
                supposed = k.supposing(cell, colour)
                try:
                    run(supposed, rules, clock)
                except ContradictionError as wrong:
                    known = wrong.because & (k.sea | k.land)
                    words = f"were it {name}, {wrong.words}"
                    yield Finding(1 << cell, SEA + LAND - colour, known or wrong.because, words)
                    return
