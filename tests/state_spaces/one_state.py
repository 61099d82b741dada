"""Expand one packed state at a time, for tests that compare compiled and plain spaces."""

from typing import Any

from cpstudy.core.native import array
from cpstudy.state_spaces.packed.space import CompiledSpace, Words, expand_state


class OneState:
    """The model of a compiled space, applied to one state at a time."""

    def __init__(self, space: CompiledSpace[Any], *, guided: bool = False) -> None:
        self.space = space
        self.model = space.fresh(guided=guided)

    def put(self, packed: Words) -> None:
        """Write a state into the first row of ``following``, which kernels that add states read."""
        array(self.model.following)[0] = self.space.row(packed)

    def expand(self, packed: Words) -> list[tuple[int, Words, int]]:
        """Return the successors of a packed state: (number of the label, packed state, cost)."""
        array(self.model.state)[:] = packed
        number = expand_state(self.model)
        following = array(self.model.following)[:number, : self.space.words].tolist()
        labels, costs = array(self.model.labels)[:number], array(self.model.costs)[:number]
        rows = zip(labels.tolist(), following, costs.tolist(), strict=True)
        return [(label, tuple(words), cost) for label, words, cost in rows]
