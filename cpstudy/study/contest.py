"""Solvers on the same instances: what a competition reports, each statistic defined once.

Every run has a *time*: what it needed where it settled its instance; else it is *censored*, and at
least so much would have been needed (:func:`time_of`). A run that no time would have helped – the
method does not take the instance, ran out of memory, crashed, was wrong, had nothing left to
deduce – counts as the limit, or without one as never. So the small time of a refusal is nowhere
taken for a time.

- *median*: of all runs; where it lies between settled and censored ones, or among these, it is a
  lower bound (:mod:`.medians`).
- *PAR-2*: the mean, where a run that settled nothing counts as twice the limit. Without a limit
  there is none unless all are settled.
- *virtual best*: for each instance the fastest solver. Its distance from the best single solver is
  what choosing by instance could gain.
- *share*: of all instances, those that a solver settles within a time; drawn, the *cactus*.
- *scatter*: two solvers' seconds, a point an instance; a run that settled nothing is at the limit.

Intervals resample instances with replacement, all solvers on the same ones (percentile bootstrap,
Efron1979): they are of other instances of the same kind, not of other machines.

Sources: PAR-2 and cactus plots as in the SAT competitions; virtual best after Xu2012. Cost: linear
in runs; an interval of PAR-2 as many numbers as resamples × instances. Limits: seconds are of one
machine; rank by them only runs of one process on a quiet one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, NamedTuple

from cpstudy.core.result import Stop

if TYPE_CHECKING:
    from cpstudy.study.medians import Interval

VIRTUAL_BEST = "virtual best"
WALL, CPU = "wall-clock", "CPU"

# Stops of runs that more of the same would have brought further.
_GOES_ON = (Stop.TIME, Stop.ITERATIONS, Stop.STATES, Stop.LIMIT, Stop.INTERRUPTED)
_RESAMPLES = 2000
_TOGETHER = 1 << 20


class Time(NamedTuple):
    """Seconds of a run. Where it settled nothing at least these; infinity: no time would do."""

    seconds: float
    settled: bool = True


class Median(NamedTuple):
    """Seconds; censored: at least these."""

    seconds: float
    censored: bool


def time_of(seconds: float, stop: Stop, settled: bool, limit: float | None) -> Time:
    """The time of a run that took so many seconds under a limit."""
    if settled or stop in _GOES_ON:
        return Time(seconds, settled)
    return Time(inf if limit is None else max(seconds, limit), False)


def median_of(times: Sequence[Time]) -> Median | None:
    """The median; None where there are no runs, or half of them are such as no time helps."""
    if not times:
        return None
    from cpstudy.study.medians import median

    seconds, censored = median([t.seconds for t in times], [not t.settled for t in times])
    return Median(seconds, censored) if isfinite(seconds) else None


@dataclass(frozen=True)
class Contest:
    """times: of each solver one an instance. limit: seconds that a run might take, None where
    there was none. clock: WALL or CPU, whose seconds these are. Raises RuntimeError where the
    solvers have different numbers of instances.
    """

    times: Mapping[str, Sequence[Time]]
    limit: float | None = None
    clock: str = WALL

    def __post_init__(self) -> None:
        if len({len(times) for times in self.times.values()}) > 1:
            raise RuntimeError("the solvers ran on different numbers of instances")

    @property
    def instances(self) -> int:
        """How many."""
        return len(next(iter(self.times.values()), ()))

    def settled(self, solver: str) -> int:
        """How many instances a solver settled."""
        return sum(time.settled for time in self.times[solver])

    def median(self, solver: str) -> Median | None:
        """See :func:`median_of`."""
        return median_of(self.times[solver])

    def median_interval(self, solver: str, confidence: float = 0.95) -> Interval | None:
        """Of the median; None where there is no median."""
        if self.median(solver) is None:
            return None
        from cpstudy.study.medians import median_interval

        seconds = [time.seconds for time in self.times[solver]]
        censored = [not time.settled for time in self.times[solver]]
        return median_interval(seconds, censored, confidence=confidence)

    def par2(self, solver: str) -> float | None:
        """Mean seconds, unsettled runs as twice the limit; None where that is not known.

        It is not where a run was not settled and there is no limit, and where there was no run.
        """
        scores = self._scores(solver)
        return sum(scores) / len(scores) if scores else None

    def par2_interval(
        self, solver: str, confidence: float = 0.95, seed: int = 0
    ) -> tuple[float, float] | None:
        """Of PAR-2; None where there is no PAR-2, and of a single instance.

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
        """PAR-2's summands, an instance each; None where one is not known, or there is none."""
        penalty = None if self.limit is None else 2 * self.limit
        scores = [time.seconds if time.settled else penalty for time in self.times[solver]]
        known = [score for score in scores if score is not None]
        return known if known and len(known) == len(scores) else None

    def with_virtual_best(self) -> Contest:
        """The same with one solver more, called ``virtual best``.

        Of an instance that nobody settled, what everybody spent at least is its bound.
        """
        best = [
            min(times, key=lambda time: (not time.settled, time.seconds))
            for times in zip(*self.times.values(), strict=True)
        ]
        return Contest({**self.times, VIRTUAL_BEST: best}, self.limit, self.clock)

    def fastest(self) -> dict[str, int]:
        """Of how many instances that it settled nobody was faster; equals share one."""
        found = dict.fromkeys(self.times, 0)
        for times in zip(*self.times.values(), strict=True):
            least = min((time.seconds for time in times if time.settled), default=None)
            for solver, time in zip(found, times, strict=True):
                found[solver] += time.settled and time.seconds == least
        return found

    def shares(self, solver: str) -> list[tuple[float, float]]:
        """(share, seconds): of all instances that share is settled within so long; a step each."""
        settled = sorted(time.seconds for time in self.times[solver] if time.settled)
        return [(k / self.instances, seconds) for k, seconds in enumerate(settled, 1)]

    def scatter(self, first: str, second: str) -> list[tuple[float, float]]:
        """(seconds of the first, of the second), an instance each; at the limit if not settled.

        Instances that neither settles are left out, and where there is no limit those that either
        does not.
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
        """Whether the solvers agree, in words for a title, and how many runs gave no answer."""
        runs = sum(map(len, self.times.values()))
        settled = sum(self.settled(solver) for solver in self.times)
        parts = [f"{wrong} wrong answer{'s' * (wrong > 1)}"] * bool(wrong)
        parts += [f"{disputed} disputed"] * bool(disputed)
        if unanswered := runs - settled - wrong - disputed:
            parts.append(f"{unanswered} of {runs} runs without an answer")
            parts += ["the others agree"] * (len(parts) == 1)
        return ", ".join(parts) or "all agree"
