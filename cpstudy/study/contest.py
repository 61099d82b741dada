"""Solvers on the same instances: the statistics of competitions, each defined once.

Every run has a *time*: the seconds in which it settled its instance; else it is *censored*, and its
seconds are a lower bound (:func:`time_of`). A run that more time would not have helped – the method
does not take the instance, ran out of memory, crashed, was wrong, or its deduction was stuck –
counts as the limit, or without a limit as infinite. So the short time of a refusal never counts as
a time.

- *median*: of all runs; if it lies between settled and censored runs, or among censored ones, it is
  a lower bound (:mod:`.medians`).
- *PAR-2*: the mean, where a run that settled nothing counts as twice the limit. Without a limit it
  is defined only if all runs are settled.
- *virtual best*: for each instance the fastest solver. Its distance from the best single solver is
  the possible gain of choosing by instance.
- *share*: the share of all instances that a solver settles within a time; drawn, the *cactus*.
- *scatter*: two solvers' seconds, one point for each instance; a run that settled nothing is at the
  limit.

Intervals resample instances with replacement, the same for all solvers (percentile bootstrap,
Efron1979): they refer to other instances of the same kind, not to other machines.

Sources: PAR-2 and cactus plots as in the SAT competitions; virtual best after Xu2012. Cost: linear
in runs; an interval of PAR-2 uses resamples × instances numbers. Limits: seconds depend on the
machine; rank only runs of one process on an idle machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, NamedTuple

from cpstudy.core.result import Stop
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from cpstudy.study.medians import Interval

VIRTUAL_BEST = "virtual best"
WALL, CPU = "wall-clock", "CPU"

# Stops after which more effort could have settled the instance.
_GOES_ON = (Stop.TIME, Stop.ITERATIONS, Stop.STATES, Stop.LIMIT, Stop.INTERRUPTED)
_RESAMPLES = 2000
_TOGETHER = 1 << 20


class Time(NamedTuple):
    """The seconds of a run; a lower bound if it settled nothing; infinite if no time would help."""

    seconds: float
    settled: bool = True


class Median(NamedTuple):
    """A median in seconds; censored: it is a lower bound."""

    seconds: float
    censored: bool


def time_of(seconds: float, stop: Stop, settled: bool, limit: float | None) -> Time:
    """The time of a run that took these seconds under a limit."""
    if settled or stop in _GOES_ON:
        return Time(seconds, settled)
    return Time(inf if limit is None else max(seconds, limit), False)


def median_of(times: Sequence[Time]) -> Median | None:
    """The median; None without runs, or if it is infinite."""
    if not times:
        return None
    from cpstudy.study.medians import median

    seconds, censored = median([t.seconds for t in times], [not t.settled for t in times])
    return Median(seconds, censored) if isfinite(seconds) else None


@dataclass(frozen=True)
class Contest:
    """The times of several solvers on the same instances.

    times: for each solver, one for each instance. limit: the seconds allowed for a run, None for no
    limit. clock: WALL or CPU, the type of these seconds. Raises RuntimeError if the solvers have
    different numbers of instances.
    """

    times: Mapping[str, Sequence[Time]]
    limit: float | None = None
    clock: str = WALL

    def __post_init__(self) -> None:
        if len({len(times) for times in self.times.values()}) > 1:
            raise RuntimeError("the solvers ran on different numbers of instances")

    @property
    def instances(self) -> int:
        """The number of instances."""
        return len(next(iter(self.times.values()), ()))

    def settled(self, solver: str) -> int:
        """The number of instances that a solver settled."""
        return sum(time.settled for time in self.times[solver])

    def median(self, solver: str) -> Median | None:
        """See :func:`median_of`."""
        return median_of(self.times[solver])

    def median_interval(self, solver: str, confidence: float = 0.95) -> Interval | None:
        """The interval of the median; None if there is no median."""
        if self.median(solver) is None:
            return None
        from cpstudy.study.medians import median_interval

        seconds = [time.seconds for time in self.times[solver]]
        censored = [not time.settled for time in self.times[solver]]
        return median_interval(seconds, censored, confidence=confidence)

    def par2(self, solver: str) -> float | None:
        """Mean seconds, unsettled runs as twice the limit; None if undefined.

        It is undefined without runs, and without a limit if a run was not settled.
        """
        scores = self._scores(solver)
        return sum(scores) / len(scores) if scores else None

    def par2_interval(
        self, solver: str, confidence: float = 0.95, seed: int = 0
    ) -> tuple[float, float] | None:
        """The interval of PAR-2; None if there is no PAR-2, or only one instance.

        The same seed resamples the same instances for every solver.
        """
        scores = self._scores(solver)
        if scores is None or len(scores) < 2:
            return None
        import numpy as np

        from cpstudy.study.intervals import percentiles

        rng, number = np.random.default_rng(seed), len(scores)
        rows, values = max(1, _TOGETHER // number), np.array(scores)
        means = [
            values[rng.integers(number, size=(min(rows, _RESAMPLES - done), number))].mean(axis=1)
            for done in range(0, _RESAMPLES, rows)
        ]
        return percentiles(np.concatenate(means), confidence)

    def _scores(self, solver: str) -> list[float] | None:
        """The summands of PAR-2, one for each instance; None if one is undefined or none exists."""
        penalty = None if self.limit is None else 2 * self.limit
        scores = [time.seconds if time.settled else penalty for time in self.times[solver]]
        known = [score for score in scores if score is not None]
        return known if known and len(known) == len(scores) else None

    def with_virtual_best(self) -> Contest:
        """The contest with an additional solver ``virtual best``.

        On an instance that no solver settled, its bound is the least of their seconds.
        """
        best = [
            min(times, key=lambda time: (not time.settled, time.seconds))
            for times in zip(*self.times.values(), strict=True)
        ]
        return Contest({**self.times, VIRTUAL_BEST: best}, self.limit, self.clock)

    def fastest(self) -> dict[str, int]:
        """For each solver, the instances that it settled as fast as any; ties count for all."""
        found = dict.fromkeys(self.times, 0)
        for times in zip(*self.times.values(), strict=True):
            least = min((time.seconds for time in times if time.settled), default=None)
            for solver, time in zip(found, times, strict=True):
                found[solver] += time.settled and time.seconds == least
        return found

    def shares(self, solver: str) -> list[tuple[float, float]]:
        """Pairs (share, seconds): this share of all instances is settled within these seconds."""
        settled = sorted(time.seconds for time in self.times[solver] if time.settled)
        return [(k / self.instances, seconds) for k, seconds in enumerate(settled, 1)]

    def scatter(self, first: str, second: str) -> list[tuple[float, float]]:
        """Pairs of the solvers' seconds, one for each instance; at the limit if not settled.

        Instances that neither settles are left out; without a limit, also those that only one
        settles.
        """
        pairs = zip(self.times[first], self.times[second], strict=True)
        return [
            (self._placed(a), self._placed(b))
            for a, b in pairs
            if (a.settled or b.settled) and (self.limit is not None or (a.settled and b.settled))
        ]

    def _placed(self, time: Time) -> float:
        return time.seconds if time.settled or self.limit is None else self.limit

    def agreement(self, wrong: int = 0, disputed: int = 0) -> str:
        """Whether the solvers agree, for a title, and the number of runs without an answer."""
        runs = sum(map(len, self.times.values()))
        settled = sum(self.settled(solver) for solver in self.times)
        parts = [counted(wrong, "wrong answer")] * bool(wrong)
        parts += [f"{disputed} disputed"] * bool(disputed)
        if unanswered := runs - settled - wrong - disputed:
            parts.append(f"{unanswered} of {runs} runs without an answer")
            parts += ["the others agree"] * (len(parts) == 1)
        return ", ".join(parts) or "all agree"
