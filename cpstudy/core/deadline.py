"""The end of a budget's seconds. Waiting for machine code is not charged: it comes once."""

from __future__ import annotations

import time

from cpstudy.core import kernels


class Deadline:
    """So many seconds from now on (None: no end), less those that were waited for a compiler."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._begun = time.perf_counter()
        self._waited = kernels.waited()

    @property
    def passed(self) -> bool:
        """Whether the seconds are over."""
        if self._seconds is None:
            return False
        waited = kernels.waited() - self._waited
        return time.perf_counter() - self._begun - waited >= self._seconds
