"""``cpstudy compare``: several methods on the same puzzles, and a table of their times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options
from cpstudy.cli.contest_table import draw_contest, print_contest
from cpstudy.cli.inputs import Drawn, Inputs, Settings
from cpstudy.cli.output import Output, each, featured, read_as, result_row, verdict_code
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.result import Result, Verdict
from cpstudy.plot.style import Style

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Comparison
    from cpstudy.study.contest import Contest


@options.verb()
@options.puzzles
@options.record("settings", Settings, options.solver("NAME,…|all"), *options.limits)
@options.output
@options.at_most_solutions
@options.folder("--figures", "Draw who settles how many within which time, and the two best.")
@options.figure_style("--figure-format")
@options.isolated
@options.memory
@options.features
@options.drawn
def compare(
    inputs: Inputs, settings: Settings, output: Output, limit: int, figures: Path | None,
    look: Style, isolated: bool, memory: int | None, features: bool, drawn: Drawn,
) -> int:  # fmt: skip
    """Compare solvers on the same puzzles, all that can run here unless --solver names some.

    Prints a verdict a puzzle, as JSON every result, and last a table: PAR-2 is the mean where an
    unsettled run counts twice the --seconds, the virtual best the fastest of each puzzle. Where two
    solvers settle a puzzle differently, that is a crash. One process unless --jobs says otherwise,
    since times are compared. Without puzzles, compares on generated mazes.

    Exit codes as of 'cpstudy verify'; a puzzle is settled where any solver settles it.
    """
    from cpstudy.api import compared_solvers, named_solver
    from cpstudy.external.named import faults
    from cpstudy.jobs.answering import comparisons
    from cpstudy.study.contest import Contest

    kind, names = inputs.kind, settings.solver_name or "all"
    if features and kind.features is None:
        raise click.UsageError(f"{kind.name} has no features")
    usual = named_solver(kind, None)  # of the record; it is not run
    run = replace(settings.run(usual, limit, memory=memory), isolated=isolated)
    if "all" in names.split(","):
        for fault in faults(kind):
            complain(str(fault))
    ran = _Ran({row.name: [] for row in compared_solvers(kind, names)})
    items = inputs.puzzles() if inputs.given else drawn.sample(kind, settings.seed).puzzles()

    def show(stream: TextIO, comparison: Comparison) -> int:
        puzzle = cast(Any, comparison.located.puzzle)
        known = featured(kind, puzzle) if features else {}
        for result in ran.take(comparison):
            if output.as_json:
                emit(stream, result_row(puzzle, result) | known | read_as(comparison.located))
        if not output.as_json:
            emit(stream, f"{puzzle.encode()}\t{comparison.settled}")
        return verdict_code(comparison.settled)

    with output.stream(inputs.files) as stream:
        found = comparisons(items, names, replace(run, jobs=run.jobs or 1))
        code = each(output.tracked(found, "comparing"), lambda item: show(stream, item))
        if not ran.seconds:
            return code  # there was no puzzle to agree on
        contest = Contest(ran.seconds, run.budget.seconds)
        rows = [_summary(name, ran, contest) for name in ran.answered]
        if output.as_json:
            for row in rows:
                emit(stream, row)
        else:
            of = f"{kind.name}, seed {run.seed}"
            print_contest(rows, contest, stream, f"Solvers on the same puzzles ({of}): all agree")
    if figures is not None:
        draw_contest(contest, kind.name, figures, look)
    return code


@dataclass
class _Ran:
    """What the solvers did until now. seconds: a number a puzzle, None where it was not settled."""

    answered: dict[str, list[Result]]
    seconds: dict[str, list[float | None]] = field(default_factory=dict)
    refused: dict[str, int] = field(default_factory=dict)

    def take(self, comparison: Comparison) -> Iterable[Result]:
        """One puzzle's results; those that are none are counted."""
        for name, result in cast(Any, comparison.results).items():
            settled = isinstance(result, Result) and result.verdict is not Verdict.UNKNOWN
            self.seconds.setdefault(name, []).append(result.seconds if settled else None)
            self.refused[name] = self.refused.get(name, 0) + (not isinstance(result, Result))
            if isinstance(result, Result):
                self.answered[name].append(result)
                yield result


def _summary(solver: str, ran: _Ran, contest: Contest) -> dict[str, Any]:
    def middle(values: list[float]) -> float | None:
        return round(median(values), 6) if values else None

    results = ran.answered[solver]
    par2 = contest.par2(solver)
    peaks = [result.peak_bytes for result in results if result.peak_bytes is not None]
    return {
        "solver": solver,
        "puzzles": len(results),
        "refused": ran.refused[solver],
        "unknown": sum(result.verdict is Verdict.UNKNOWN for result in results),
        "median_seconds": middle([result.seconds for result in results]),
        "median_build": middle([r.phases["build"] for r in results if "build" in r.phases]),
        "median_search": middle([r.phases["search"] for r in results if "search" in r.phases]),
        "total_seconds": round(sum(result.seconds for result in results), 6),
        "par2_seconds": None if par2 is None else round(par2, 6),
        "fastest": contest.wins()[solver],
        "median_cpu_seconds": middle([result.cpu_seconds for result in results]),
        "peak_bytes": max(peaks, default=None),
    }
