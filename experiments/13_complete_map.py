"""What does a complete map of hardness look like, with no limit that hides its peaks?

Willems2016 stopped every search of 7×7 puzzles at half a million placements, and found medians at
the limit in many cells. Here scan order searches until medians are exact, over all numbers of inner
and outer colours, 20 puzzles a cell: cells whose median is known have it exactly, the others are
open. ``small`` maps 4×4, ``paper`` 7×7, in passes of ever more seconds a puzzle.

``python -m experiments.13_complete_map --scale paper --seconds 5``: rows in
``results/complete_map-SCALE.sqlite`` (``--rows``: elsewhere), the same command goes on there; a
cell whose puzzles take longer each stays open. ``--stored`` tells what is there. Table and map:
``figures/complete_map-SCALE.*``.
"""

from pathlib import Path

import click

from cpstudy.cli.output import advancing
from cpstudy.jobs.hardness import compute, open_cells, sweep
from cpstudy.jobs.heatmaps import REGIONS, Summary, heatmap, region, write
from cpstudy.jobs.peaks import summarise
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.study.store import Store
from experiments.outputs import write_table

ROOT = Path(__file__).parents[1]
SEED = 2016
SIZE = {"small": 4, "paper": 7}


def told(summary: Summary, still_open: list[tuple[int, int]]) -> list[dict[str, object]]:
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
    study = sweep(SIZE[scale], SOLVERS["dfs"], seed=SEED)
    with Store(rows or ROOT / "results" / f"complete_map-{scale}.sqlite") as store:
        if not stored:
            with advancing(False, "searching", "placements") as bar:
                compute([study], store, seconds=seconds, jobs=jobs, progress=bar)
        still_open = open_cells(store, study)
        summary = summarise(store, study, complete=not still_open)
    write_table(f"complete_map-{scale}", told(summary, still_open))
    for _ in write(heatmap(summary, whole=True), ROOT / "figures", f"complete_map-{scale}"):
        pass


if __name__ == "__main__":
    main()
