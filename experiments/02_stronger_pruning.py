"""Does the ridge stay in place under a stronger search? The maps of the other solvers.

Willems2016 suggests a hybrid of connectivity and a dynamic order of cells, and refers to the look
ahead of Ansotegui2008; neither was measured. Here ``snopf-filtered``, ``hybrid``, ``pla`` and
``matching`` solve the puzzles of experiment 01, at 5×5 and 6×6, with the published limits. Nothing
was published to compare with: the question is whether the thrashing region at few inner colours
disappears and the ridge, where about one further solution is expected, remains.

All solvers get the same puzzles and are compared puzzle by puzzle: placements over those of
``snopf-filtered``, the source's best search with the filters of the others, on the ridge and at its
highest cell. A stopped run counts as finished, which favours the slower search.

``python -m experiments.02_stronger_pruning --scale paper``, 200 puzzles a cell, takes an hour and a
half of a core; ``small`` has the cells, puzzles and limits of experiment 01 at small scale. Rows in
``results/stronger_pruning-SCALE.sqlite``, heatmaps, tables of peaks and of pairs in ``figures/``.
"""

from itertools import groupby
from statistics import geometric_mean

import click
from rich.console import Console
from rich.progress import track

from cpstudy.jobs.hardness.maps import RIDGE, Summary, heatmap, region
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import colour_ranges, measure, sweep
from cpstudy.plot.pictures import written
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing.willems import limit_of
from cpstudy.study.grid import Study
from cpstudy.study.intervals import ratio_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import folder, write_table

SEED = 2016
PUZZLES = 200
NAMES = ("snopf-filtered", "hybrid", "pla", "matching")
SIZES = (5, 6)

Line = dict[str, object]

SMALL_PUZZLES, SMALL_LIMIT, SMALL_STEP = 5, 20_000, 3


def study(size: int, name: str, scale: str) -> Study:
    """The sweep of one solver at one size."""
    inner, outer = colour_ranges(size, one_set=False)
    puzzles, limit = PUZZLES, limit_of(size)
    if scale == "small":
        puzzles = SMALL_PUZZLES
        if size > 5:
            inner, outer, limit = inner[1::SMALL_STEP], outer[::SMALL_STEP], SMALL_LIMIT
    return sweep(
        size, SOLVERS[name], inner=inner, outer=outer, puzzles=puzzles, limit=limit, seed=SEED
    )


Placements = dict[tuple[int, int], list[int]]


def placements(store: Store, asked: Study) -> Placements:
    """Return the placements of each cell's puzzles, in order, by (inner, outer)."""
    return {
        (cell.params["inner"], cell.params["outer"]): [row.iterations for row in rows]
        for cell, rows in groupby(store.rows(asked), key=lambda row: row.cell)
    }


def pairs(size: int, name: str, ours: Placements, base: Placements, top: tuple[int, int]) -> Line:
    """Compare placements with those of the first solver, on the ridge and at its highest cell.

    On the ridge the geometric means of cells are averaged, so all cells have equal weight.
    """
    cells = [cell for cell in base if region(size, *cell) == RIDGE]
    by_cell = {
        cell: [one / other for one, other in zip(ours[cell], base[cell], strict=True)]
        for cell in {*cells, top}
    }
    result: Line = {"solver": name, "size": f"{size}x{size}", "over": NAMES[0]}
    ridge = [geometric_mean(by_cell[cell]) for cell in cells]
    for heading, ratios in (("ridge", ridge), ("highest cell", by_cell[top])):
        low, high = ratio_interval(ratios)
        result[heading] = f"{geometric_mean(ratios):.3g}"
        result[f"{heading}, 95 %"] = f"{low:.3g} – {high:.3g}"
    return {**result, "highest cell at": f"({top[0]}, {top[1]})", "ridge cells": len(cells)}


@experiment("stronger_pruning", "willems")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw."""
    lines: list[Line] = []
    paired: list[Line] = []
    first: dict[int, tuple[Placements, tuple[int, int]]] = {}
    summaries: list[Summary] = []
    grid = [(size, name) for size in SIZES for name in NAMES]
    for size, name in track(grid, "sweeps", console=Console(stderr=True)):
        asked = study(size, name, scale)
        run(asked, store, measure, jobs=jobs)
        ours = summarise(store, asked)
        lines.append(
            {
                "solver": name,
                "size": f"{size}x{size}",
                "peak": round(ours.height),
                "interval": f"{ours.interval.low:.0f} to {ours.interval.high:.0f}",
                "place": " ".join(f"({i}, {o})" for i, o in ours.places[:6]),
                "censored runs": f"{ours.censored_share:.4f}",
                "placements": ours.iterations,
                "seconds": round(ours.seconds, 1),
            }
        )
        summaries.append(ours)
        found = placements(store, asked)
        if name == NAMES[0]:
            first[size] = found, ours.places[0]
        else:
            paired.append(pairs(size, name, found, *first[size]))
    for ours in summaries:
        name = f"stronger_pruning_{ours.size}x{ours.size}_{ours.solver}-{scale}"
        for _ in written(heatmap(ours, summaries, published=True), folder(), name):
            pass
    write_table(f"stronger_pruning-{scale}", lines)
    write_table(f"stronger_pruning_pairs-{scale}", paired)


if __name__ == "__main__":
    main()
