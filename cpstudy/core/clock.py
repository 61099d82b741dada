"""The clock of a run, in wall-clock and CPU seconds, and the count of a generator's attempts.

Budgets are of the wall clock; CPU seconds are for comparisons on a machine that others use too.
A verb makes one clock and hands it down: code that can run long takes a clock, or a budget of what
the clock has left, and checks it now and then. Code that builds a large model stops while it
builds, not after.

A generator that draws boards until one has a grade, or is new, calls :func:`attempt` before each
draw. A caller that shows progress listens. What is drawn never depends on it.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cpstudy.core.result import Budget


class OutOfTimeError(Exception):
    """A budget of seconds is spent. Caught where a result is made of it: the stop TIME."""


class Clock:
    """Starts when it is made. seconds: the budget, None for none.

    All clocks are equal: what a function builds does not depend on the time that it may take, so
    a function with ``lru_cache`` can take a clock.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._begun = time.perf_counter()

    @property
    def passed(self) -> float:
        """Seconds since it started."""
        return time.perf_counter() - self._begun

    @property
    def left(self) -> float | None:
        """What is left of the budget, at least 0; None where there is none."""
        return None if self.seconds is None else max(0.0, self.seconds - self.passed)

    @property
    def late(self) -> bool:
        """Whether the budget is spent."""
        return self.seconds is not None and self.passed >= self.seconds

    def overrun(self, share: float, seconds: float) -> bool:
        """Whether more than the budget, a share of it and so many seconds are spent."""
        return self.seconds is not None and self.passed >= self.seconds * (1 + share) + seconds

    def check(self) -> None:
        """Raise OutOfTimeError where the budget is spent."""
        if self.late:
            raise OutOfTimeError

    def restart(self) -> None:
        """Start again with the whole budget: before the next puzzle, where each has its own."""
        self._begun = time.perf_counter()

    def budget(self, iterations: int | None = None) -> Budget:
        """A budget of the seconds that are left, for a method that takes one."""
        return Budget(seconds=self.left, iterations=iterations)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock)

    def __hash__(self) -> int:
        return hash(Clock)


class CpuClock(Clock):
    """A clock that measures CPU time too."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self._begun_cpu = _worked()

    @property
    def cpu_passed(self) -> float:
        """Seconds that this process has computed since, in all its threads, and its children."""
        return _worked() - self._begun_cpu


def _worked() -> float:
    """CPU seconds of this process, and of the children that it has waited for (to 10 ms)."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


UNLIMITED = Clock()

_listeners: list[Callable[[], None]] = []


def attempt() -> None:
    """Report that a board is about to be drawn. Raises what a listener raises, to stop."""
    for listener in _listeners:
        listener()


@contextmanager
def listening(listener: Callable[[], None]) -> Iterator[None]:
    """Call ``listener`` at each attempt while the body runs."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
