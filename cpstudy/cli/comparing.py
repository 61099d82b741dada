"""Solvers on the same puzzles, and a table of their times: ``cpstudy verify --solver all``.

The table and the pictures are those of ``cpstudy study --compare`` too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from statistics import median
from typing import TYPE_CHECKING, Any, TextIO, cast

from cpstudy.cli.output import complain, console, emit, exit_code, featured, result_object, to_json
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table

    from cpstudy.cli.output import Output
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import Result
    from cpstudy.core.text import Located
    from cpstudy.jobs.answering import Comparison, Run
    from cpstudy.study.contest import Contest


@dataclass
class _Field:
    """What the solvers did until now. seconds: a number a puzzle, None where it was not settled."""

    answered: dict[str, list[Result]]
    seconds: dict[str, list[float | None]] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)

    def take(self, comparison: Comparison) -> Iterable[Result]:
        """One puzzle's results, those that are none counted."""
        from cpstudy.core.result import Result, Verdict

        for name, result in cast(Any, comparison.results).items():
            settled = isinstance(result, Result) and result.verdict is not Verdict.UNKNOWN
            self.seconds.setdefault(name, []).append(result.seconds if settled else None)
            self.refused[name] = self.refused.get(name, 0) + (not isinstance(result, Result))
            if isinstance(result, Result):
                self.answered[name].append(result)
                yield result


def compare_solvers(
    kind: Kind,
    items: Iterable[Located],
    solvers: str,
    run: Run,
    output: Output,
    stream: TextIO,
    figures: Path | None = None,
    features: bool = False,
) -> int:
    """Print a verdict a puzzle and the table, as JSON every result and a summary a solver.

    figures: where a cactus plot and a scatter plot of the two best go. features: stand in the JSON
    rows. Exit code as for verify; a
    puzzle is settled where any solver settles it. One process unless the run says otherwise, since
    times are compared. Raises WrongAnswerError on disagreement.
    """
    from cpstudy.api import compared_solvers
    from cpstudy.core.result import Verdict
    from cpstudy.jobs.answering import comparisons
    from cpstudy.study.contest import Contest

    ran = _Field({row.name: [] for row in compared_solvers(kind, solvers)})
    codes = {0}
    found = comparisons(items, solvers, replace(run, jobs=run.jobs or 1))
    for comparison in output.tracked(found, "comparing"):
        if isinstance(comparison.results, InputError):
            complain(f"{comparison.located.place}: {comparison.results}")
            codes.add(2)
            continue
        puzzle = cast(Any, comparison.located.puzzle)
        known = featured(kind, puzzle) if features else {}
        for result in ran.take(comparison):
            if output.as_json:
                emit(stream, to_json(result_object(puzzle, result) | known))
        settled = comparison.settled
        codes.add({Verdict.UNIQUE: 0, Verdict.UNKNOWN: 3}.get(settled, 1))
        if not output.as_json:
            emit(stream, f"{puzzle.encode()}\t{settled}")
    if not ran.seconds:
        return exit_code(codes)  # there was no puzzle to agree on
    contest = Contest(ran.seconds, run.budget.seconds)
    rows = [_summary(name, ran, contest) for name in ran.answered]
    if output.as_json:
        for row in rows:
            emit(stream, to_json(row))
    else:
        told = f"{kind.name}, seed {run.seed}"
        print_contest(rows, contest, stream, f"Solvers on the same puzzles ({told}): all agree")
    if figures is not None:
        draw_contest(contest, kind.name, figures)
    return exit_code(codes)


def draw_contest(contest: Contest, kind: str, folder: Path, number: int = 1) -> None:
    """Write the pictures of a contest, and tell their names."""
    from cpstudy.jobs.studies.contest_curves import draw

    for path in draw(contest, kind, folder, number):
        complain(f"wrote {path}")


def _summary(solver: str, ran: _Field, contest: Contest) -> dict[str, Any]:
    def middle(values: list[float]) -> float | None:
        return round(median(values), 6) if values else None

    results = ran.answered[solver]
    par2 = contest.par2(solver)
    return {
        "solver": solver,
        "puzzles": len(results),
        "refused": ran.refused[solver],
        "unknown": sum(result.verdict.value == "unknown" for result in results),
        "median_seconds": middle([result.seconds for result in results]),
        "median_build": middle([r.phases["build"] for r in results if "build" in r.phases]),
        "median_search": middle([r.phases["search"] for r in results if "search" in r.phases]),
        "total_seconds": round(sum(result.seconds for result in results), 6),
        "par2_seconds": None if par2 is None else round(par2, 6),
        "fastest": contest.wins()[solver],
        "median_cpu_seconds": middle([result.cpu_seconds for result in results]),
        "peak_bytes": max(
            (r.peak_bytes for r in results if r.peak_bytes is not None), default=None
        ),
    }


# Headings of the table, the field that stands below each, and what it is multiplied with.
_COLUMNS: tuple[tuple[str, str, float], ...] = (
    ("puzzles", "puzzles", 0),
    ("refused", "refused", 0),
    ("unknown", "unknown", 0),
    ("fastest", "fastest", 0),
    ("median ms", "median_seconds", 1000),
    ("build", "median_build", 1000),
    ("search", "median_search", 1000),
    ("PAR-2 ms", "par2_seconds", 1000),
    ("peak MiB", "peak_bytes", 2.0**-20),
)
# Characters that no table has.
_WIDEST = 1000
# What a narrow terminal has no room for, the first of these first.
_SPARE = ("median_build", "median_search", "fastest", "median_seconds")


def print_contest(rows: list[dict[str, Any]], contest: Contest, stream: TextIO, title: str) -> None:
    """A table of what solvers did: a row each, by the fields of ``_COLUMNS``, and the best."""
    from rich.measure import Measurement

    from cpstudy.study.contest import VIRTUAL_BEST

    best = contest.with_virtual_best()
    virtual = {
        "solver": VIRTUAL_BEST,
        "puzzles": len(best.seconds[VIRTUAL_BEST]),
        "unknown": best.seconds[VIRTUAL_BEST].count(None),
        "median_seconds": best.median(VIRTUAL_BEST),
        "par2_seconds": best.par2(VIRTUAL_BEST),
    }
    columns = [c for c in _COLUMNS if c[0] == "puzzles" or any(row.get(c[1]) for row in rows)]
    target, left_out = console(stream), []
    shown = [*rows, virtual] if len(rows) > 1 else rows
    wide = target.options.update(width=_WIDEST)
    while Measurement.get(target, wide, _table(shown, columns)).maximum > target.width:
        spare = next((c for name in _SPARE for c in columns if c[1] == name), None)
        if spare is None:
            break
        columns.remove(spare)
        left_out.append(spare[0])
    table = _table(shown, columns, title)
    if left_out:
        table.caption = f"no room for {', '.join(left_out)}: see --json"
    target.print(table)


def _table(
    rows: list[dict[str, Any]], columns: list[tuple[str, str, float]], title: str | None = None
) -> Table:
    from rich.table import Table

    table = Table(title=title)
    table.add_column("solver", no_wrap=True)
    for heading, _, _ in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row["solver"], *(_cell(row.get(key), factor) for _, key, factor in columns))
    return table


def _cell(value: float | None, factor: float) -> str:
    if value is None:
        return "–"
    return f"{factor * value:.2f}" if factor else str(value)
