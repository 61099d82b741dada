"""``cpstudy study``: a grid of kinds, generators, parameters, solvers and seeds, as rows."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from cpstudy.cli import options, values
from cpstudy.cli.contest_table import draw_contest, faults_code, print_standings
from cpstudy.cli.output import Output
from cpstudy.cli.terminal import advancing, complain, emit, print_table
from cpstudy.plot.style import Style

if TYPE_CHECKING:
    from cpstudy.jobs.studies.results import Compared, FaultyRun, Summary


@options.verb()
@click.argument("file", metavar="FILE.toml", type=values.FilePath(dir_okay=False, path_type=Path))
@options.file("--rows", "The file of the rows (default: FILE.sqlite beside the study).")
@options.file("--parquet", "Write the rows to FILE at the end.")
@options.folder("--aslib", "Write a scenario of the Algorithm Selection Library for each kind.")
@options.flag("--compare", "Compare the solvers by CPU time: PAR-2, virtual best.")
@options.folder(
    "--figures", "With --compare: draw a cactus plot, and a scatter plot of the two best solvers."
)
@options.figure_style()
@options.jobs
@options.executor
@options.pure
@options.output
def study(
    file: Path, rows: Path | None, parquet: Path | None, aslib: Path | None, compare: bool,
    figures: Path | None, look: Style, jobs: int | None, executor: str | None, pure: bool,
    output: Output,
) -> int:  # fmt: skip
    """Run the study that FILE.toml describes, and print a line for each of its cells.

    Rows are stored as they are computed. The same command resumes where it was stopped, and solves
    nothing twice. docs/how-to/studies.md describes the file. 'cpstudy.rows(FILE.sqlite)' gives the
    rows as a data frame.

    --compare compares solvers on the same puzzles, as 'cpstudy compare' does, by CPU seconds.

    Exit code 0: done; 1: some run crashed, or its claim is refuted by the rules, a solution or a
    certificate, or contradicted by another solver. Such a run is a row like any other; the study
    continues and lists them on standard error.
    """
    from cpstudy.jobs.studies import aslib as scenarios
    from cpstudy.jobs.studies.measuring import measure
    from cpstudy.jobs.studies.results import compared, summaries
    from cpstudy.jobs.studies.toml_files import read_study
    from cpstudy.study.archive import archive
    from cpstudy.study.run import run
    from cpstudy.study.store import Store

    options.refuse_uncompiled(pure)
    studies = read_study(file)
    with Store(rows or file.with_suffix(".sqlite")) as store:
        if store.upgraded:
            complain(f"{store.path}: its rows have digests now, which earlier versions do not read")
        with advancing(output.quiet, "solving") as bar:
            ended = run(studies, store, measure, jobs=jobs, scheduler=executor, progress=bar)
        with output.stream([str(file)]) as stream:
            lines = [*summaries(store, studies)]
            print_summaries(lines, output.as_json, stream)
            contests, disputes = compared(store, studies)
            if compare:
                print_contests(contests, output.as_json, stream, figures, look)
            faults = [fault for line in lines for fault in line.faults] + disputes
            if output.as_json:
                for run_at_fault in faults:
                    emit(stream, _fault_object(run_at_fault))
                end = {"row": "study-summary", "runs": ended.total}
                emit(stream, {**end, "stored_before": ended.stored})
        if parquet is not None:
            wanted = (row for one in studies for row in store.rows(one))
            archive(store, parquet, wanted)
        for path in () if aslib is None else scenarios.write(store, studies, aslib):
            complain(f"wrote {path}")
    return faults_code(faulty.fault for faulty in faults)


def print_summaries(lines: list[Summary], as_json: bool, stream: TextIO) -> None:
    """Print a line for each cell, as a table or as JSON objects."""
    if as_json:
        for line in lines:
            emit(stream, _object(line))
        return
    for _, alike in groupby(lines, lambda line: (line.cell.kind, [*line.cell.params])):
        _print_table(list(alike), stream)


def print_contests(
    contests: list[Compared], as_json: bool, stream: TextIO, figures: Path | None, look: Style
) -> None:
    """Print a table for each contest, or JSON objects by solver; draw pictures if requested."""
    from cpstudy.study.contest import CPU

    if not contests:
        complain("--compare: no two solvers ran on the same puzzles")
    for kind, number, standings in contests:
        head = {"row": "study-comparison", "kind": kind, "contest": number}
        rows = [head | standings.row(solver) for solver in standings.runs]
        title = f"Solvers on the same puzzles ({kind}, by {CPU} time): {standings.agreement}"
        print_standings(standings, rows, stream, title, as_json)
        if figures is not None:
            draw_contest(standings.contest, kind, figures, look, number)


def _fault_object(faulty: FaultyRun) -> dict[str, Any]:
    return {
        "row": "study-fault",
        "kind": faulty.cell.kind,
        "params": dict(faulty.cell.params),
        "seed": faulty.seed,
        "solver": faulty.fault.solver,
        "outcome": faulty.fault.outcome,
        "puzzle": faulty.puzzle,
        "fault": faulty.fault.words,
    }


def _print_table(lines: list[Summary], stream: TextIO) -> None:
    """Print the cells of one kind with the same parameters; constant ones are in the title."""
    from rich.table import Table

    names = [*lines[0].cell.params]
    varying = [n for n in names if len({str(line.cell.params[n]) for line in lines}) > 1]
    fixed = [f"{n} {lines[0].cell.params[n]}" for n in names if n not in varying]
    title = ", ".join([lines[0].cell.kind, *fixed])
    table = Table(title=title, title_justify="left")
    for heading in (*varying, "solver", "runs", "answers", "median effort", "CPU s, median", "sum"):
        table.add_column(heading, justify="left" if heading == "answers" else "right")
    for line in lines:
        answers = ", ".join(f"{n} {what}" for what, n in sorted(line.answers.items()))
        effort = f"{'≥ ' if line.censored else ''}{line.effort:,g} {line.cell.counter}"
        values = [str(line.cell.params[name]) for name in varying]
        middle = line.cpu_median
        median = "–" if middle is None else f"{'> ' * middle.censored}{middle.seconds:.6f}"
        seconds = (median, f"{line.cpu_sum:.3f}")
        table.add_row(*values, line.cell.solver, str(line.runs), answers, effort, *seconds)
    print_table(stream, table)


def _object(line: Summary) -> dict[str, Any]:
    middle = line.cpu_median
    return {
        "row": "study-cell",
        "kind": line.cell.kind,
        "params": dict(line.cell.params),
        "solver": line.cell.solver,
        "solver_version": line.cell.solver_version,
        "versions": dict(line.cell.versions),
        "counter": line.cell.counter,
        "runs": line.runs,
        "answers": dict(line.answers),
        "median": line.effort,
        "censored": line.censored,
        "cpu_seconds_median": None if middle is None else round(middle.seconds, 6),
        "cpu_seconds_censored": middle is None or middle.censored,
        "cpu_seconds": round(line.cpu_sum, 6),
    }
