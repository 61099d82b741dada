"""Reduction: learnt clauses of little use are deleted, and the arena is compacted.

Propagation slows down with every clause, and most learnt ones are never useful again. LBD predicts
which (Audemard2009): those of two levels or less stay permanently. Of the others that took part in
no conflict since the last reduction, the worse half by LBD is deleted, older ones first if it is
equal. Clauses that are true at the root and explanations of propagators are deleted too.

A reduction takes place at the root, where no clause is needed as a reason; the lists of watches are
built again. Cost: linear in the arena.
"""

from cpstudy.cdcl.propagation import watch
from cpstudy.cdcl.state import (
    DELETED,
    EXPLANATION,
    LENGTH,
    LITERALS,
    MARK,
    State,
    log,
    record,
)
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import kernel

# The conflicts until the first reduction, and how many more each later one takes.
FIRST, MORE = 2000, 300
# The size that explanations may have in the arena until there is a reduction.
MOST_EXPLAINED = 1 << 20


@kernel
def reduction_is_due(s: State) -> bool:
    """Return whether there are many new clauses; the search then goes back to the root first."""
    return s.conflicts >= s.reduce_at or s.explained > MOST_EXPLAINED


@kernel
def reduce(s: State) -> None:
    """Delete clauses, at the root. The proof must have space for as much as the arena uses."""
    end = s.used
    for at in range(s.trailed):
        s.reason[s.trail[at] >> 1] = 0
    _worse_half(s, end)
    into = 4
    learnt = 0
    at = 4
    while at < end:
        length = s.arena[at + LENGTH]
        mark = s.arena[at + MARK]
        size = record(length)
        goes = mark == EXPLANATION
        if mark > 0 and mark & 1 == 0 and mark >> 1 >= s.worst:
            if mark >> 1 > s.worst:
                goes = True
            elif s.of_worst > 0:
                s.of_worst -= 1
                goes = True
        for k in range(length):
            goes = goes or s.value[s.arena[at + LITERALS + k]] > 0
        if goes:
            if mark > 0 and s.logged:
                log(s, s.arena, at + LITERALS, length, DELETED)
        else:
            if mark > 0:
                learnt += 1
                mark &= -2
            for k in range(length):
                s.arena[into + LITERALS + k] = s.arena[at + LITERALS + k]
            s.arena[into + LENGTH] = length
            s.arena[into + MARK] = mark
            into += size
        at += size
    s.used = into
    s.explained = 0
    s.learnt = learnt
    s.reductions += 1
    s.reduce_at = s.conflicts + FIRST + MORE * s.reductions
    s.steps += end // 32
    _watch_all(s)


@kernel
def _watch_all(s: State) -> None:
    """Build the lists of watches again."""
    for literal in range(len(s.watched)):
        s.watched[literal] = 0
    at = 4
    while at < s.used:
        watch(s, at)
        at += record(s.arena[at + LENGTH])


@kernel
def _worse_half(s: State, end: i64) -> None:
    """Choose half of the clauses that may go: all above ``s.worst``, and ``s.of_worst`` of it."""
    for levels in range(len(s.stack)):
        s.stack[levels] = 0
    candidates = 0
    highest = 0
    at = 4
    while at < end:
        mark = s.arena[at + MARK]
        if mark > 4 and mark & 1 == 0:
            s.stack[mark >> 1] += 1
            candidates += 1
            highest = max(highest, mark >> 1)
        at += record(s.arena[at + LENGTH])
    left = candidates // 2
    while highest > 2 and s.stack[highest] < left:
        left -= s.stack[highest]
        highest -= 1
    s.worst = max(highest, 3)
    s.of_worst = left
