"""Which pruning is worth its cost? Median seconds of a puzzle along the ridge, by eight searches.

Every search of edge-matching puzzles trades the number of placements for the work of each. For each
number of outer colours, the cell nearest to the line where one further solution is expected stands
for the hardest one. All its 20 puzzles are searched with growing limits until more than half are
solved, and the result is the median of their seconds. A cell is left open if its slowest unsolved
puzzle would need more than SECONDS in the next round. Its lower bound is the time of that puzzle so
far; the other puzzles made as many placements, so the bound holds up to differences in their speed.
A ratio with such cells is a bound.

``python -m experiments.14_pruning_worth --scale paper`` has 6×6 and 7×7, ``small`` 5×5. Rows go to
``results/pruning_worth-SCALE.sqlite`` (``--stored`` uses stored rows only); tables and figure:
``figures/pruning_worth-SCALE.*``, ``figures/pruning_worth_ratios-SCALE.csv``. Run it alone: it
measures time.
"""

from itertools import groupby
from statistics import geometric_mean

import numpy as np
from rich.console import Console
from rich.progress import track

from cpstudy.core.drawing import Curves, Series
from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.plot.curves import figure
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.grid import Study
from cpstudy.study.intervals import percentiles, ratio_interval
from cpstudy.study.medians import median
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SEED = 2016
PUZZLES = 20
SIZES = {"small": (5,), "paper": (6, 7)}
SECONDS = {"small": 0.1, "paper": 0.5}
YARDSTICK = "dfs"
# The limit grows by this factor in each round.
GROWTH = 4
# Below this time, a call costs as much as the search.
LEAST_SECONDS = 5e-6
FEW = 5
# The fewest cells for an interval of bounds, and its resamples.
FEWEST, RESAMPLES = 10, 10_000

Row = dict[str, object]


def ridge(size: int) -> list[tuple[int, int]]:
    """Return for each number of outer colours the cell (inner, outer) nearest to the line."""
    inner, outer = colour_ranges(size, one_set=False)
    return [
        (min(max(round(crossing(size, number) or 1.0), inner[0]), inner[-1]), number)
        for number in outer
    ]


def study(size: int, solver: str, inner: int, outer: int) -> Study:
    """Return the sweep that gives the exact median of one cell."""
    return sweep(
        size,
        SOLVERS[solver],
        inner=range(inner, inner + 1),
        outer=range(outer, outer + 1),
        puzzles=PUZZLES,
        seed=SEED,
    )


def summary(store: Store, size: int, solver: str, inner: int, outer: int, seconds: float) -> Row:
    """Return the line of a cell: its medians of placements and seconds, or a bound if open."""
    rows = list(store.rows(study(size, solver, inner, outer)))
    line: Row = {"size": size, "outer": outer, "inner": inner, "solver": solver}
    if len(rows) < PUZZLES:
        bound = seconds / GROWTH
        return {**line, "median placements": "", "median seconds": f"{bound:.6f}", "open": 1}
    censored = [row.censored for row in rows]
    placements, _ = median([row.effort for row in rows], censored)
    spent = max(median([row.seconds for row in rows], censored)[0], LEAST_SECONDS)
    summary = {"median placements": f"{placements:.1f}", "median seconds": f"{spent:.6f}"}
    return {**line, **summary, "open": 0}


