"""What does a complete map of hardness look like, without a limit that hides its peaks?

Willems2016 stopped every search of 7×7 puzzles at half a million placements, and found medians at
the limit in many cells. Here scan order searches until medians are exact, over all numbers of inner
and outer colours, 20 puzzles a cell; cells without an exact median are open. The two scans by
connectivity, whose maps are figures 15 and 16 there, run on the same cells within the time limit.
On the ridge, three searches that prune more run on the same puzzles. ``small`` maps 4×4, ``paper``
7×7, in passes with increasing seconds a puzzle.

``python -m experiments.13_complete_map --scale paper --seconds 5``: rows in
``results/complete_map-SCALE.sqlite`` (or the file of ``--rows``), where the same command resumes. A
cell whose puzzles take longer stays open. ``--stored`` uses stored rows only. Table and map:
``figures/complete_map-SCALE.*``, ``figures/complete_map_{ridge,searches}-SCALE.csv``.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from statistics import geometric_mean

import click

from cpstudy.cli.terminal import advancing
from cpstudy.jobs.hardness.maps import REGIONS, RIDGE, Summary, heatmap, region
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.plot.pictures import written
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.grid import Cell, Study
from cpstudy.study.intervals import ratio_interval
from cpstudy.study.medians import median, median_interval, ratio_of_medians
from cpstudy.study.store import MissingRowsError, Store
from experiments.command import experiment
from experiments.outputs import folder, write_table

SEED = 2016
PUZZLES = 20
SIZE = {"small": 4, "paper": 7}
# The scans that order candidates by connectivity.
ORDERED = ("highest-connectivity", "lowest-connectivity")
# Searches that prune more than scan order, run on the ridge.
STRONGER = ("snopf", "hybrid", "matching")

Row = dict[str, object]
# Efforts of puzzles, and which of them are lower bounds.
Sample = tuple[list[float], list[bool]]


def span(sample: Sample) -> str:
    """Return the 95 % interval of a median; its upper end may be a bound if searches stopped."""
    interval = median_interval(*sample)
    return f"{interval.low:.0f} – {'≥ ' * interval.censored}{interval.high:.0f}"


def described(
    summary: Summary, still_open: list[tuple[int, int]], samples: dict[tuple[int, int], Sample]
) -> list[Row]:
    """Return a line for each region of the map, and one for the whole map."""
    lines: list[Row] = []
    for name in (*REGIONS, "all"):
        known = [
            cell
            for cell in summary.cells
            if name in ("all", region(summary.size, cell.inner, cell.outer))
        ]
        waiting = [
            cell for cell in still_open if name in ("all", region(summary.size, cell[0], cell[1]))
        ]
        if known or waiting:
            hardest = max(known, key=lambda cell: cell.median, default=None)
            lines.append(
                {
                    "region": name,
                    "cells": len(known) + len(waiting),
                    "puzzles a cell": PUZZLES,
                    "exact medians": len(known),
                    "open": len(waiting),
                    "largest exact median": f"{hardest.median:.0f}" if hardest else "",
                    "95 %": f"{span(samples[hardest.inner, hardest.outer])}" if hardest else "",
                    "at (inner, outer)": f"({hardest.inner}, {hardest.outer})" if hardest else "",
                    "runs that are bounds there": (
                        sum(samples[hardest.inner, hardest.outer][1]) if hardest else ""
                    ),
                    "placements": sum(cell.iterations for cell in known),
                    "seconds": f"{sum(cell.seconds for cell in known):.0f}",
                }
            )
    return lines


def ridge(size: int) -> list[tuple[int, int]]:
    """Return the numbers of inner and outer colours of all cells of the ridge."""
    inner, outer = colour_ranges(size, one_set=False)
    return [(i, o) for i in inner for o in outer if region(size, i, o) == RIDGE]


def one_cell(size: int, solver: str, inner: int, outer: int) -> Study:
    """Return the sweep of one cell by one search."""
    columns, rows = range(inner, inner + 1), range(outer, outer + 1)
    return sweep(size, SOLVERS[solver], inner=columns, outer=rows, puzzles=PUZZLES, seed=SEED)


def samples_of(store: Store, study: Study) -> dict[tuple[int, int], Sample]:
    """Return the efforts of the puzzles of each stored cell, ordered by seed."""
    found = {}
    for cell, group in groupby(store.rows(study), key=lambda row: row.cell):
        rows = sorted(group, key=lambda row: row.seed)
        efforts = [float(row.effort) for row in rows], [row.censored for row in rows]
        found[cell.params["inner"], cell.params["outer"]] = efforts
    return found


def on_the_ridge(store: Store, size: int) -> dict[str, dict[tuple[int, int], Sample]]:
    """Return the efforts by search and cell, on the ridge."""
    return {
        solver: {
            cell: sample
            for cell in ridge(size)
            for sample in samples_of(store, one_cell(size, solver, *cell)).values()
        }
        for solver in ("dfs", *STRONGER)
    }


def ridge_told(samples: dict[str, dict[tuple[int, int], Sample]], size: int) -> list[Row]:
    """Return a line for each search: its medians on the ridge, relative to scan order's."""
    medians = {
        solver: {cell: median(*sample)[0] for cell, sample in known.items()}
        for solver, known in samples.items()
    }
    lines: list[Row] = []
    for solver, known in medians.items():
        ratios = [
            known[cell] / medians["dfs"][cell] for cell in known.keys() & medians["dfs"].keys()
        ]
        hardest = max(known, key=known.__getitem__)
        low, high = ratio_interval(ratios)
        lines.append(
            {
                "solver": solver,
                "cells": len(ridge(size)),
                "exact medians": len(known),
                "largest exact median": f"{known[hardest]:.0f}",
                "95 %": span(samples[solver][hardest]),
                "at (inner, outer)": f"({hardest[0]}, {hardest[1]})",
                "placements over scan order's": f"{geometric_mean(ratios):.3g}",
                "95 % of it": "" if solver == "dfs" else f"{low:.3g} – {high:.3g}",
                "compared": len(ratios),
            }
        )
    return lines


