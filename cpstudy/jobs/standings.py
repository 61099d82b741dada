"""The results of solvers on the same puzzles, one row for each solver: outcomes and statistics.

``compare`` and ``study --compare`` print the same rows; :mod:`cpstudy.study.contest` defines each
statistic. Every run of every solver counts: as *settled*, *unknown* (a limit, or a stuck
deduction), *not applicable*, *crashed*, *wrong*, or *disputed* (:mod:`.refereeing`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

from cpstudy.core.failures import WITHOUT_RESULT
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Result, Solvable, Stop, Verdict
from cpstudy.study.contest import VIRTUAL_BEST, Contest, Median, Time, median_of, time_of

SETTLED, UNKNOWN, DISPUTED = "settled", "unknown", "disputed"
REFUSED, CRASHED, WRONG = (str(stop) for stop in WITHOUT_RESULT)
# Outcomes that are reported individually, and end a campaign with exit code 1.
TO_REPORT = (CRASHED, WRONG, DISPUTED)

_DIGITS = 6


class Run(NamedTuple):
    """One run. time: by the clock of the contest. cpu: by the other clock, for compare.

    spent: seconds by the first clock, whatever the outcome. build, search: seconds of these
    phases. peak: bytes.
    """

    outcome: str
    time: Time
    spent: float = 0.0
    cpu: Time | None = None
    build: float | None = None
    search: float | None = None
    peak: int | None = None


class Fault(NamedTuple):
    """A run to be reported: its solver, its outcome, and what happened with which puzzle."""

    solver: str
    outcome: str
    words: str

    @property
    def who(self) -> str:
        """The heading for the fault: its solver, or all that disagree together."""
        return DISPUTED if self.outcome == DISPUTED else self.solver

    def __str__(self) -> str:
        if self.outcome == DISPUTED:
            return f"{DISPUTED}: {self.words}"
        return f"{self.solver}: {self.outcome}: {self.words}"


def outcome_of(result: Result, limit: int | None) -> str:
    """The outcome of a run; with a limit of one solution, finding it settles the puzzle."""
    if result.stop in WITHOUT_RESULT:
        return str(result.stop)
    if result.fault:
        return DISPUTED
    first = limit == 1 and result.solvable is not Solvable.UNKNOWN
    return SETTLED if first or result.verdict is not Verdict.UNKNOWN else UNKNOWN


def run_of(result: Result, limit: int | None, seconds: float | None) -> Run:
    """A run of compare. limit: of solutions; seconds: the limit of a run."""
    outcome = outcome_of(result, limit)

    def time(spent: float) -> Time:
        stop = Stop.WRONG if outcome == DISPUTED else result.stop
        return time_of(spent, stop, outcome == SETTLED, seconds)

    build, search = result.phases.get("build"), result.phases.get("search")
    wall, cpu = time(result.seconds), time(result.cpu_seconds)
    return Run(outcome, wall, result.seconds, cpu, build, search, result.peak_bytes)


@dataclass
class Standings:
    """Runs by solver, one for each puzzle, in the order of puzzles. limit, clock: of the contest.

    faults: runs to be reported.
    """

    runs: dict[str, list[Run]]
    limit: float | None
    clock: str
    faults: list[Fault] = field(default_factory=list)

    def take(self, solver: str, result: Result, puzzle: Determination, limit: int | None) -> None:
        """Add the next result of a solver. limit: of solutions."""
        run = run_of(result, limit, self.limit)
        self.runs[solver].append(run)
        if run.outcome in TO_REPORT:
            text = f" in {puzzle.encode()}" if run.outcome == CRASHED else ""
            self.faults.append(Fault(solver, run.outcome, result.fault + text))

    @cached_property
    def contest(self) -> Contest:
        """The contest of all runs; call it when all runs are added."""
        times = {solver: [run.time for run in runs] for solver, runs in self.runs.items()}
        return Contest(times, self.limit, self.clock)

    @cached_property
    def _fastest(self) -> dict[str, int]:
        return self.contest.fastest()

    @property
    def agreement(self) -> str:
        """Whether the solvers agree, in words."""
        outcomes = [run.outcome for runs in self.runs.values() for run in runs]
        return self.contest.agreement(outcomes.count(WRONG), outcomes.count(DISPUTED))

    def row(self, solver: str) -> dict[str, Any]:
        """A solver's results, as both verbs print them."""
        contest, runs = self.contest, self.runs[solver]
        outcomes = [run.outcome for run in runs]
        refused = outcomes.count(REFUSED)
        peaks = [run.peak for run in runs if run.peak is not None]
        return {
            "solver": solver,
            "puzzles": len(runs) - refused,
            "refused": refused,
            "unknown": outcomes.count(UNKNOWN),
            "crashed": outcomes.count(CRASHED),
            "wrong": outcomes.count(WRONG),
            "disputed": outcomes.count(DISPUTED),
            "settled": outcomes.count(SETTLED),
            "clock": contest.clock,
            "fastest": self._fastest[solver],
            **statistics(contest, solver),
            "peak_bytes": max(peaks, default=None),
        }

    def measured(self, solver: str) -> dict[str, Any]:
        """The row of compare: with measurements that a study lacks, and the sum of all seconds."""
        runs = self.runs[solver]
        built = [Time(run.build) for run in runs if run.build is not None]
        searched = [Time(r.search, r.time.settled) for r in runs if r.search is not None]
        cpu = [run.cpu for run in runs if run.cpu is not None]
        return {
            **self.row(solver),
            "median_build": _seconds(median_of(built)),
            "median_search": _seconds(median_of(searched)),
            "median_cpu_seconds": _seconds(median_of(cpu)),
            "total_seconds": round(sum(run.spent for run in runs), _DIGITS),
        }

    def virtual_best(self) -> dict[str, Any]:
        """The row of the virtual best solver."""
        best = self.contest.with_virtual_best()
        settled = best.settled(VIRTUAL_BEST)
        return {
            "solver": VIRTUAL_BEST,
            "puzzles": best.instances,
            "unknown": best.instances - settled,
            "settled": settled,
            **statistics(best, VIRTUAL_BEST),
        }


def statistics(contest: Contest, solver: str) -> Mapping[str, Any]:
    """Median and PAR-2 with their 95 % intervals; null if undefined, or without an upper end."""
    median, par2 = contest.median(solver), contest.par2(solver)
    around, interval = contest.median_interval(solver), contest.par2_interval(solver)
    return {
        "median_seconds": _seconds(median),
        "median_censored": median is None or median.censored,
        "median_interval": around
        and _ends(around.low, around.high if isfinite(around.high) else None, around.censored),
        "par2_seconds": None if par2 is None else round(par2, _DIGITS),
        "par2_interval": interval and _ends(*interval, False),
    }


def _seconds(median: Median | None) -> float | None:
    return None if median is None else round(median.seconds, _DIGITS)


def _ends(low: float, high: float | None, censored: bool) -> Sequence[float | None]:
    """Both ends of an interval; None for an upper end that is only a lower bound."""
    return [round(low, _DIGITS), None if censored or high is None else round(high, _DIGITS)]
