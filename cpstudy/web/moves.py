"""A puzzle of moves on the page: a plan and, in a small space, each state's least cost to a goal.

The plan comes from the search that the kind names, and the rules replayed it
(:mod:`cpstudy.core.exploring`). The states come from the state graph (:mod:`cpstudy.state_spaces`).
Dijkstra's algorithm, backwards from all goals, gives the least cost from each state to a goal, and
the states from which no goal can be reached. If there are both, they must agree.

Cost: one expansion a state, for at most ``LARGEST`` states; packed, a state takes two to ten bytes.
"""

import heapq
from collections.abc import Iterable
from typing import Any

from cpstudy import api
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind, Page
from cpstudy.core.result import Budget, PathResult
from cpstudy.core.solving import WrongAnswerError
from cpstudy.state_spaces.state_graph import Reached, ranks, reached

Record = dict[str, Any]

LARGEST = 3_000
LARGEST_PICTURE = 500

_BUDGET = Budget(seconds=20)


def explored(kind: Kind, page: Page, puzzle: Any, clock: Clock = UNLIMITED) -> Record:
    """Return ``verdict`` and ``extras``: ``plan`` if one was found, ``graph`` if it is small.

    plan: its ``moves`` and their ``cost``. graph: ``states`` as the page writes them, separated by
    spaces, in the order of breadth-first search; ``left``, the least cost to a goal, or -1 if no
    goal can be reached; up to ``LARGEST_PICTURE`` states also ``levels``, ``ranks`` (the places in
    their level) and ``edges`` (by state, the differences to the higher numbers of its neighbours).
    Raises WrongAnswerError if plan and graph contradict each other.
    """
    found = api.explore(puzzle, api.space_of(kind).fewest, budget=_budget(clock))
    extras: Record = {}
    if found.path is not None:
        extras["plan"] = {"moves": list(found.path), "cost": _cost(found)}
    graph = _graph(page, puzzle, _budget(clock))
    if graph is not None:
        extras["graph"] = graph
        cost = _cost(found) if found.path is not None else -1
        if not (found.path is None and not found.exhausted) and graph["left"][0] != cost:
            raise WrongAnswerError(
                f"the plan costs {cost}, by the state graph it is {graph['left'][0]}: "
                f"{kind.name} {puzzle.encode()}"
            )
    return {"verdict": found.verdict.value, "extras": extras}


def _cost(found: PathResult) -> int:
    """The cost of a path: its moves, if the puzzle has no other cost."""
    assert found.path is not None
    return len(found.path) if found.cost is None else found.cost


def _budget(clock: Clock) -> Budget:
    return _BUDGET if clock.left is None else Budget(seconds=clock.left)


def _graph(page: Page, puzzle: Any, budget: Budget) -> Record | None:
    space = api.state_space(puzzle)
    try:
        states = reached(space, LARGEST, budget)
    except InputError:  # too many
        return None
    assert page.state is not None
    named = page.state
    goals = [place for place, state in enumerate(states.states) if space.is_goal(state)]
    record: Record = {
        "states": " ".join(named(puzzle, state) for state in states.states),
        "left": costs_left(states, goals),
    }
    if len(states.states) <= LARGEST_PICTURE:
        pairs = {(min(a, b), max(a, b)) for a, b, _, _ in states.edges if a != b}
        record["levels"] = states.levels
        record["ranks"] = ranks(states.levels, pairs)
        further: list[list[int]] = [[] for _ in states.states]
        for lower, upper in sorted(pairs):
            further[lower].append(upper - lower)
        record["edges"] = further
    return record


def costs_left(states: Reached[Any], goals: Iterable[int]) -> list[int]:
    """Return by state the least cost to one of ``goals``, or -1 if none can be reached."""
    into: list[list[tuple[int, int]]] = [[] for _ in states.states]
    for source, target, _, cost in states.edges:
        into[target].append((source, cost))
    left = [-1] * len(states.states)
    waiting = [(0, goal) for goal in goals]
    while waiting:
        cost, state = heapq.heappop(waiting)
        if left[state] < 0:
            left[state] = cost
            for source, price in into[state]:
                if left[source] < 0:
                    heapq.heappush(waiting, (cost + price, source))
    return left
