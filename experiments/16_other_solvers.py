"""Do SAT and constraint solvers have the ridge in the same place as backtracking?

Ansotegui2008 searched for the hardest puzzles with SAT and CSP solvers; Willems2016 set out to
verify them with backtracking. Here both approaches solve the same puzzles: a SAT solver (`sat`) and
CP-SAT (`cpsat`) on one side, scan order, `snopf` and `hybrid` on the other. Each is measured by its
own counter and by CPU time; counters of different solvers never share a scale. All cells of 5×5 and
6×6 are measured, with 200 puzzles a cell; at 7×7 the ridge, where backtracking has exact medians of
20.

Three questions: in which region is the peak; how far is the hardest number of inner colours from
the line where one further solution is expected; how similar are the orders of the cells (Spearman's
rank correlation with scan order, with resampled puzzles).

With few outer colours, the two solvers decide hardly any puzzle of 7×7 within the time limit, so
only a lower bound of the median is known. These cells have 20 puzzles, in a separate sweep; the
others have 200.

``python -m experiments.16_other_solvers --scale paper``; rows in
``results/other_solvers-SCALE.sqlite``, where the same command resumes; ``--size N`` measures one
size. Incomplete sweeps are left out. Tables and figures: ``figures/other_solvers*-SCALE.*``.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import click
import numpy as np

from cpstudy.cli.terminal import advancing
from cpstudy.core.drawing import Curves, Series
from cpstudy.jobs.hardness.maps import CPU, RIDGE, Summary, heatmap, region
from cpstudy.jobs.hardness.summaries import summarise_all
from cpstudy.jobs.hardness.sweep import KIND, colour_ranges, compute, open_cells, sweep
from cpstudy.plot.curves import figure
from cpstudy.plot.pictures import written
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing.willems import limit_of
from cpstudy.study.grid import Study
from cpstudy.study.intervals import mean_interval
from cpstudy.study.medians import median, peak
from cpstudy.study.rows import Row
from cpstudy.study.store import MissingRowsError, Store
from experiments.command import experiment
from experiments.outputs import folder, write_figure, write_table

SEED = 2016
OTHERS = ("sat", "cpsat")
BACKTRACKING = ("dfs", "snopf", "hybrid")
SCAN = "dfs"
# Sizes of which all cells are run, and sizes of which only the ridge is.
WHOLE = {"small": (3,), "paper": (5, 6)}
ALONG = {"small": (4,), "paper": (7,)}
PUZZLES = {"small": 5, "paper": 200}
# Puzzles a cell of the exact medians of backtracking at 7×7.
EXACT = {7: 20}
# Seconds a puzzle.
SECONDS = {3: 20.0, 4: 20.0, 5: 60.0, 6: 60.0, 7: 5.0}
# For the other solvers on a ridge: (least outer colours, puzzles a cell).
PARTS = {7: ((8, 200), (1, 20))}
RESAMPLES = 200
# With one outer colour the line is not meaningful, and there is a separate hard region.
LEAST_OUTER = 2

Line = dict[str, object]
Place = tuple[int, int]


def ridge(size: int) -> list[Place]:
    """Return the cells (inner, outer) of the ridge."""
    inner, outer = colour_ranges(size, one_set=False)
    return [(i, o) for o in outer for i in inner if region(size, i, o) == RIDGE]


def studies(scale: str, size: int, solver: str) -> list[Study]:
    """Return a solver's sweeps at a size: of all cells, or of those of the ridge, in parts."""
    exact = solver in METHODS and size in EXACT
    found = sweep(
        size,
        SOLVERS[solver],
        puzzles=EXACT[size] if exact else PUZZLES[scale],
        limit=None if exact else limit_of(size),
        seconds=SECONDS[size],
        seed=SEED,
    )
    if size in WHOLE[scale]:
        return [found]
    cells = [{"size": size, "inner": i, "outer": o, "seed": SEED} for i, o in ridge(size)]
    if size not in PARTS or solver in METHODS:
        return [replace(found, cells=cells)]
    result = []
    for least, puzzles in PARTS[size]:
        part = [cell for cell in cells if int(str(cell["outer"])) >= least]
        cells = [cell for cell in cells if cell not in part]
        result.append(replace(found, cells=part, seeds=range(puzzles)))
    return result


