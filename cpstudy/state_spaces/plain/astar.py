"""A*: a path of least cost, guided by a lower bound on the remaining cost (Hart1968).

States wait in a heap ordered by cost so far plus bound. Among equals, a state nearer to a goal
comes first, then a state found earlier. A state is expanded again if a smaller cost is found for
it, so an admissible bound is enough; it need not be consistent. Without a bound this is Dijkstra's
algorithm. With unit costs it expands no more states than breadth-first search, but it ends a level
later, because goals are tested when they leave the heap.

Cost: a heap entry for each transition that improves a state's cost, and an entry for each state.
An empty heap proves UNREACHABLE.
"""

import heapq
from array import array
from collections.abc import Hashable
from typing import Generic

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, plain_bytes, plain_pace
from cpstudy.state_spaces.paths import Path, chain, outcome
from cpstudy.state_spaces.space import State, StateSpace


class _Open(Generic[State]):
    """The known states, the cheapest path to each, and the heap of states to expand.

    heap: (cost + bound, bound, number of the state, cost).
    """

    def __init__(self, space: StateSpace[State], most: int) -> None:
        self.steps: list[tuple[str, State]] = []
        self.parents = array("q")
        self.costs: list[int] = []
        self.heap: list[tuple[int, int, int, int]] = []
        self._space, self._most = space, most
        self._number: dict[Hashable, int] = {}
        self._bounds: list[int] = []

    def reach(self, label: str, state: State, cost: int, parent: int | None = None) -> bool:
        """Record a path to a state; False if the state is new and no more states may be kept."""
        key = self._space.canonical(state)
        place = self._number.get(key)
        if place is None:
            place = len(self.steps)
            if place >= self._most:
                return False
            self._number[key] = place
            self.steps.append((label, state))
            self.parents.append(place if parent is None else parent)
            self.costs.append(cost)
            self._bounds.append(self._space.heuristic(state))
        elif cost < self.costs[place]:
            # The stored state is replaced too, so that it is the one that the label leads to.
            self.steps[place] = (label, state)
            self.parents[place] = place if parent is None else parent
            self.costs[place] = cost
        else:
            return True
        bound = self._bounds[place]
        heapq.heappush(self.heap, (cost + bound, bound, place, cost))
        return True


def astar(space: StateSpace[State], budget: Budget, *, report: Report | None = None) -> PathResult:
    """Search in order of cost so far plus ``space.heuristic``."""
    limits = Limits(budget, report)
    seen = _Open(space, limits.states)
    heap, steps, costs = seen.heap, seen.steps, seen.costs
    expanded: set[int] = set()
    transitions = deadlocks = expansions = look = 0
    pace = plain_pace()
    found: int | None = None
    stop: Stop | None = None
    if not all(seen.reach("", state, 0) for state in space.initial()):
        stop = Stop.STATES
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
            continue  # a cheaper path was found later
        state = steps[place][1]
        if space.is_goal(state):
            found = place
            break
        following, stop = limits.listed(space.successors(state))
        if stop is not None:
            break
        expansions += 1
        if place not in expanded:
            expanded.add(place)
            transitions += len(following)
            deadlocks += not following
        ways = (seen.reach(label, near, cost + price, place) for label, near, price in following)
        if not all(ways):
            stop = Stop.STATES

    path = None
    if found is not None:
        numbers = chain(seen.parents, found)
        labels, states = zip(*(steps[i] for i in numbers), strict=True)
        path = Path(labels[1:], states, costs[found])
    return outcome(
        path, stop, path is None, states=len(steps), transitions=transitions,
        deadlocks=deadlocks, counters={"expansions": expansions},
    )  # fmt: skip
