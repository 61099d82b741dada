"""What a study came to: a line for each cell, from stored rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from cpstudy.core.result import Solvable
from cpstudy.puzzles import kind
from cpstudy.study.grid import Cell, Study
from cpstudy.study.medians import median
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

_PATHS = {Solvable.YES: "found", Solvable.NO: "unreachable", Solvable.UNKNOWN: "unknown"}
_FIRST = {Solvable.YES: "solvable", Solvable.NO: "none", Solvable.UNKNOWN: "unknown"}


@dataclass(frozen=True)
class Summary:
    """The runs of one cell.

    answers: how many have each answer: verdicts, and of paths whether there is one. effort: the
    median of the counter; censored: it is a lower bound. cpu_seconds: their median and sum.
    """

    cell: Cell
    runs: int
    answers: Mapping[str, int]
    effort: float
    censored: bool
    cpu_median: float
    cpu_sum: float


def summaries(store: Store, studies: Iterable[Study]) -> Iterator[Summary]:
    """One for each cell that has rows, in the order of the studies."""
    for study in studies:
        for cell, rows in groupby(store.rows(study), key=lambda row: row.cell):
            yield _summary(cell, list(rows))


def _summary(cell: Cell, rows: list[Row]) -> Summary:
    answers: dict[str, int] = {}
    for row in rows:
        told = answer(row)
        answers[told] = answers.get(told, 0) + 1
    effort, censored = median([row.effort for row in rows], [row.censored for row in rows])
    seconds = [float(row.extra["cpu_seconds"]) for row in rows]
    middle, _ = median(seconds, [False] * len(seconds))
    return Summary(cell, len(rows), answers, effort, censored, middle, sum(seconds))


def answer(row: Row) -> str:
    """What a row says: how many solutions; where one was searched, or a path, whether there is."""
    if not kind(row.cell.kind).solvers:
        return _PATHS[row.solvable]
    return _FIRST[row.solvable] if row.cell.params.get("limit") == 1 else row.verdict.value
