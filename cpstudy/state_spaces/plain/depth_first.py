"""Depth-first search in the order of LTSmin's sequential tool.

LTSmin pushes all successors of a state on a stack and takes the last one first. It marks, counts
and tests a state when it takes it. So this is a depth-first search that visits successors in
reverse order, and its depths can be compared with the published ones (Kamies2016, Tables 3 and 4):
*depth* is the number of states on the path to the goal, both ends included. Without a goal, it is
the length of the longest path visited.

Only states on the path keep their successors; every other visited state is an entry of a set. The
path found is rarely short. The cost is that of breadth-first search. The compiled form is
:mod:`cpstudy.state_spaces.packed.depth_first`.
"""

from collections.abc import Hashable

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits, plain_bytes, plain_pace
from cpstudy.state_spaces.paths import Path, outcome
from cpstudy.state_spaces.space import State, StateSpace


def depth_first(
    space: StateSpace[State], budget: Budget, *, whole: bool = False, report: Report | None = None
) -> PathResult:
    """Follow one path as far as possible, until a goal or (``whole``) no state is left."""
    limits = Limits(budget, report)
    canonical = space.canonical
    visited: set[Hashable] = set()
    # The path: the transitions taken, and the untried successors of each state on it. The bottom
    # entry is the choice of an initial state.
    path: list[tuple[str, State, int]] = []
    waiting = [[("", state, 0) for state in space.initial()]]
    found: Path | None = None
    transitions = deadlocks = longest = each = look = 0
    pace = plain_pace()
    stop: Stop | None = None
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if path:
                path.pop()
            continue
        step = waiting[-1].pop()
        state = step[1]
        key = canonical(state)
        if key in visited:
            continue
        if len(visited) >= look:
            each = each or plain_bytes(state)
            stop = limits.strikes(len(visited), len(path), longest, each * (len(visited) + 1))
            look += pace.next()
        if len(visited) >= limits.states:
            stop = Stop.STATES
        if stop is not None:
            break
        visited.add(key)
        path.append(step)
        longest = max(longest, len(path))
        if found is None and space.is_goal(state):
            labels, states, costs = zip(*path, strict=True)
            found = Path(labels[1:], states, sum(costs))
            if not whole:
                break
        following, stop = limits.listed(space.successors(state))
        if stop is not None:
            break
        transitions += len(following)
        deadlocks += not following
        waiting.append(following)

    return outcome(
        found, stop, whole or found is None, states=len(visited), transitions=transitions,
        deadlocks=deadlocks, depth=longest,
    )  # fmt: skip
