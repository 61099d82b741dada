"""The results of a study from stored rows: a line for each cell, and solvers on the same puzzles.

Two runs have the same puzzle if kind, parameters, seed and budget are the same. The puzzles on
which the same solvers ran make one contest, so a file of several tables may give several. Seconds
are CPU seconds, since a study executes runs in parallel. A run is unsettled if its answer is
"unknown", if it has no result ("not applicable", "crashed" or "wrong"), or if other answers
contradict it (:mod:`cpstudy.jobs.refereeing`).

Cost: one pass over the rows of cells that several solvers share, some hundred bytes each. Limits:
CPU seconds of programs that a solver starts count only if runs are isolated.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from cpstudy.core.failures import FAULTS, WITHOUT_RESULT
from cpstudy.core.result import Budget, Solvable, Stop
from cpstudy.jobs.refereeing import agree, claim_of_answer, rulings
from cpstudy.jobs.standings import DISPUTED, SETTLED, Fault, Run, Standings
from cpstudy.jobs.studies.measuring import drawn
from cpstudy.puzzles import kind
from cpstudy.study.contest import CPU, Median, median_of, time_of
from cpstudy.study.grid import Cell, Study, canonical_json
from cpstudy.study.medians import median
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

_UNANSWERED = {"unknown", *map(str, WITHOUT_RESULT)}
_PATHS = {Solvable.YES: "found", Solvable.NO: "unreachable", Solvable.UNKNOWN: "unknown"}
_FIRST = {Solvable.YES: "solvable", Solvable.NO: "none", Solvable.UNKNOWN: "unknown"}


class FaultyRun(NamedTuple):
    """A run to be reported. puzzle: its text form."""

    cell: Cell
    seed: int
    puzzle: str
    fault: Fault


@dataclass(frozen=True)
class Summary:
    """The runs of one cell.

    answers: the number of runs with each answer: a verdict, or for paths whether there is one.
    effort: the median of the counter; censored: it is a lower bound. cpu_median: CPU seconds, as in
    :func:`~cpstudy.study.contest.median_of`. cpu_sum: of all runs. faults: runs that crashed or
    were wrong.
    """

    cell: Cell
    runs: int
    answers: Mapping[str, int]
    effort: float
    censored: bool
    cpu_median: Median | None
    cpu_sum: float
    faults: tuple[FaultyRun, ...]


def summaries(store: Store, studies: Iterable[Study]) -> Iterator[Summary]:
    """A summary for each cell that has rows, in the order of the studies."""
    for study in studies:
        for cell, rows in groupby(store.rows(study), key=lambda row: row.cell):
            yield _summary(cell, list(rows))


def _summary(cell: Cell, rows: list[Row]) -> Summary:
    effort, censored = median([row.effort for row in rows], [row.censored for row in rows])
    runs = [run_of(row) for row in rows]
    return Summary(
        cell=cell,
        runs=len(rows),
        answers=Counter(map(answer, rows)),
        effort=effort,
        censored=censored,
        cpu_median=median_of([run.time for run in runs]),
        cpu_sum=sum(run.spent for run in runs),
        faults=tuple(_fault_of(row) for row in rows if row.stop in FAULTS),
    )


def _fault_of(row: Row) -> FaultyRun:
    text = str(row.extra["text"])
    fault = Fault(row.cell.solver, str(row.stop), f"{row.extra['fault']} in {text}")
    return FaultyRun(row.cell, row.seed, text, fault)


def answer(row: Row) -> str:
    """A row's verdict; with a limit of one solution, or for a path, whether one exists.

    For a run without a result, the reason.
    """
    if row.stop in WITHOUT_RESULT:
        return row.stop.value
    if not kind(row.cell.kind).solvers:
        return _PATHS[row.solvable]
    return _FIRST[row.solvable] if row.cell.params.get("limit") == 1 else row.verdict.value


class Compared(NamedTuple):
    """Solvers on the same puzzles. number: from 1, within the contests of this kind, in order."""

    kind: str
    number: int
    standings: Standings


def compared(store: Store, studies: Iterable[Study]) -> tuple[list[Compared], list[FaultyRun]]:
    """Contests of at least two solvers, in the order of the studies, and contradictory answers.

    A wrong or disputed answer settles nothing.
    """
    groups: dict[tuple[str, Budget, tuple[str, ...]], Standings] = {}
    disputes: list[FaultyRun] = []
    for cells in _shared_cells(studies):
        for ran in _shared_runs(store, cells):
            runs = {name: run_of(row) for name, row in ran.items()}
            for dispute in _disputes(ran):
                disputes.append(dispute)
                row = ran[dispute.fault.solver]
                runs[dispute.fault.solver] = _refuted(row, dispute.fault.outcome)
            first = next(iter(ran.values())).cell
            key = (first.kind, first.budget, (*runs,))
            if key not in groups:
                groups[key] = Standings({name: [] for name in runs}, first.budget.seconds, CPU)
            for name, run in runs.items():
                groups[key].runs[name].append(run)
    numbers: Counter[str] = Counter()
    found = []
    for (name, _, _), standings in groups.items():
        numbers[name] += 1
        found.append(Compared(name, numbers[name], standings))
    return found, disputes


def _shared_cells(studies: Iterable[Study]) -> Iterator[list[Study]]:
    """Cells of at least two solvers with the same puzzles and budget, each as a study."""
    groups: dict[tuple[str, str, str], list[tuple[Study, Cell]]] = {}
    for study in studies:
        for cell in study:
            key = (cell.kind, cell.budget_json, canonical_json(dict(cell.params)))
            groups.setdefault(key, []).append((study, cell))
    for alike in groups.values():
        if len({study.solver for study, _ in alike}) > 1:
            yield [replace(study, cells=[cell.params]) for study, cell in alike]


def _shared_runs(store: Store, cells: Iterable[Study]) -> Iterator[dict[str, Row]]:
    """The rows of each puzzle on which at least two solvers ran, by solver; seed by seed."""
    rows: dict[int, dict[str, Row]] = {}
    for study in cells:
        for row in store.rows(study):
            rows.setdefault(row.seed, {})[row.cell.solver] = row
    for seed in sorted(rows):
        if len(rows[seed]) > 1:
            yield rows[seed]


def run_of(row: Row) -> Run:
    """A stored run as a run of a contest, by its CPU seconds."""
    stored = answer(row)
    outcome = stored if stored in _UNANSWERED else SETTLED
    seconds = float(row.extra["cpu_seconds"])
    time = time_of(seconds, row.stop, outcome == SETTLED, row.cell.budget.seconds)
    return Run(outcome, time, seconds, peak=row.extra.get("peak_bytes"))


def _refuted(row: Row, outcome: str) -> Run:
    seconds = float(row.extra["cpu_seconds"])
    time = time_of(seconds, Stop.WRONG, False, row.cell.budget.seconds)
    return Run(outcome, time, seconds, peak=row.extra.get("peak_bytes"))


def _disputes(ran: Mapping[str, Row]) -> Iterator[FaultyRun]:
    """The faults in the answers of solvers on one puzzle."""
    claims = {
        name: claim_of_answer(row.verdict, row.solvable, row.extra.get("count"))
        for name, row in ran.items()
        if row.stop not in WITHOUT_RESULT
    }
    if agree(claims.values()):
        return
    row = next(iter(ran.values()))
    puzzle = drawn(row.cell.kind, row.cell.params, row.seed)
    # A stored row without a count lists solutions, which passed the rules.
    least = max(int(c.low) for name, c in claims.items() if "count" not in ran[name].extra)
    for name, ruling in rulings(puzzle, claims, least=least).items():
        outcome = DISPUTED if ruling.stop is None else str(ruling.stop)
        fault = Fault(name, outcome, ruling.words)
        yield FaultyRun(row.cell, row.seed, puzzle.encode(), fault)
