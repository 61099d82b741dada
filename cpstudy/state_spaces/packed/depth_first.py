"""Depth-first search over packed states: the compiled form of ``depth_first``, in the same order.

The path is kept, not the successors along it: each entry is the number of a state and how many of
its successors are still to be tried. Coming back to an entry with some left expands it again, so a
state is expanded at most once more for each child it has in the search tree, twice as often as
states in all. In return a state costs 5 bytes (6 where a state may have more than 255 successors)
beside what ``visited`` keeps. The path found is the path kept, so it needs no search backwards.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from cpstudy.core.exploring import Report
from cpstudy.core.kernels import compiled, kernel
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, compiled_pace
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.packed.visited import Visited
from cpstudy.state_spaces.paths import Path

# Why the kernel came back.
EXHAUSTED, GOAL, PAUSED, FULL, STATES = range(5)
# Its counters. FRESH: the last state of the path is still to be expanded for the first time.
DEPTH, COUNT, FRESH, LONGEST, TRANSITIONS, DEADLOCKS, STEPS = range(7)


@functools.cache
def depth_first_of(successors: Any, is_goal: Any, add: Any) -> Callable[..., int]:
    """The search kernel of a model's successors and goals over one kind of visited set."""

    @kernel
    def depth_first(
        tables: Any, known: Any, order: Any, path: Any, left: Any, state: Any, following: Any,
        labels: Any, costs: Any, counters: Any, rows: Any, most: Any, until: Any, look: Any,
    ) -> Any:  # fmt: skip
        """Go on until ``until`` steps were made; returns why it stopped.

        path: numbers of the states on the path. left: how many of their successors, from the
        first on, are still to be tried. look: stop at a goal.
        """
        depth = counters[DEPTH]
        count = counters[COUNT]
        fresh = counters[FRESH]
        longest = counters[LONGEST]
        transitions = counters[TRANSITIONS]
        steps = counters[STEPS]
        words = state.shape[0]
        status = PAUSED
        while steps < until:
            if depth == 0:
                status = EXHAUSTED
                break
            top = depth - 1
            if fresh == 0 and left[top] == 0:
                depth = top
                continue
            if count + 1 > rows:
                status = FULL
                break
            steps += 1
            number = np.int64(path[top])
            for w in range(words):
                state[w] = order[number, w]
            i = successors(state, tables, following, labels, costs)
            if fresh != 0:
                fresh = 0
                transitions += i
                if i == 0:
                    counters[DEADLOCKS] += 1
            else:
                i = np.int64(left[top])
            found = False
            while i > 0 and not found:
                i -= 1
                found = add(following, i, order, count, known)
            left[top] = i
            if not found:
                depth = top
                continue
            if count == most:
                status = STATES
                break
            path[depth] = count
            count += 1
            depth += 1
            fresh = 1
            longest = max(longest, depth)
            if look:
                for w in range(words):
                    state[w] = following[i, w]
                if is_goal(state, tables):
                    status = GOAL
                    break
        counters[DEPTH] = depth
        counters[COUNT] = count
        counters[FRESH] = fresh
        counters[LONGEST] = longest
        counters[TRANSITIONS] = transitions
        counters[STEPS] = steps
        return status

    return depth_first  # type: ignore[no-any-return, unused-ignore]


def compiled_depth_first(
    space: CompiledSpace[Any],
    budget: Budget,
    *,
    whole: bool = False,
    report: Report | None = None,
) -> PathResult:
    """Search along one path as far as it goes, until a goal or (``whole``) no state is left."""
    limits = Limits(budget, report)
    pace = compiled_pace()
    position = np.uint8 if space.fanout < 1 << 8 else np.uint16
    visited = Visited(space, (np.uint32, position), budget.memory)
    search = compiled(depth_first_of(space.successors, space.is_goal, visited.add))
    buffers = Buffers(space)
    counters = np.zeros(7, np.int64)
    starts = list(space.initial)

    def run(until: int) -> int:
        on_path, left = visited.companions
        return search(
            space.tables, visited.known, visited.order, on_path, left, buffers.state,
            buffers.following, buffers.labels, buffers.costs, counters, visited.rows,
            limits.states, until, path is None,
        )  # fmt: skip

    path: Path | None = None
    stop: Stop | None = None
    status = EXHAUSTED
    while stop is None:
        count = int(counters[COUNT])
        stop = limits.strikes(count, int(counters[DEPTH]), int(counters[LONGEST]), visited.used)
        if stop is not None:
            break
        if status == EXHAUSTED:  # the next start, the last one first
            if not starts:
                break
            if count + visited.room > visited.rows and not visited.grow(count):
                stop = Stop.MEMORY
                break
            buffers.following[0] = space.row(starts.pop())
            if not visited.add(buffers.following, 0, visited.order, count, visited.known):
                continue
            if count >= limits.states:
                stop = Stop.STATES
                break
            visited.companions[0][0] = count
            counters[COUNT] += 1
            counters[DEPTH] = counters[FRESH] = 1
            counters[LONGEST] = max(1, counters[LONGEST])
            if path is None and space.is_goal(buffers.following[0, : space.words], space.tables):
                status = GOAL
        if status == FULL and not visited.grow(count):
            stop = Stop.MEMORY
            break
        if status == GOAL:
            numbers = visited.companions[0][: int(counters[DEPTH])]
            path = buffers.along(visited, numbers.tolist(), limits, last=True)
            if path is None:
                stop = Stop.TIME
            if path is None or not whole:
                break
        status = run(int(counters[STEPS]) + pace.next())
        if status == STATES:
            stop = Stop.STATES

    exhausted = stop is None and (whole or path is None)
    return PathResult(
        path=None if path is None else path.labels,
        exhausted=exhausted,
        stop=stop or (Stop.DONE if exhausted else Stop.LIMIT),
        states=int(counters[COUNT]),
        transitions=int(counters[TRANSITIONS]),
        depth=int(counters[LONGEST]) if path is None else len(path.states),
        cost=None if path is None else path.cost,
        trace=() if path is None else path.states,
        deadlocks=int(counters[DEADLOCKS]),
    )
