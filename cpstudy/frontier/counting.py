"""Count solutions along a frontier: estimate the memory first, then count or refuse.

A count that is not finished after some ten thousand states is estimated. If the board can be cut
into *strips*, its first columns alone are counted, one more at a time, and the numbers of states,
bytes and digits are extrapolated to the whole width; other kinds supply a number of states
themselves. A count that needs more than twice the allowed memory is refused at once (stop MEMORY).
Every unfinished count reports its needs in the counters ``needed_states`` and ``needed_bytes``.

Cost of the estimate: at most about 50 ms. Limits: strips are extrapolated by their growth, so clues
that are dense on one side only mislead the estimate; the memory limit holds in any case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from cpstudy.core.clock import Clock
from cpstudy.core.portfolio import Engine
from cpstudy.core.result import UNBOUNDED, Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.frontier.diagram import Diagram, recorded
from cpstudy.frontier.engine import Model, Sweep
from cpstudy.frontier.layers import LIMB

# States expanded before the estimate, and at most for the strips.
_TRIAL, _STRIPS = 1 << 16, 1 << 19
# A count is refused if an estimate, or a bound, exceeds the memory limit by this factor.
_BENEFIT, _BOUND = 2, 10_000


class Strips(NamedTuple):
    """A board cut into strips. columns: of the whole board. strip: the model of its first k."""

    columns: int
    strip: Callable[[int], Model]


class Need(NamedTuple):
    """The needs of a count: states in total, states of the largest layer, and bytes.

    at_most: it is an upper bound, which may be far too high.
    """

    states: float
    largest: float
    bytes: float
    at_most: bool = False

    @classmethod
    def of(cls, model: Model, states: float, largest: float, bits: float) -> Need:
        """Compute the bytes. bits: of the result. Two tables of power-of-two size coexist."""
        capacity = 2.0 ** math.ceil(math.log2(max(largest, 2) + model.fan))
        limbs = math.ceil((bits + 1 + model.fan.bit_length()) / LIMB)
        return cls(states, largest, 1.5 * 16 * capacity * (model.words + limbs + 1))

    @property
    def counters(self) -> dict[str, int]:
        """Return the counters for a result."""
        return {"needed_states": round(self.states), "needed_bytes": round(self.bytes)}


class Counter(NamedTuple):
    """A puzzle in the form that the frontier counts.

    values: from a piece and a label to the places of the solution that they fill, with values.
    solution: builds a solution from the values of all places in order. need: how to estimate the
    count. settled: the values of places that no piece fills.
    """

    model: Model
    values: Callable[[int, int], Iterable[tuple[int, int]]]
    solution: Callable[[Sequence[int]], Hashable]
    need: Strips | Callable[[], Need]
    settled: Mapping[int, int] = MappingProxyType({})

    def diagram(self, budget: Budget, clock: Clock) -> Diagram | Stop:
        """Return the recorded count, or the limit reached."""
        return recorded(self.model, budget, clock)

    def filled(self, labels: Sequence[int]) -> Hashable:
        """Return the solution of a path through the diagram."""
        values = dict(self.settled)
        for step, label in enumerate(labels):
            values.update(self.values(step, label))
        return self.solution([value for _, value in sorted(values.items())])

    def freedom(self, diagram: Diagram) -> dict[int, dict[int, int]]:
        """Return for each place the number of solutions with each value."""
        settled = self.settled.items() if diagram.total else ()
        found = {place: {value: diagram.total} for place, value in settled}
        for step, numbers in enumerate(diagram.spread()):
            for label, number in numbers.items():
                for place, value in self.values(step, label):
                    values = found.setdefault(place, {})
                    values[value] = values.get(value, 0) + number
        return dict(sorted(found.items()))


def measured(counter: Counter) -> Need:
    """Estimate the needs of the whole count."""
    if not isinstance(counter.need, Strips):
        return counter.need()
    columns, strip = counter.need
    seen: list[tuple[int, Sweep, int]] = []
    spent = 0
    for width in range(1, columns + 1):
        sweep = Sweep(strip(width), Budget(), Clock(None))
        largest = 0
        while (stop := sweep.run(sweep.layers.expanded + sweep.layers.now)) is None:
            largest = max(largest, sweep.layers.now)
            if spent + sweep.layers.expanded > _STRIPS:
                break
        if stop is None:
            break
        spent += sweep.layers.expanded
        seen.append((width, sweep, max(largest, 1)))
    return _continued(counter.model, columns, seen)


def _continued(model: Model, columns: int, seen: list[tuple[int, Sweep, int]]) -> Need:
    """Extrapolate the last strip by its growth since the strip three columns before."""
    width, last, largest = seen[-1]
    before, earlier, smaller = seen[max(0, len(seen) - 4)]
    more = (columns - width) / max(1, width - before)
    states = last.layers.expanded * (last.layers.expanded / earlier.layers.expanded) ** more
    bits = max(1, last.number.bit_length()) * columns / width
    return Need.of(model, states, largest * (largest / smaller) ** more, bits)


def counted(counter: Counter, budget: Budget, clock: Clock) -> Result:
    """Count the solutions, without listing any.

    Counters: states (expanded), and for an unfinished count ``needed_states`` and ``needed_bytes``.
    ``budget.states`` limits the states of a layer, ``budget.memory`` the bytes.
    """
    sweep = Sweep(counter.model, budget, clock)
    stop = sweep.run(_TRIAL)
    counters: dict[str, int] = {}
    if stop is not Stop.DONE:
        need = measured(counter)
        counters = need.counters
        trust = _BOUND if need.at_most else _BENEFIT
        if stop is None and need.bytes > trust * sweep.memory:
            stop = Stop.MEMORY
    stop = stop or sweep.run() or Stop.TIME
    done = stop is Stop.DONE
    return Result(
        count=sweep.number if done else None,
        exhausted=done,
        stop=stop,
        counters={"states": sweep.layers.expanded} | ({} if done else counters),
    )


def solve(counter: Counter, lister: Engine, puzzle: Any, request: Request) -> Result:
    """Count the solutions, and find up to ``limit`` of them by a search (None: all).

    Counters and budget as in :func:`counted`; iterations are states.
    """
    return listed(counted(counter, request.budget, request.clock), lister, puzzle, request)


def listed(result: Result, lister: Engine, puzzle: Any, request: Request) -> Result:
    """Add the requested number of solutions to a count, by a search in the remaining time."""
    most = min(result.count or 0, request.limit if request.limit is not None else UNBOUNDED)
    if not most:
        return result
    left = replace(request, budget=Budget(seconds=request.clock.left), limit=most)
    found = lister(puzzle, left)
    whole = len(found.solutions) == most
    return replace(
        result,
        solutions=found.solutions,
        exhausted=whole,
        stop=Stop.DONE if whole else found.stop,
        counters={**found.counters, **result.counters},
    )
