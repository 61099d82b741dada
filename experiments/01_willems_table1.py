"""Willems2016, table 1 and figures 5 to 16: where are two-set puzzles hardest, for whom?

Constants, then the grid, then the figures. Rows go to ``results/willems_table1-SCALE.sqlite`` and
the command goes on where it was stopped; the twelve heatmaps go to ``figures/``, the table to
``figures/willems_table1-SCALE.csv``. Published values stand in columns of their own.

``python -m experiments.01_willems_table1 --scale paper`` is the published grid (20 puzzles a cell,
all numbers of colours, the published limits); ``small`` has 5 puzzles a cell, every third number of
colours and a limit of 20,000 placements above 5×5.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from cpstudy.jobs.hardness import colour_ranges, measure, published_limit, sweep
from cpstudy.jobs.peaks import Summary, heatmap, summarise
from cpstudy.plot.heatmap import figure
from cpstudy.plot.saving import FORMATS, rendered
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.study.grid import Study
from cpstudy.study.run import run
from cpstudy.study.store import Store

ROOT = Path(__file__).parents[1]
SEED = 2016


@dataclass(frozen=True)
class Published:
    """A row of table 1. place: None where it says "multiple"."""

    solver: str
    size: int
    peak: int
    place: tuple[int, int] | None
    seconds: float


PUBLISHED = (
    Published("dfs", 5, 2_829, (5, 3), 68.90),
    Published("snopf", 5, 6_185, (5, 1), 75.30),
    Published("highest-connectivity", 5, 4_619, (4, 3), 86.26),
    Published("lowest-connectivity", 5, 2_579, (23, 1), 67.23),
    Published("dfs", 6, 2_000_000, (7, 2), 11_876.86),
    Published("snopf", 6, 2_000_000, (2, 7), 18_454.05),
    Published("highest-connectivity", 6, 913_158, (3, 9), 15_957.48),
    Published("lowest-connectivity", 6, 228_980, (6, 2), 10_700.64),
    Published("dfs", 7, 500_000, None, 53_208.03),
    Published("snopf", 7, 500_000, None, 63_718.49),
    Published("highest-connectivity", 7, 500_000, None, 63_715.66),
    Published("lowest-connectivity", 7, 500_000, None, 56_642.75),
)

SMALL_PUZZLES, SMALL_LIMIT, SMALL_STEP = 5, 20_000, 3

# At 5×5 and paper scale, so many puzzles a cell tell what the largest of all medians of 20 comes
# to in anybody's sweep: the range that a published peak should lie in.
RANGE_PUZZLES = 200
PAPER_PUZZLES = 20


def study(row: Published, scale: str, puzzles: int = PAPER_PUZZLES) -> Study:
    """The sweep that reproduces a row."""
    inner, outer = colour_ranges(row.size, one_set=False)
    limit = published_limit(row.size)
    if scale == "small":
        puzzles = SMALL_PUZZLES
        if row.size > 5:
            inner, outer = inner[1::SMALL_STEP], outer[::SMALL_STEP]
            limit = SMALL_LIMIT
    solver = SOLVERS[row.solver]
    return sweep(
        row.size, solver, inner=inner, outer=outer, puzzles=puzzles, limit=limit, seed=SEED
    )


def table_row(row: Published, ours: Summary, wide: Summary) -> dict[str, object]:
    """Published and ours side by side, and whether they agree.

    wide: of the same cells with more puzzles where there are, resampled 20 at a time.
    """
    likely = dict(wide.peak_shares)
    at_limit = ours.limit is not None and ours.height >= ours.limit
    inside = wide.interval.low <= row.peak <= wide.interval.high
    place = "multiple" if row.place is None else f"({row.place[0]}, {row.place[1]})"
    return {
        "solver": row.solver,
        "size": f"{row.size}x{row.size}",
        "peak (published)": row.peak,
        "peak": round(ours.height),
        "95 % of peaks of 20": f"{wide.interval.low:.0f} to {wide.interval.high:.0f}",
        "from puzzles a cell": wide.puzzles,
        "height agrees": "yes" if inside else "no",
        "place (published)": place,
        "place": " ".join(f"({i}, {o})" for i, o in ours.places[:6])
        + (" …" if len(ours.places) > 6 else ""),
        "place agrees": (
            "yes" if (row.place in likely or (row.place is None and len(ours.places) > 1)) else "no"
        ),
        "cells at the limit": sum(c.median >= (ours.limit or 0) for c in ours.cells)
        if at_limit
        else 0,
        "placements": ours.iterations,
        "seconds (published)": row.seconds,
        "seconds": round(ours.seconds, 1),
    }


@click.command()
@click.option("--scale", type=click.Choice(["small", "paper"]), default="small", show_default=True)
@click.option("--size", "sizes", type=click.Choice(["5", "6", "7"]), multiple=True)
@click.option("--jobs", type=int, default=None)
def main(scale: str, sizes: tuple[str, ...], jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    wanted = {int(size) for size in sizes} or {5, 6, 7}
    rows = [row for row in PUBLISHED if row.size in wanted]
    (ROOT / "results").mkdir(exist_ok=True)
    figures = ROOT / "figures"
    lines = []
    with Store(ROOT / "results" / f"willems_table1-{scale}.sqlite") as store:
        for row in track(rows, "sweeps", console=Console(stderr=True)):
            wanted_study = study(row, scale)
            run(wanted_study, store, measure, jobs=jobs)
            ours = wide = summarise(store, wanted_study)
            if scale == "paper" and row.size == 5:
                wide_study = study(row, scale, RANGE_PUZZLES)
                run(wide_study, store, measure, jobs=jobs)
                wide = summarise(store, wide_study, draws=PAPER_PUZZLES)
            lines.append(table_row(row, ours, wide))
            drawn = figure(heatmap(ours))
            for file_format in FORMATS:
                name = f"willems_{row.size}x{row.size}_{row.solver}-{scale}.{file_format}"
                (figures / name).write_bytes(rendered(drawn, file_format))
    if len(rows) == len(PUBLISHED):
        with (figures / f"willems_table1-{scale}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
    printed = Table(title=f"Willems2016, table 1 ({scale} scale)")
    for heading in lines[0]:
        printed.add_column(heading)
    for line in lines:
        printed.add_row(*map(str, line.values()))
    Console(width=200).print(printed)


if __name__ == "__main__":
    main()
