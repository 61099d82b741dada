"""From a model to an answer: the count, what it would need, solutions drawn from the same table.

Width and memory are known before a count begins in earnest. A board that is not counted within some
ten thousand states is measured first: where it can be cut into *strips*, the first columns alone
are counted, one more at a time, and states, bytes and digits of the number are continued to the
whole width; other kinds give a number of states themselves. Where that is more than twice the
memory that is allowed, the count is refused at once (stop MEMORY); what it would need stands in the
counters ``needed_states`` and ``needed_bytes`` of every count that does not end.

Cost of measuring: at most some 50 ms. Limits: strips continue by their growth, so clues that lie
densely on one side and not on the other mislead it; the budget of memory is kept in any case.
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

# States expanded before the whole is measured, and the most that strips take.
_TRIAL, _STRIPS = 1 << 16, 1 << 19
# An estimate, or a bound, may be so many times too high before a count is refused for it.
_BENEFIT, _BOUND = 2, 10_000


class Strips(NamedTuple):
    """columns: of the whole board. strip: the model of its first k columns."""

    columns: int
    strip: Callable[[int], Model]


class Need(NamedTuple):
    """What a count takes: states in all, of the largest layer, and bytes.

    at_most: a bound, which may be far too high.
    """

    states: float
    largest: float
    bytes: float
    at_most: bool = False

    @classmethod
    def of(cls, model: Model, states: float, largest: float, bits: float) -> Need:
        """bits: of the number in the end. Tables are powers of two, old and new held together."""
        room = 2.0 ** math.ceil(math.log2(max(largest, 2) + model.fan))
        limbs = math.ceil((bits + 1 + model.fan.bit_length()) / LIMB)
        return cls(states, largest, 1.5 * 16 * room * (model.words + limbs + 1))

    @property
    def counters(self) -> dict[str, int]:
        """As the counters of a result."""
        return {"needed_states": round(self.states), "needed_bytes": round(self.bytes)}


class Counter(NamedTuple):
    """A puzzle as the frontier takes it.

    values: of a piece and a label the places of the solution that it fills, with their values.
    solution: made of the values of all places, in order. need: how to measure it. settled: the
    values of places that no piece fills.
    """

    model: Model
    values: Callable[[int, int], Iterable[tuple[int, int]]]
    solution: Callable[[Sequence[int]], Hashable]
    need: Strips | Callable[[], Need]
    settled: Mapping[int, int] = MappingProxyType({})

    def diagram(self, budget: Budget, clock: Clock) -> Diagram | Stop:
        """The recorded count, or what ended the budget."""
        return recorded(self.model, budget, clock)

    def filled(self, labels: Sequence[int]) -> Hashable:
        """The solution of a way through the diagram."""
        values = dict(self.settled)
        for step, label in enumerate(labels):
            values.update(self.values(step, label))
        return self.solution([value for _, value in sorted(values.items())])

    def freedom(self, diagram: Diagram) -> dict[int, dict[int, int]]:
        """For each place, by value, how many solutions have it there."""
        settled = self.settled.items() if diagram.total else ()
        found = {place: {value: diagram.total} for place, value in settled}
        for step, numbers in enumerate(diagram.spread()):
            for label, number in numbers.items():
                for place, value in self.values(step, label):
                    values = found.setdefault(place, {})
                    values[value] = values.get(value, 0) + number
        return dict(sorted(found.items()))


def measured(counter: Counter) -> Need:
    """What the whole count will take, about."""
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
    """The last strip, grown as it did from the one some columns before."""
    width, last, largest = seen[-1]
    before, earlier, smaller = seen[max(0, len(seen) - 4)]
    more = (columns - width) / max(1, width - before)
    states = last.layers.expanded * (last.layers.expanded / earlier.layers.expanded) ** more
    bits = max(1, last.number.bit_length()) * columns / width
    return Need.of(model, states, largest * (largest / smaller) ** more, bits)


def counted(counter: Counter, budget: Budget, clock: Clock) -> Result:
    """The number of solutions alone.

    Counters: states, states of the frontier expanded, and where it did not end ``needed_states``,
    ``needed_bytes``. ``budget.states`` bounds the states of a layer, ``budget.memory`` the bytes.
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
    """The exact number of solutions, and up to ``limit`` of them by a search (None: all).

    Counters and budget as of :func:`counted`; iterations are states.
    """
    return listed(counted(counter, request.budget, request.clock), lister, puzzle, request)


def listed(result: Result, lister: Engine, puzzle: Any, request: Request) -> Result:
    """A count with as many solutions as are requested, found by a search in the time left."""
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
