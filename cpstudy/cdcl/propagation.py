"""Unit propagation by two watched literals, with blockers.

A clause is visited only when one of two of its literals, the *watched* ones, becomes false
(Moskewicz2001). If the other watched literal is true, there is nothing to do. Each watch has a
*blocker*, a literal of the clause that was the other watched one or was found true; if it is true,
the clause need not be visited (MiniSat from 2.1 on). Otherwise the watch moves to a literal that is
not false; if there is none, the other watched literal is implied, or the clause is a conflict.
Backtracking changes no watch.

The watches of a literal are a linked list through the clauses' own records, so that a clause and
its watches share a line of the processor's cache, no list ever grows, and nothing is allocated.
Other solvers store vectors of watches, which are read faster if they are long.
"""

from cpstudy.cdcl.state import (
    BLOCKER,
    LENGTH,
    LITERALS,
    NEXT,
    State,
    assign,
)
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, kernel


@kernel
def watch(s: State, clause: i64) -> None:
    """Watch the first two literals of a clause of two or more."""
    for k in range(2):
        literal = s.arena[clause + LITERALS + k]
        s.arena[clause + 2 * k + NEXT] = s.watched[literal]
        s.arena[clause + 2 * k + BLOCKER] = s.arena[clause + LITERALS + 1 - k]
        s.watched[literal] = clause + 2 * k


@entry
def propagate_units(s: State) -> i64:
    """Propagate the new literals on the trail; return the clause in conflict, or 0."""
    head = s.head
    begun = head
    visits = 0
    conflict = 0
    while head < s.trailed and conflict == 0:
        false = s.trail[head] ^ 1
        head += 1
        before = 0
        here = s.watched[false]
        while here != 0:
            visits += 1
            following = s.arena[here + NEXT]
            if s.value[s.arena[here + BLOCKER]] > 0:
                before = here
                here = following
                continue
            clause = here & -4
            k = (here >> 1) & 1
            other = i64(s.arena[clause + LITERALS + 1 - k])
            moved = False
            if s.value[other] <= 0:
                first = clause + LITERALS + 2
                for at in range(first, clause + LITERALS + s.arena[clause + LENGTH]):
                    literal = s.arena[at]
                    if s.value[literal] >= 0:
                        s.arena[at] = false
                        s.arena[clause + LITERALS + k] = literal
                        s.arena[here + NEXT] = s.watched[literal]
                        s.arena[here + BLOCKER] = other
                        s.watched[literal] = here
                        moved = True
                        break
            else:
                s.arena[here + BLOCKER] = other
            if moved:
                if before == 0:
                    s.watched[false] = following
                else:
                    s.arena[before + NEXT] = following
            else:
                before = here
                if s.value[other] < 0:
                    conflict = clause
                    break
                if s.value[other] == 0:
                    assign(s, other, clause)
            here = following
    s.head = head
    s.propagations += head - begun
    s.steps += head - begun + visits // 4
    return conflict
