"""Where are puzzles hardest: where one further solution is expected, or where half are unique?

For each number of outer colours, the experiment finds the number of inner colours with the highest
median, with its 95 % interval, for a scan and three searches that prune better. It is compared with
the line where one solution besides the planted one is expected (``generating/planted.py``), and
with the number of inner colours at which half of the puzzles are unique, found by searching each
for a second solution. Puzzles are 5×5 and 6×6, 200 a cell, with the published limits.

Only the neighbourhood of the line is measured; experiment 01 covers the other hard regions.

``python -m experiments.11_ridge_law --scale paper``; rows in ``results/ridge_law-SCALE.sqlite``,
where the same command resumes (an hour on one core; ``--stored`` uses stored rows only). Tables
and figure: ``figures/ridge_law-SCALE.*``, ``figures/ridge_law_distances-SCALE.csv``.
"""

from itertools import groupby
from math import ceil, floor
from statistics import mean

import click
import numpy as np
from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track

from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing.willems import limit_of
from cpstudy.study.intervals import mean_interval, share_interval
from cpstudy.study.medians import peak
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table
from experiments.uniqueness import settle, tallied, uniqueness

SEED = 2016
NAMES = ("dfs", "hybrid", "pla", "matching")
COLOURS = {"dfs": "#0072b2", "hybrid": "#d55e00", "pla": "#009e73", "matching": "#cc79a7"}
SIZES = {"small": (4,), "paper": (5, 6)}
PUZZLES = {"small": 20, "paper": 200}
# The number of these that are searched for a second solution, by size, and the limit of placements.
SETTLED = {4: 20, 5: 200, 6: 200}
SETTLED_LIMIT = 10_000_000
# The measured neighbourhood of the line, in inner colours.
BEFORE, BEYOND = 2, 3

Row = dict[str, object]


def neighbourhood(size: int, outer: int) -> range:
    """Return the numbers of inner colours near the line."""
    line = crossing(size, outer) or 1.0
    last = colour_ranges(size, one_set=False)[0][-1]
    return range(max(1, floor(line) - BEFORE), min(last, ceil(line) + BEYOND) + 1)


def cells(size: int) -> list[dict[str, int]]:
    """Return all cells near the line."""
    outer = colour_ranges(size, one_set=False)[1]
    return [
        {"size": size, "inner": inner, "outer": number, "seed": SEED}
        for number in outer
        for inner in neighbourhood(size, number)
    ]


def hardest(store: Store, size: int, solver: str, scale: str) -> list[Row]:
    """Return the hardest number of inner colours for each outer number, with its interval."""
    study = sweep(size, SOLVERS[solver], puzzles=PUZZLES[scale], limit=limit_of(size), seed=SEED)
    wanted = {(cell["inner"], cell["outer"]) for cell in cells(size)}
    samples: dict[int, dict[int, tuple[list[float], list[bool]]]] = {}
    for cell, found in groupby(store.rows(study), key=lambda row: row.cell):
        place = cell.params["inner"], cell.params["outer"]
        if place in wanted:
            rows = list(found)
            efforts = [float(row.effort) for row in rows], [row.censored for row in rows]
            samples.setdefault(place[1], {})[place[0]] = efforts
    lines = []
    for outer, by_inner in sorted(samples.items()):
        inner = sorted(by_inner)
        if inner != list(neighbourhood(size, outer)):
            continue  # an unfinished sweep
        top = peak([by_inner[number] for number in inner])
        reached = np.cumsum(top.shares)
        low, high = (inner[int(np.searchsorted(reached, q))] for q in (0.025, 0.975))
        lines.append(
            {
                "size": size,
                "solver": solver,
                "outer": outer,
                "hardest inner": inner[top.cells[0]],
                "low": low,
                "high": high,
                "mean of resamples": round(float(np.dot(top.shares, inner)), 3),
                "median placements": top.height,
                "puzzles": min(len(efforts) for efforts, _ in by_inner.values()),
                "line": round(crossing(size, outer) or 1.0, 3),
            }
        )
    return lines


def unique_shares(store: Store, size: int) -> dict[tuple[int, int], tuple[int, int, int]]:
    """Count unique, ambiguous and undecided puzzles by (inner, outer)."""
    study = uniqueness(cells(size), SETTLED[size], SETTLED_LIMIT)
    return {
        (cell.params["inner"], cell.params["outer"]): tallied(rows)
        for cell, rows in groupby(store.rows(study), key=lambda row: row.cell)
    }


def half_unique(tallies: dict[tuple[int, int], tuple[int, int, int]], outer: int) -> float | None:
    """Interpolate the number of inner colours at which half of the decided puzzles are unique."""
    shares = {
        inner: unique / (unique + many)
        for (inner, number), (unique, many, _) in sorted(tallies.items())
        if number == outer and unique + many
    }
    for inner, share in shares.items():
        before = shares.get(inner - 1)
        if before is not None and before < 0.5 <= share:
            return inner - 1 + (0.5 - before) / (share - before)
    return None


