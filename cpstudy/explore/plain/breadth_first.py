"""Breadth-first search: every reachable state, level by level; a shortest path to a goal.

States are numbered in the order they are found; a dictionary tells known ones, two lists keep the
states and the number of the state each was found from. A goal is noticed when it is found, not
when it is expanded. With ``whole`` the search goes on after it, through the whole space; with
``count`` it ends the level and counts the shortest paths (sequences of transitions, two parallel
ones told apart), by adding up how many lead to each state, in whole numbers of any size.

Cost: one expansion a state, about a microsecond a transition plus what ``successors`` takes, and a
few hundred bytes a state. The compiled form is :mod:`cpstudy.explore.packed.breadth_first`.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from itertools import pairwise

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.explore.limits import STRIDE, Limits, plain_bytes
from cpstudy.explore.paths import Path, along, chain
from cpstudy.explore.space import State, StateSpace


def breadth_first(
    space: StateSpace[State],
    budget: Budget,
    *,
    whole: bool = False,
    count: bool = False,
    report: Report | None = None,
) -> PathResult:
    """Search level by level, until a goal is found or (``whole``) no state is left."""
    limits = Limits(budget, report)
    canonical, successors, is_goal = space.canonical, space.successors, space.is_goal
    number: dict[Hashable, int] = {}
    states: list[State] = []
    parents = array("q")
    ways: list[int] = []
    starts = [0]  # the number of the first state of each level
    transitions = deadlocks = 0
    goal: int | None = None
    stop: Stop | None = None

    for state in space.initial():
        key = canonical(state)
        if key in number:
            continue
        if len(states) >= limits.states:
            stop = Stop.STATES
            break
        if goal is None and is_goal(state):
            goal = len(states)
        number[key] = len(states)
        parents.append(len(states))
        states.append(state)
        ways.append(1)
        if goal is not None and not (whole or count):
            break

    each = plain_bytes(states[0]) if states else 0
    head, end = 0, len(states)
    starts.append(end)
    searching = stop is None and head < end and (whole or goal is None)
    while searching:
        if head == end:
            if (goal is not None and not whole) or len(states) == end:
                break
            starts.append(len(states))
            end = len(states)
        if head % STRIDE == 0:
            frontier = len(states) - head
            stop = limits.strikes(len(states), frontier, len(starts) - 1, each * len(states))
            if stop is not None:
                break
        following = list(successors(states[head]))
        transitions += len(following)
        deadlocks += not following
        for _, state, _ in following:
            key = canonical(state)
            known = number.get(key)
            if known is None:
                if len(states) >= limits.states:
                    stop, searching = Stop.STATES, False
                    break
                known = number[key] = len(states)
                parents.append(head)
                states.append(state)
                ways.append(0)
                if goal is None and is_goal(state):
                    goal = known
                    if not (whole or count):
                        searching = False
                        break
            if count and known >= end:
                ways[known] += ways[head]
        head += 1

    if len(states) > starts[-1]:
        starts.append(len(states))
    levels = tuple(b - a for a, b in pairwise(starts) if b > a)
    path = shortest = None
    if goal is not None:
        path = along(space, [states[i] for i in chain(parents, goal)])
        level = next(k for k, first in enumerate(starts[1:]) if goal < first)
        # The level is complete when a later state was expanded, or all that could lead to it.
        if count and head >= starts[level]:
            shortest = sum(
                ways[i] for i in range(starts[level], starts[level + 1]) if is_goal(states[i])
            )
    return outcome(path, stop, whole or goal is None, len(states), transitions, levels, deadlocks,
                   shortest)  # fmt: skip


def outcome(
    path: Path | None,
    stop: Stop | None,
    complete: bool,
    states: int,
    transitions: int,
    levels: tuple[int, ...],
    deadlocks: int,
    shortest: int | None = None,
) -> PathResult:
    """What a search by levels found. complete: without ``stop``, every state was expanded."""
    exhausted = stop is None and complete
    return PathResult(
        path=None if path is None else path.labels,
        exhausted=exhausted,
        stop=stop or (Stop.DONE if exhausted else Stop.LIMIT),
        states=states,
        transitions=transitions,
        depth=len(levels) if path is None else len(path.states),
        cost=None if path is None else path.cost,
        trace=() if path is None else path.states,
        levels=levels,
        deadlocks=deadlocks,
        shortest=shortest,
    )
