"""How do clues affect hardness? Where does the peak move, by their number and their place?

Clue pieces are fixed in their places on the planted board: anywhere, on the frame, inside, in the
first rows or in the last ones. For each number of clues, the experiment measures the median
placements over numbers of inner colours, at one number of outer colours, by scan order and by the
search whose pruning pays best. The peak is compared with the line where one further solution is
expected with these clues (``clues.py``). There are no published values.

``python -m experiments.17_clues --scale paper``; rows in ``results/clues-SCALE.sqlite``, the same
command resumes. Table: ``figures/clues-SCALE.csv``; figure: ``figures/clues-SCALE.*``.
"""

from collections.abc import Iterator
from itertools import groupby
from statistics import mean
from typing import NamedTuple

import click
import numpy as np
from matplotlib.figure import Figure

from cpstudy.cli.terminal import advancing
from cpstudy.study.grid import Study
from cpstudy.study.medians import median, peak
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.clues import ANYWHERE, NONE, PLACES, line, places, searched, study
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SEED = 2016
NAMES = ("dfs", "hybrid")


class Grid(NamedTuple):
    """The measurements on boards of one size.

    puzzles: for each cell, by search in NAMES. limit: placements for each puzzle.
    """

    inner: range
    outer: int
    clues: tuple[int, ...]
    places: tuple[str, ...]
    puzzles: tuple[int, ...]
    limit: int


GRIDS = {
    "small": {4: Grid(range(1, 5), 4, (0, 1, 2, 4), PLACES, (20, 20), 100_000)},
    "paper": {
        6: Grid(range(1, 8), 5, (0, 1, 2, 3, 4, 6, 8, 12), PLACES, (200, 200), 2_000_000),
        7: Grid(range(3, 9), 6, (0, 2, 4, 8), (ANYWHERE,), (200, 200), 2_000_000),
    },
}

Line = dict[str, object]
Sample = tuple[list[float], list[bool]]
Course = tuple[str, int]


def courses(scale: str, size: int) -> Iterator[Course]:
    """Yield every place with its numbers of clues, first without clues."""
    grid = GRIDS[scale][size]
    yield NONE, 0
    yield from ((place, number) for place in grid.places for number in grid.clues if number)


def asked(scale: str, size: int, solver: str, course: Course) -> Study:
    """The study of a place and a number of clues."""
    grid = GRIDS[scale][size]
    place, clues = course
    fixed = {"size": size, "outer": grid.outer, "place": place, "clues": clues, "seed": SEED}
    cells = [{**fixed, "inner": inner} for inner in grid.inner]
    return study(cells, solver, grid.puzzles[NAMES.index(solver)], grid.limit)


def samples(store: Store, study: Study) -> list[Sample]:
    """Return efforts by number of inner colours, and which of them are lower bounds."""
    found = []
    for _, rows in groupby(store.rows(study), key=lambda row: row.cell):
        kept = list(rows)
        found.append(([float(row.effort) for row in kept], [row.censored for row in kept]))
    return found


def summary(scale: str, size: int, solver: str, course: Course, found: list[Sample]) -> Line:
    """A line of the table: the peak of a place and a number of clues."""
    grid = GRIDS[scale][size]
    inner, outer = grid.inner, grid.outer
    puzzles = grid.puzzles[NAMES.index(solver)]
    place, clues = course
    top = peak(found)
    reached = np.cumsum(top.shares)
    low, high = (inner[int(np.searchsorted(reached, q))] for q in (0.025, 0.975))
    lines = [line(size, outer, places(size, place, clues, seed)) for seed in range(puzzles)]
    return {
        "size": size,
        "solver": solver,
        "place": place,
        "clues": clues,
        "outer": outer,
        "puzzles": puzzles,
        "hardest inner": inner[top.cells[0]],
        "low": low,
        "high": high,
        "mean of resamples": round(float(np.dot(top.shares, inner)), 2),
        "highest median": f"{'≥ ' * top.censored}{top.height:.0f}",
        "95 % of it": f"{top.interval.low:.0f} – {top.interval.high:.0f}",
        "one further solution expected at": round(mean(lines), 2),
    }


def figure(scale: str, size: int, found: dict[tuple[str, Course], list[Sample]]) -> Figure:
    """Draw a panel for each place and search: medians against inner colours, by number of clues."""
    inner, _, clues, kinds, *_ = GRIDS[scale][size]
    result = Figure(figsize=(2.9 * len(kinds), 2.8 * len(NAMES)), layout="constrained")
    panels = result.subplots(len(NAMES), len(kinds), sharex=True, sharey=True, squeeze=False)
    for row, solver in zip(panels, NAMES, strict=True):
        for axes, place in zip(row, kinds, strict=True):
            for step, number in enumerate(clues):
                course = (place, number) if number else (NONE, 0)
                heights = [median(*sample)[0] for sample in found[solver, course]]
                shade = str(0.75 * step / max(1, len(clues) - 1))
                axes.plot(inner, heights, "o-", color=shade, markersize=3, label=str(number))
            axes.set(yscale="log", title=f"{solver}, clues {place}")
            axes.grid(alpha=0.3)
        row[0].set_ylabel("median placements")
    for axes in panels[-1]:
        axes.set_xlabel("inner colours")
    panels[0, -1].legend(title="clues", fontsize=7)
    return result


@experiment("clues", "clues-paper")
@click.option("--jobs", type=int, default=None)
@click.option("--size", "sizes", type=int, multiple=True, help="Only these sizes.")
def main(scale: str, store: Store, jobs: int | None, sizes: tuple[int, ...]) -> None:
    """Run what is missing, then draw and report where the peaks are."""
    lines: list[Line] = []
    for size in sizes or GRIDS[scale]:
        grid = [(name, course) for name in NAMES for course in courses(scale, size)]
        studies = {one: asked(scale, size, *one) for one in grid}
        with advancing(False, f"{size}x{size}", "runs") as bar:
            run(list(studies.values()), store, searched, jobs=jobs, progress=bar)
        found = {one: samples(store, study) for one, study in studies.items()}
        lines += [summary(scale, size, *one, found[one]) for one in grid]
        write_figure(f"clues_{size}-{scale}", figure(scale, size, found))
    write_table(f"clues-{scale}", lines)


if __name__ == "__main__":
    main()
