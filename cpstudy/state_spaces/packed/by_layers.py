"""Breadth-first search over packed states, a layer at a time, by NumPy: no compiler.

Between plain Python and machine code: the successors of thousands of states are made by a few
operations on arrays. Which of them are new is told by sorting, and by binary search in the sorted
words of the states known; these stand in *runs*, each at most half as long as the one before, so
that a word is merged into another run a logarithmic number of times. States are found in the order
of the other forms, so counts, levels and the path are theirs. Where a state was found from is seen
when the path is wanted, by expanding the layers along it once more.

Cost: about 0.25 µs a transition and 0.1 ms a layer, an eighth of plain Python; ten times machine
code, which has to be loaded first. 24 bytes a state at most. Limits: states of one word, packed
forms that have ``many``; worth nothing where layers are of a few states.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.exploring import Report
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.space import CompiledSpace, ManyStates
from cpstudy.state_spaces.paths import Path, along
from cpstudy.state_spaces.plain.breadth_first import outcome
from cpstudy.state_spaces.space import StateSpace

Words = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]

# States expanded at once: a few milliseconds, then comes a look at the limits.
_SLICE = 1 << 12

# A word in its layer, one in its run, and one more while runs are merged.
_BYTES = 24


def breadth_first_by_layers(
    space: StateSpace[Any],
    packed: CompiledSpace[Any],
    budget: Budget,
    most: int,
    *,
    whole: bool = False,
    report: Report | None = None,
) -> PathResult | None:
    """Search level by level, until a goal is found or (``whole``) no state is left.

    packed: the packed form of ``space``, with ``many``. None where that takes more than ``most``
    transitions.
    """
    assert packed.many is not None
    search = _Search(packed, packed.many, Limits(budget, report), whole)
    search.begin()
    while search.goes_on():
        search.next_layer(most)
        if search.transitions > most:
            return None
    return search.result(space)


class _Search:
    """The layers so far, states in the order in which they were found, and the counts.

    goal: layer and place of the first goal.
    """

    def __init__(
        self, packed: CompiledSpace[Any], many: ManyStates, limits: Limits, whole: bool
    ) -> None:
        self._packed, self._many, self._limits, self._whole = packed, many, limits, whole
        self._known = _Known()
        self.layers: list[Words] = []
        self.transitions = self.deadlocks = 0
        self.goal: tuple[int, int] | None = None
        self.stop: Stop | None = None

    def begin(self) -> None:
        """Take the initial states."""
        states = np.array([word for (word,) in self._packed.initial], np.uint64)
        self.layers.append(states[:0])
        fresh, _ = self._take(states, 0)
        self.layers[0] = states[fresh]

    def goes_on(self) -> bool:
        """Whether there is a layer to expand."""
        wanted = self._whole or self.goal is None
        return wanted and self.stop is None and len(self.layers[-1]) > 0

    def next_layer(self, most: int) -> None:
        """Expand the last layer: to its end, a goal, a limit, or ``most`` transitions in all."""
        layer = self.layers[-1]
        found = [layer[:0]]
        self.layers.append(layer[:0])
        size = 0
        for start in range(0, len(layer), _SLICE):
            known, depth = self._known.number, len(self.layers) - 1
            frontier = len(layer) - start + size
            self.stop = self._limits.strikes(known, frontier, depth, _BYTES * known)
            if self.stop is not None or self.transitions > most:
                break
            states = layer[start : start + _SLICE]
            following, sources = self._many.expand(states)
            fresh, last = self._take(following, size)
            found.append(following[fresh])
            size += len(fresh)
            # A search that ends within the slice has seen the successors of one state at a time.
            expanded = len(states) if last is None else int(sources[last]) + 1
            seen = sources[: np.searchsorted(sources, expanded)]
            self.transitions += len(seen)
            self.deadlocks += expanded - int(np.count_nonzero(np.diff(seen, prepend=-1)))
            if last is not None:
                break
        self.layers[-1] = np.concatenate(found)

    def _take(self, states: Words, size: int) -> tuple[Places, int | None]:
        """The places of states that were not known, and where the search ends among all of them.

        size: how many were found before in the same layer.
        """
        allowed = self._limits.states - self._known.number
        fresh = self._known.add(states)
        last = None
        if len(fresh) > allowed:
            self.stop, last = Stop.STATES, int(fresh[allowed])
            fresh = fresh[:allowed]
        if self.goal is None and len(fresh):
            goals = self._many.are_goals(states[fresh]).nonzero()[0]
            if len(goals):
                first = int(goals[0])
                self.goal = len(self.layers) - 1, size + first
                if not self._whole:
                    self.stop, last = None, int(fresh[first])
                    fresh = fresh[: first + 1]
        return fresh, last

    def result(self, space: StateSpace[Any]) -> PathResult:
        """What was found; a path that cannot be told within the time is none."""
        levels = tuple(len(layer) for layer in self.layers if len(layer))
        path = None
        if self.goal is not None:
            path = self._path(space)
            if path is None:
                self.stop = Stop.TIME
        complete = self._whole or self.goal is None
        return outcome(path, self.stop, complete, sum(levels), self.transitions, levels,
                       self.deadlocks)  # fmt: skip

    def _path(self, space: StateSpace[Any]) -> Path | None:
        """The states from a start to the goal, each found from the one before it."""
        assert self.goal is not None
        depth, place = self.goal
        states = [self.layers[depth][place]]
        for layer in reversed(self.layers[:depth]):
            if self._limits.late:
                return None
            states.append(self._source(layer, states[-1]))
        unpack = self._packed.unpack
        return along(space, [unpack((int(state),)) for state in reversed(states)], self._limits)

    def _source(self, layer: Words, state: np.uint64) -> np.uint64:
        """The state of a layer from which another one was found: the first that leads there."""
        for start in range(0, len(layer), _SLICE):
            following, sources = self._many.expand(layer[start : start + _SLICE])
            places = (following == state).nonzero()[0]
            if len(places):
                return cast(np.uint64, layer[start + int(sources[places[0]])])
        raise AssertionError("a state was found from none of the layer before it")


class _Known:
    """The states known: sorted runs of words, the longest first. number: how many there are."""

    def __init__(self) -> None:
        self.number = 0
        self._runs: list[Words] = []

    def add(self, words: Words) -> Places:
        """The places where words that were not known occur first, in order; they are known now."""
        if not len(words):
            return np.empty(0, np.int64)
        order = words.argsort()
        ranked = words[order]
        starts = np.concatenate([[True], ranked[1:] != ranked[:-1]]).nonzero()[0]
        different = ranked[starts]
        new = np.ones(len(different), np.bool_)
        for run in self._runs:
            new &= run.take(run.searchsorted(different), mode="clip") != different
        self._merge(different[new])
        first: Places = np.minimum.reduceat(order, starts)[new]
        first.sort()
        return first

    def _merge(self, run: Words) -> None:
        if not len(run):
            return
        self.number += len(run)
        while self._runs and 2 * len(run) > len(self._runs[-1]):
            run = np.concatenate([self._runs.pop(), run])
            run.sort()
        self._runs.append(run)
