"""How far every state of a space is from a goal: for spaces whose moves can be taken back.

All states that can be reached are found first; those that are goals then begin a second search,
level by level, which comes to every state from which a goal can be reached, at its distance. Both
are the compiled breadth-first search, so this costs twice that. Where each move can be undone by
one move, the states of both are the same, or there is no goal among them.

Limits: as of the search; a space with moves that cannot be taken back is answered wrongly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import view
from cpstudy.core.result import Budget, Stop
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.breadth_first import search_levels
from cpstudy.state_spaces.packed.expanding import goals_among
from cpstudy.state_spaces.packed.space import CompiledSpace, Words


class Distances(NamedTuple):
    """States in the order of their distance from a goal, goals first.

    order: packed states, a row each; starts: where each distance begins, and one past the last.
    states: how many there are in all, those without a way to a goal included.
    """

    order: npt.NDArray[Any]
    starts: tuple[int, ...]
    states: int

    @property
    def farthest(self) -> int:
        """The largest distance, -1 where there is no goal."""
        return len(self.starts) - 2

    def at(self, distance: int) -> list[Words]:
        """The packed states at a distance."""
        if not 0 <= distance <= self.farthest:
            return []
        rows = self.order[self.starts[distance] : self.starts[distance + 1]]
        return [tuple(map(int, row)) for row in rows]


def goal_distances(space: CompiledSpace[Any], budget: Budget) -> Distances | Stop:
    """The distances of all states; the limit that struck instead."""
    limits = Limits(budget, None)
    all_states = search_levels(space, budget, limits, whole=True)
    if all_states.stop is not None:
        return all_states.stop
    count = all_states.starts[-1]
    order = all_states.visited.order[:count]
    numbers = np.empty(count, np.int64)
    model, known = all_states.buffers.model, all_states.counts
    goals = numbers[: goals_among(model, known, count, view(numbers))]
    if not len(goals):
        return Distances(order[:0], (0,), count)
    initial = [tuple(map(int, order[number])) for number in goals]
    found = search_levels(replace(space, initial=initial), budget, limits, whole=True)
    if found.stop is not None:
        return found.stop
    starts = tuple(dict.fromkeys(found.starts))
    return Distances(found.visited.order[: starts[-1]], starts, count)
