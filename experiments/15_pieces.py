"""What is the effect of identical and symmetric pieces, and of one set of colours instead of two?

Random puzzles have identical pieces, and pieces that look the same when rotated; commercial puzzles
have neither. On the ridge of two-set puzzles the same numbers of colours are drawn four times: with
any pieces, without identical ones, without symmetric ones, without either (``--distinct``,
``--asymmetric``). Puzzles of one set have any colour on any edge (``--one-set``): where are they
hardest, and how hard compared with two sets? There are no published values.

Few colours give few pieces, so only cells of the ridge are compared that have at least three outer
colours and twice as many asymmetric pieces as the board needs. The puzzles differ between demands,
so medians are compared, cell by cell, 200 puzzles each, with the published limits; intervals treat
cells as a sample.

``python -m experiments.15_pieces --scale paper``; rows in ``results/pieces-SCALE.sqlite``, the same
command resumes. Tables: ``figures/pieces-SCALE.csv``, ``figures/pieces_one_set-SCALE.csv``;
figure: ``figures/pieces-SCALE.*``.
"""

from itertools import groupby
from statistics import geometric_mean

import click
from rich.console import Console
from rich.progress import track

from cpstudy.core.drawing import Curves, Series
from cpstudy.jobs.hardness.maps import RIDGE, region
from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.plot.curves import figure
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing.willems import limit_of
from cpstudy.study.grid import Study
from cpstudy.study.intervals import ratio_interval
from cpstudy.study.medians import median, median_interval, peak
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SEED = 2016
SIZES = {"small": (5,), "paper": (5, 6)}
# With fewer outer colours, boards without identical corners are too rare to draw.
LEAST_OUTER = 3
PUZZLES = {"small": 20, "paper": 200}
NAMES = ("dfs", "snopf", "hybrid")
# Whether identical pieces, and whether symmetric pieces, are excluded.
DEMANDS = {
    "any pieces": (False, False),
    "no identical pieces": (True, False),
    "no symmetric pieces": (False, True),
    "neither": (True, True),
}
ANY = "any pieces"

Line = dict[str, object]
Sample = tuple[list[float], list[bool]]


def ridge(size: int) -> list[tuple[int, int]]:
    """Return the cells (inner, outer) of the ridge with enough pieces for every demand.

    With i inner colours there are (i⁴ - i²) / 4 different asymmetric inner pieces.
    """
    inner, outer = colour_ranges(size, one_set=False)
    return [
        (i, o)
        for o in outer
        for i in inner
        if region(size, i, o) == RIDGE
        and o >= LEAST_OUTER
        and (i**4 - i**2) // 4 >= 2 * (size - 2) ** 2
    ]


def study(scale: str, size: int, solver: str, inner: int, outer: int, demand: str) -> Study:
    """Return the sweep of one cell of two-set puzzles with a demand."""
    distinct, asymmetric = DEMANDS[demand]
    return sweep(
        size,
        SOLVERS[solver],
        inner=range(inner, inner + 1),
        outer=range(outer, outer + 1),
        puzzles=PUZZLES[scale],
        limit=limit_of(size),
        seed=SEED,
        distinct=distinct,
        asymmetric=asymmetric,
    )


def one_set(scale: str, size: int, solver: str) -> Study:
    """Return the sweep over all numbers of colours of one-set puzzles."""
    return sweep(
        size,
        SOLVERS[solver],
        puzzles=PUZZLES[scale],
        limit=limit_of(size),
        seed=SEED,
        one_set=True,
    )


def samples(store: Store, asked: Study) -> list[Sample]:
    """Return the efforts of each cell, in order, and which of them are lower bounds."""
    found = []
    for _, group in groupby(store.rows(asked), key=lambda row: row.cell):
        rows = list(group)
        found.append(([float(row.effort) for row in rows], [row.censored for row in rows]))
    return found


def seen(size: int, solver: str, demand: str, here: list[Sample], anything: list[Sample]) -> Line:
    """Return the line of a demand: its medians over those of any pieces, on the ridge."""
    own, others = ([median(*sample)[0] for sample in one] for one in (here, anything))
    ratios = [one / other for one, other in zip(own, others, strict=True)]
    low, high = ratio_interval(ratios)
    top = peak(here)
    return {
        "size": f"{size}x{size}",
        "solver": solver,
        "pieces": demand,
        "cells": len(here),
        "median over that of any pieces": f"{geometric_mean(ratios):.3g}",
        "95 %": "" if demand == ANY else f"{low:.3g} – {high:.3g}",
        "highest median": f"{'≥ ' * top.censored}{top.height:.0f}",
        "95 % of it": f"{top.interval.low:.0f} – {top.interval.high:.0f}",
    }


def one_set_told(size: int, solver: str, here: list[Sample], ridge_of_two: list[Sample]) -> Line:
    """Return the line of a search: the peak of one set, and that of the ridge of two sets."""
    top, two = peak(here), peak(ridge_of_two)
    shares = sorted(((share, at) for at, share in enumerate(top.shares, 1)), reverse=True)[:3]
    return {
        "size": f"{size}x{size}",
        "solver": solver,
        "colours at the peak": ", ".join(str(at + 1) for at in top.cells),
        "one further solution expected at": f"{crossing(size, 0):.2f}",
        "resamples with the peak at": ", ".join(f"{at}: {share:.0%}" for share, at in shares),
        "highest median": f"{'≥ ' * top.censored}{top.height:.0f}",
        "95 %": f"{top.interval.low:.0f} – {top.interval.high:.0f}",
        f"two sets, from {LEAST_OUTER} outer colours on": f"{'≥ ' * two.censored}{two.height:.0f}",
        "95 % of that": f"{two.interval.low:.0f} – {two.interval.high:.0f}",
    }


def drawn(found: dict[tuple[int, str], list[Sample]]) -> Curves:
    """Draw the medians of one-set puzzles against the number of colours."""
    series = []
    for (size, solver), cells in found.items():
        points, spread = [], []
        for colours, sample in enumerate(cells, 1):
            interval = median_interval(*sample)
            points.append((float(colours), median(*sample)[0]))
            spread.append((interval.low, interval.high))
        series.append(Series(f"{size}×{size}, {solver}", tuple(points), spread=tuple(spread)))
    return Curves(
        "One set of colours on all edges: placements to the first solution",
        "colours",
        "median placements",
        tuple(series),
        log_x=True,
        log_y=True,
    )


@experiment("pieces", "pieces-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and report."""
    lines, one_set_lines = [], []
    found: dict[tuple[int, str], list[Sample]] = {}
    grid = [(size, solver) for size in SIZES[scale] for solver in NAMES]
    for size, solver in track(grid, "sweeps", console=Console(stderr=True)):
        studies = {
            demand: [study(scale, size, solver, *cell, demand) for cell in ridge(size)]
            for demand in DEMANDS
        }
        compute([one for some in studies.values() for one in some], store, jobs=jobs)
        compute([one_set(scale, size, solver)], store, jobs=jobs)
        by_demand = {
            demand: [sample for one in some for sample in samples(store, one)]
            for demand, some in studies.items()
        }
        found[size, solver] = samples(store, one_set(scale, size, solver))
        lines += [
            seen(size, solver, demand, here, by_demand[ANY]) for demand, here in by_demand.items()
        ]
        one_set_lines.append(one_set_told(size, solver, found[size, solver], by_demand[ANY]))
    write_table(f"pieces-{scale}", lines)
    write_table(f"pieces_one_set-{scale}", one_set_lines)
    write_figure(f"pieces-{scale}", figure(drawn(found)))


if __name__ == "__main__":
    main()
