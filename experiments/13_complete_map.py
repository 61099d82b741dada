"""What does a complete map of hardness look like, with no limit that hides its peaks?

Willems2016 stopped every search of 7×7 puzzles at half a million placements, and found medians at
the limit in many cells. Here scan order searches until medians are exact, over all numbers of inner
and outer colours, 20 puzzles a cell: cells whose median is known have it exactly, the others are
open. On the ridge the same puzzles are given to three searches that prune more. ``small`` maps
4×4, ``paper`` 7×7, in passes of ever more seconds a puzzle.

``python -m experiments.13_complete_map --scale paper --seconds 5``: rows in
``results/complete_map-SCALE.sqlite`` (``--rows``: elsewhere), the same command goes on there; a
cell whose puzzles take longer each stays open. ``--stored`` tells what is there. Table and map:
``figures/complete_map-SCALE.*``, ``figures/complete_map_ridge-SCALE.csv``.
"""

from math import exp, log
from pathlib import Path
from statistics import mean

import click

from cpstudy.cli.output import advancing
from cpstudy.jobs.hardness import colour_ranges, compute, open_cells, sweep
from cpstudy.jobs.heatmaps import REGIONS, RIDGE, Summary, heatmap, region, write
from cpstudy.jobs.peaks import summarise
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.study.grid import Study
from cpstudy.study.medians import median
from cpstudy.study.store import Store
from experiments.outputs import write_table

ROOT = Path(__file__).parents[1]
SEED = 2016
SIZE = {"small": 4, "paper": 7}
# Searches that prune more than scan order does, on its ridge.
STRONGER = ("snopf", "hybrid", "matching")

Row = dict[str, object]


def told(summary: Summary, still_open: list[tuple[int, int]]) -> list[Row]:
    """A line a region of the map, and one for all of it."""
    lines = []
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
                    "exact medians": len(known),
                    "open": len(waiting),
                    "largest exact median": f"{hardest.median:.0f}" if hardest else "",
                    "at (inner, outer)": f"({hardest.inner}, {hardest.outer})" if hardest else "",
                    "placements": sum(cell.iterations for cell in known),
                    "seconds": f"{sum(cell.seconds for cell in known):.0f}",
                }
            )
    return lines


def ridge(size: int) -> list[tuple[int, int]]:
    """Numbers of inner and outer colours of all cells of the ridge."""
    inner, outer = colour_ranges(size, one_set=False)
    return [(i, o) for i in inner for o in outer if region(size, i, o) == RIDGE]


def one_cell(size: int, solver: str, inner: int, outer: int) -> Study:
    """The sweep of one cell by one search."""
    columns, rows = range(inner, inner + 1), range(outer, outer + 1)
    return sweep(size, SOLVERS[solver], inner=columns, outer=rows, seed=SEED)


def medians(store: Store, size: int, solver: str) -> dict[tuple[int, int], float]:
    """The exact medians that are known on the ridge."""
    known = {}
    for cell in ridge(size):
        rows = list(store.rows(one_cell(size, solver, *cell)))
        if rows:  # a cell is stored whole
            known[cell], _ = median([row.effort for row in rows], [row.censored for row in rows])
    return known


def ridge_told(store: Store, size: int) -> list[Row]:
    """A line a search: its medians on the ridge, and what part of scan order's they are."""
    scan = medians(store, size, "dfs")
    lines: list[Row] = []
    for solver in ("dfs", *STRONGER):
        known = medians(store, size, solver)
        both = sorted(known.keys() & scan.keys())
        hardest = max(known, key=known.__getitem__)
        share = exp(mean(log(known[cell] / scan[cell]) for cell in both))
        compared = f"{share:.3g} ({len(both)})"
        lines.append(
            {
                "solver": solver,
                "cells": len(ridge(size)),
                "exact medians": len(known),
                "largest exact median": f"{known[hardest]:.0f}",
                "at (inner, outer)": f"({hardest[0]}, {hardest[1]})",
                "placements over scan order's (geometric mean, cells)": compared,
            }
        )
    return lines


@click.command()
@click.option("--scale", type=click.Choice(["small", "paper"]), default="small", show_default=True)
@click.option(
    "--seconds", type=float, default=None, help="A puzzle may take so long (default: any)."
)
@click.option("--rows", type=click.Path(dir_okay=False, path_type=Path), default=None)
@click.option("--stored", is_flag=True, help="Tell what is stored; compute nothing.")
@click.option("--jobs", type=int, default=None)
def main(
    scale: str, seconds: float | None, rows: Path | None, stored: bool, jobs: int | None
) -> None:
    """Search what is open, then draw the map and tell its regions."""
    (ROOT / "results").mkdir(exist_ok=True)
    size = SIZE[scale]
    study = sweep(size, SOLVERS["dfs"], seed=SEED)
    with Store(rows or ROOT / "results" / f"complete_map-{scale}.sqlite") as store:
        if not stored:
            with advancing(False, "searching", "placements") as bar:
                compute([study], store, seconds=seconds, jobs=jobs, progress=bar)
                for solver in STRONGER:
                    cells = [one_cell(size, solver, *cell) for cell in ridge(size)]
                    compute(cells, store, seconds=seconds, jobs=jobs, progress=bar)
        still_open = open_cells(store, study)
        summary = summarise(store, study, complete=not still_open)
        write_table(f"complete_map_ridge-{scale}", ridge_told(store, size))
    write_table(f"complete_map-{scale}", told(summary, still_open))
    for _ in write(heatmap(summary, whole=True), ROOT / "figures", f"complete_map-{scale}"):
        pass


if __name__ == "__main__":
    main()
