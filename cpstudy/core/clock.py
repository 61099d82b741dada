"""The clock of a run: wall-clock seconds, less those that kernels took to become machine code.

Compiling is paid once a version, importing the compiler once a process; neither is part of solving
a puzzle, so neither is charged to a puzzle's budget nor reported as its seconds. CPU seconds stand
beside, for a machine that others use too; budgets are of the wall clock.

What builds a large model asks the clock now and then, so that a budget strikes while it is written
and not after.
"""

from __future__ import annotations

import time

from cpstudy.core.waiting import starting_cpu_seconds, starting_seconds


class OutOfTimeError(Exception):
    """A budget of seconds is spent. Caught where a result is made of it: the stop TIME."""


class Clock:
    """Runs from its making. seconds: the budget, None for none.

    All clocks are equal: what a function builds does not depend on the time that it may take, so
    one that keeps its results by its arguments (``lru_cache``) can be given a clock.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._begun = time.perf_counter()
        self._starting = starting_seconds()

    @property
    def starting(self) -> float:
        """Seconds that kernels took to be compiled or loaded since."""
        return starting_seconds() - self._starting

    @property
    def passed(self) -> float:
        """Seconds since, without those."""
        return max(0.0, time.perf_counter() - self._begun - starting_seconds() + self._starting)

    @property
    def left(self) -> float | None:
        """What is left of the budget, at least 0; None where there is none."""
        return None if self.seconds is None else max(0.0, self.seconds - self.passed)

    @property
    def late(self) -> bool:
        """Whether the budget is spent."""
        return self.seconds is not None and self.passed >= self.seconds

    def check(self) -> None:
        """Raise OutOfTimeError where the budget is spent."""
        if self.late:
            raise OutOfTimeError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock)

    def __hash__(self) -> int:
        return hash(Clock)


class CpuClock(Clock):
    """One that tells computing time too, which takes three times as long to ask for."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self._begun_cpu = time.process_time()
        self._starting_cpu = starting_cpu_seconds()

    @property
    def cpu_passed(self) -> float:
        """Seconds that this process has computed since, in all its threads, without those."""
        starting = starting_cpu_seconds() - self._starting_cpu
        return max(0.0, time.process_time() - self._begun_cpu - starting)


UNLIMITED = Clock()
