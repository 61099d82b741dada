"""How hard are puzzles whose search does not end? Estimates, calibrated on searches that end.

``cpstudy hardness --estimate`` predicts the median placements to a first solution from random
probes of the tree. Here its 95 % intervals are compared with the exact medians of the same puzzles,
for ``dfs`` and ``snopf``. At 5×5 and 6×6 the cells are those of the ridge (within one inner colour
of the line where one further solution is expected) and up to three inner colours beyond. At 7×7
they are those of the ridge, with the medians of experiment 13, and cells of few inner colours, for
which estimates are not meant. Then the experiment estimates what cannot be measured: the ridge at
8×8 and 10×10, and 16×16 with the numbers of colours of Eternity II.

``python -m experiments.12_tree_estimates --scale paper``; exact medians and estimates, a row a
cell, are kept in ``results/tree_estimates-SCALE.sqlite``; tables and figure:
``figures/tree_estimates-SCALE.*`` and ``figures/tree_estimates_held-SCALE.csv``.
"""

from collections.abc import Mapping
from typing import Any

import click
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track

from cpstudy.cli.terminal import advancing
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.grid import Study
from cpstudy.study.intervals import ratio_interval, share_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.estimated import TOLD, estimated, probed
from experiments.outputs import write_figure, write_table

SEED = 2016
NAMES = ("dfs", "snopf")
PUZZLES = 20
# Sizes at which searches end, with the distance measured beyond the line; probes a puzzle.
CALIBRATED = {"small": {5: 3.0}, "paper": {5: 3.0, 6: 3.0, 7: 1.0}}
PROBES = {"small": 100, "paper": 2000}
BEFORE = 1.0
# Known cells of 7×7 before the ridge: size, inner, outer colours, puzzles, probes.
SOLUTIONS_ABOUND = tuple(
    (7, inner, outer, PUZZLES, 20_000)
    for inner, outer in ((3, 6), (3, 8), (3, 9), (3, 14), (4, 9), (4, 10))
)
# The same for cells on the ridge at which searches do not end, then for Eternity II.
LARGE = (
    *((8, i, o, PUZZLES, 20_000) for i, o in ((11, 1), (10, 2), (9, 3), (8, 5), (6, 20))),
    *((10, i, o, PUZZLES, 20_000) for i, o in ((12, 3), (11, 5), (9, 12))),
    *((16, inner, 5, 10, 20_000) for inner in (17, 19)),
)
RIDGE, FURTHER, EARLIER, UNKNOWN = "ridge", "beyond", "few inner colours", "not measurable"

Line = dict[str, object]


def calibrated(size: int, beyond: float) -> list[tuple[int, int, str]]:
    """Return the cells (inner, outer) that are compared, each with its region."""
    inner, outer = colour_ranges(size, one_set=False)
    cells = []
    for number in outer:
        line = crossing(size, number) or 1.0
        for colours in inner:
            if -BEFORE <= colours - line <= beyond:
                cells.append((colours, number, RIDGE if colours - line <= 1 else FURTHER))
    return cells


def measured(store: Store, solver: str, size: int, inner: int, outer: int) -> float:
    """Return the exact median of a cell; compute its missing rows."""
    one, other = range(inner, inner + 1), range(outer, outer + 1)
    study = sweep(
        size, SOLVERS[solver], inner=one, outer=other, puzzles=PUZZLES, limit=None, seed=SEED
    )
    compute([study], store, jobs=1)
    (cell,) = summarise(store, study).cells
    return cell.median


def line(store: Store, asked: Study, region: str, exact: float | None) -> Line:
    """Return a row of the table: the estimate and the measured median."""
    (row,) = store.rows(asked)
    params: Mapping[str, Any] = row.cell.params
    low, high = float(row.extra["low"]), float(row.extra["high"])
    return {
        "solver": row.cell.solver,
        **{name: params[name] for name in ("size", "inner", "outer", "puzzles", "probes")},
        **{name: f"{row.extra[name]:.3g}" for name in TOLD},
        "region": region,
        "measured": "" if exact is None else exact,
        "covered": "" if exact is None else int(low <= exact <= high),
        "seconds": f"{row.seconds:.1f}",
    }


def figure(lines: list[Line]) -> Figure:
    """Draw measured against estimated medians, and in a second panel cells only estimated."""
    large = [row for row in lines if row["region"] == UNKNOWN]
    result = Figure(figsize=(10.0 if large else 5.2, 4.6), layout="constrained")
    compare(result.add_subplot(1, 2 if large else 1, 1), lines)
    if large:
        tell(result.add_subplot(1, 2, 2), large)
    for axes in result.axes:
        axes.grid(alpha=0.3)
    return result


