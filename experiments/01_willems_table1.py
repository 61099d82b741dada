"""Willems2016, table 1 and figures 5 to 16: where are two-set puzzles hardest, for which search?

Constants, then the grid, then the figures. Rows go to ``results/willems_table1-SCALE.sqlite`` and
the same command resumes. The twelve heatmaps go to ``figures/``, with one colour scale for each
size, the table to ``figures/willems_table1-SCALE.csv``. Published values are in separate columns.

``python -m experiments.01_willems_table1 --scale paper`` is the published grid (20 puzzles a cell,
all numbers of colours, the published limits). At 5×5 and 6×6 ten times as many puzzles give the
distribution of the largest median of 20 over repeated sweeps. ``small`` has 5 puzzles a cell, every
third number of colours and a limit of 20,000 placements above 5×5.
"""

import click
from rich.console import Console
from rich.progress import track

from cpstudy.jobs.hardness.maps import Summary, heatmap
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import colour_ranges, measure, sweep
from cpstudy.plot.pictures import written
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing.willems import PUZZLES, TABLE_1, Published, limit_of
from cpstudy.study.grid import Study
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import folder, print_table, write_table

SEED = 2016


SMALL_PUZZLES, SMALL_LIMIT, SMALL_STEP = 5, 20_000, 3

# Puzzles a cell, by size, for the distribution of peaks at paper scale.
RANGE_PUZZLES = {5: 200, 6: 200, 7: 20}


def study(row: Published, scale: str, puzzles: int = PUZZLES) -> Study:
    """The sweep that reproduces a row."""
    inner, outer = colour_ranges(row.size, one_set=False)
    limit = limit_of(row.size)
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
    """Return published values and ours side by side, and whether they agree.

    ours: as many puzzles a cell as published. wide: the same cells, with more puzzles if available,
    resampled 20 at a time; the statistics of peaks come from there.
    """
    likely = dict(wide.peak_shares)
    limit = wide.limit or 0
    at_limit = wide.height >= limit
    inside = wide.interval.low <= row.peak <= wide.interval.high
    place = "multiple" if row.place is None else f"({row.place[0]}, {row.place[1]})"
    return {
        "solver": row.solver,
        "size": f"{row.size}x{row.size}",
        "peak (published)": row.peak,
        "peak of 20, median": round(wide.middle),
        "95 % of peaks of 20": f"{wide.interval.low:.0f} to {wide.interval.high:.0f}",
        "from puzzles a cell": wide.puzzles,
        "height agrees": "yes" if inside else "no",
        "place (published)": place,
        "peak of all": round(wide.height),
        "place": " ".join(f"({i}, {o})" for i, o in wide.places[:6])
        + (" …" if len(wide.places) > 6 else ""),
        "place agrees": (
            "yes" if (row.place in likely or (row.place is None and len(wide.places) > 1)) else "no"
        ),
        "cells at the limit": sum(c.median >= limit for c in wide.cells) if at_limit else 0,
        **{f"peak: {name}": f"{share:.1%}" for name, share in wide.regions.items()},
        "peak of the first 20": round(ours.height),
        "placements": ours.iterations,
        "seconds (published)": row.seconds,
        "seconds": round(ours.seconds, 1),
    }


@experiment("willems_table1", "willems")
@click.option("--size", "sizes", type=click.Choice(["5", "6", "7"]), multiple=True)
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, sizes: tuple[str, ...], jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    wanted = {int(size) for size in sizes} or {5, 6, 7}
    rows = [row for row in TABLE_1 if row.size in wanted]
    lines: list[dict[str, object]] = []
    summaries: list[Summary] = []
    for row in track(rows, "sweeps", console=Console(stderr=True)):
        published, more = study(row, scale), study(row, scale, RANGE_PUZZLES[row.size])
        run([published, more], store, measure, jobs=jobs)
        wide = summarise(store, more, draws=min(PUZZLES, len(more.seeds)))
        ours = wide if more == published else summarise(store, published)
        lines.append(table_row(row, ours, wide))
        summaries.append(wide)
    for one in summaries:
        name = f"willems_{one.size}x{one.size}_{one.solver}-{scale}"
        for _ in written(heatmap(one, summaries, published=True), folder(), name):
            pass
    title = f"Willems2016, table 1 ({scale} scale)"
    if len(rows) == len(TABLE_1):
        write_table(f"willems_table1-{scale}", lines, title)
    else:
        print_table(title, lines)


if __name__ == "__main__":
    main()
