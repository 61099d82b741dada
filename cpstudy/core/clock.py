"""The clock of a run, in wall-clock and CPU seconds, and the count of a generator's attempts.

Budgets are in wall-clock time. CPU seconds serve comparisons on a shared machine. A verb makes one
clock and passes it down: code that can run long takes a clock, or a budget of the clock's remaining
seconds, and checks it now and then. Code that builds a large model stops during the building, not
after it.

A generator that draws boards until one has the requested grade, or is new, calls :func:`attempt`
before each draw. A caller that shows progress listens. Listening never changes what is drawn.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cpstudy.core.result import Budget


class OutOfTimeError(Exception):
    """A budget of seconds is spent. Code that makes a result of it catches it: the stop TIME."""


class Clock:
    """A clock that starts when it is made. seconds: the budget; None: no budget.

    All clocks are equal, so a function with ``lru_cache`` can take a clock: its result does not
    depend on the time that it may take.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._begun = time.perf_counter()

    @property
    def passed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._begun

    @property
    def left(self) -> float | None:
        """The remaining seconds of the budget, at least 0; None without a budget."""
        return None if self.seconds is None else max(0.0, self.seconds - self.passed)

    @property
    def late(self) -> bool:
        """Whether the budget is spent."""
        return self.seconds is not None and self.passed >= self.seconds

    def overrun(self, share: float, seconds: float) -> bool:
        """Whether the time passed exceeds the budget by a share of it and by ``seconds``."""
        return self.seconds is not None and self.passed >= self.seconds * (1 + share) + seconds

    def check(self) -> None:
        """Raise OutOfTimeError if the budget is spent."""
        if self.late:
            raise OutOfTimeError

    def restart(self) -> None:
        """Start again with the whole budget: before the next puzzle, if each has its own."""
        self._begun = time.perf_counter()

    def budget(self, iterations: int | None = None) -> Budget:
        """A budget of the remaining seconds, for a method that takes one."""
        return Budget(seconds=self.left, iterations=iterations)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock)

    def __hash__(self) -> int:
        return hash(Clock)


class CpuClock(Clock):
    """A clock that also measures CPU time."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self._begun_cpu = _worked()

    @property
    def cpu_passed(self) -> float:
        """CPU seconds since the start, of all threads of this process and of its children."""
        return _worked() - self._begun_cpu


def _worked() -> float:
    """CPU seconds of this process, and of the children that have ended (to 10 ms)."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


UNLIMITED = Clock()

_listeners: list[Callable[[], None]] = []


def attempt() -> None:
    """Report that a board is about to be drawn. A listener may raise an exception to stop."""
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
