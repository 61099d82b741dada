"""What a study came to, from stored rows: a line a cell, and its solvers on the same puzzles.

Two runs are of one puzzle where kind, parameters, seed and budget are the same. Puzzles that the
same solvers ran on make one contest, so a file of several tables may give several. Seconds are CPU
seconds, since runs of a study go side by side; a run is unsettled where its answer is "unknown" or
where it has no result: "not applicable", "crashed" or "wrong".

Cost: one pass over the rows, some hundred bytes each. Limits: CPU seconds of programs that a solver
starts count only where runs are isolated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from cpstudy.core.result import Budget, Solvable, Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles import kind
from cpstudy.study.contest import Contest
from cpstudy.study.grid import Cell, Study, canonical_json
from cpstudy.study.medians import median
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

_PATHS = {Solvable.YES: "found", Solvable.NO: "unreachable", Solvable.UNKNOWN: "unknown"}
_NO_RESULT = (Stop.NOT_APPLICABLE, Stop.CRASHED, Stop.WRONG)
_FIRST = {Solvable.YES: "solvable", Solvable.NO: "none", Solvable.UNKNOWN: "unknown"}


@dataclass(frozen=True)
class Summary:
    """The runs of one cell.

    answers: how many have each answer: verdicts, and of paths whether there is one. effort: the
    median of the counter; censored: it is a lower bound. cpu_seconds: their median and sum. faults:
    of runs that crashed or were wrong, what happened with which puzzle.
    """

    cell: Cell
    runs: int
    answers: Mapping[str, int]
    effort: float
    censored: bool
    cpu_median: float
    cpu_sum: float
    faults: tuple[str, ...]


def summaries(store: Store, studies: Iterable[Study]) -> Iterator[Summary]:
    """One for each cell that has rows, in the order of the studies."""
    for study in studies:
        for cell, rows in groupby(store.rows(study), key=lambda row: row.cell):
            yield _summary(cell, list(rows))


def _summary(cell: Cell, rows: list[Row]) -> Summary:
    answers: dict[str, int] = {}
    for row in rows:
        given = answer(row)
        answers[given] = answers.get(given, 0) + 1
    effort, censored = median([row.effort for row in rows], [row.censored for row in rows])
    seconds = [float(row.extra["cpu_seconds"]) for row in rows]
    middle, _ = median(seconds, [False] * len(seconds))
    faults = tuple(
        f"{row.stop}: {row.extra['fault']} in {row.extra['text']}"
        for row in rows
        if row.stop in (Stop.CRASHED, Stop.WRONG)
    )
    return Summary(cell, len(rows), answers, effort, censored, middle, sum(seconds), faults)


def answer(row: Row) -> str:
    """What a row says: how many solutions; where one was searched, or a path, whether there is.

    Of a run without a result, why it has none.
    """
    if row.stop in _NO_RESULT:
        return row.stop.value
    if not kind(row.cell.kind).solvers:
        return _PATHS[row.solvable]
    return _FIRST[row.solvable] if row.cell.params.get("limit") == 1 else row.verdict.value


CLOCK = "CPU milliseconds"
_UNSETTLED = {"unknown", *map(str, _NO_RESULT)}


class Compared(NamedTuple):
    """One contest of a kind. number: from 1, of those of this kind and in their order.

    peaks: the most bytes that a run of a solver held, for solvers whose runs were isolated.
    """

    kind: str
    number: int
    contest: Contest
    peaks: dict[str, int]


class _Run(NamedTuple):
    answer: str
    seconds: float
    peak: int | None


class _Instance(NamedTuple):
    """What the runs of one puzzle share. params: canonical JSON."""

    kind: str
    budget: Budget
    params: str
    seed: int


def contests(store: Store, studies: Iterable[Study]) -> list[Compared]:
    """Those of at least two solvers, in the order of the studies.

    Raises WrongAnswerError where two solvers settle a puzzle differently.
    """
    runs: dict[_Instance, dict[str, _Run]] = {}
    for study in studies:
        for row in store.rows(study):
            params = canonical_json(dict(row.cell.params))
            instance = _Instance(row.cell.kind, row.cell.budget, params, row.seed)
            run = _Run(answer(row), float(row.extra["cpu_seconds"]), row.extra.get("peak_bytes"))
            runs.setdefault(instance, {})[row.cell.solver] = run
    groups: dict[tuple[str, Budget, tuple[str, ...]], list[dict[str, _Run]]] = {}
    for instance, ran in runs.items():
        _check_agreement(instance, ran)
        if len(ran) > 1:
            groups.setdefault((instance.kind, instance.budget, (*ran,)), []).append(ran)
    numbers: Counter[str] = Counter()
    found = []
    for (name, budget, solvers), alike in groups.items():
        numbers[name] += 1
        contest = Contest(
            {solver: [_seconds(ran[solver]) for ran in alike] for solver in solvers},
            budget.seconds,
            CLOCK,
        )
        peaks = {solver: _peak(ran[solver] for ran in alike) for solver in solvers}
        known = {solver: peak for solver, peak in peaks.items() if peak is not None}
        found.append(Compared(name, numbers[name], contest, known))
    return found


def _check_agreement(instance: _Instance, ran: dict[str, _Run]) -> None:
    settled = {solver: run.answer for solver, run in ran.items() if run.answer not in _UNSETTLED}
    if len(set(settled.values())) > 1:
        said = ", ".join(f"{solver}: {answer}" for solver, answer in settled.items())
        where = f"{instance.kind}, seed {instance.seed}, {instance.params}"
        raise WrongAnswerError(f"answers disagree on {where}: {said}")


def _seconds(run: _Run) -> float | None:
    return None if run.answer in _UNSETTLED else run.seconds


def _peak(runs: Iterable[_Run]) -> int | None:
    return max((run.peak for run in runs if run.peak is not None), default=None)
