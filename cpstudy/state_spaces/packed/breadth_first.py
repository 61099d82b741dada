"""Breadth-first search over packed states: the compiled form of ``breadth_first``.

The states in the order they are found are the frontier and the levels at once; beside each stands
the number of the state it was found from (32 bits), so a path is read off backwards and its moves
are found by expanding its states once more. The kernel (``expanding.py``) runs a slice at a time
and can go on where it stopped: between slices come the clock, progress, Ctrl-C and the growing of
arrays. Counts, order and path are those of the plain search, state by state.

Bytes a state, trace included: 8 and the bitmap for numbered states; 23 at most for other states of
one word (see ``visited``). About 25 million states a second on empty Sokoban rooms.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.exploring import Report
from cpstudy.core.kernels import compiled
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import COMPILED_STRIDE, Limits, compiled_pace
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.expanding import (
    COUNT,
    DEADLOCKS,
    END,
    FULL,
    GOAL,
    GOAL_NUMBER,
    HEAD,
    LEVEL,
    PAUSED,
    STATES,
    TRANSITIONS,
    in_blocks_of,
    one_by_one_of,
)
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.packed.two_threads import MANY, TwoThreads, block_size
from cpstudy.state_spaces.packed.visited import Visited, bitmap_add
from cpstudy.state_spaces.paths import chain
from cpstudy.state_spaces.plain.breadth_first import outcome


def breadth_first_of(successors: Any, is_goal: Any, add: Any, look: Any) -> Callable[..., int]:
    """The search kernel of a model's successors and goals over one kind of visited set."""
    if add is bitmap_add:
        return one_by_one_of(successors, is_goal, add)
    return in_blocks_of(successors, is_goal, add, look)


class Searched(NamedTuple):
    """The states of a search in the order found, and what is known of it.

    starts: the numbers where levels begin, and one past the last state. goal: the number of the
    first goal, or -1.
    """

    visited: Visited
    buffers: Buffers
    starts: list[int]
    goal: int
    transitions: int
    deadlocks: int
    stop: Stop | None

    @property
    def levels(self) -> tuple[int, ...]:
        """How many states each level has."""
        return tuple(b - a for a, b in pairwise(self.starts) if b > a)


def compiled_breadth_first(
    space: CompiledSpace[Any],
    budget: Budget,
    *,
    whole: bool = False,
    threads: int = 1,
    report: Report | None = None,
) -> PathResult:
    """Search level by level, until a goal is found or (``whole``) no state is left.

    threads: 1, or more for two where a large space is heavy (:mod:`.two_threads`).
    """
    limits = Limits(budget, report)
    found = search_levels(space, budget, limits, whole=whole, threads=threads)
    path, stop = None, found.stop
    if found.goal >= 0:
        numbers = chain(found.visited.companions[0], found.goal)
        path = found.buffers.along(found.visited, numbers, limits)
        if path is None:
            stop = Stop.TIME
    return outcome(path, stop, whole or found.goal < 0, found.starts[-1], found.transitions,
                   found.levels, found.deadlocks)  # fmt: skip


def search_levels(
    space: CompiledSpace[Any], budget: Budget, limits: Limits, *, whole: bool, threads: int = 1
) -> Searched:
    """The search of :func:`compiled_breadth_first`. limits: the budget under way."""
    pace = compiled_pace()
    visited = Visited(space, (np.uint32,), budget.memory)
    search = compiled(breadth_first_of(space.successors, space.is_goal, visited.add, visited.look))
    buffers = Buffers(space)
    block: tuple[Any, ...] = ()
    if not visited.dense:
        found = np.zeros((visited.room, space.words), np.uint64)
        block = found, np.zeros(visited.block, np.int64), np.zeros(visited.room, np.int64)
    counters = np.zeros(7, np.int64)
    starts = np.zeros(1 << 8, np.int64)

    count = 0
    goal = -1
    stop: Stop | None = None
    for packed in space.initial:
        buffers.following[0] = space.row(packed)
        if count + visited.room > visited.rows and not visited.grow(count):
            stop = Stop.MEMORY
            break
        if visited.add(buffers.following, 0, visited.order, count, visited.known):
            if count == limits.states:
                stop = Stop.STATES
                break
            visited.companions[0][count] = count
            if goal < 0 and space.is_goal(buffers.following[0, : space.words], space.tables):
                goal = count
            count += 1
            if goal >= 0 and not whole:
                break
    counters[END] = counters[COUNT] = starts[1] = count
    counters[GOAL_NUMBER] = goal

    def run(until: int) -> int:
        return search(
            space.tables, visited.known, visited.order, visited.companions[0], starts,
            buffers.state, buffers.following, buffers.labels, buffers.costs, *block, counters,
            visited.rows, limits.states, until, whole,
        )  # fmt: skip

    divided = threads > 1 and space.heavy
    stride = block_size(space) if divided else COMPILED_STRIDE
    pair: TwoThreads | None = None
    status = GOAL if goal >= 0 and not whole else PAUSED
    try:
        while stop is None and status in (PAUSED, FULL):
            count = int(counters[COUNT])
            frontier = count - int(counters[HEAD])
            stop = limits.strikes(count, frontier, int(counters[LEVEL]) + 1, visited.used)
            if stop is not None:
                break
            if status == FULL:
                if counters[LEVEL] + 3 > len(starts):
                    starts = np.concatenate([starts, np.zeros_like(starts)])
                elif not visited.grow(count):
                    stop = Stop.MEMORY
                    break
            if pair is None and divided and count >= MANY:
                pair = TwoThreads(space, visited, counters)
            if pair is not None and pair.wide:
                status = pair.step(starts, limits.states, whole)
            else:
                status = run(int(counters[HEAD]) + min(pace.next(), stride))
    finally:
        if pair is not None:
            pair.close()
    if stop is None and status == STATES:
        stop = Stop.STATES

    count = int(counters[COUNT])
    bounds = [int(n) for n in starts[: int(counters[LEVEL]) + 2]] + [count]
    return Searched(visited, buffers, bounds, int(counters[GOAL_NUMBER]),
                    int(counters[TRANSITIONS]), int(counters[DEADLOCKS]), stop)  # fmt: skip
