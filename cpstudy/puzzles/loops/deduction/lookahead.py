"""One step ahead: an edge that cannot be run on is not, and the other way round.

The edge is supposed to be run on, then not, and the other rules go on from there until they are
stuck or contradict themselves. Edges that a path ends at come first: there most follows.

Cost: the other rules twice an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cpstudy.core.clock import Clock
from cpstudy.puzzles.loops.deduction.knowledge import (
    ContradictionError,
    Finding,
    Knowledge,
    edges_of,
    passed,
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
            found |= k.learn(number, finding)
            if steps is not None and len(k.steps) >= steps:
                return
        number = 0 if found else number + 1


def lookahead(
    k: Knowledge, rules: Sequence[Rule], clock: Clock, spared: Sequence[int] = (0, 0)
) -> Iterator[Finding]:
    """At most one finding; what follows from it is to be found out first.

    spared: edges that need not be supposed not run on, and those that need not be supposed run on,
    for there are solutions in which they are so. Raises OutOfTimeError by the clock.
    """
    near = 0
    for edges, _ in passed(k.puzzle.lattice):
        if edges & k.on:
            near |= edges
    near &= k.unknown
    for mask in (near, k.unknown & ~near):
        for edge in edges_of(mask):
            for run_on, name in ((True, "run on"), (False, "not run on")):
                if spared[run_on] >> edge & 1:
                    continue
                supposed = k.supposing(edge, run_on)
                try:
                    run(supposed, rules, clock)
                except ContradictionError as wrong:
                    bit = 1 << edge
                    words = f"were it {name}, {wrong.words}"
                    on, off = (0, bit) if run_on else (bit, 0)
                    yield Finding(on, off, wrong.because, words)
                    return
