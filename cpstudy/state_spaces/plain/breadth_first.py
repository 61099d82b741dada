"""Breadth-first search: every reachable state, level by level; a shortest path to a goal.

States are numbered in the order in which they are found. A dictionary maps known states to their
numbers; two lists hold the states and the number of each state's parent. A goal is noticed when it
is found, not when it is expanded. With ``whole`` the search continues through the whole space.
With ``count`` it completes the level of the goal and counts the shortest paths (sequences of
transitions; parallel transitions count separately) by adding the numbers of paths to each state,
as integers of any size.

Cost: one expansion a state, about a microsecond a transition in addition to the time of
``successors``, and a few hundred bytes a state. The compiled form is
:mod:`cpstudy.state_spaces.packed.breadth_first`.
"""

from array import array
from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import Generic

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, plain_bytes, plain_pace
from cpstudy.state_spaces.paths import along, chain, outcome
from cpstudy.state_spaces.space import State, StateSpace


def breadth_first(
    space: StateSpace[State],
    budget: Budget,
    *,
    whole: bool = False,
    count: bool = False,
    goal: Callable[[State], bool] | None = None,
    report: Report | None = None,
) -> PathResult:
    """Search level by level, until a goal is found or (``whole``) no state is left.

    goal: replaces the goal of the space.
    """
    search = _Search(space, goal or space.is_goal, Limits(budget, report), whole, count)
    search.begin()
    if search.stop is None and search.states and (whole or search.goal is None):
        search.expand()
    return search.result()


class _Search(Generic[State]):
    """States in the order in which they are found, and arrays indexed by their numbers.

    ways: the number of shortest paths to each state, if they are counted. starts: the number of
    the first state of each level. head: the next state to expand.
    """

    def __init__(
        self,
        space: StateSpace[State],
        is_goal: Callable[[State], bool],
        limits: Limits,
        whole: bool,
        count: bool,
    ) -> None:
        self.space, self.is_goal, self.limits = space, is_goal, limits
        self.whole, self.count = whole, count
        self.number: dict[Hashable, int] = {}
        self.states: list[State] = []
        self.parents = array("q")
        self.ways: list[int] = []
        self.starts = [0]
        self.head = 0
        self.transitions = self.deadlocks = 0
        self.goal: int | None = None
        self.stop: Stop | None = None

    def begin(self) -> None:
        """Take the initial states; stop at a goal if the search ends there."""
        for state in self.space.initial():
            key = self.space.canonical(state)
            if key in self.number:
                continue
            if len(self.states) >= self.limits.states:
                self.stop = Stop.STATES
                break
            if self.goal is None and self.is_goal(state):
                self.goal = len(self.states)
            self.number[key] = len(self.states)
            self.parents.append(len(self.states))
            self.states.append(state)
            self.ways.append(1)
            if self.goal is not None and not (self.whole or self.count):
                break
        self.starts.append(len(self.states))

    def expand(self) -> None:
        """Expand states in order until a goal, a limit or the end."""
        canonical, successors, is_goal = self.space.canonical, self.space.successors, self.is_goal
        same = type(self.space).canonical is StateSpace.canonical
        number, states, parents, ways = self.number, self.states, self.parents, self.ways
        starts, pace, limits = self.starts, plain_pace(), self.limits
        count, listed, most = self.count, limits.listed, limits.states
        each = plain_bytes(states[0])
        head, end, look = 0, len(states), 0
        while head < end or (self.stop is None and self._next_level(head)):
            if head == end:
                end = len(states)
            if head == look:
                frontier = len(states) - head
                used = each * len(states)
                self.stop = limits.strikes(len(states), frontier, len(starts) - 1, used)
                look += pace.next()
                if self.stop is not None:
                    break
            following, stop = listed(successors(states[head]))
            if stop is not None:
                self.stop = stop
                break
            self.transitions += len(following)
            self.deadlocks += not following
            for _, state, _ in following:
                key = state if same else canonical(state)
                known = number.get(key)
                if known is None:
                    if len(states) >= most:
                        self.stop, self.head = Stop.STATES, head + 1
                        return
                    known = number[key] = len(states)
                    parents.append(head)
                    states.append(state)
                    ways.append(0)
                    if self.goal is None and is_goal(state):
                        self.goal = known
                        if not (self.whole or count):
                            self.head = head
                            return
                if count and known >= end:
                    ways[known] += ways[head]
            head += 1
        self.head = head

    def _next_level(self, head: int) -> bool:
        """Begin the next level, unless it is empty or not needed."""
        if head == len(self.states) or (self.goal is not None and not self.whole):
            return False
        self.starts.append(len(self.states))
        return True

    def result(self) -> PathResult:
        """The result; without a path if the time does not suffice to find its moves."""
        states, starts = self.states, self.starts
        if len(states) > starts[-1]:
            starts.append(len(states))
        levels = tuple(b - a for a, b in pairwise(starts) if b > a)
        path = shortest = None
        if self.goal is not None:
            trace = [states[i] for i in chain(self.parents, self.goal)]
            path = along(self.space, trace, self.limits)
            level = next(k for k, first in enumerate(starts[1:]) if self.goal < first)
            # The level is complete if a later state was expanded, or all that could lead to it.
            if self.count and self.head >= starts[level]:
                shortest = sum(
                    self.ways[i]
                    for i in range(starts[level], starts[level + 1])
                    if self.is_goal(states[i])
                )
            if path is None:
                self.stop = Stop.TIME
        complete = self.whole or self.goal is None
        return outcome(
            path, self.stop, complete, states=len(states), transitions=self.transitions,
            deadlocks=self.deadlocks, depth=len(levels), levels=levels, shortest=shortest,
        )  # fmt: skip
