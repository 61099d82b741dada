"""Does the ridge stay where it is when the search gets better? The maps of the other solvers.

Willems2016 asks for a hybrid of connectivity and a movable order of cells, and points at the look
ahead of Ansotegui2008; neither was measured. Here ``snopf-filtered``, ``hybrid``, ``pla`` and
``matching`` meet the puzzles of experiment 01, at 5×5 and 6×6, with the published limits. There
are no published values: the question is whether the thrashing region at few inner colours
disappears and the ridge, where about one further solution is expected, remains.

``python -m experiments.02_stronger_pruning --scale paper`` takes a few minutes; ``small`` has the
cells, puzzles and limits of experiment 01 at small scale. Rows in
``results/stronger_pruning-SCALE.sqlite``, heatmaps and the table of peaks in ``figures/``.
"""

from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from cpstudy.jobs.hardness import colour_ranges, measure, sweep
from cpstudy.jobs.heatmaps import Summary, heatmap, write
from cpstudy.jobs.peaks import summarise
from cpstudy.jobs.reproducing.willems_published import limit_of
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.study.grid import Study
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.outputs import write_table

ROOT = Path(__file__).parents[1]
SEED = 2016
PUZZLES = 20
NAMES = ("snopf-filtered", "hybrid", "pla", "matching")
SIZES = (5, 6)

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


@click.command()
@click.option("--scale", type=click.Choice(["small", "paper"]), default="small", show_default=True)
@click.option("--jobs", type=int, default=None)
def main(scale: str, jobs: int | None) -> None:
    """Run what is missing, then draw."""
    (ROOT / "results").mkdir(exist_ok=True)
    figures = ROOT / "figures"
    lines = []
    summaries: list[Summary] = []
    with Store(ROOT / "results" / f"stronger_pruning-{scale}.sqlite") as store:
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
    for ours in summaries:
        name = f"stronger_pruning_{ours.size}x{ours.size}_{ours.solver}-{scale}"
        for _ in write(heatmap(ours, summaries), figures, name):
            pass
    write_table(f"stronger_pruning-{scale}", lines)


if __name__ == "__main__":
    main()
