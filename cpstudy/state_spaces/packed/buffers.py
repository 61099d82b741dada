"""The arrays that a model's kernels fill, and expansion of single packed states from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.kernels import compiled
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.space import CompiledSpace, Words
from cpstudy.state_spaces.packed.visited import Visited
from cpstudy.state_spaces.paths import STEPS, Path


class Buffers:
    """What the kernels of a space fill, and expansion of single states from Python."""

    def __init__(self, space: CompiledSpace[Any]) -> None:
        self.space = space
        self.state = np.zeros(space.words, np.uint64)
        self.following = np.zeros((space.fanout, space.columns), np.uint64)
        self.labels = np.zeros(space.fanout, np.int64)
        self.costs = np.zeros(space.fanout, np.int64)

    def expand(self, packed: Words) -> list[tuple[int, Words, int]]:
        """The successors of a packed state: (number of the label, packed state, cost)."""
        number = self._fill(packed)
        return [
            (int(label), tuple(int(w) for w in words), int(cost))
            for label, words, cost in zip(
                self.labels[:number],
                self.following[:number, : self.space.words],
                self.costs[:number],
                strict=True,
            )
        ]

    def _fill(self, packed: Words) -> int:
        """Write the successors of a packed state into the arrays; how many there are."""
        self.state[:] = packed
        successors = compiled(self.space.successors)
        tables = self.space.tables
        return int(successors(self.state, tables, self.following, self.labels, self.costs))

    def along(
        self, visited: Visited, numbers: list[int], limits: Limits, *, last: bool = False
    ) -> Path | None:
        """The path through known states by their numbers; None where the time ends before.

        Of parallel transitions the first is taken, or the last: the one that the search took.
        """
        packed = [visited.state(number) for number in numbers]
        wanted_words = map(list, packed[1:])
        labels = []
        total = 0
        for place, (state, wanted) in enumerate(zip(packed, wanted_words, strict=False)):
            if place % STEPS == STEPS - 1 and limits.late:
                return None
            number = self._fill(state)
            following = self.following[:number, : self.space.words].tolist()
            steps = [step for step, words in enumerate(following) if words == wanted]
            step = steps[-1 if last else 0]
            labels.append(self.space.label(int(self.labels[step])))
            total += int(self.costs[step])
        return Path(tuple(labels), tuple(map(self.space.unpack, packed)), total)