def ratios(lines: list[Row]) -> list[Row]:
    """Return the median seconds of each search over scan order's, as geometric means.

    The means are over the numbers of outer colours up to FEW, and over those above. If one of two
    cells is open, the ratio and the mean are bounds; if both are, the cell is left out. Intervals
    treat cells as a sample: Student's interval, or with bounds the end of the percentile bootstrap
    on their side, which values beyond a bound cannot move back (unlike Student's).
    """
    seconds = {
        (line["size"], line["outer"], line["solver"]): float(str(line["median seconds"]))
        for line in lines
    }
    waiting = {(line["size"], line["outer"], line["solver"]) for line in lines if line["open"]}
    table = []
    for size, group in groupby(lines, key=lambda line: line["size"]):
        numbers = sorted({int(str(line["outer"])) for line in group})
        few = [n for n in numbers if n <= FEW]
        many = [n for n in numbers if n > FEW]
        for solver in METHODS:
            if solver == YARDSTICK:
                continue
            row: Row = {"size": size, "solver": solver}
            for name, chosen in ((f"up to {FEW} outer colours", few), (f"more than {FEW}", many)):
                keys = [((size, n, solver), (size, n, YARDSTICK)) for n in chosen]
                open_ones = [(own in waiting, scan in waiting) for own, scan in keys]
                over = [seconds[own] / seconds[scan] for own, scan in keys]
                row |= bounded(name, over, open_ones)
            table.append(row)
    return table


def bounded(name: str, over: list[float], waiting: list[tuple[bool, bool]]) -> Row:
    """Return the columns of one group. waiting: whether the search, and scan order, are open."""
    summary = [
        (ratio, ends) for ratio, ends in zip(over, waiting, strict=True) if ends != (True, True)
    ]
    least = any(own for _, (own, _) in summary)
    most = any(scan for _, (_, scan) in summary)
    ratios = [ratio for ratio, _ in summary]
    low, high = ratio_interval(ratios)
    if least or most:
        low, high = resampled_mean(ratios)
    enough = len(ratios) >= FEWEST
    columns = {
        (False, False): (f"{geometric_mean(ratios):.2g}", f"{low:.2g} – {high:.2g}"),
        (True, False): (f"≥ {geometric_mean(ratios):.2g}", f"≥ {low:.2g}" if enough else ""),
        (False, True): (f"≤ {geometric_mean(ratios):.2g}", f"≤ {high:.2g}" if enough else ""),
        (True, True): ("", ""),
    }
    value, interval = columns[least, most]
    return {
        name: value,
        f"{name}, 95 %": interval,
        f"{name}, cells": len(summary),
        f"{name}, bounds": sum(own or scan for _, (own, scan) in summary),
        f"{name}, both open": len(over) - len(summary),
    }


def resampled_mean(ratios: list[float]) -> tuple[float, float]:
    """Return the 95 % percentile bootstrap of a geometric mean; it is deterministic."""
    logs = np.log(ratios)
    chosen = np.random.default_rng(0).integers(len(logs), size=(RESAMPLES, len(logs)))
    low, high = percentiles(np.exp(logs[chosen].mean(axis=1)))
    return low, high


def drawn(lines: list[Row], size: int) -> Curves:
    """Draw seconds against the number of outer colours, a curve for each search."""
    series = []
    for solver in METHODS:
        own = [line for line in lines if (line["size"], line["solver"]) == (size, solver)]
        series.append(
            Series(
                solver,
                tuple((float(str(r["outer"])), float(str(r["median seconds"]))) for r in own),
                censored=frozenset(k for k, row in enumerate(own) if row["open"]),
            )
        )
    return Curves(
        f"{size}×{size} along the ridge, median of {PUZZLES} (triangle: more)",
        "outer colours",
        "seconds of a puzzle",
        tuple(series),
        log_y=True,
    )


@experiment("pruning_worth", "pruning_worth-paper")
def main(scale: str, store: Store) -> None:
    """Run what is missing, then draw and print."""
    cells = [
        (size, solver, *cell) for size in SIZES[scale] for solver in METHODS for cell in ridge(size)
    ]
    if not store.read_only:
        for cell in track(cells, "ridges", console=Console(stderr=True)):
            compute([study(*cell)], store, seconds=SECONDS[scale], jobs=1)
    lines = [summary(store, *cell, SECONDS[scale]) for cell in cells]
    write_table(f"pruning_worth-{scale}", lines)
    write_table(f"pruning_worth_ratios-{scale}", ratios(lines))
    for size in SIZES[scale]:
        write_figure(f"pruning_worth_{size}x{size}-{scale}", figure(drawn(lines, size)))


if __name__ == "__main__":
    main()
