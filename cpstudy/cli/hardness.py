"""``cpstudy hardness``: median search effort over numbers of colours, resumable, drawn."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import options
from cpstudy.cli.output import check_out, console, emit, to_json

if TYPE_CHECKING:
    from cpstudy.jobs.hardness import Summary
    from cpstudy.study.grid import Study
    from cpstudy.study.run import Progress as Advance
    from cpstudy.study.store import Store


class Range(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``A..B``, both included, or one number."""

    name = "A..B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """Parse, with click's error where it is no range."""
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?", str(value))
        if match is None or int(match[2] or match[1]) < int(match[1]):
            self.fail(f"{value!r} is no range: expected A..B with A at most B", param, ctx)
        return range(int(match[1]), int(match[2] or match[1]) + 1)


@click.command()
@click.option(
    "--size", type=click.IntRange(2, 32), default=5, show_default=True, help="n × n boards."
)
@click.option(
    "--solver",
    "solver_names",
    multiple=True,
    metavar="NAME",
    help="One, several (repeat, or with commas) or all (default: snopf).",
)
@click.option("--inner", type=Range(), help="Inner colours (default: all possible numbers).")
@click.option("--outer", type=Range(), help="Outer colours (default: all possible numbers).")
@click.option("--one-set", is_flag=True, help="One set of colours for all edges: --inner only.")
@click.option(
    "--puzzles", type=click.IntRange(min=1), default=20, show_default=True, help="Puzzles a cell."
)
@click.option(
    "--limit",
    "--iterations",
    "limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Placements a puzzle (default: as published, 2,000,000; at 7×7 500,000).",
)
@click.option("--exact-median", is_flag=True, help="No limit: search until medians are exact.")
@options.seed
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Cores (default: all).")
@click.option("--scheduler", metavar="ADDRESS", help="Compute on a Dask cluster instead.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("hardness.sqlite"),
    show_default=True,
    metavar="FILE",
    help="The rows. The same command goes on where it was stopped.",
)
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where heatmaps go (default: beside the rows).",
)
@options.as_json
@options.quiet
def hardness(
    size: int,
    solver_names: tuple[str, ...],
    inner: range | None,
    outer: range | None,
    one_set: bool,
    puzzles: int,
    limit: int | None,
    exact_median: bool,
    seed: int,
    jobs: int | None,
    scheduler: str | None,
    out: Path,
    figures: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Measure how hard edge-matching puzzles are, by numbers of inner and outer colours.

    Effort is placements made until the first solution; a cell's figure is the median of its
    puzzles, which are the same for all solvers. Prints the peaks, writes the rows and heatmaps.
    """
    from cpstudy.jobs import hardness as sweeps
    from cpstudy.puzzles import kind
    from cpstudy.puzzles.edge_matching.search.methods import METHODS
    from cpstudy.study.run import run
    from cpstudy.study.store import Store

    if exact_median and limit is not None:
        raise click.UsageError("--exact-median searches without --limit")
    if one_set and outer is not None:
        raise click.UsageError("--one-set has no outer colours of its own: leave out --outer")
    every_inner, every_outer = sweeps.colour_ranges(size, one_set)
    solvers = kind(sweeps.KIND).solvers
    studies = []
    for name in _names(solver_names, list(METHODS)):
        if name not in METHODS:
            raise click.UsageError(f"solver {name!r}: choose from all, {', '.join(METHODS)}")
        study = sweeps.sweep(
            size,
            solvers[name],
            inner=inner or every_inner,
            outer=outer or every_outer,
            puzzles=puzzles,
            limit=None if exact_median else limit or sweeps.published_limit(size),
            seed=seed,
            one_set=one_set,
        )
        studies.append(study)
    with Store(out) as store:
        run(
            studies,
            store,
            sweeps.measure_median if exact_median else sweeps.measure,
            jobs=jobs,
            # A puzzle at the limit takes the row-by-row scan milliseconds; other searches seconds.
            threads=all(METHODS[study.solver].row_by_row for study in studies) and not exact_median,
            scheduler=scheduler,
            whole_cells=exact_median,
            progress=_progress(quiet),
        )
        report(store, studies, figures or out.parent, out.stem, as_json, complete=True)
    return 0


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where figures go (default: beside the rows).",
)
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False), help="Also export all rows.")
@click.option("--parquet", "parquet_file", type=click.Path(dir_okay=False), help="The same.")
@options.as_json
def plot(
    file: Path,
    figures: Path | None,
    csv_file: str | None,
    parquet_file: str | None,
    as_json: bool,
) -> int:
    """Draw the sweeps in a result FILE again, without solving anything."""
    from cpstudy.jobs.hardness import stored_sweeps
    from cpstudy.study.store import Store

    if not file.exists():
        raise click.UsageError(f"{file}: No such file")
    for exported in (csv_file, parquet_file):
        check_out(exported, (str(file),))
    with Store(file, read_only=True) as store:
        try:
            studies = stored_sweeps(store)
        except ValueError as error:
            raise click.UsageError(f"{file}: {error}") from None
        if csv_file is not None:
            store.export_csv(csv_file)
        if parquet_file is not None:
            store.export_parquet(parquet_file)
        report(store, studies, figures or file.parent, file.stem, as_json, complete=False)
    return 0


def _names(given: tuple[str, ...], every: list[str]) -> list[str]:
    names = [name for option in given or ("snopf",) for name in option.split(",")]
    return list(dict.fromkeys(n for name in names for n in (every if name == "all" else [name])))


def _progress(quiet: bool) -> Any:
    """A callback that shows runs, placements a second and time left on a terminal."""
    if quiet or not sys.stderr.isatty():
        return None
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("searching"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=None, rate="")

    def show(state: Advance) -> None:
        bar.start()
        elapsed = bar.tasks[0].elapsed or 0.0
        rate = f"{state.iterations / elapsed / 1e6:.1f} M placements/s" if elapsed > 0 else ""
        bar.update(task, completed=state.done, total=state.total, rate=rate)
        if state.done == state.total:
            bar.stop()

    return show


def report(
    store: Store, studies: list[Study], folder: Path, stem: str, as_json: bool, *, complete: bool
) -> None:
    """Print the summary of each sweep and write its heatmap as SVG and PNG."""
    from cpstudy.jobs.hardness import heatmap, summarise
    from cpstudy.plot.heatmap import figure
    from cpstudy.plot.saving import FORMATS, rendered

    summaries = []
    folder.mkdir(parents=True, exist_ok=True)
    for study in studies:
        summary = summarise(store, study, complete=complete)
        summaries.append(summary)
        drawn = figure(heatmap(summary))
        for file_format in FORMATS:
            path = folder / f"{stem}-{figure_name(summary)}.{file_format}"
            path.write_bytes(rendered(drawn, file_format))
            click.echo(f"cpstudy: wrote {path}", err=True)
    for summary in summaries:
        if as_json:
            _print_json(summary)
    if not as_json:
        _print_table(summaries)


def figure_name(summary: Summary) -> str:
    """A file name that tells sweeps apart."""
    one_set = all(cell.outer == 0 for cell in summary.cells)
    limit = "exact" if summary.limit is None else f"{summary.limit}"
    sets = "-one-set" if one_set else ""
    return f"{summary.size}x{summary.size}{sets}-{summary.solver}-{limit}-seed{summary.seed}"


def _print_json(summary: Summary) -> None:
    for cell in summary.cells:
        row = {
            "inner": cell.inner,
            "outer": cell.outer,
            "median": cell.median,
            "censored": cell.censored,
            "puzzles": cell.puzzles,
            "censored_puzzles": cell.censored_runs,
            "iterations": cell.iterations,
            "seconds": round(cell.seconds, 6),
            "solver": summary.solver,
            "size": summary.size,
        }
        emit(sys.stdout, to_json(row))
    interval: list[float | None] = [summary.interval.low, summary.interval.high]
    row = {
        "solver": summary.solver,
        "size": summary.size,
        "puzzles": summary.puzzles,
        "limit": summary.limit,
        "seed": summary.seed,
        "peak": {
            "median": summary.height,
            "cells": [list(place) for place in summary.places],
            "interval": interval,
            "censored": round(summary.censored_share, 6),
            "places": [[*place, round(share, 4)] for place, share in summary.peak_shares],
        },
        "iterations": summary.iterations,
        "seconds": round(summary.seconds, 3),
    }
    emit(sys.stdout, to_json(row))


def _print_table(summaries: list[Summary]) -> None:
    from rich.table import Table

    first = summaries[0]
    table = Table(title=f"Edge matching {first.size}×{first.size}: the peak of the medians")
    table.add_column("solver")
    for heading in (
        "puzzles", "limit", "peak median", "95 % interval", "at (inner, outer)", "likely places",
        "censored", "placements", "seconds",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    for summary in summaries:
        low, high = summary.interval.low, summary.interval.high
        more = "+" if summary.interval.censored else ""
        places = ", ".join(f"({i}, {o})" for i, o in summary.places[:3])
        likely = ", ".join(f"({i}, {o}) {s:.0%}" for (i, o), s in summary.peak_shares[:3])
        table.add_row(
            summary.solver,
            str(summary.puzzles),
            "none" if summary.limit is None else f"{summary.limit:,}",
            f"{summary.height:,.0f}",
            f"{low:,.0f} – {high:,.0f}{more}",
            places + (" …" if len(summary.places) > 3 else ""),
            likely,
            f"{summary.censored_share:.1%}",
            f"{summary.iterations:,}",
            f"{summary.seconds:.1f}",
        )
    console(sys.stdout).print(table)
