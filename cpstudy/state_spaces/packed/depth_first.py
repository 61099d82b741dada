"""Depth-first search over packed states: the compiled form of ``depth_first``, in the same order.

The path is kept, but not the successors along it: each entry is the number of a state and how many
of its successors are untried. When the search returns to an entry with untried successors, it
expands the state again: at most once for each of its children in the search tree, in all twice as
many expansions as states. In return a state costs 5 bytes (6 if a state may have more than 255
successors) in addition to those of ``visited``. The path is kept, so no search backwards is needed.
"""

from typing import Any

import numpy as np

from cpstudy.core.exploring import Report
from cpstudy.core.kernel_types import View, i64, u8, u16, u32
from cpstudy.core.native import entry, inlined, workspace
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, compiled_pace
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, goal_at
from cpstudy.state_spaces.packed.visited import Known, Visited, add, read
from cpstudy.state_spaces.paths import Path, outcome

# Why the kernel returned.
EXHAUSTED, GOAL, PAUSED, FULL, STATES = range(5)


@workspace
class Descent(Known):
    """The workspace of a search.

    path: numbers of the states on the path. left: how many of their successors, from the first on,
    are untried; ``longer`` replaces it if there may be more than 255. looks: whether to stop at a
    goal. fresh: whether the last state of the path has not been expanded yet.
    """

    path: View[u32]
    left: View[u8]
    longer: View[u16]
    many: bool
    looks: bool
    fresh: bool
    depth: i64
    longest: i64
    steps: i64

    def __init__(self, most: int, many: bool) -> None:
        self.most, self.many, self.looks, self.fresh = most, many, True, False
        self.depth = self.count = self.longest = 0
        self.transitions = self.deadlocks = self.steps = 0


@inlined
def left_at(s: Descent, place: i64) -> i64:
    """The number of untried successors of the entry ``place``."""
    if s.many:
        return s.longer[place]
    return s.left[place]


@entry
def descend(space: Space, s: Descent, until: i64) -> i64:
    """Continue until ``until`` steps were made; return why the search stopped."""
    while s.steps < until:
        if s.depth == 0:
            return EXHAUSTED
        top = s.depth - 1
        if not s.fresh and left_at(s, top) == 0:
            s.depth = top
            continue
        count = s.count
        if count + 1 > s.rows:
            return FULL
        s.steps += 1
        read(s, s.path[top], space)
        i = space.successors()
        if s.fresh:
            s.fresh = False
            s.transitions += i
            if i == 0:
                s.deadlocks += 1
        else:
            i = left_at(s, top)
        found = 0
        while i > 0 and found == 0:
            i -= 1
            if add(s, space, i, count):
                found = 1
        if s.many:
            s.longer[top] = u16(i)
        else:
            s.left[top] = u8(i)
        if found == 0:
            s.depth = top
            continue
        if count == s.most:
            return STATES
        s.path[s.depth] = u32(count)
        s.count += 1
        s.depth += 1
        s.fresh = True
        s.longest = max(s.longest, s.depth)
        if s.looks and goal_at(space, i):
            return GOAL
    return PAUSED


def compiled_depth_first(
    space: CompiledSpace[Any], budget: Budget, *, whole: bool = False, report: Report | None = None
) -> PathResult:
    """Follow one path as far as possible, until a goal or (``whole``) no state is left."""
    limits = Limits(budget, report)
    pace = compiled_pace()
    many = space.fanout >= 1 << 8
    descent = Descent(limits.states, many)
    left = {"longer": np.uint16} if many else {"left": np.uint8}
    visited = Visited(space, descent, {"path": np.uint32, **left}, budget.memory)
    starts = list(space.initial)

    path: Path | None = None
    stop: Stop | None = None
    status = EXHAUSTED
    while stop is None:
        count = descent.count
        stop = limits.strikes(count, descent.depth, descent.longest, visited.used)
        if stop is not None:
            break
        if status == EXHAUSTED:  # the next start, the last one first
            if not starts:
                break
            new = visited.take(starts.pop())
            if isinstance(new, Stop):
                stop = new
                break
            if not new:
                continue
            descent.path[0] = count
            descent.count += 1
            descent.depth, descent.fresh = 1, True
            descent.longest = max(1, descent.longest)
            if path is None and goal_at(visited.model, 0):
                status = GOAL
        if status == FULL and not visited.grow(count):
            stop = Stop.MEMORY
            break
        if status == GOAL:
            numbers = visited.companions["path"][: descent.depth]
            path = visited.along(numbers.tolist(), limits, last=True)
            if path is None:
                stop = Stop.TIME
            if path is None or not whole:
                break
            descent.looks = False
        descent.rows = visited.rows
        status = descend(visited.model, descent, descent.steps + pace.next())
        if status == STATES:
            stop = Stop.STATES

    return outcome(
        path, stop, whole or path is None, states=descent.count, transitions=descent.transitions,
        deadlocks=descent.deadlocks, depth=descent.longest,
    )  # fmt: skip
