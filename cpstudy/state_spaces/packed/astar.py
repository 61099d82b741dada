"""A* over packed states: the compiled form of ``astar``, in the same order (Hart1968).

The queue is a binary heap. Its keys contain cost so far plus bound, then the bound; among equals
the state found first comes first, as in the plain search. A cheaper path to a known state is a
second entry of the heap; the old, more expensive entry is skipped when it is popped. So counts,
order and path equal those of the plain search, to the last expansion.

States are looked up in a hash table even if they are numbers below a bound: the search needs the
number of a known state, and a guided search visits few states. Bytes a state: as in ``visited``, 21
for cost, bound, parent, label and the expanded flag, and 16 for each entry of the heap.
Limits: costs plus bounds below 2^31.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from cpstudy.core.exploring import Report
from cpstudy.core.kernel_types import View, i32, i64, u8, u32
from cpstudy.core.native import array, doubled, entry, inlined, workspace, zeros
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, compiled_pace
from cpstudy.state_spaces.packed.space import CompiledSpace, Space, bound_at
from cpstudy.state_spaces.packed.visited import Known, Visited, number_of, read
from cpstudy.state_spaces.paths import Path, chain, outcome

# Why the kernel returned.
EXHAUSTED, GOAL, PAUSED, FULL, STATES = range(5)

_HALF = 32
_LOW = (1 << _HALF) - 1
_FIRST_HEAP = 1 << 14


@workspace
class Heap:
    """A binary heap of numbered entries by keys, in the first ``size`` places of its arrays.

    The least (key, number) is first, so the order in which entries are popped depends on nothing
    else.
    """

    keys: View[i64]
    numbers: View[i64]
    size: i64

    def __init__(self, capacity: int) -> None:
        self.keys, self.numbers, self.size = zeros(capacity, "i64"), zeros(capacity, "i64"), 0


@entry
@inlined
def heap_push(h: Heap, key: i64, number: i64) -> None:
    """Push an entry; the arrays must have space for it."""
    place = h.size
    while place > 0:
        above = (place - 1) >> 1
        if h.keys[above] < key or (h.keys[above] == key and h.numbers[above] <= number):
            break
        h.keys[place] = h.keys[above]
        h.numbers[place] = h.numbers[above]
        place = above
    h.keys[place] = key
    h.numbers[place] = number
    h.size += 1


@entry
@inlined
def heap_pop(h: Heap) -> None:
    """Remove the first entry; read it before, at index 0."""
    h.size -= 1
    last = h.size
    key = h.keys[last]
    number = h.numbers[last]
    place = 0
    below = 1
    while below < last:
        other = below + 1
        if other < last and (
            h.keys[other] < h.keys[below]
            or (h.keys[other] == h.keys[below] and h.numbers[other] < h.numbers[below])
        ):
            below = other
        if key < h.keys[below] or (key == h.keys[below] and number < h.numbers[below]):
            break
        h.keys[place] = h.keys[below]
        h.numbers[place] = h.numbers[below]
        place = below
        below = 2 * place + 1
    h.keys[place] = key
    h.numbers[place] = number


@workspace
class Queue(Known):
    """The workspace of a search.

    By state: parents; spent, the cost so far; bounds; steps, the label of the last transition on
    the cheapest path; expanded. goal: the number of the goal, or -1.
    """

    parents: View[u32]
    spent: View[i32]
    bounds: View[i32]
    steps: View[i64]
    expanded: View[u8]
    expansions: i64
    goal: i64

    def __init__(self, most: int) -> None:
        self.most, self.goal = most, -1
        self.count = self.expansions = self.transitions = self.deadlocks = 0


@entry
def astar(space: Space, s: Queue, heap: Heap, until: i64) -> i64:
    """Continue up to ``until`` expansions; return why the search stopped."""
    while s.expansions < until:
        if heap.size == 0:
            return EXHAUSTED
        if s.count + space.fanout > s.rows or heap.size + space.fanout > len(heap.keys):
            return FULL
        place = heap.numbers[0]
        cost = (heap.keys[0] >> _HALF) - (heap.keys[0] & _LOW)
        heap_pop(heap)
        if cost > s.spent[place]:
            continue
        read(s, place, space)
        if space.is_goal():
            s.goal = place
            return GOAL
        number = space.successors()
        s.expansions += 1
        if s.expanded[place] == 0:
            s.expanded[place] = 1
            s.transitions += number
            if number == 0:
                s.deadlocks += 1
        for i in range(number):
            price = cost + space.costs[i]
            target = number_of(s, space, i, s.count, s.count < s.most)
            if target < 0:
                return STATES
            if target == s.count:
                s.bounds[target] = i32(bound_at(space, i))
                s.expanded[target] = 0
                s.count += 1
            elif price >= s.spent[target]:
                continue
            s.parents[target] = u32(place)
            s.spent[target] = i32(price)
            s.steps[target] = space.labels[i]
            bound = i64(s.bounds[target])
            heap_push(heap, (price + bound) << _HALF | bound, target)
    return PAUSED


def compiled_astar(
    space: CompiledSpace[Any], budget: Budget, *, report: Report | None = None
) -> PathResult:
    """Search in order of cost so far plus the space's lower bound."""
    limits, pace = Limits(budget, report), compiled_pace()
    queue = Queue(limits.states)
    companions = {
        "parents": np.uint32, "spent": np.int32, "bounds": np.int32, "steps": np.int64,
        "expanded": np.uint8,
    }  # fmt: skip
    hashed = replace(space, bound=None)
    visited = Visited(hashed, queue, companions, budget.memory, guided=True)
    heap = Heap(max(_FIRST_HEAP, 2 * space.fanout))
    stop = _begin(visited, queue, heap)
    status = PAUSED
    while stop is None and status in (PAUSED, FULL):
        best = heap.keys[0] >> _HALF if heap.size else 0
        used = visited.used + 2 * array(heap.keys).nbytes
        stop = limits.strikes(queue.count, heap.size, best, used)
        if status == FULL and stop is None:
            fits = _grow(heap, space.fanout) and visited.grow(queue.count)
            stop = None if fits else Stop.MEMORY
        if stop is None:
            queue.rows = visited.rows
            status = astar(visited.model, queue, heap, queue.expansions + pace.next())
    if stop is None and status == STATES:
        stop = Stop.STATES

    path = None
    if queue.goal >= 0:
        numbers = chain(visited.companions["parents"], queue.goal)
        labels = tuple(space.label(queue.steps[i]) for i in numbers[1:])
        states = tuple(space.unpack(visited.state(i)) for i in numbers)
        path = Path(labels, states, queue.spent[queue.goal])
    return outcome(
        path, stop, path is None, states=queue.count, transitions=queue.transitions,
        deadlocks=queue.deadlocks, counters={"expansions": queue.expansions},
    )  # fmt: skip


def _begin(visited: Visited, queue: Queue, heap: Heap) -> Stop | None:
    """Take the initial states; return the limit that was reached."""
    for packed in visited.space.initial:
        new = visited.take(packed)
        if isinstance(new, Stop):
            return new
        if new:
            count, bound = queue.count, bound_at(visited.model, 0)
            queue.parents[count], queue.spent[count], queue.expanded[count] = count, 0, 0
            queue.bounds[count] = bound
            if not _grow(heap, 1):
                return Stop.MEMORY
            heap_push(heap, bound << _HALF | bound, count)
            queue.count += 1
    return None


def _grow(heap: Heap, more: int) -> bool:
    """Make space for ``more`` entries; False if memory runs out."""
    try:
        while heap.size + more > len(heap.keys):
            heap.keys, heap.numbers = doubled(heap.keys), doubled(heap.numbers)
    except MemoryError:
        return False
    return True
