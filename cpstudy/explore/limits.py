"""What a search may spend, and how it reports: one object that every engine asks now and then.

The number of states is exact. The clock is read once in many steps. Bytes of compiled searches are
those of their arrays, exactly; those of plain Python objects are estimated from the first states.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable

from cpstudy.core.clock import Clock
from cpstudy.core.exploring import Progress, Report
from cpstudy.core.result import Budget, Stop

# Expansions between two looks at the clock, and seconds between two reports.
STRIDE = 1024
_REPORT_SECONDS = 0.1
_SLICE_SECONDS = 0.02

# A plain search keeps, beside the state itself: an entry of a dictionary and of two lists, and the
# integers in them. Measured with 64-bit Python, at the worst moment of growth.
_ENTRY_BYTES = 250


class Limits:
    """A budget under way. ``states`` is the largest number of states to keep."""

    def __init__(self, budget: Budget, report: Report | None) -> None:
        self._clock = Clock(budget.seconds)
        self._memory = budget.memory
        self._report = report
        self._next_report = 0.0
        self.states = sys.maxsize if budget.states is None else int(budget.states)

    def strikes(self, states: int, frontier: int, depth: int, used: int) -> Stop | None:
        """The limit that is reached, or None; reports progress. used: bytes kept."""
        seconds = self._clock.passed
        if self._report is not None and seconds >= self._next_report:
            self._report(Progress(states, frontier, depth, seconds))
            self._next_report = seconds + _REPORT_SECONDS
        if self._clock.late:
            return Stop.TIME
        if self._memory is not None and used > self._memory:
            return Stop.MEMORY
        return None


def plain_bytes(state: Hashable) -> int:
    """About how many bytes a plain search spends on a state like this one."""
    return _ENTRY_BYTES + _deep_size(state)


def _deep_size(value: object) -> int:
    # Small integers and interned names are shared by all states.
    if isinstance(value, int | str) or value is None:
        return 0
    size = sys.getsizeof(value)
    if isinstance(value, tuple | frozenset):
        size += sum(map(_deep_size, value))
    return size


class Pace:
    """How many steps a compiled search makes between two looks at its limits.

    Models differ by a factor of a thousand in the time of a step, so the number follows the clock:
    about 20 ms at a time, which is how late a limit or Ctrl-C may be noticed.
    """

    def __init__(self) -> None:
        self.steps = 1 << 10
        self._since = time.perf_counter()

    def next(self) -> int:
        """The number of steps of the next slice; to be asked before each."""
        now = time.perf_counter()
        if now - self._since < _SLICE_SECONDS:
            self.steps = min(2 * self.steps, 1 << 20)
        elif now - self._since > 2 * _SLICE_SECONDS:
            self.steps = max(self.steps // 2, 1)
        self._since = now
        return self.steps
