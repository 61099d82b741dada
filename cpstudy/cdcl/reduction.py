"""Reduction: learnt clauses that promise little are forgotten, and the arena is swept.

Propagation slows down with every clause, and most learnt ones are never of use again. LBD tells
which (Audemard2009): those of two levels or less stay for good; of the others the worse half by LBD
goes, older ones first where it is the same, unless they took part in a conflict since the last
time. Clauses that are true at the root go too, and so does what propagators explained.

It is done at the root, where no clause is needed as a reason. The arena is moved together and the
lists of watches are made anew. Cost: linear in the arena.
"""

from __future__ import annotations

from typing import Any

from cpstudy.cdcl.propagation import watch
from cpstudy.cdcl.state import (
    CONFLICTS,
    EXPLAINED,
    EXPLANATION,
    LEARNT,
    LENGTH,
    LITERALS,
    LOGGED,
    MARK,
    REDUCE_AT,
    REDUCTIONS,
    STEPS,
    TRAIL,
    USED,
    State,
    log,
    record,
)
from cpstudy.core.kernels import borrowing

# Conflicts until the first reduction, and how many more it takes each time.
FIRST, MORE = 2000, 300
# Numbers that explanations may take until there is a reduction.
MOST_EXPLAINED = 1 << 20


@borrowing
def reduction_is_due(s: State) -> Any:
    """Whether clauses were gathered for long; then the search goes back to the root first."""
    return s.control[CONFLICTS] >= s.control[REDUCE_AT] or s.control[EXPLAINED] > MOST_EXPLAINED


@borrowing
def reduce(s: State) -> None:
    """Forget clauses, at the root. The proof has room for as many numbers as the arena uses."""
    control, arena = s.control, s.arena
    end = control[USED]
    for at in range(control[TRAIL]):
        s.reason[s.trail[at] >> 1] = 0
    worst, of_worst = _worse_half(s, end)
    into = 4
    learnt = 0
    at = 4
    while at < end:
        length = arena[at + LENGTH]
        mark = arena[at + MARK]
        size = record(length)
        goes = mark == EXPLANATION
        if mark > 0 and mark & 1 == 0 and mark >> 1 >= worst:
            if mark >> 1 > worst:
                goes = True
            elif of_worst > 0:
                of_worst -= 1
                goes = True
        for k in range(length):
            goes = goes or s.value[arena[at + LITERALS + k]] > 0
        if goes:
            if mark > 0 and control[LOGGED]:
                log(s, arena, at + LITERALS, length, -1)
        else:
            if mark > 0:
                learnt += 1
                mark &= -2
            for k in range(length):
                arena[into + LITERALS + k] = arena[at + LITERALS + k]
            arena[into + LENGTH] = length
            arena[into + MARK] = mark
            into += size
        at += size
    control[USED] = into
    control[EXPLAINED] = 0
    control[LEARNT] = learnt
    control[REDUCTIONS] += 1
    control[REDUCE_AT] = control[CONFLICTS] + FIRST + MORE * control[REDUCTIONS]
    control[STEPS] += end // 32
    _watch_all(s)


@borrowing
def _watch_all(s: State) -> None:
    """Make the lists of watches anew."""
    s.watched[:] = 0
    at = 4
    while at < s.control[USED]:
        watch(s, at)
        at += record(s.arena[at + LENGTH])


@borrowing
def _worse_half(s: State, end: Any) -> Any:
    """Half of the clauses that may go: all above an LBD, and so many of just that."""
    arena, count = s.arena, s.stack
    count[:] = 0
    candidates = 0
    highest = 0
    at = 4
    while at < end:
        mark = arena[at + MARK]
        if mark > 4 and mark & 1 == 0:
            count[mark >> 1] += 1
            candidates += 1
            highest = max(highest, mark >> 1)
        at += record(arena[at + LENGTH])
    left = candidates // 2
    while highest > 2 and count[highest] < left:
        left -= count[highest]
        highest -= 1
    return max(highest, 3), left
