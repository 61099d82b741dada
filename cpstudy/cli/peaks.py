"""How a finished sweep is told: its heatmaps written, its peak and cells printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cpstudy.cli.output import complain, console, emit, to_json

if TYPE_CHECKING:
    from cpstudy.jobs.peaks import Summary
    from cpstudy.study.grid import Study
    from cpstudy.study.store import Store


def report(
    store: Store, studies: list[Study], folder: Path, stem: str, as_json: bool, *, complete: bool
) -> None:
    """Print the summary of each sweep and write its heatmap as SVG and PNG."""
    from cpstudy.jobs.peaks import draw, summarise

    summaries = [summarise(store, study, complete=complete) for study in studies]
    for summary in summaries:
        for path in draw(summary, folder, stem):
            complain(f"wrote {path}")
    if not as_json:
        _print_table(summaries)
        return
    for summary in summaries:
        _print_json(summary)


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
        }
        emit(sys.stdout, to_json(row))
    interval: list[float | None] = [summary.interval.low, summary.interval.high]
    row = {
        "row": "summary",
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
