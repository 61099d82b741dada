"""One step ahead: an edge that cannot be open is closed, and the other way round.

The edge is supposed to be open, then closed, and the other rules go on from there until they are
stuck or contradict themselves. Edges at tiles that are joined to others come first: there most
follows. Cost: the other rules twice an edge, and a copy of what is known each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cpstudy.core.clock import Clock
from cpstudy.puzzles.tilings.deduction.knowledge import (
    CLOSED,
    OPEN,
    UNKNOWN,
    ContradictionError,
    Finding,
    Knowledge,
)

Rule = Callable[[Knowledge], Iterator[Finding]]


def run(k: Knowledge, rules: Sequence[Rule], clock: Clock, steps: int | None = None) -> None:
    """Apply rules, the first that finds anything again and again, until all are stuck.

    Raises ContradictionError, and OutOfTimeError by the clock. steps: end at so many.
    """
    number = 0
    while number < len(rules):
        clock.check()
        found = False
        for finding in rules[number](k):
            clock.check()
            found |= k.learn(number, finding)
            if steps is not None and len(k.steps) >= steps:
                return
        number = 0 if found else number + 1


def lookahead(
    k: Knowledge, rules: Sequence[Rule], clock: Clock, spared: set[tuple[int, int]]
) -> Iterator[Finding]:
    """At most one finding; what follows from it is to be found out first.

    spared: (edge, value) that need not be supposed, for there are solutions in which it is so.
    Raises OutOfTimeError by the clock.
    """
    unknown = [edge for edge, value in enumerate(k.edge) if value == UNKNOWN]
    unknown.sort(key=lambda edge: -max(len(k.members[k.label[cell]]) for cell in k.ends[edge]))
    for edge in unknown:
        for value, name in ((OPEN, "open"), (CLOSED, "closed")):
            if (edge, value) in spared:
                continue
            supposed = k.copy()
            try:
                supposed.set_edge(edge, value)
                run(supposed, rules, clock)
            except ContradictionError as wrong:
                cell = k.ends[edge][0]
                words = f"were it {name}, {wrong.words}"
                side = k.sides[cell].index(edge)
                because = tuple(sorted(set(wrong.because)))
                yield Finding(cell, because, words, side, CLOSED if value == OPEN else OPEN)
                return