def with_uniqueness(
    lines: list[Row], tallies: dict[int, dict[tuple[int, int], tuple[int, int, int]]]
) -> None:
    """Add the share of unique puzzles to the lines for which it is known."""
    for row in lines:
        size, outer = int(str(row["size"])), int(str(row["outer"]))
        half = half_unique(tallies[size], outer)
        row["half unique at"] = "" if half is None else round(half, 3)
        unique, many, undecided = tallies[size].get(
            (int(str(row["hardest inner"])), outer), (0, 0, 0)
        )
        if unique + many:
            low, high = share_interval(unique, unique + many)
            row["unique there"] = round(unique / (unique + many), 3)
            row["unique low"], row["unique high"] = round(low, 3), round(high, 3)
        else:
            row["unique there"] = row["unique low"] = row["unique high"] = ""
        row["undecided there"] = undecided


def unique_told(lines: list[Row], sizes: tuple[int, ...]) -> list[Row]:
    """Return the mean share of unique puzzles at the hardest cells, over outer colours."""
    outcome: list[Row] = []
    for size in sizes:
        for name in NAMES:
            shares = [
                float(str(row["unique there"]))
                for row in lines
                if (row["size"], row["solver"]) == (size, name) and row["unique there"] != ""
            ]
            if len(shares) > 1:
                low, high = mean_interval(shares)
                outcome.append(
                    {
                        "size": size,
                        "solver": name,
                        "numbers of outer colours": len(shares),
                        "unique at the hardest": f"{mean(shares):.1%}",
                        "95 %": f"{max(low, 0.0):.1%} – {high:.1%}",
                    }
                )
    return outcome


def deviations(lines: list[Row], sizes: tuple[int, ...]) -> list[Row]:
    """Return the distance of the hardest number of inner colours from both predictions.

    There is a line for each size and one for all sizes. It has the mean over numbers of outer
    colours, and half of the mean's 95 % interval.
    """
    outcome: list[Row] = []
    for name in NAMES:
        for beside in ("line", "half unique at"):
            by_size = {
                size: [
                    float(str(row["mean of resamples"])) - float(str(row[beside]))
                    for row in lines
                    if (row["size"], row["solver"]) == (size, name) and row[beside] != ""
                ]
                for size in sizes
            }
            together = [off for some in by_size.values() for off in some]
            for size, off in (*by_size.items(), ("all", together)):
                if len(off) > 1:
                    error = mean(off) - mean_interval(off)[0]
                    outcome.append(
                        {
                            "size": size,
                            "solver": name,
                            "less": beside,
                            "numbers of outer colours": len(off),
                            "mean": f"{mean(off):+.2f}",
                            "± (95 %)": f"{error:.2f}",
                        }
                    )
    return outcome


def figure(lines: list[Row], sizes: tuple[int, ...]) -> Figure:
    """Draw one panel for each size: outer colours upwards, inner colours to the right."""
    result = Figure(figsize=(5.2 * len(sizes), 5.4), layout="constrained")
    panels = np.atleast_1d(result.subplots(1, len(sizes)))
    for axes, size in zip(panels, sizes, strict=True):
        own = [row for row in lines if row["size"] == size]
        for shift, solver in enumerate(NAMES):
            rows = [row for row in own if row["solver"] == solver]
            if not rows:
                continue
            x = np.array([float(str(row["hardest inner"])) for row in rows])
            spans = np.array([[float(str(row[end])) for row in rows] for end in ("low", "high")])
            y = [float(str(row["outer"])) + 0.18 * (shift - 1.5) for row in rows]
            axes.errorbar(
                x,
                y,
                xerr=np.abs(spans - x),
                fmt="oD^s"[shift],
                color=COLOURS[solver],
                markersize=4,
                linewidth=0.9,
                label=f"hardest for {solver}, 95 %",
            )
        for column, style, label in (
            ("line", "-", "one further solution expected"),
            ("half unique at", "--", "half of the puzzles unique"),
        ):
            points = sorted(
                {
                    (float(str(row["outer"])), float(str(row[column])))
                    for row in own
                    if row[column] != ""
                }
            )
            axes.plot(
                [x for _, x in points], [y for y, _ in points], style, color="#111111", label=label
            )
        axes.set_title(f"{size}×{size}", fontsize=10)
        axes.set_xlabel("inner colours")
        axes.set_ylabel("outer colours")
        axes.set_yticks([1, *range(2, 4 * size - 3, 2)])
        axes.set_xticks(range(1, 12))
        axes.grid(alpha=0.3)
    panels[-1].legend(fontsize=8)
    return result


@experiment("ridge_law", "willems", "ridge_law-uniqueness")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and report the distances of the hardest cells."""
    sizes = SIZES[scale]
    lines: list[Row] = []
    tallies = {}
    for size in track(sizes, "uniqueness", console=Console(stderr=True)):
        run(uniqueness(cells(size), SETTLED[size], SETTLED_LIMIT), store, settle, jobs=jobs)
        tallies[size] = unique_shares(store, size)
    grid = [(size, name) for size in sizes for name in NAMES]
    for size, name in track(grid, "sweeps", console=Console(stderr=True)):
        study = sweep(size, SOLVERS[name], puzzles=PUZZLES[scale], limit=limit_of(size), seed=SEED)
        compute([study], store, jobs=jobs)
        lines += hardest(store, size, name, scale)
    with_uniqueness(lines, tallies)
    write_table(f"ridge_law-{scale}", lines)
    write_figure(f"ridge_law-{scale}", figure(lines, sizes))
    write_table(f"ridge_law_distances-{scale}", deviations(lines, sizes))
    write_table(f"ridge_law_unique-{scale}", unique_told(lines, sizes))


if __name__ == "__main__":
    main()
