"""Breadth-first search from both ends, a level at a time, on the side with fewer states.

Each side knows every state within its number of levels. So when a level shows the first state
that the other side knows too, the two numbers add up to the length of a shortest path. One side
running dry proves that no goal can be reached. The half beyond the meeting is walked forwards,
always to a state one level nearer to a goal: two states of equal canonical form need not have the
same moves.

Needs ``predecessors`` and ``goals`` of the space; raises ValueError where it has none. Cost: where
the number of states grows by a factor a level, about the square root of breadth-first search's.
Levels, deadlocks and depth are of both sides together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Generic

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.explore.limits import STRIDE, Limits, plain_bytes
from cpstudy.explore.paths import along
from cpstudy.explore.space import State, StateSpace


class _Side(Generic[State]):
    """One of the two searches: distances by canonical form, and where each state came from.

    ``full``: there are more than ``most`` starts.
    """

    def __init__(
        self, starts: Iterable[State], canonical: Callable[[State], Hashable], most: int
    ) -> None:
        self.full = False
        self.distance: dict[Hashable, int] = {}
        self.parent: dict[Hashable, State | None] = {}
        self.frontier: list[State] = []
        self.levels = 0
        for state in starts:
            key = canonical(state)
            if key not in self.distance:
                if len(self.distance) >= most:
                    self.full = True
                    break
                self.distance[key] = 0
                self.parent[key] = None
                self.frontier.append(state)


def bidirectional(
    space: StateSpace[State], budget: Budget, *, report: Report | None = None
) -> PathResult:
    """Search from the start and from the goals until the two sides meet."""
    limits = Limits(budget, report)
    canonical = space.canonical
    forward = _Side(space.initial(), canonical, limits.states)
    backward = _Side(space.goals(), canonical, limits.states - len(forward.distance))
    transitions = deadlocks = expansions = 0
    each = plain_bytes(forward.frontier[0]) if forward.frontier else 0
    stop: Stop | None = None
    meeting = next((s for s in forward.frontier if canonical(s) in backward.distance), None)

    def kept() -> int:
        return len(forward.distance) + len(backward.distance)

    if meeting is None and (forward.full or backward.full):
        stop = Stop.STATES
    while meeting is None and stop is None and forward.frontier and backward.frontier:
        ahead = len(forward.frontier) <= len(backward.frontier)
        side, other = (forward, backward) if ahead else (backward, forward)
        expand = space.successors if ahead else space.predecessors
        reached: list[State] = []
        for state in side.frontier:
            if expansions % STRIDE == 0:
                depth = forward.levels + backward.levels + 1
                stop = limits.strikes(kept(), len(side.frontier), depth, each * kept())
            expansions += 1
            if stop is not None:
                break
            following = list(expand(state))
            transitions += len(following)
            deadlocks += ahead and not following
            for _, found, _ in following:
                key = canonical(found)
                if key in side.distance:
                    continue
                if kept() >= limits.states:
                    stop = Stop.STATES
                    break
                side.distance[key] = side.levels + 1
                side.parent[key] = state
                reached.append(found)
                if key in other.distance:
                    meeting = found
                    break
            if meeting is not None:
                break
        side.frontier = reached
        side.levels += 1

    exhausted = stop is None and meeting is None
    path = None
    if meeting is not None:
        path = along(space, _joined(space, forward, backward, meeting))
    return PathResult(
        path=None if path is None else path.labels,
        exhausted=exhausted,
        stop=stop or (Stop.DONE if exhausted else Stop.LIMIT),
        states=kept() - (meeting is not None),
        transitions=transitions,
        depth=forward.levels + backward.levels + 1 if path is None else len(path.states),
        cost=None if path is None else path.cost,
        trace=() if path is None else path.states,
        deadlocks=deadlocks,
        counters={"forward": len(forward.distance), "backward": len(backward.distance)},
    )


def _joined(
    space: StateSpace[State], forward: _Side[State], backward: _Side[State], meeting: State
) -> list[State]:
    """The states from a start over the meeting to a goal."""
    canonical = space.canonical
    wanted = canonical(meeting)
    before = forward.parent[wanted]
    state = meeting
    if before is None:  # the meeting is a start: take it as the space gives it
        state = next(s for s in space.initial() if canonical(s) == wanted)
    else:  # found by one side or the other: take it as the successor that it is
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
