"""What all searches return: a path along a chain of states, and the result that contains it.

Most searches store the parent of each state, but not the move from it. Expanding the states of the
path once more finds the moves; this costs almost nothing compared with the search.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cpstudy.core.result import PathResult, Stop
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.space import State, StateSpace

# Steps between two checks of the clock.
STEPS = 256


class Path(NamedTuple):
    """Moves, the states along them (one more than moves), and the sum of the costs."""

    labels: tuple[str, ...]
    states: tuple[Hashable, ...]
    cost: int


def chain(parents: Any, last: int) -> list[int]:
    """The numbers of the states from a start (its own parent) to ``last``, by ``parents``."""
    numbers = [last]
    while parents[last] != last:
        last = int(parents[last])
        numbers.append(last)
    return numbers[::-1]


def along(
    space: StateSpace[State], states: Sequence[State], limits: Limits | None = None
) -> Path | None:
    """The path through ``states``; each step is the first transition to that canonical form.

    Returns None if the time of ``limits`` runs out. Raises RuntimeError if a state does not follow
    the previous one.
    """
    labels = []
    cost = 0
    for number, (state, following) in enumerate(pairwise(states)):
        if number % STEPS == STEPS - 1 and limits is not None and limits.late:
            return None
        wanted = space.canonical(following)
        for label, found, price in space.successors(state):
            if space.canonical(found) == wanted:
                labels.append(label)
                cost += price
                break
        else:
            raise RuntimeError(
                f"step {number}: {space.describe(following)} does not follow "
                f"{space.describe(state)}"
            )
    return Path(tuple(labels), tuple(states), cost)


def outcome(
    path: Path | None,
    stop: Stop | None,
    complete: bool,
    *,
    states: int,
    transitions: int,
    deadlocks: int,
    depth: int = 0,
    levels: tuple[int, ...] = (),
    shortest: int | None = None,
    counters: Mapping[str, int] | None = None,
) -> PathResult:
    """The result of a search.

    stop: the limit that was reached. complete: if no limit was reached, every state was expanded.
    depth: of a search that found no path.
    """
    exhausted = stop is None and complete
    return PathResult(
        path=None if path is None else path.labels,
        exhausted=exhausted,
        stop=stop or (Stop.DONE if exhausted else Stop.LIMIT),
        states=states,
        transitions=transitions,
        depth=depth if path is None else len(path.states),
        cost=None if path is None else path.cost,
        trace=() if path is None else path.states,
        levels=levels,
        deadlocks=deadlocks,
        shortest=shortest,
        counters=counters or {},
    )
