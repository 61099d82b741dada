"""Unit propagation by two watched literals, with blockers.

A clause is looked at only when one of two of its literals becomes false (Moskewicz2001). Where the
other watched literal is true there is nothing to do; beside each watch stands a *blocker*, a
literal of the clause that was the other watched one or was found true, which answers most of these
questions without a look at the clause (MiniSat from 2.1 on). Otherwise the watch moves to a literal
that is not false; where there is none, the other watched literal is implied, or the clause is a
conflict. Going back needs nothing: watches stay right.

The watches of a literal are a linked list through the clauses' own records, so that a clause and
its watches share a line of the processor's cache, no list ever grows, and nothing is allocated.
Other solvers keep vectors of watches, which are read faster where they are long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.cdcl.state import (
    BLOCKER,
    HEAD,
    LENGTH,
    LITERALS,
    NEXT,
    PROPAGATIONS,
    STEPS,
    TRAIL,
    State,
    assign,
)
from cpstudy.core.kernels import borrowing


@borrowing
def watch(s: State, clause: Any) -> None:
    """Watch the first two literals of a clause of two or more."""
    arena, watched = s.arena, s.watched
    for k in range(2):
        literal = arena[clause + LITERALS + k]
        arena[clause + 2 * k + NEXT] = watched[literal]
        arena[clause + 2 * k + BLOCKER] = arena[clause + LITERALS + 1 - k]
        watched[literal] = clause + 2 * k


@borrowing
def propagate_units(s: State) -> Any:
    """Propagate what is new on the trail; the clause that is a conflict, 0 where there is none."""
    value, arena, watched, control = s.value, s.arena, s.watched, s.control
    head = control[HEAD]
    begun = head
    visits = 0
    conflict = 0
    while head < control[TRAIL] and conflict == 0:
        false = s.trail[head] ^ 1
        head += 1
        before = 0
        here = watched[false]
        while here != 0:
            visits += 1
            following = arena[here + NEXT]
            if value[arena[here + BLOCKER]] > 0:
                before = here
                here = following
                continue
            clause = here & -4
            k = (here >> 1) & 1
            other = np.int64(arena[clause + LITERALS + 1 - k])
            moved = False
            if value[other] <= 0:
                first = clause + LITERALS + 2
                for at in range(first, clause + LITERALS + arena[clause + LENGTH]):
                    literal = arena[at]
                    if value[literal] >= 0:
                        arena[at] = false
                        arena[clause + LITERALS + k] = literal
                        arena[here + NEXT] = watched[literal]
                        arena[here + BLOCKER] = other
                        watched[literal] = here
                        moved = True
                        break
            else:
                arena[here + BLOCKER] = other
            if moved:
                if before == 0:
                    watched[false] = following
                else:
                    arena[before + NEXT] = following
            else:
                before = here
                if value[other] < 0:
                    conflict = clause
                    break
                if value[other] == 0:
                    assign(s, other, clause)
            here = following
    control[HEAD] = head
    control[PROPAGATIONS] += head - begun
    control[STEPS] += head - begun + visits // 4
    return conflict
