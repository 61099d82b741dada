"""A* over packed states: the compiled form of ``astar``, in the same order (Hart1968).

The queue is a binary heap; its keys hold cost so far plus bound, then the bound, and among equals
the state found first comes first, which is the order of the plain search. A cheaper way to a known
state is a second entry of the heap; the dearer one is passed over when it comes. So counts, order
and path are those of the plain search, to the last expansion.

States are looked up by a hash table even where they are numbers below a bound: the number of a
known state is needed, and a guided search sees few of them. Bytes a state: as in ``visited``, 21
for cost, bound, parent, label and whether it was expanded, and 16 an entry of the heap.
Limits: costs plus bounds below 2^31.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from cpstudy.core.exploring import Report
from cpstudy.core.kernels import compiled, kernel
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, compiled_pace
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.heap import heap_pop, heap_push
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.packed.visited import Visited, table_number
from cpstudy.state_spaces.paths import chain

# Why the kernel came back.
EXHAUSTED, GOAL, PAUSED, FULL, STATES = range(5)
# Its counters.
COUNT, HEAP, EXPANSIONS, TRANSITIONS, DEADLOCKS, GOAL_NUMBER = range(6)

_HALF = 32
_LOW = (1 << _HALF) - 1
_FIRST_HEAP = 1 << 14


@kernel
def no_bound(state: Any, tables: Any) -> Any:
    """The lower bound of spaces that know none."""
    return 0


@functools.cache
def astar_of(successors: Any, is_goal: Any, heuristic: Any) -> Callable[..., int]:
    """The search kernel of a model's successors, goals and lower bound."""

    @kernel
    def astar(
        tables: Any, guide: Any, known: Any, order: Any, parents: Any, spent: Any, bounds: Any,
        steps: Any, expanded: Any, keys: Any, numbers: Any, state: Any, following: Any,
        labels: Any, costs: Any, counters: Any, rows: Any, most: Any, until: Any,
    ) -> Any:  # fmt: skip
        """Go on up to ``until`` expansions; returns why it stopped.

        spent, bounds: of each state. steps: the label by which it was reached most cheaply, from
        its parent. keys, numbers: the heap. rows: room for states. most: states allowed.
        """
        count = counters[COUNT]
        size = counters[HEAP]
        expansions = counters[EXPANSIONS]
        words = state.shape[0]
        fanout = following.shape[0]
        status = PAUSED
        while expansions < until and status == PAUSED:
            if size == 0:
                status = EXHAUSTED
                break
            if count + fanout > rows or size + fanout > keys.shape[0]:
                status = FULL
                break
            place = numbers[0]
            cost = (keys[0] >> _HALF) - (keys[0] & _LOW)
            heap_pop(keys, numbers, size)
            size -= 1
            if cost > spent[place]:
                continue
            for w in range(words):
                state[w] = order[place, w]
            if is_goal(state, tables):
                counters[GOAL_NUMBER] = place
                status = GOAL
                break
            number = successors(state, tables, following, labels, costs)
            expansions += 1
            if expanded[place] == 0:
                expanded[place] = 1
                counters[TRANSITIONS] += number
                if number == 0:
                    counters[DEADLOCKS] += 1
            for i in range(number):
                price = cost + costs[i]
                target = table_number(following, i, order, count, known, count < most)
                if target < 0:
                    status = STATES
                    break
                if target == count:
                    for w in range(words):
                        state[w] = following[i, w]
                    bounds[target] = heuristic(state, guide)
                    expanded[target] = 0
                    count += 1
                elif price >= spent[target]:
                    continue
                parents[target] = place
                spent[target] = price
                steps[target] = labels[i]
                bound = np.int64(bounds[target])
                heap_push(keys, numbers, size, (price + bound) << _HALF | bound, target)
                size += 1
        counters[COUNT] = count
        counters[HEAP] = size
        counters[EXPANSIONS] = expansions
        return status

    return astar  # type: ignore[no-any-return, unused-ignore]


def compiled_astar(
    space: CompiledSpace[Any], budget: Budget, *, report: Report | None = None
) -> PathResult:
    """Search in the order of cost so far plus the space's lower bound."""
    search = _Search(space, budget, report)
    stop = search.begin()
    status = PAUSED
    while stop is None and status in (PAUSED, FULL):
        stop = search.look()
        if stop is None and status == FULL and not search.grow():
            stop = Stop.MEMORY
        if stop is None:
            status = search.go_on()
    if stop is None and status == STATES:
        stop = Stop.STATES
    return search.result(stop)


