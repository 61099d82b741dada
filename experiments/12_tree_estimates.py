"""How hard are puzzles whose search never ends? Estimates, calibrated where searches end.

``cpstudy hardness --estimate`` predicts the median placements to a first solution from random
probes of the tree. Here its 95 % intervals meet the exact medians of the same puzzles at 5×5 and
6×6, for ``dfs`` and ``snopf``, on the ridge (within one inner colour of the line where one further
solution is expected) and up to three beyond; then it says what nobody can measure: the ridge at
8×8, at 10×10, and puzzles of 16×16 with the colours of Eternity II.

``python -m experiments.12_tree_estimates --scale paper``; the exact medians are kept in
``results/tree_estimates-SCALE.sqlite``; tables and figure: ``figures/tree_estimates-SCALE.*``
and ``figures/tree_estimates_held-SCALE.csv``.
"""

from dataclasses import asdict
from pathlib import Path

import click
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track

from cpstudy.jobs.estimates import Estimate, estimate
from cpstudy.jobs.hardness import colour_ranges, compute, sweep
from cpstudy.jobs.peaks import summarise
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.study.store import Store
from experiments.outputs import write_figure, write_table

ROOT = Path(__file__).parents[1]
SEED = 2016
NAMES = ("dfs", "snopf")
PUZZLES = 20
# Sizes where searches end, and probes a puzzle.
CALIBRATED = {"small": (5,), "paper": (5, 6)}
PROBES = {"small": 100, "paper": 300}
BEFORE, BEYOND = 1.0, 3.0
# Size, inner, outer colours, puzzles, probes: on the ridge, then the numbers of Eternity II.
LARGE = (
    *((8, inner, outer, 20, 2000) for inner, outer in ((11, 1), (10, 2), (9, 3), (8, 5), (6, 20))),
    *((10, inner, outer, 20, 1000) for inner, outer in ((12, 3), (11, 5), (9, 12))),
    *((16, inner, 5, 10, 500) for inner in (17, 19)),
)
RIDGE, FURTHER, UNKNOWN = "ridge", "beyond", "not measurable"


def calibrated(size: int) -> list[tuple[int, int, str]]:
    """Cells (inner, outer) that are compared, each with its region."""
    inner, outer = colour_ranges(size, one_set=False)
    cells = []
    for number in outer:
        line = crossing(size, number) or 1.0
        for colours in inner:
            if -BEFORE <= colours - line <= BEYOND:
                cells.append((colours, number, RIDGE if colours - line <= 1 else FURTHER))
    return cells


def measured(store: Store, solver: str, size: int, inner: int, outer: int) -> float:
    """The exact median of a cell."""
    one, other = range(inner, inner + 1), range(outer, outer + 1)
    study = sweep(
        size, SOLVERS[solver], inner=one, outer=other, puzzles=PUZZLES, limit=None, seed=SEED
    )
    compute([study], store, jobs=1)
    (cell,) = summarise(store, study).cells
    return cell.median


def estimated(
    solver: str, size: int, inner: int, outer: int, puzzles: int, probes: int
) -> Estimate:
    """The same cell from probes."""
    params = {"size": size, "inner": inner, "outer": outer, "seed": SEED}
    return estimate(solver, puzzles, probes, params)


def line(told: Estimate, region: str, exact: float | None) -> dict[str, object]:
    """A row of the table."""
    low, high = told.interval
    plain = {name: value for name, value in asdict(told).items() if not name.endswith("interval")}
    return {
        **plain,
        "low": low,
        "high": high,
        "tree low": told.tree_interval[0],
        "tree high": told.tree_interval[1],
        "region": region,
        "measured": "" if exact is None else exact,
        "covered": "" if exact is None else int(low <= exact <= high),
    }


