"""Breadth-first search over packed states: the compiled form of ``breadth_first``.

The states in the order in which they are found are both the frontier and the levels. Each state has
the number of its parent (32 bits), so a path is read backwards, and its moves are found by
expanding its states once more. The kernel (``expanding.py``) runs one slice at a time and resumes
where it stopped; between slices Python checks the clock, reports progress, handles Ctrl-C and
grows arrays. Counts, order and path equal those of the plain search, state by state.

Bytes a state, trace included: 8 and the bitmap for numbered states; 23 at most for other states of
one word (see ``visited``). Speed: about 25 million states a second on empty Sokoban rooms.
"""

from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.exploring import Report
from cpstudy.core.native import array, doubled, view
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import COMPILED_STRIDE, Limits, compiled_pace
from cpstudy.state_spaces.packed.expanding import (
    FULL,
    GOAL,
    PAUSED,
    STATES,
    Block,
    Levels,
    goals_among,
    in_blocks,
    one_by_one,
)
from cpstudy.state_spaces.packed.space import CompiledSpace, Words, goal_at
from cpstudy.state_spaces.packed.two_threads import MANY, TwoThreads, block_size
from cpstudy.state_spaces.packed.visited import Visited
from cpstudy.state_spaces.paths import chain, outcome


class Searched(NamedTuple):
    """The states of a search in the order in which they were found, and its counts.

    starts: the numbers where levels begin, and one past the last state.
    """

    visited: Visited
    counts: Levels
    starts: list[int]
    stop: Stop | None

    @property
    def levels(self) -> tuple[int, ...]:
        """The number of states of each level."""
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

    threads: 1, or more for two threads if the space is large and heavy (:mod:`.two_threads`).
    """
    limits = Limits(budget, report)
    found = search_levels(space, budget, limits, whole=whole, threads=threads)
    path, stop = None, found.stop
    goal = found.counts.goal
    if goal >= 0:
        numbers = chain(found.visited.companions["parents"], goal)
        path = found.visited.along(numbers, limits)
        if path is None:
            stop = Stop.TIME
    return outcome(
        path, stop, whole or goal < 0, states=found.starts[-1],
        transitions=found.counts.transitions, deadlocks=found.counts.deadlocks,
        depth=len(found.levels), levels=found.levels,
    )  # fmt: skip


def search_levels(
    space: CompiledSpace[Any], budget: Budget, limits: Limits, *, whole: bool, threads: int = 1
) -> Searched:
    """The search of :func:`compiled_breadth_first`. limits: those of the budget."""
    pace = compiled_pace()
    levels = Levels(limits.states, whole)
    visited = Visited(space, levels, {"parents": np.uint32}, budget.memory)
    model = visited.model
    block = None if visited.dense else Block(visited.block, model)
    stop = _begin(visited, levels)

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
                    levels.starts = doubled(levels.starts)
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
            if block is None:
                status = one_by_one(model, levels, until)
            else:
                status = in_blocks(model, levels, block, until)
    finally:
        if pair is not None:
            pair.close()
    if stop is None and status == STATES:
        stop = Stop.STATES

    bounds = [*array(levels.starts)[: levels.level + 2].tolist(), levels.count]
    return Searched(visited, levels, bounds, stop)


def _begin(visited: Visited, levels: Levels) -> Stop | None:
    """Take the initial states, up to a goal; return the limit that was reached."""
    stop = None
    for packed in visited.space.initial:
        new = visited.take(packed)
        if isinstance(new, Stop):
            stop = new
            break
        if new:
            levels.parents[levels.count] = levels.count
            if levels.goal < 0 and goal_at(visited.model, 0):
                levels.goal = levels.count
            levels.count += 1
            if levels.goal >= 0 and not levels.whole:
                break
    levels.end = levels.starts[1] = levels.count
    return stop


class Distances(NamedTuple):
    """States in order of their distance from a goal, goals first.

    order: packed states, one row each; starts: where each distance begins, and one past the last
    state. states: the number of all states, including those that cannot reach a goal.
    """

    order: npt.NDArray[Any]
    starts: tuple[int, ...]
    states: int

    @property
    def farthest(self) -> int:
        """The largest distance; -1 if there is no goal."""
        return len(self.starts) - 2

    def at(self, distance: int) -> list[Words]:
        """The packed states at a distance."""
        if not 0 <= distance <= self.farthest:
            return []
        rows = self.order[self.starts[distance] : self.starts[distance + 1]]
        return [tuple(map(int, row)) for row in rows]


def goal_distances(space: CompiledSpace[Any], budget: Budget) -> Distances | Stop:
    """The distance of every state from a goal, or the limit that was reached.

    Only for spaces in which every move can be undone by a move; for others the answer is wrong. A
    first search finds all reachable states; a second, from the goals among them, finds every state
    from which a goal can be reached, at its distance. Cost: two breadth-first searches.
    """
    limits = Limits(budget, None)
    all_states = search_levels(space, budget, limits, whole=True)
    if all_states.stop is not None:
        return all_states.stop
    count = all_states.starts[-1]
    order = all_states.visited.order[:count]
    numbers = np.empty(count, np.int64)
    model = all_states.visited.model
    goals = numbers[: goals_among(model, all_states.counts, count, view(numbers))]
    if not len(goals):
        return Distances(order[:0], (0,), count)
    initial = [tuple(map(int, order[number])) for number in goals]
    found = search_levels(replace(space, initial=initial), budget, limits, whole=True)
    if found.stop is not None:
        return found.stop
    starts = tuple(dict.fromkeys(found.starts))
    return Distances(found.visited.order[: starts[-1]], starts, count)
