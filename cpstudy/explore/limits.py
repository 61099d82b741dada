"""What a search may spend, and how it reports: one object that every engine asks now and then.

The number of states is exact. The clock is read once in many steps. Bytes of compiled searches are
those of their arrays, exactly; those of plain Python objects are estimated from the first states.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable

from cpstudy.core.exploring import Progress, Report
from cpstudy.core.result import Budget, Stop

# Expansions between two looks at the clock, and seconds between two reports.
STRIDE = 1024
_REPORT_SECONDS = 0.1

# A plain search keeps, beside the state itself: an entry of a dictionary and of two lists, and the
# integers in them. Measured with 64-bit Python, at the worst moment of growth.
_ENTRY_BYTES = 250


class Limits:
    """A budget under way. ``states`` is the largest number of states to keep."""

    def __init__(self, budget: Budget, report: Report | None) -> None:
        self._start = time.perf_counter()
        self._budget = budget
        self._report = report
        self._next_report = 0.0
        self.states = sys.maxsize if budget.states is None else int(budget.states)

    def strikes(self, states: int, frontier: int, depth: int, used: int) -> Stop | None:
        """The limit that is reached, or None; reports progress. used: bytes kept."""
        seconds = time.perf_counter() - self._start
        if self._report is not None and seconds >= self._next_report:
            self._report(Progress(states, frontier, depth, seconds))
            self._next_report = seconds + _REPORT_SECONDS
        if self._budget.seconds is not None and seconds >= self._budget.seconds:
            return Stop.TIME
        if self._budget.memory is not None and used > self._budget.memory:
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