def figure(lines: list[dict[str, object]]) -> Figure:
    """Measured against estimated medians, and beside it what is estimated only, if anything is."""
    large = [row for row in lines if row["region"] == UNKNOWN]
    result = Figure(figsize=(10.0 if large else 5.2, 4.6), layout="constrained")
    compare(result.add_subplot(1, 2 if large else 1, 1), lines)
    if large:
        tell(result.add_subplot(1, 2, 2), large)
    for axes in result.axes:
        axes.grid(alpha=0.3)
    return result


def compare(left: Axes, lines: list[dict[str, object]]) -> None:
    """Measured against estimated medians."""
    for (solver, region), (colour, sign) in {
        ("dfs", RIDGE): ("#0072b2", "o"),
        ("dfs", FURTHER): ("#56b4e9", "s"),
        ("snopf", RIDGE): ("#d55e00", "^"),
        ("snopf", FURTHER): ("#e69f00", "D"),
    }.items():
        rows = [row for row in lines if (row["solver"], row["region"]) == (solver, region)]
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
    ends = (1e1, 1e7)
    left.plot(ends, ends, color="#111111", linewidth=0.8)
    left.set(xscale="log", yscale="log", xlabel="exact median of 20", ylabel="estimated, 95 %")
    left.set_title("placements to a first solution, 5×5 and 6×6", fontsize=10)
    left.legend(fontsize=8)


def tell(right: Axes, large: list[dict[str, object]]) -> None:
    """Cells that are estimated only, a line each."""
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


def held(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """How many intervals hold the exact median, by solver, size and region and in all.

    Beside it the estimate over what was measured, as a geometric mean.
    """
    compared = [row for row in lines if row["region"] != UNKNOWN]
    groups: dict[tuple[object, ...], list[dict[str, object]]] = {}
    for row in compared:
        groups.setdefault((row["solver"], row["size"], row["region"]), []).append(row)
    groups["all", "all", "all"] = compared
    return [
        {
            "solver": solver,
            "size": size,
            "region": region,
            "cells": len(rows),
            "held": sum(int(str(row["covered"])) for row in rows),
            "share": f"{np.mean([num(row['covered']) for row in rows]):.1%}",
            "estimated over measured": f"{np.exp(np.mean(list(map(_excess, rows)))):.2f}",
        }
        for (solver, size, region), rows in groups.items()
    ]


def _excess(row: dict[str, object]) -> float:
    """The logarithm of the estimate over what was measured."""
    return float(np.log(num(row["median"]) / num(row["measured"])))


def num(value: object) -> float:
    """A number of a row."""
    return float(str(value))


def place(row: dict[str, object]) -> str:
    """The name of a cell."""
    return f"{row['size']}×{row['size']} ({row['inner']}, {row['outer']})"


@click.command()
@click.option("--scale", type=click.Choice(["small", "paper"]), default="small", show_default=True)
def main(scale: str) -> None:
    """Measure what can be measured, estimate all, then draw and tell the coverage."""
    (ROOT / "results").mkdir(exist_ok=True)
    lines: list[dict[str, object]] = []
    console = Console(stderr=True)
    with Store(ROOT / "results" / f"tree_estimates-{scale}.sqlite") as store:
        grid = [
            (name, size, *cell)
            for size in CALIBRATED[scale]
            for name in NAMES
            for cell in calibrated(size)
        ]
        for name, size, inner, outer, region in track(grid, "calibrating", console=console):
            exact = measured(store, name, size, inner, outer)
            told = estimated(name, size, inner, outer, PUZZLES, PROBES[scale])
            lines.append(line(told, region, exact))
    large = [(name, *cell) for cell in LARGE for name in NAMES] if scale == "paper" else []
    for cell in track(large, "estimating", console=console):
        lines.append(line(estimated(*cell), UNKNOWN, None))
    write_table(f"tree_estimates-{scale}", lines)
    write_figure(f"tree_estimates-{scale}", figure(lines))
    write_table(f"tree_estimates_held-{scale}", held(lines))


if __name__ == "__main__":
    main()
