"""``cpstudy compare``: several methods on the same puzzles, and a table of their times."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options
from cpstudy.cli.contest_table import draw_contest, faults_code, print_standings
from cpstudy.cli.inputs import Drawn, Inputs, Settings
from cpstudy.cli.output import Output, each, featured, read_as, result_row, verdict_code
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.kind import Kind
from cpstudy.core.result import Result
from cpstudy.core.solving import Solver
from cpstudy.plot.style import Style

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Comparison


@options.verb()
@options.puzzles
@options.record("settings", Settings, options.solver("NAME,…|all"), *options.limits)
@options.output
@options.at_most_solutions
@options.folder("--figures", "Draw a cactus plot, and a scatter plot of the two best solvers.")
@options.figure_style("--figure-format")
@options.isolated
@options.cpu_seconds
@options.memory
@options.features
@options.drawn("verify generated ones")
def compare(
    inputs: Inputs, settings: Settings, output: Output, limit: int, figures: Path | None,
    look: Style, isolated: bool, cpu_seconds: float | None, memory: int | None, features: bool,
    drawn: Drawn,
) -> int:  # fmt: skip
    """Compare solvers on the same puzzles: all that can run here, or those of --solver.

    Prints a verdict per puzzle (with --json every result) and then a table. PAR-2 is the mean time,
    where an unsettled run counts as twice --seconds. The virtual best takes the fastest solver for
    each puzzle. Runs share one process unless --jobs says otherwise, since times are compared.
    Without puzzles, compares on generated mazes.

    No solver can abort the comparison: one that does not take a puzzle, crashes or is wrong gets a
    row that says so. If two solvers contradict each other, a solution or a certificate decides who
    is wrong; otherwise both are disputed.

    Exit codes are those of 'cpstudy verify'; a puzzle is settled if any solver settles it. If a
    solver crashed, was wrong or is disputed: 1, with a list on standard error.
    """
    from cpstudy.api import named_solver
    from cpstudy.jobs.answering import comparisons
    from cpstudy.jobs.standings import Standings
    from cpstudy.study.contest import WALL

    kind, names = inputs.kind, settings.solver_name or "all"
    if features and kind.features is None:
        raise click.UsageError(f"{kind.name} has no features")
    usual = named_solver(kind, None)  # only for the record; it is not run
    run = settings.run(usual, limit, memory=memory)
    run = replace(run, isolated=isolated, budget=replace(run.budget, cpu_seconds=cpu_seconds))
    rows = runnable(kind, names, isolated)
    standings = Standings({row.name: [] for row in rows}, run.budget.seconds, WALL)
    items = inputs.puzzles() if inputs.given else drawn.sample(kind, settings.seed).puzzles()

    def show(stream: TextIO, comparison: Comparison) -> int:
        puzzle = cast(Any, comparison.located.puzzle)
        known = featured(kind, puzzle) if features else {}
        for name, result in cast("dict[str, Result]", comparison.result).items():
            standings.take(name, result, puzzle, run.limit)
            if output.as_json:
                emit(stream, result_row(puzzle, result) | known | read_as(comparison.located))
        if not output.as_json:
            emit(stream, f"{puzzle.encode()}\t{comparison.settled}")
        return verdict_code(comparison.settled)

    with output.stream(inputs.files) as stream:
        found = comparisons(items, names, replace(run, jobs=run.jobs or 1))
        rest = "their results were printed, and nothing is stored"
        tracked = output.tracked(found, "comparing", ending=rest)
        code = each(tracked, lambda item: show(stream, item))
        if standings.contest.instances == 0:
            return code  # there was no puzzle on which to agree
        of = f"{kind.name}, seed {run.seed}, wall clock"
        title = f"Solvers on the same puzzles ({of}): {standings.agreement}"
        measured = [standings.measured(row.name) for row in rows]
        print_standings(standings, measured, stream, title, output.as_json)
    if figures is not None:
        draw_contest(standings.contest, kind.name, figures, look)
    return faults_code(standings.faults, code)


def runnable(kind: Kind, names: str, isolated: bool) -> list[Solver]:
    """The solvers to compare; faults that would spoil every run raise InputError."""
    from cpstudy.api import compared_solvers
    from cpstudy.external.named import faults
    from cpstudy.jobs.isolation import check_limits

    if "all" in names.split(","):
        for fault in faults(kind):
            complain(str(fault))
    solvers = compared_solvers(kind, names)
    for row in solvers:
        row.ready()
    if isolated:
        check_limits()
    return solvers
