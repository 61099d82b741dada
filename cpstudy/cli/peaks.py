"""The report of a sweep: writes its heatmaps, prints its peak, its cells and what is missing."""

from __future__ import annotations

import sys
from dataclasses import asdict
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from cpstudy.cli.terminal import complain, emit, print_table, tracked
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cpstudy.jobs.hardness.estimates import Estimate
    from cpstudy.jobs.hardness.maps import Summary
    from cpstudy.plot.style import Style
    from cpstudy.study.grid import Study
    from cpstudy.study.store import Store


def report(
    store: Store,
    studies: list[Study],
    folder: Path,
    stem: str,
    as_json: bool,
    *,
    complete: bool,
    look: Style,
    whole: bool = False,
    published: bool = False,
    quiet: bool = False,
) -> None:
    """Print the summary of each sweep and write its heatmap.

    complete: missing runs are an error. whole: maps show missing cells. published: mark the peaks
    of the source.
    """
    from cpstudy.jobs.hardness import by_clues
    from cpstudy.jobs.hardness.maps import draw
    from cpstudy.jobs.hardness.summaries import summarise_all
    from cpstudy.plot.style import styled

    known = (list(summarise_all(store, study, complete=complete)) for study in studies)
    summaries = [*chain(*tracked(known, "summarising", len(studies), quiet))]
    with styled(look):
        drawn = draw(summaries, folder, stem, whole=whole, published=published)
        for path in tracked(drawn, "drawing", len(summaries) * len(look.formats), quiet):
            complain(f"wrote {path}")
        for path in by_clues.draw(summaries, folder, stem):
            complain(f"wrote {path}")
    for summary in summaries:
        if summary.unfinished:
            complain(f"{summary.solver}: {summary.unfinished}; the peak is that of the others")
    if not as_json:
        _print_tables(summaries)
        return
    for summary in summaries:
        _print_json(summary)


def print_estimates(cells: Iterable[Estimate], as_json: bool) -> None:
    """Print estimated cells, each when it is done."""
    for cell in cells:
        row = {"row": "estimate", **asdict(cell)}
        words = (
            f"{cell.solver} {cell.size}x{cell.size} ({cell.inner}, {cell.outer}): median "
            f"{cell.median:.3g} ({cell.interval[0]:.3g} to {cell.interval[1]:.3g}) placements to "
            f"a first solution; tree {cell.tree:.3g} "
            f"({cell.tree_interval[0]:.3g} to {cell.tree_interval[1]:.3g})"
        )
        emit(sys.stdout, row if as_json else words)


def _print_json(summary: Summary) -> None:
    for cell in summary.cells:
        row = {
            "row": "cell",
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
            "clues": summary.clues,
            "unit": summary.unit,
        }
        emit(sys.stdout, row)
    interval: list[float | None] = [summary.interval.low, summary.interval.high]
    row = {
        "row": "summary",
        "solver": summary.solver,
        "size": summary.size,
        "clues": summary.clues,
        "puzzles": summary.puzzles,
        "limit": summary.limit,
        "seconds_limit": summary.seconds_limit,
        "unit": summary.unit,
        "seed": summary.seed,
        "peak": {
            "median": summary.height,
            "cells": [list(place) for place in summary.places],
            "interval": interval,
            "censored": round(summary.censored_share, 6),
            "places": [[*place, round(share, 4)] for place, share in summary.peak_shares],
            "regions": {name: round(share, 4) for name, share in summary.regions.items()},
        },
        "iterations": summary.iterations,
        "seconds": round(summary.seconds, 3),
        "missing_cells": summary.missing.cells,
        "missing_runs": summary.missing.runs,
    }
    emit(sys.stdout, row)


def _print_tables(summaries: list[Summary]) -> None:
    """Print a table, by unit, for all solvers with the same puzzles and the same limit."""

    from cpstudy.jobs.hardness.maps import CPU, PLACEMENTS

    def shared(summary: Summary) -> tuple[str | float, ...]:
        limits = summary.limit or 0, summary.seconds_limit or 0.0
        order = {PLACEMENTS: 0, CPU: 2}.get(summary.unit, 1)
        return order, *summary.scale, summary.puzzles, *limits, summary.seed

    for _, some in groupby(sorted(summaries, key=shared), key=shared):
        _print_table(list(some))


def _print_table(summaries: list[Summary]) -> None:
    """A row for each solver, with long values on several lines, so that it fits 80 columns."""
    from rich import box
    from rich.table import Table

    from cpstudy.jobs.hardness.maps import CPU, PLACEMENTS

    first = summaries[0]
    count = "{:,.3g}" if first.unit == CPU else "{:,.0f}"
    limit = "no limit" if first.limit is None else f"at most {first.limit:,} placements each"
    if first.seconds_limit is not None:
        limit = f"at most {first.seconds_limit:g} s each"
    by = "" if first.unit == PLACEMENTS else f", {first.unit}"
    table = Table(
        title=f"Edge matching {first.size}×{first.size}: the peak of the medians{by}",
        caption=f"{counted(first.puzzles, 'puzzle')} a cell, {limit}, seed {first.seed}",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column("solver")
    effort = "iterations" if first.unit == CPU else first.unit
    for heading in (
        "peak\nmedian", "95 %\ninterval", "at\n(inner,\nouter)", "likely\nplaces", "censored",
        effort, "seconds",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    for summary in summaries:
        low, high = summary.interval.low, summary.interval.high
        more = "+" if summary.interval.censored else ""
        places = [f"({i}, {o})" for i, o in summary.places[:3]]
        table.add_row(
            summary.solver + f"\n{counted(summary.clues, 'clue')}" * bool(summary.clues),
            count.format(summary.height) + "\nso far" * bool(summary.unfinished),
            f"{count.format(low)} –\n{count.format(high)}{more}",
            "\n".join(places) + (" …" if len(summary.places) > 3 else ""),
            "\n".join(f"({i}, {o}) {share:.0%}" for (i, o), share in summary.peak_shares[:3]),
            f"{summary.censored_share:.1%}",
            f"{summary.iterations:,}",
            f"{summary.seconds:.1f}",
        )
    print_table(sys.stdout, table, ("seconds", effort))