class Sweep:
    """The rows of a sweep by cell, and their efforts in one unit."""

    def __init__(self, store: Store, asked: Study, summary: Summary) -> None:
        self.summary = summary
        self.rows: dict[Place, list[Row]] = {
            (cell.params["inner"], cell.params["outer"]): list(rows)
            for cell, rows in groupby(store.rows(asked), key=lambda row: row.cell)
        }

    @property
    def name(self) -> str:
        """The solver, and its unit if it has several."""
        unit = self.summary.unit
        return self.summary.solver + ("" if self.summary.solver in METHODS else f", {unit}")

    @property
    def part(self) -> str:
        """The size, and the range of outer colours if the sweep does not cover all of them."""
        size, solver = self.summary.size, self.summary.solver
        least, most = min(o for _, o in self.rows), max(o for _, o in self.rows)
        some = size in PARTS and solver not in METHODS
        return f"{size}x{size}" + f", {least}–{most} outer" * some

    def sample(self, place: Place) -> tuple[list[float], list[bool]]:
        """Return the efforts of a cell, and which of them are lower bounds."""
        timed = self.summary.unit == CPU
        rows = self.rows[place]
        efforts = [1000 * row.extra["cpu_seconds"] if timed else row.effort for row in rows]
        return [float(one) for one in efforts], [row.censored for row in rows]

    def hardest(self) -> dict[int, tuple[int, int, int]]:
        """Return for each number of outer colours the hardest inner one and its 95 % interval.

        Leaves out outer colours for which another median is a lower bound, which may be higher.
        """
        found = {}
        for outer in sorted({place[1] for place in self.rows}):
            inner = sorted(place[0] for place in self.rows if place[1] == outer)
            samples = [self.sample((number, outer)) for number in inner]
            top = peak(samples)
            bounds = {place for place, sample in enumerate(samples) if median(*sample)[1]}
            if bounds - {top.cells[0]}:
                continue
            reached = np.cumsum(top.shares)
            low, high = (inner[int(np.searchsorted(reached, q))] for q in (0.025, 0.975))
            found[outer] = inner[top.cells[0]], low, high
        return found


def rank_correlation(one: Sweep, other: Sweep) -> tuple[float, float, float] | None:
    """Return Spearman's correlation of medians in common cells, with a bootstrapped 95 % interval.

    None if all medians are equal, as when all puzzles are easy.
    """
    from scipy.stats import rankdata

    places = sorted(one.rows.keys() & other.rows.keys())
    rng = np.random.default_rng(SEED)
    efforts = [np.array([sweep.sample(place)[0] for place in places]) for sweep in (one, other)]

    def correlation(chosen: np.ndarray | slice) -> float | None:
        both = [rankdata(np.median(found[:, chosen], axis=1)) for found in efforts]
        return None if 0 in map(np.ptp, both) else float(np.corrcoef(*both)[0, 1])

    number = min(found.shape[1] for found in efforts)
    drawn = [correlation(rng.integers(number, size=number)) for _ in range(RESAMPLES)]
    known = [found for found in drawn if found is not None]
    whole = correlation(slice(None))
    if whole is None or not known:
        return None
    low, high = np.quantile(known, (0.025, 0.975))
    return whole, float(low), float(high)


def described(sweep: Sweep, scan: Sweep | None) -> Line:
    """Return the peak of a sweep, its region, and the correlation with scan order's map."""
    summary = sweep.summary
    low, high = summary.interval.low, summary.interval.high
    more = "≥ " * summary.interval.censored
    line: Line = {
        "size": sweep.part,
        "solver": summary.solver,
        "unit": summary.unit,
        "puzzles": summary.puzzles,
        "cells": len(summary.cells),
        "highest median": f"{summary.height:.4g}",
        "95 %": f"{low:.4g} – {more}{high:.4g}",
        "at (inner, outer)": " ".join(str(place) for place in summary.places[:3]),
        **{f"peak: {name}": f"{share:.1%}" for name, share in summary.regions.items()},
        "cells at the limit": sum(cell.censored for cell in summary.cells),
        "rank correlation with scan order": "",
        "95 % of the correlation": "",
        "seconds": round(summary.seconds, 1),
    }
    alike = None if scan is None or sweep is scan else rank_correlation(sweep, scan)
    if alike is not None:
        line["rank correlation with scan order"] = f"{alike[0]:.3f}"
        line["95 % of the correlation"] = f"{alike[1]:.3f} – {alike[2]:.3f}"
    return line


