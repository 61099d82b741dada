"""From states to moves: the labels and costs along a chain of states.

The searches keep which state was found from which, not by which move: the move is found again by
expanding the states of the path once more, which costs nothing beside the search.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.space import State, StateSpace

# Steps between two looks at the clock.
STEPS = 256


class Path(NamedTuple):
    """Moves, the states along them (one more), and the sum of the costs."""

    labels: tuple[str, ...]
    states: tuple[Hashable, ...]
    cost: int


def chain(parents: Any, last: int) -> list[int]:
    """The numbers from a start (whose parent is itself) to ``last``. parents: indexed by number."""
    numbers = [last]
    while parents[last] != last:
        last = int(parents[last])
        numbers.append(last)
    return numbers[::-1]


def along(
    space: StateSpace[State], states: Sequence[State], limits: Limits | None = None
) -> Path | None:
    """The path through ``states``, each the first successor of that canonical form.

    None where the time of ``limits`` ends before. Raises RuntimeError where a state does not follow
    the one before it.
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