def cells_told(samples: dict[str, dict[tuple[int, int], Sample]]) -> list[Row]:
    """Return a line for each cell of the ridge and search: its median, and that over scan's."""
    lines: list[Row] = []
    scan = samples["dfs"]
    for solver, known in samples.items():
        for cell, sample in sorted(known.items()):
            line: Row = {"solver": solver, "inner": cell[0], "outer": cell[1]}
            line |= {"exact median": f"{median(*sample)[0]:.1f}", "95 %": span(sample)}
            line |= {"over scan order's": "", "95 % of it": ""}
            if solver != "dfs" and cell in scan:
                ratio = median(*sample)[0] / median(*scan[cell])[0]
                interval = ratio_of_medians(sample, scan[cell])
                bound = "≥ " * interval.censored
                line["over scan order's"] = f"{ratio:.3g}"
                line["95 % of it"] = f"{interval.low:.3g} – {bound}{interval.high:.3g}"
            lines.append(line)
    return lines


def mapped(store: Store, study: Study, name: str) -> list[Row]:
    """Draw the known part of a search's map; return its lines."""
    known, still_open = [], []
    for cell in study:
        (known if stored(store, cell, study.seeds) else still_open).append(cell.params)
    asked = replace(study, cells=known)
    summary = summarise(store, asked, complete=not still_open)
    for _ in written(heatmap(summary, whole=True, published=True), folder(), name):
        pass
    places = [(params["inner"], params["outer"]) for params in still_open]
    return described(summary, places, samples_of(store, asked))


def stored(store: Store, cell: Cell, seeds: range) -> bool:
    """Return whether all runs of a cell are stored; a read-only store lacks cells never begun."""
    with suppress(MissingRowsError):
        return not store.missing(store.register(cell), seeds)
    return False


@experiment("complete_map", "hardness7-dfs", "hardness7-connectivity")
@click.option(
    "--seconds", type=float, default=None, help="A puzzle may take so long (default: any)."
)
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, seconds: float | None, jobs: int | None) -> None:
    """Search what is open, then draw the map and report its regions."""
    size = SIZE[scale]
    study, *ordered = (
        sweep(size, SOLVERS[name], puzzles=PUZZLES, seed=SEED) for name in ("dfs", *ORDERED)
    )
    if not store.read_only:
        with advancing(False, "searching", "placements") as bar:
            compute([study, *ordered], store, seconds=seconds, jobs=jobs, progress=bar)
            for solver in STRONGER:
                cells = [one_cell(size, solver, *cell) for cell in ridge(size)]
                compute(cells, store, seconds=seconds, jobs=jobs, progress=bar)
    samples = on_the_ridge(store, size)
    write_table(f"complete_map_ridge-{scale}", ridge_told(samples, size))
    write_table(f"complete_map_searches-{scale}", cells_told(samples))
    write_table(f"complete_map-{scale}", mapped(store, study, f"complete_map-{scale}"))
    lines = [
        {"solver": asked.solver, **line}
        for asked in ordered
        for line in mapped(store, asked, f"complete_map_{asked.solver}-{scale}")
    ]
    write_table(f"complete_map_ordered-{scale}", lines)


if __name__ == "__main__":
    main()
