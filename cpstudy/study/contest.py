"""Solvers on the same instances: what a competition reports.

- *PAR-2*: the mean of a solver's seconds, where a run that settled nothing counts as twice the
  limit. Where nothing was left unsettled, it is the mean of what was needed.
- *virtual best*: a solver that knew for each instance who is fastest. How far the best single
  solver is from it says what choosing by instance could gain.
- *cactus*: the instances that a solver settles within a time, as a curve: how many, in order.
- *scatter*: two solvers' seconds, a point an instance; a run that settled nothing is at the limit.

Sources: PAR-2 and cactus plots as in the SAT competitions; virtual best after Xu2012. Cost: linear
in runs. Limits: seconds are of one machine; rank by them only runs of one process on a quiet one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

VIRTUAL_BEST = "virtual best"


@dataclass(frozen=True)
class Contest:
    """seconds: of each solver a number an instance, None where it was not settled.

    limit: seconds that a run might take, None where there was none. clock: what thousandths of
    these seconds are called. Raises RuntimeError where the solvers have different numbers of
    instances.
    """

    seconds: Mapping[str, Sequence[float | None]]
    limit: float | None = None
    clock: str = "milliseconds"

    def __post_init__(self) -> None:
        if len({len(times) for times in self.seconds.values()}) > 1:
            raise RuntimeError("the solvers ran on different numbers of instances")

    def par2(self, solver: str) -> float | None:
        """Mean seconds, unsettled runs as twice the limit; None where that is not known.

        It is not where a run was not settled and there is no limit, and where there was no run.
        """
        penalty = None if self.limit is None else 2 * self.limit
        times = [penalty if time is None else time for time in self.seconds[solver]]
        known = [time for time in times if time is not None]
        return sum(known) / len(known) if known and len(known) == len(times) else None

    def median(self, solver: str) -> float | None:
        """Median seconds of the runs that settled something; None where there is none."""
        known = [time for time in self.seconds[solver] if time is not None]
        return median(known) if known else None

    def with_virtual_best(self) -> Contest:
        """The same with one solver more, called ``virtual best``."""
        best = [
            min((time for time in times if time is not None), default=None)
            for times in zip(*self.seconds.values(), strict=True)
        ]
        return Contest({**self.seconds, VIRTUAL_BEST: best}, self.limit, self.clock)

    def wins(self) -> dict[str, int]:
        """Of how many instances each solver was the fastest; of equals the first named."""
        found = dict.fromkeys(self.seconds, 0)
        for times in zip(*self.seconds.values(), strict=True):
            ran = [(time, at) for at, time in enumerate(times) if time is not None]
            if ran:
                found[list(found)[min(ran)[1]]] += 1
        return found

    def cactus(self, solver: str) -> list[tuple[int, float]]:
        """(k, seconds): the k instances that are settled first are each settled within that."""
        return list(enumerate(sorted(t for t in self.seconds[solver] if t is not None), 1))

    def scatter(self, first: str, second: str) -> list[tuple[float, float]]:
        """(seconds of the first, of the second), an instance each; at the limit if not settled.

        Instances that neither settles are left out, and where there is no limit those that either
        does not.
        """
        pairs = zip(self.seconds[first], self.seconds[second], strict=True)
        return [
            (limited(a, self.limit), limited(b, self.limit))
            for a, b in pairs
            if (a is not None or b is not None) and (self.limit is not None or None not in (a, b))
        ]


def limited(time: float | None, limit: float | None) -> float:
    """The seconds, or the limit where there are none. There is one of them."""
    if time is None:
        if limit is None:
            raise RuntimeError("an unsettled run without a limit has no time")
        return limit
    return time
