"""Budgets during a search: every search checks its limits and reports progress every few steps.

The bound on states is exact. The clock is read about every 20 ms, whatever the time of one step.
For compiled searches, bytes are the exact size of their arrays; for plain Python objects, they are
estimated from the first states.
"""

import sys
import time
from collections.abc import Hashable, Iterable
from itertools import islice
from typing import TypeVar

from cpstudy.core.clock import Clock
from cpstudy.core.exploring import Progress, Report
from cpstudy.core.result import Budget, Stop

Item = TypeVar("Item")

# The largest number of expansions (plain) or steps (compiled) between two checks of the limits.
STRIDE = 1 << 10
COMPILED_STRIDE = 1 << 20

_REPORT_SECONDS = 0.1
_SLICE_SECONDS = 0.02

# Successors of one state between two checks of the clock, and about how many bytes one takes.
_CHUNK = 1 << 10
_SUCCESSOR_BYTES = 200

# In addition to the state itself, a plain search keeps an entry of a dictionary and of two lists,
# and the integers in them. Measured with 64-bit Python, at the worst moment of growth.
_ENTRY_BYTES = 250


class Limits:
    """A budget that a search checks. states: the largest number of states to keep."""

    def __init__(self, budget: Budget, report: Report | None) -> None:
        self._clock = Clock(budget.seconds)
        self._memory = budget.memory
        self._report = report
        self._next_report = 0.0
        self.states = sys.maxsize if budget.states is None else int(budget.states)

    @property
    def late(self) -> bool:
        """Whether the time has run out."""
        return self._clock.late

    def strikes(self, states: int, frontier: int, depth: int, used: int) -> Stop | None:
        """Report progress; return the limit that is reached, or None. used: bytes kept."""
        seconds = self._clock.passed
        if self._report is not None and seconds >= self._next_report:
            self._report(Progress(states, frontier, depth, seconds))
            self._next_report = seconds + _REPORT_SECONDS
        if self.late:
            return Stop.TIME
        if self._memory is not None and used > self._memory:
            return Stop.MEMORY
        return None

    def listed(self, items: Iterable[Item]) -> tuple[list[Item], Stop | None]:
        """All items, usually the successors of one state; fewer if a limit is reached."""
        source = iter(items)
        found = list(islice(source, _CHUNK))
        if len(found) < _CHUNK:  # nearly all states
            return found, None
        while len(found) % _CHUNK == 0:
            if self._clock.late:
                return found, Stop.TIME
            if self._memory is not None and _SUCCESSOR_BYTES * len(found) > self._memory:
                return found, Stop.MEMORY
            more = list(islice(source, _CHUNK))
            if not more:
                break
            found += more
        return found, None


class Pace:
    """How many steps a search makes between two checks of its limits.

    The time of a step differs by a factor of a thousand between models, so the number adapts: a
    slice takes about 20 ms, which bounds the delay until a limit or Ctrl-C is noticed.
    first, most: steps.
    """

    def __init__(self, first: int, most: int) -> None:
        self.steps = first
        self._most = most
        self._since = time.perf_counter()

    def next(self) -> int:
        """The number of steps of the next slice; call it before each slice."""
        now = time.perf_counter()
        if now - self._since < _SLICE_SECONDS:
            self.steps = min(2 * self.steps, self._most)
        elif now - self._since > 2 * _SLICE_SECONDS:
            self.steps = max(self.steps // 4, 1)
        self._since = now
        return self.steps


def plain_pace() -> Pace:
    """The pace of a search in plain Python, in expansions."""
    return Pace(1, STRIDE)


def compiled_pace() -> Pace:
    """The pace of a compiled search."""
    return Pace(1 << 10, COMPILED_STRIDE)


def plain_bytes(state: Hashable) -> int:
    """About how many bytes a plain search needs for a state like this one."""
    return _ENTRY_BYTES + _deep_size(state)


def _deep_size(value: object) -> int:
    # Small integers and interned names are shared by all states.
    if isinstance(value, int | str) or value is None:
        return 0
    size = sys.getsizeof(value)
    if isinstance(value, tuple | frozenset):
        size += sum(map(_deep_size, value))
    return size