def distances(sweep: Sweep, scan: Sweep | None) -> Line:
    """Return the mean distances of the hardest inner colours from the line and scan order's."""
    size = sweep.summary.size
    own = {o: found[0] for o, found in sweep.hardest().items() if o >= LEAST_OUTER}
    line: Line = {
        "size": sweep.part,
        "solver": sweep.summary.solver,
        "unit": sweep.summary.unit,
        "numbers of outer colours": len(own),
    }
    others = {
        "less the line": {o: crossing(size, o) or 1.0 for o in own},
        "less scan order's": {} if scan is None else {o: f[0] for o, f in scan.hardest().items()},
    }
    for name, other in others.items():
        apart = [inner - other[outer] for outer, inner in own.items() if outer in other]
        line[name] = f"{np.mean(apart):.2f}" if apart else ""
        ends = mean_interval(apart) if len(apart) > 1 else None
        line[f"95 % {name}"] = f"{ends[0]:.2f} – {ends[1]:.2f}" if ends else ""
    return line


def curves(size: int, sweeps: list[Sweep]) -> Curves:
    """Draw the hardest number of inner colours by outer ones, and the line."""
    series = []
    for one in sweeps:
        found = {outer: ends for outer, ends in one.hardest().items() if outer >= LEAST_OUTER}
        points = tuple((float(outer), float(at)) for outer, (at, _, _) in found.items())
        spread = tuple((float(low), float(high)) for _, low, high in found.values())
        series.append(Series(one.name, points, spread=spread))
    outers = sorted({place[1] for one in sweeps for place in one.rows} - {*range(LEAST_OUTER)})
    line = tuple((float(o), at) for o in outers if (at := crossing(size, o)) is not None)
    series.append(Series("one further solution expected", line, fitted=True))
    title = f"{size}×{size}: the hardest number of inner colours, by SAT, CP-SAT and backtracking"
    return Curves(title, "outer colours", "inner colours", tuple(series))


def sweeps_of(store: Store, scale: str, size: int) -> list[Sweep]:
    """Return all complete sweeps of a size, in every unit."""
    found = []
    for solver in (*BACKTRACKING, *OTHERS):
        for asked in studies(scale, size, solver):
            with suppress(MissingRowsError):  # raised by a read-only store
                if not open_cells(store, asked):
                    found += [Sweep(store, asked, one) for one in summarise_all(store, asked)]
    return found


@experiment("other_solvers", "other_solvers-paper", "willems", "hardness7-dfs")
@click.option("--size", "sizes", type=int, multiple=True, help="Measure this size only.")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, sizes: tuple[int, ...], jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    every = (*WHOLE[scale], *ALONG[scale])
    for size in () if store.read_only else sizes or every:
        for names in (OTHERS, BACKTRACKING):
            asked = [one for name in names for one in studies(scale, size, name)]
            with advancing(False, f"{KIND} {size}×{size}", "iterations") as bar:
                compute(asked, store, jobs=jobs, progress=bar)
    lines, apart = [], []
    for size in every:
        found = sweeps_of(store, scale, size)
        scan = next((one for one in found if one.summary.solver == SCAN), None)
        lines += [described(one, scan) for one in found]
        apart += [distances(one, scan) for one in found]
        if found:
            write_figure(f"other_solvers_{size}x{size}-{scale}", figure(curves(size, found)))
        if size in WHOLE[scale]:
            draw([one.summary for one in found if one.summary.solver in OTHERS], scale, folder())
    write_table(f"other_solvers-{scale}", lines)
    write_table(f"other_solvers_distances-{scale}", apart)


def draw(summaries: list[Summary], scale: str, place: Path) -> None:
    """Draw the maps of the other solvers."""
    for one in summaries:
        unit = one.unit.replace(" ", "-")
        name = f"other_solvers_{one.size}x{one.size}-{one.solver}-{unit}-{scale}"
        for _ in written(heatmap(one, summaries), place, name):
            pass


if __name__ == "__main__":
    main()
