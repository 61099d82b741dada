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

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.exploring import Report
from cpstudy.core.native import array, view
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import COMPILED_STRIDE, Limits, compiled_pace
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.expanding import (
    FULL,
    GOAL,
    PAUSED,
    STATES,
    Block,
    Levels,
    in_blocks,
    one_by_one,
)
from cpstudy.state_spaces.packed.space import CompiledSpace, goal_at
from cpstudy.state_spaces.packed.two_threads import MANY, TwoThreads, block_size
from cpstudy.state_spaces.packed.visited import Visited, add
from cpstudy.state_spaces.paths import chain
from cpstudy.state_spaces.plain.breadth_first import outcome


class Searched(NamedTuple):
    """The states of a search in the order found, and what is known of it.

    starts: the numbers where levels begin, and one past the last state.
    """

    visited: Visited
    counts: Levels
    buffers: Buffers
    starts: list[int]
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
    goal = found.counts.goal
    if goal >= 0:
        numbers = chain(found.visited.companions["parents"], goal)
        path = found.buffers.along(found.visited, numbers, limits)
        if path is None:
            stop = Stop.TIME
    return outcome(path, stop, whole or goal < 0, found.starts[-1], found.counts.transitions,
                   found.levels, found.counts.deadlocks)  # fmt: skip


def search_levels(
    space: CompiledSpace[Any], budget: Budget, limits: Limits, *, whole: bool, threads: int = 1
) -> Searched:
    """The search of :func:`compiled_breadth_first`. limits: the budget under way."""
    pace = compiled_pace()
    levels = Levels(limits.states, whole)
    visited = Visited(space, levels, {"parents": np.uint32}, budget.memory)
    buffers = Buffers(space)
    model = buffers.model
    block = Block(0 if visited.dense else visited.block, model)
    stop = _begin(visited, levels, buffers)

    divided = threads > 1 and space.heavy
    stride = block_size(space) if divided else COMPILED_STRIDE
    pair: TwoThreads | None = None
    status = GOAL if levels.goal >= 0 and not whole else PAUSED
    try:
        while stop is None and status in (PAUSED, FULL):
            frontier = levels.count - levels.head
            stop = limits.strikes(levels.count, frontier, levels.level + 1, visited.used)
            if stop is not None:
                break
            if status == FULL:
                if levels.level + 3 > len(levels.starts):
                    starts = array(levels.starts)
                    levels.starts = view(np.concatenate([starts, np.zeros_like(starts)]))
                elif not visited.grow(levels.count):
                    stop = Stop.MEMORY
                    break
            if pair is None and divided and levels.count >= MANY:
                pair = TwoThreads(space, model, visited, levels)
            levels.rows = visited.rows
            if pair is not None and pair.wide:
                status = pair.step()
                continue
            until = levels.head + min(pace.next(), stride)
            if visited.dense:
                status = one_by_one(model, levels, until)
            else:
                status = in_blocks(model, levels, block, until)
    finally:
        if pair is not None:
            pair.close()
    if stop is None and status == STATES:
        stop = Stop.STATES

    bounds = [*array(levels.starts)[: levels.level + 2].tolist(), levels.count]
    return Searched(visited, levels, buffers, bounds, stop)


def _begin(visited: Visited, levels: Levels, buffers: Buffers) -> Stop | None:
    """Take the initial states, up to a goal; the limit that struck."""
    stop = None
    for packed in buffers.space.initial:
        buffers.put(packed)
        count = levels.count
        if count + visited.room > visited.rows and not visited.grow(count):
            stop = Stop.MEMORY
            break
        if add(levels, buffers.model, 0, count):
            if count == levels.most:
                stop = Stop.STATES
                break
            levels.parents[count] = count
            if levels.goal < 0 and goal_at(buffers.model, 0):
                levels.goal = count
            levels.count += 1
            if levels.goal >= 0 and not levels.whole:
                break
    levels.end = levels.starts[1] = levels.count
    return stop