def compare(left: Axes, lines: list[Line]) -> None:
    """Draw measured against estimated medians."""
    for (solver, region), (colour, sign) in {
        ("dfs", RIDGE): ("#0072b2", "o"),
        ("dfs", FURTHER): ("#56b4e9", "s"),
        ("snopf", RIDGE): ("#d55e00", "^"),
        ("snopf", FURTHER): ("#e69f00", "D"),
        ("dfs", EARLIER): ("#999999", "v"),
    }.items():
        rows = [row for row in lines if (row["solver"], row["region"]) == (solver, region)]
        if not rows:
            continue
        spans = [[num(r["median"]) - num(r["low"]) for r in rows],
                 [num(r["high"]) - num(r["median"]) for r in rows]]  # fmt: skip
        left.errorbar(
            [num(row["measured"]) for row in rows],
            [num(row["median"]) for row in rows],
            yerr=spans,
            fmt=sign,
            color=colour,
            markersize=3,
            linewidth=0.6,
            label=f"{solver}, {region}",
        )
    ends = (1e1, 1e7 if len({row["size"] for row in lines}) == 1 else 1e12)
    left.plot(ends, ends, color="#111111", linewidth=0.8)
    left.set(xscale="log", yscale="log", xlabel="exact median of 20", ylabel="estimated, 95 %")
    left.set_title("placements to a first solution, where searches end", fontsize=10)
    left.legend(fontsize=8)


def tell(right: Axes, large: list[Line]) -> None:
    """Draw the cells that are only estimated, one line each."""
    names = list(dict.fromkeys(place(row) for row in large))
    for shift, (solver, colour, sign) in enumerate(
        (("dfs", "#0072b2", "o"), ("snopf", "#d55e00", "^"))
    ):
        rows = [row for row in large if row["solver"] == solver]
        right.errorbar(
            [num(row["median"]) for row in rows],
            [names.index(place(row)) + 0.2 * shift for row in rows],
            xerr=[[num(r["median"]) - num(r["low"]) for r in rows],
                  [num(r["high"]) - num(r["median"]) for r in rows]],
            fmt=sign,
            color=colour,
            markersize=5,
            label=solver,
        )  # fmt: skip
    right.set_yticks(range(len(names)), names, fontsize=8)
    right.invert_yaxis()
    right.set(xscale="log", xlabel="estimated median placements, 95 %")
    right.set_title("size (inner, outer colours)", fontsize=10)
    right.legend(fontsize=8)


def held(lines: list[Line]) -> list[Line]:
    """Count the intervals that contain the exact median, by solver, size and region, and in all.

    Also report the geometric mean of estimate over measured median. Totals leave out cells for
    which estimates are not meant.
    """
    compared = [row for row in lines if row["region"] != UNKNOWN]
    groups: dict[tuple[object, ...], list[Line]] = {}
    for row in compared:
        groups.setdefault((row["solver"], row["size"], row["region"]), []).append(row)
    meant = [row for row in compared if row["region"] != EARLIER]
    for region in (RIDGE, FURTHER):
        groups["all", "all", region] = [row for row in meant if row["region"] == region]
    groups["all", "all", "all"] = meant
    found: list[Line] = []
    for (solver, size, region), rows in groups.items():
        holding = sum(int(str(row["covered"])) for row in rows)
        ratios = [num(row["median"]) / num(row["measured"]) for row in rows]
        share, ratio = share_interval(holding, len(rows)), ratio_interval(ratios)
        found.append(
            {
                "solver": solver,
                "size": size,
                "region": region,
                "cells": len(rows),
                "held": holding,
                "share": f"{holding / len(rows):.1%}",
                "95 % of the share": f"{share[0]:.1%} – {share[1]:.1%}",
                "estimated over measured": f"{np.exp(np.mean(np.log(ratios))):.3g}",
                "95 %": f"{ratio[0]:.3g} – {ratio[1]:.3g}",
            }
        )
    return found


def num(value: object) -> float:
    """Return a number of a row."""
    return float(str(value))


def place(row: Line) -> str:
    """Return the name of a cell."""
    return f"{row['size']}×{row['size']} ({row['inner']}, {row['outer']})"


@experiment("tree_estimates", "tree_estimates-paper", "hardness7-dfs")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Measure what can be measured, estimate all, then draw and report the coverage."""
    compared = [
        ((name, size, inner, outer, PUZZLES, PROBES[scale]), region)
        for size, beyond in CALIBRATED[scale].items()
        for name in NAMES
        for inner, outer, region in calibrated(size, beyond)
    ]
    unknown = []
    if scale == "paper":
        compared += [(("dfs", *cell), EARLIER) for cell in SOLUTIONS_ABOUND]
        unknown = [((name, *cell), UNKNOWN) for cell in LARGE for name in NAMES]
    console = Console(stderr=True)
    lines = []
    for cell, region in track(compared + unknown, "exact medians", console=console):
        exact = None if region == UNKNOWN else measured(store, *cell[:4])
        lines.append((cell, region, exact))
    with advancing(False, "probing", "probes") as bar:
        studies = [estimated(*cell, SEED) for cell, _, _ in lines]
        run(studies, store, probed, jobs=jobs, progress=bar)
    found = [line(store, estimated(*cell, SEED), region, exact) for cell, region, exact in lines]
    write_table(f"tree_estimates-{scale}", found)
    write_figure(f"tree_estimates-{scale}", figure(found))
    write_table(f"tree_estimates_held-{scale}", held(found))


if __name__ == "__main__":
    main()
