"""Breadth-first search from both ends, one level at a time, on the side with fewer states.

Each side knows every state within its number of levels. When a level reaches the first state that
the other side also knows, the two numbers of levels add up to the length of a shortest path. If one
side has no states left, no goal is reachable. The part of the path behind the meeting state is
walked forwards, always to a state one level nearer to a goal, because two states of equal canonical
form need not have the same moves.

Needs ``predecessors`` and ``goals`` of the space; raises NotApplicable if the space has none. Cost:
about the square root of breadth-first search's, if the number of states grows by a constant factor
from level to level. Levels, deadlocks and depth count both sides together.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, plain_bytes, plain_pace
from cpstudy.state_spaces.paths import along, outcome
from cpstudy.state_spaces.space import State, StateSpace


class _Side(Generic[State]):
    """One of the two searches: distances by canonical form, and the parent of each state.

    expand: the transitions of a state in this direction. stop: the limit reached at the beginning.
    """

    def __init__(self, expand: Callable[[State], Iterable[tuple[str, State, int]]]) -> None:
        self.expand = expand
        self.distance: dict[Hashable, int] = {}
        self.parent: dict[Hashable, State | None] = {}
        self.frontier: list[State] = []
        self.levels = 0
        self.stop: Stop | None = None

    def begin(
        self, starts: Iterable[State], canonical: Callable[[State], Hashable], most: int,
        limits: Limits,
    ) -> None:  # fmt: skip
        """Take the states to begin with, ``most`` at most."""
        pace = plain_pace()
        look = each = 0
        for number, state in enumerate(starts):
            if number == look:
                each = each or plain_bytes(state)
                known = len(self.distance)
                self.stop = limits.strikes(known, known, 1, each * known)
                look += pace.next()
            key = canonical(state)
            if self.stop is None and key not in self.distance and len(self.distance) >= most:
                self.stop = Stop.STATES
            if self.stop is not None:
                return
            if key not in self.distance:
                self.distance[key] = 0
                self.parent[key] = None
                self.frontier.append(state)


class _Search(Generic[State]):
    """Both sides, and the state where they met."""

    def __init__(self, space: StateSpace[State], limits: Limits) -> None:
        self.space, self.limits = space, limits
        self.forward = _Side(space.successors)
        self.backward = _Side(space.predecessors)
        self.meeting: State | None = None
        self.transitions = self.deadlocks = self.expansions = self._each = self._look = 0
        self._pace = plain_pace()

    def begin(self) -> Stop | None:
        """Take the initial states and the goals."""
        canonical, limits = self.space.canonical, self.limits
        goals = self.space.goals()
        self.forward.begin(self.space.initial(), canonical, limits.states, limits)
        self.backward.begin(goals, canonical, limits.states - self.kept, limits)
        known = self.backward.distance
        self.meeting = next((s for s in self.forward.frontier if canonical(s) in known), None)
        if self.forward.frontier:
            self._each = plain_bytes(self.forward.frontier[0])
        return None if self.meeting is not None else self.forward.stop or self.backward.stop

    @property
    def kept(self) -> int:
        """The number of states that the sides know; a state known to both counts twice."""
        return len(self.forward.distance) + len(self.backward.distance)

    def level(self) -> Stop | None:
        """Expand the side with fewer states by a level, or until the sides meet."""
        ahead = len(self.forward.frontier) <= len(self.backward.frontier)
        sides = (self.forward, self.backward) if ahead else (self.backward, self.forward)
        side = sides[0]
        reached: list[State] = []
        stop: Stop | None = None
        for state in side.frontier:
            if self.expansions == self._look:
                depth = self.forward.levels + self.backward.levels + 1
                used = self._each * self.kept
                stop = self.limits.strikes(self.kept, len(side.frontier), depth, used)
                self._look += self._pace.next()
            self.expansions += 1
            if stop is None:
                following, stop = self.limits.listed(side.expand(state))
            if stop is None:
                self.transitions += len(following)
                self.deadlocks += ahead and not following
                stop = self._add(state, following, *sides, reached)
            if stop is not None or self.meeting is not None:
                break
        side.frontier = reached
        side.levels += 1
        return stop

    def _add(
        self, state: State, following: list[tuple[str, State, int]], side: _Side[State],
        other: _Side[State], reached: list[State],
    ) -> Stop | None:  # fmt: skip
        for _, found, _ in following:
            key = self.space.canonical(found)
            if key in side.distance:
                continue
            if self.kept >= self.limits.states:
                return Stop.STATES
            side.distance[key] = side.levels + 1
            side.parent[key] = state
            reached.append(found)
            if key in other.distance:
                self.meeting = found
                break
        return None


def bidirectional(
    space: StateSpace[State], budget: Budget, *, report: Report | None = None
) -> PathResult:
    """Search from the start and from the goals until the two sides meet."""
    limits = Limits(budget, report)
    search = _Search(space, limits)
    forward, backward = search.forward, search.backward
    stop = search.begin()
    while search.meeting is None and stop is None and forward.frontier and backward.frontier:
        stop = search.level()

    path = None
    if search.meeting is not None:
        path = along(space, _joined(space, forward, backward, search.meeting), limits)
        if path is None:
            stop = Stop.TIME
    return outcome(
        path,
        stop,
        search.meeting is None,
        states=search.kept - (search.meeting is not None),
        transitions=search.transitions,
        deadlocks=search.deadlocks,
        depth=forward.levels + backward.levels + 1,
        counters={"forward": len(forward.distance), "backward": len(backward.distance)},
    )


def _joined(
    space: StateSpace[State], forward: _Side[State], backward: _Side[State], meeting: State
) -> list[State]:
    """The states from a start through the meeting state to a goal."""
    canonical = space.canonical
    wanted = canonical(meeting)
    before = forward.parent[wanted]
    state = meeting
    if before is None:  # the meeting state is a start: use the space's own form of it
        state = next(s for s in space.initial() if canonical(s) == wanted)
    else:  # found by either side: use the form that the successor relation gives
        state = next(s for _, s, _ in space.successors(before) if canonical(s) == wanted)
    states = [state]
    while before is not None:
        states.append(before)
        before = forward.parent[canonical(before)]
    states.reverse()
    left = backward.distance[wanted]
    while left:
        left -= 1
        state = next(
            s for _, s, _ in space.successors(state) if backward.distance.get(canonical(s)) == left
        )
        states.append(state)
    return states
