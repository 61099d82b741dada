"""A*: a path of least cost, guided by a lower bound of what remains (Hart1968).

States wait in a heap by cost so far plus bound, those nearer to a goal first among equals, then
those found first. A state whose cost turns out smaller is expanded again, so an admissible bound
is enough; it need not be consistent. Without a bound this is Dijkstra's search; with costs of one
it expands no more than breadth-first search does, but a level later, as goals are noticed when
they are taken.

Cost: a heap entry a transition that improves, beside a state's entry. UNREACHABLE is proved when
the heap runs dry.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Hashable

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, plain_bytes, plain_pace
from cpstudy.state_spaces.paths import chain
from cpstudy.state_spaces.space import State, StateSpace


def astar(space: StateSpace[State], budget: Budget, *, report: Report | None = None) -> PathResult:
    """Search in the order of cost so far plus ``space.heuristic``."""
    limits = Limits(budget, report)
    canonical = space.canonical
    number: dict[Hashable, int] = {}
    steps: list[tuple[str, State]] = []  # how each state was reached most cheaply
    parents = array("q")
    costs: list[int] = []
    bounds: list[int] = []
    heap: list[tuple[int, int, int, int]] = []  # cost + bound, bound, number, cost
    expanded = bytearray()
    transitions = deadlocks = expansions = look = 0
    pace = plain_pace()
    found: int | None = None
    stop: Stop | None = None

    def add(state: State, key: Hashable, label: str, parent: int | None, cost: int) -> None:
        place = number[key] = len(steps)
        steps.append((label, state))
        parents.append(place if parent is None else parent)
        costs.append(cost)
        bounds.append(space.heuristic(state))
        expanded.append(0)
        heapq.heappush(heap, (cost + bounds[place], bounds[place], place, cost))

    for state in space.initial():
        key = canonical(state)
        if key not in number:
            if len(steps) >= limits.states:
                stop = Stop.STATES
                break
            add(state, key, "", None, 0)
    each = plain_bytes(steps[0][1]) if steps else 0
    while heap and stop is None:
        if expansions >= look:
            used = 2 * each * len(steps)
            stop = limits.strikes(len(steps), len(heap), heap[0][0], used)
            look += pace.next()
            if stop is not None:
                break
        _, _, place, cost = heapq.heappop(heap)
        if cost > costs[place]:
            continue  # a cheaper way was found meanwhile
        state = steps[place][1]
        if space.is_goal(state):
            found = place
            break
        following, stop = limits.listed(space.successors(state))
        if stop is not None:
            break
        expansions += 1
        if not expanded[place]:
            expanded[place] = 1
            transitions += len(following)
            deadlocks += not following
        for label, successor, price in following:
            key = canonical(successor)
            known = number.get(key)
            if known is None:
                if len(steps) >= limits.states:
                    stop = Stop.STATES
                    break
                add(successor, key, label, place, cost + price)
            elif cost + price < costs[known]:
                # The state is replaced too: it is the one that the label leads to.
                steps[known] = (label, successor)
                parents[known] = place
                costs[known] = cost + price
                heapq.heappush(
                    heap, (cost + price + bounds[known], bounds[known], known, cost + price)
                )

    exhausted = stop is None and found is None
    numbers = [] if found is None else chain(parents, found)
    return PathResult(
        path=None if found is None else tuple(steps[i][0] for i in numbers[1:]),
        exhausted=exhausted,
        stop=stop or (Stop.DONE if exhausted else Stop.LIMIT),
        states=len(steps),
        transitions=transitions,
        depth=len(numbers),
        cost=None if found is None else costs[found],
        trace=tuple(steps[i][1] for i in numbers),
        deadlocks=deadlocks,
        counters={"expansions": expansions},
    )
