"""Does the ridge stay where it is when the search gets better? The maps of the other solvers.

Willems2016 asks for a hybrid of connectivity and a movable order of cells, and points at the look
ahead of Ansotegui2008; neither was measured. Here ``snopf-filtered``, ``hybrid``, ``pla`` and
``matching`` meet the puzzles of experiment 01, at 5×5 and 6×6, with the published limits. There
are no published values: the question is whether the thrashing region at few inner colours
disappears and the ridge, where about one solved board is expected, remains.

``python -m experiments.02_stronger_pruning``; rows in ``results/stronger_pruning.sqlite``,
heatmaps and the table of peaks in ``figures/``. Takes a few minutes.
"""

import csv
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from cpstudy.jobs.hardness import colour_ranges, measure, published_limit, sweep
from cpstudy.jobs.peaks import heatmap, summarise
from cpstudy.plot.heatmap import figure
from cpstudy.plot.saving import FORMATS, rendered
from cpstudy.puzzles.edge_matching import SOLVERS
from cpstudy.study.run import run
from cpstudy.study.store import Store

ROOT = Path(__file__).parents[1]
SEED = 2016
PUZZLES = 20
NAMES = ("snopf-filtered", "hybrid", "pla", "matching")
SIZES = (5, 6)


@click.command()
@click.option("--jobs", type=int, default=None)
def main(jobs: int | None) -> None:
    """Run what is missing, then draw."""
    (ROOT / "results").mkdir(exist_ok=True)
    figures = ROOT / "figures"
    lines = []
    with Store(ROOT / "results" / "stronger_pruning.sqlite") as store:
        grid = [(size, name) for size in SIZES for name in NAMES]
        for size, name in track(grid, "sweeps", console=Console(stderr=True)):
            inner, outer = colour_ranges(size, one_set=False)
            study = sweep(
                size,
                SOLVERS[name],
                inner=inner,
                outer=outer,
                puzzles=PUZZLES,
                limit=published_limit(size),
                seed=SEED,
            )
            run(study, store, measure, jobs=jobs)
            ours = summarise(store, study)
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
            drawn = figure(heatmap(ours))
            for file_format in FORMATS:
                path = figures / f"stronger_pruning_{size}x{size}_{name}.{file_format}"
                path.write_bytes(rendered(drawn, file_format))
    with (figures / "stronger_pruning.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


if __name__ == "__main__":
    main()
