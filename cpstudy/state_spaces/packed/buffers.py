"""A model for one search, and expansion of single packed states from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.native import array, view
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.space import CompiledSpace, Words, expand_state
from cpstudy.state_spaces.packed.visited import Visited, tell_steps
from cpstudy.state_spaces.paths import STEPS, Path


class Buffers:
    """A model of a space, and expansion of single states from Python."""

    def __init__(self, space: CompiledSpace[Any], *, guided: bool = False) -> None:
        self.space = space
        self.model = space.fresh(guided=guided)

    def put(self, packed: Words) -> None:
        """Let a state be the first of ``following``, as the kernels that add states want it."""
        array(self.model.following)[0] = self.space.row(packed)

    def expand(self, packed: Words) -> list[tuple[int, Words, int]]:
        """The successors of a packed state: (number of the label, packed state, cost)."""
        array(self.model.state)[:] = packed
        number = expand_state(self.model)
        following = array(self.model.following)[:number, : self.space.words]
        return [
            (label, tuple(words), cost)
            for label, words, cost in zip(
                array(self.model.labels)[:number].tolist(),
                following.tolist(),
                array(self.model.costs)[:number].tolist(),
                strict=True,
            )
        ]

    def along(
        self, visited: Visited, numbers: list[int], limits: Limits, *, last: bool = False
    ) -> Path | None:
        """The path through known states by their numbers; None where the time ends before.

        Of parallel transitions the first is taken, or the last: the one that the search took.
        """
        path, labels = np.array(numbers, np.int64), np.zeros(len(numbers), np.int64)
        steps = len(numbers) - 1
        cost = 0
        for first in range(0, steps, STEPS):
            if first and limits.late:
                return None
            end = min(first + STEPS, steps)
            cost += tell_steps(
                visited.known, self.model, view(path), first, end, last, view(labels)
            )
        names = tuple(map(self.space.label, labels[:steps].tolist()))
        states = tuple(self.space.unpack(visited.state(number)) for number in numbers)
        return Path(names, states, cost)
