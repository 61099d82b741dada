"""Diagrams: a recorded count, from which every solution and the share of each value follow.

All layers together are a *diagram*: states, and labelled steps from each layer to the next. Every
path from the first state to the last is one solution. Counting backwards gives each state its
number of *completions*. To find the k-th solution, go down and skip the completions of earlier
steps; a random number gives a uniform random solution. A step belongs to (ways to its source) ·
(completions of its target) solutions; these numbers add up to the share of solutions that fill a
piece in a given way. All numbers are exact.

The solutions are ordered by the filling of the first piece, in the model's order, then by that of
the second, and so on. Dead ends have no completions.

Cost: 24 bytes and 100 ns of integer arithmetic for each step; a solution is linear in the pieces.
Source: Ishihata2008, who computes probabilities on compiled diagrams in this way; Knuth's Simpath.
"""

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.native import array
from cpstudy.core.result import Budget, Stop
from cpstudy.frontier.engine import Model, Sweep
from cpstudy.frontier.layers import Layers

Whole = npt.NDArray[np.object_]  # Python integers of any size


class Diagram:
    """The states and steps of a count.

    first: the index of each layer's first state, then the number of states; the first layer holds
    state 0. keys: for each layer [states, words]. sources, targets, labels: of the steps, sorted by
    source. end: the final state, -1 if there is none.
    """

    def __init__(self, model: Model, first: list[int], keys: list[Any], arcs: Any) -> None:
        self.first, self.keys = first, keys
        self.sources, self.targets, self.labels = np.ascontiguousarray(arcs.T)
        last = np.flatnonzero(keys[-1][:, 0] == model.final)
        self.end = first[-2] + int(last[0]) if len(last) else -1
        self._starts = np.searchsorted(self.sources, np.arange(first[-1] + 1))

    @property
    def steps(self) -> int:
        """The number of pieces."""
        return len(self.keys) - 1

    def _layers(self) -> Iterator[tuple[int, slice]]:
        """Yield each piece with the steps that fill it."""
        for step in range(self.steps):
            begin, end = self.first[step], self.first[step + 1]
            yield step, slice(self._starts[begin], self._starts[end])

    @cached_property
    def completions(self) -> Whole:
        """The number of completions of each state."""
        number: Whole = np.zeros(self.first[-1], object)
        if self.end >= 0:
            number[self.end] = 1
        for _, steps in reversed(list(self._layers())):
            np.add.at(number, self.sources[steps], number[self.targets[steps]])
        return number

    @cached_property
    def ways(self) -> Whole:
        """The number of paths to each state."""
        number: Whole = np.zeros(self.first[-1], object)
        number[0] = 1
        for _, steps in self._layers():
            np.add.at(number, self.targets[steps], number[self.sources[steps]])
        return number

    @property
    def total(self) -> int:
        """The number of solutions."""
        return int(self.completions[0])

    def solution(self, k: int) -> list[int]:
        """Return the labels of the k-th solution, from 0. Raises IndexError if there is none."""
        if not 0 <= k < self.total:
            raise IndexError(f"solution {k} of {self.total}")
        state, chosen = 0, []
        for _ in range(self.steps):
            for step in range(self._starts[state], self._starts[state + 1]):
                after = self.completions[self.targets[step]]
                if k < after:
                    break
                k -= after
            chosen.append(int(self.labels[step]))
            state = int(self.targets[step])
        return chosen

    def sample(self, rng: Random) -> list[int]:
        """Return the labels of a uniform random solution."""
        return self.solution(rng.randrange(self.total))

    def spread(self) -> list[dict[int, int]]:
        """Return for each piece the number of solutions with each label."""
        found: list[dict[int, int]] = []
        for _, steps in self._layers():
            lying = self.ways[self.sources[steps]] * self.completions[self.targets[steps]]
            numbers: dict[int, int] = {}
            for label, number in zip(self.labels[steps].tolist(), lying.tolist(), strict=True):
                if number:
                    numbers[label] = numbers.get(label, 0) + number
            found.append(numbers)
        return found


def recorded(model: Model, budget: Budget, clock: Clock) -> Diagram | Stop:
    """Return the diagram of a model, or the limit reached: states, memory or time."""
    sweep = Sweep(model, budget, clock, recording=True)
    layers = sweep.layers
    first, keys, held = [0], [], 0
    for _ in sweep.along(range(model.steps + 1)):
        keys.append(keys_of(layers))
        first.append(first[-1] + layers.now)
        held += keys[-1].nbytes
        if held > sweep.memory:
            return Stop.MEMORY
    if sweep.stop is not Stop.DONE:
        return sweep.stop or Stop.TIME
    return Diagram(model, first, keys, array(layers.arcs)[: layers.arced].copy())


def keys_of(layers: Layers) -> npt.NDArray[np.int64]:
    """Return the keys of the current layer: [states, words]."""
    half, now = layers.half, layers.now
    rest = array(layers.rest)[half, :now]
    return np.column_stack([array(layers.keys)[half, :now], rest])
