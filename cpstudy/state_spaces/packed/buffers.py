"""A model for one search, and expansion of single packed states from Python."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from cpstudy.core.native import array
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.space import CompiledSpace, Words, expand_state
from cpstudy.state_spaces.packed.visited import Visited
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
        packed = [visited.state(number) for number in numbers]
        labels = []
        total = 0
        for place, (state, wanted) in enumerate(pairwise(packed)):
            if place % STEPS == STEPS - 1 and limits.late:
                return None
            steps = [step for step in self.expand(state) if step[1] == wanted]
            label, _, cost = steps[-1 if last else 0]
            labels.append(self.space.label(label))
            total += cost
        return Path(tuple(labels), tuple(map(self.space.unpack, packed)), total)