class _Search:
    """A search under way: the states known, what each cost, and the heap."""

    def __init__(self, space: CompiledSpace[Any], budget: Budget, report: Report | None) -> None:
        self._space = space
        self._heuristic = space.heuristic or no_bound
        self._guide = space.guide()
        self._limits = Limits(budget, report)
        self._pace = compiled_pace()
        companions = (np.uint32, np.int32, np.int32, np.int64, np.uint8)
        self._visited = Visited(replace(space, bound=None), companions, budget.memory)
        self._buffers = Buffers(space)
        self._search = compiled(astar_of(space.successors, space.is_goal, self._heuristic))
        heap = max(_FIRST_HEAP, 2 * space.fanout)
        self._keys, self._numbers = np.zeros(heap, np.int64), np.zeros(heap, np.int64)
        self._counters = np.zeros(6, np.int64)
        self._counters[GOAL_NUMBER] = -1

    def begin(self) -> Stop | None:
        """Take the initial states."""
        visited, first = self._visited, self._buffers.following
        parents, spent, bounds, _, expanded = visited.companions
        for packed in self._space.initial:
            first[0] = self._space.row(packed)
            count = int(self._counters[COUNT])
            if count + visited.room > visited.rows and not self.grow():
                return Stop.MEMORY
            parents, spent, bounds, _, expanded = visited.companions
            allowed = count < self._limits.states
            number = table_number(first, 0, visited.order, count, visited.known, allowed)
            if number < 0:
                return Stop.STATES
            if number == count:
                bound = int(self._heuristic(first[0, : self._space.words], self._guide))
                parents[count], spent[count], bounds[count], expanded[count] = count, 0, bound, 0
                heap_push(self._keys, self._numbers, count, bound << _HALF | bound, count)
                self._counters[COUNT] = self._counters[HEAP] = count + 1
        return None

    def look(self) -> Stop | None:
        """The limit that is reached, or None."""
        waiting = int(self._counters[HEAP])
        best = int(self._keys[0]) >> _HALF if waiting else 0
        used = self._visited.used + self._keys.nbytes + self._numbers.nbytes
        return self._limits.strikes(int(self._counters[COUNT]), waiting, best, used)

    def grow(self) -> bool:
        """Make room for the successors of a state; False where memory ends."""
        fanout, size = self._space.fanout, int(self._counters[HEAP])
        if size + fanout > len(self._keys):
            try:
                self._keys.resize(2 * len(self._keys), refcheck=False)
                self._numbers.resize(2 * len(self._numbers), refcheck=False)
            except MemoryError:
                return False
        return self._visited.grow(int(self._counters[COUNT]))

    def go_on(self) -> int:
        """The next slice; why the kernel came back."""
        visited, buffers, counters = self._visited, self._buffers, self._counters
        until = int(counters[EXPANSIONS]) + self._pace.next()
        return self._search(
            self._space.tables, self._guide, visited.known, visited.order,
            *visited.companions, self._keys, self._numbers, buffers.state, buffers.following,
            buffers.labels, buffers.costs, counters, visited.rows, self._limits.states, until,
        )  # fmt: skip

    def result(self, stop: Stop | None) -> PathResult:
        """What was found."""
        count, expansions, transitions, deadlocks, goal = (
            int(self._counters[name])
            for name in (COUNT, EXPANSIONS, TRANSITIONS, DEADLOCKS, GOAL_NUMBER)
        )
        parents, spent, _, steps, _ = self._visited.companions
        found = goal >= 0
        numbers = chain(parents, goal) if found else []
        space = self._space
        exhausted = stop is None and not found
        return PathResult(
            path=tuple(space.label(int(steps[i])) for i in numbers[1:]) if found else None,
            exhausted=exhausted,
            stop=stop or (Stop.DONE if exhausted else Stop.LIMIT),
            states=count,
            transitions=transitions,
            depth=len(numbers),
            cost=int(spent[goal]) if found else None,
            trace=tuple(space.unpack(self._visited.state(i)) for i in numbers),
            deadlocks=deadlocks,
            counters={"expansions": expansions},
        )
