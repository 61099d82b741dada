"""Stored sweeps as a page: the results of each cell, and puzzles of selected cells to open.

Medians and their intervals come from the rows; nothing is solved for the maps. Only sweeps by
searches have maps, because their effort is placements. The puzzle of a cell is the first that was
measured, generated again from the sweep's seed. Puzzles on peaks and on the ridge have the first
placements of every solver; puzzles near the ridge can only be played; for every other cell the page
prints the command that generates its puzzle.

The sweeps of experiment 01 are packed next to this file, so the page opens without result files.
``python -m cpstudy.jobs.hardness.maps_page results/willems_table1-paper.sqlite`` writes them again.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.solving import checked
from cpstudy.jobs.hardness.maps import CellSummary, Summary, heatmap
from cpstudy.jobs.hardness.summaries import stored_sweeps, summarise
from cpstudy.jobs.hardness.sweep import KIND
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.page import answer, searches
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.study.medians import Interval, median_interval
from cpstudy.study.store import Store
from cpstudy.web.page import STYLES, deflated, page

KEPT = Path(__file__).with_suffix(".set")


# Placements that are played back of a puzzle, and placements that are counted.
_SHOWN = 500
_COUNTED = 20_000

# The number of puzzles of a size that have searches: on peaks first, then along the ridge.
_WATCHED = 8

# Puzzles up to this distance from the ridge, in inner colours, can be played.
_ADJACENT = 1.5

Place = tuple[int, int]


def figures_page(maps: Mapping[str, Any] | str) -> str:
    """Return the page of some maps, or of the result of :func:`deflated` for them."""
    blob = maps if isinstance(maps, str) else deflated(maps)
    sheets = [STYLES / "figures.css"]
    return page([KIND], {"": blob}, "cpstudy: hardness", main="figures.js:start", sheets=sheets)


def figures(paths: Sequence[Path] = ()) -> str:
    """Return the page of all sweeps in some result files, or of the sweeps in the package.

    Raises InputError, which names the file, as :class:`Store` and :func:`stored_sweeps` do.
    """
    if not paths:
        return figures_page(KEPT.read_text(encoding="ascii"))
    return figures_page(maps(paths))


def maps(paths: Sequence[Path]) -> dict[str, Any]:
    """Return ``sweeps`` (:func:`_sweep`) and ``puzzles`` (:func:`_puzzles`) for the page.

    Sweeps come by size, then as they began; a sweep may be unfinished. Raises InputError if no
    sweep counts placements.
    """
    found: list[tuple[Summary, list[Interval]]] = []
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: no such file")
        with Store(path, read_only=True) as store:
            for study in stored_sweeps(store):
                if study.solver not in METHODS:
                    continue
                groups = groupby(store.rows(study), key=lambda row: row.cell)
                runs = [list(rows) for _, rows in groups]
                intervals = [
                    median_interval([row.effort for row in one], [row.censored for row in one])
                    for one in runs
                ]
                found.append((summarise(store, study, complete=False), intervals))
    if not found:
        raise InputError(f"{', '.join(map(str, paths))}: no sweep by a search of placements")
    found.sort(key=lambda sweep: sweep[0].size)
    return {
        "sweeps": [_sweep(*sweep) for sweep in found],
        "puzzles": list(_puzzles([summary for summary, _ in found])),
    }


def _sweep(summary: Summary, intervals: Sequence[Interval]) -> dict[str, Any]:
    """One sweep: its settings, its peak, the line of one further solution, its cells by columns.

    median, low, high: placements; censored: the median is a lower bound; open: the upper end of the
    interval is a lower bound; stopped: runs that the limit stopped.
    """
    cells = summary.cells
    return {
        "solver": summary.solver,
        "size": summary.size,
        "puzzles": summary.puzzles,
        "limit": summary.limit,
        "seed": summary.seed,
        "height": summary.height,
        "places": summary.places[:4],
        "tied": len(summary.places),
        "interval": [summary.interval.low, summary.interval.high, summary.interval.censored],
        "stopped": summary.censored_share,
        "line": [(round(x, 3), y) for x, y in heatmap(summary).line],
        "cells": {
            "inner": [cell.inner for cell in cells],
            "outer": [cell.outer for cell in cells],
            "median": [_short(cell.median) for cell in cells],
            "censored": [int(cell.censored) for cell in cells],
            "low": [_short(interval.low) for interval in intervals],
            "high": [_short(interval.high) for interval in intervals],
            "open": [int(interval.censored) for interval in intervals],
            "puzzles": [cell.puzzles for cell in cells],
            "stopped": [cell.censored_runs for cell in cells],
        },
    }


def _short(value: float) -> float | int:
    """The same number, as an int if it is whole."""
    return int(value) if value == int(value) else value


def _puzzles(summaries: Sequence[Summary]) -> Iterator[dict[str, Any]]:
    """The first puzzle of selected cells: its cell, text, answer, and searches of some.

    There is one puzzle for each cell of a size and a seed, for all solvers measured on it.
    """

    def sizes(summary: Summary) -> tuple[int, int, bool]:
        return summary.size, summary.seed, summary.cells[0].outer == 0

    for (size, seed, _), group in groupby(sorted(summaries, key=sizes), key=sizes):
        same = list(group)
        cells = {(cell.inner, cell.outer): cell for summary in same for cell in summary.cells}
        watched, played = _chosen(same, cells)
        for inner, outer in (*watched, *played):
            puzzle, solution = next(puzzles(size, size, inner, outer, 1, seed))
            entry = {
                "inner": inner,
                "outer": outer,
                "size": size,
                "seed": seed,
                "text": puzzle.encode(),
                "answer": answer(puzzle, checked(puzzle, solution, "the generator")),
            }
            if (inner, outer) in watched:
                entry["extras"] = searches(puzzle, shown=_SHOWN, counted=_COUNTED)
            yield entry


def _chosen(
    summaries: Sequence[Summary], cells: dict[Place, CellSummary]
) -> tuple[list[Place], list[Place]]:
    """The cells whose puzzles have searches, and those whose puzzles can be played only."""
    line = [point for summary in summaries for point in heatmap(summary).line]
    ridge = {int(outer): inner for inner, outer in line}
    adjacent = [
        place
        for place in cells
        if place[1] in ridge and abs(place[0] - ridge[place[1]]) <= _ADJACENT
    ]
    peaks = [place for summary in summaries for place in summary.places[:2]]
    on_ridge = [(round(inner), outer) for outer, inner in sorted(ridge.items())]
    order = dict.fromkeys(place for place in (*peaks, *on_ridge) if place in cells)
    watched = list(order)[:_WATCHED]
    return watched, [place for place in dict.fromkeys((*order, *adjacent)) if place not in watched]


if __name__ == "__main__":
    KEPT.write_text(deflated(maps([*map(Path, sys.argv[1:])])), encoding="ascii")
    print(f"{KEPT.name}: {KEPT.stat().st_size // 1000} kB", file=sys.stderr)
