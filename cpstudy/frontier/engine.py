"""The engine: pieces of a board one after another, by a model that says what a piece adds.

A *model* is a workspace of a kind with one kernel, ``expand``: from a state of the layer it puts
every state that follows when one more piece is filled, each with a label that says how it was
filled. The engine does the rest: tables, budgets, and the number in the end. The state that counts
then is the one whose key begins with ``final``; no other may, so a model lets go of all that the
last pieces leave open.

Cost: that of the layers, and of the kernel.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from cpstudy.core.clock import Clock
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, kernel, workspace
from cpstudy.core.result import UNBOUNDED, Budget, Stop
from cpstudy.frontier.layers import (
    DONE,
    FULL,
    PAUSED,
    TOO_MANY,
    Layers,
    close_layer,
    enter_states,
    has_space,
    numbers_fit,
    settle,
)

DEFAULT_MEMORY = 8 * 2**30
T = TypeVar("T")

# States between two looks at the clock: below a millisecond to a tenth of a second, by the model.
_SLICE = 2**12


@workspace
class Model:
    """steps: pieces that are taken. words: of a key. fan: no state makes more; final: see above."""

    steps: i64
    words: i64
    fan: i64
    final: i64

    def furnish(self, steps: int, words: int, fan: int, final: int = 0) -> None:
        """Fill the fields of this class."""
        self.steps, self.words, self.fan, self.final = steps, words, fan, final

    @kernel
    def expand(self, t: Layers, state: i64) -> None:
        """Put the states that follow a state of the layer when piece ``t.place`` is filled."""


@entry
def go(t: Layers, m: Model, until: i64) -> i64:
    """Take pieces until all are taken, ``until`` states were expanded, or a table is too small.

    Which of these it was is the status that is returned.
    """
    if t.new_slots:
        enter_states(t)
    while t.place < m.steps:
        if not numbers_fit(t):
            return FULL
        status = _take(t, m, until)
        if status != DONE:
            return status
    return DONE


@kernel
def _take(t: Layers, m: Model, until: i64) -> i64:
    """Expand what is left of the layer; returns the status."""
    while t.index < t.now:
        if t.expanded >= until:
            return PAUSED
        if not has_space(t):
            return FULL
        m.expand(t, t.index)
        t.index += 1
        t.expanded += 1
        if t.made > t.most_states:
            return TOO_MANY
    settle(t)
    if t.made > t.most_states:
        return TOO_MANY
    close_layer(t)
    return DONE


class Sweep:
    """A count under way: the model, its layers and its budget. stop: what ended :meth:`along`."""

    stop: Stop | None = None

    def __init__(self, model: Model, budget: Budget, clock: Clock, recording: bool = False) -> None:
        states = UNBOUNDED if budget.states is None else budget.states
        self.model, self._clock = model, clock
        self.layers = Layers(states, model.words, model.fan, recording)
        self._most = UNBOUNDED if budget.iterations is None else budget.iterations
        self.memory = DEFAULT_MEMORY if budget.memory is None else budget.memory

    def run(self, until: int = UNBOUNDED) -> Stop | None:
        """Continue until ``until`` states are expanded (None), all is done, or the budget is
        spent."""
        layers = self.layers
        most = min(until, self._most)
        while not self._clock.late:
            status = go(layers, self.model, min(most, layers.expanded + _SLICE))
            if status == DONE:
                return Stop.DONE
            if status == TOO_MANY:
                return Stop.STATES
            if status == FULL and not layers.enlarge(self.memory):
                return Stop.MEMORY
            if layers.expanded >= self._most:
                return Stop.ITERATIONS
            if layers.expanded >= most:
                return None
        return Stop.TIME

    def along(self, pieces: Iterable[T]) -> Iterator[T]:
        """What goes with each layer, one piece after the other and as far as the budget lasts.

        pieces: one more than the model's steps. Layers behind one that led nowhere are empty.
        """
        self.stop = None
        for piece in pieces:
            if self.stop not in (None, Stop.DONE):
                return
            yield piece
            if self.stop is None:
                self.stop = self.run(self.layers.expanded + self.layers.now)

    @property
    def number(self) -> int:
        """The number of ways to the end, after the last piece."""
        return self.layers.count_of(self.model.final)
