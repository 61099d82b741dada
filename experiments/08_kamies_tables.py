"""Which states are there, how fast do they grow, and what does it cost to see them all?

Kamies2016, tables 2 to 5 and sections 7.2 and 8: puzzles as transition systems, searched breadth
and depth first; published depths and seconds beside ours, what was given up after half an hour
filled in; laws of growth, state by state; rooms with one to three boxes.

The items of ``cpstudy reproduce kamies/…`` do the work. Rows go to ``results/kamies-SCALE.sqlite``
and the command goes on where it was stopped; tables and figures go to ``figures/``.

``python -m experiments.08_kamies_tables --scale paper`` goes to boards of 150; most of its time is
Picross of 50 × 50, where searches are stopped after twenty seconds. ``small`` ends at 50.
"""

import csv
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from cpstudy.core.solving import load
from cpstudy.jobs.reproducing import ITEMS, SCALES
from cpstudy.study.store import Store

ROOT = Path(__file__).parents[1]
COLUMNS = ("part", "what", "published", "ours", "interval", "n", "verdict")


@click.command()
@click.option("--scale", type=click.Choice(SCALES), default="small", show_default=True)
def main(scale: str) -> None:
    """Run what is missing, then write tables and figures."""
    (ROOT / "results").mkdir(exist_ok=True)
    figures = ROOT / "figures"
    items = [item for name, item in ITEMS.items() if name.startswith("kamies/") and item.function]
    with Store(ROOT / "results" / f"kamies-{scale}.sqlite") as store:
        for item in track(items, "reproducing", console=Console(stderr=True)):
            name = item.name.removeprefix("kamies/")
            with (figures / f"kamies_{name}-{scale}.csv").open(
                "w", newline="", encoding="utf-8"
            ) as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(COLUMNS)
                for part, told in load(str(item.function))(scale, store, **item.arguments):
                    for cell in told.cells:
                        values = (cell.published, cell.ours, cell.interval, cell.n or "")
                        writer.writerow((part, cell.what, *values, told.verdict or "not judged"))
            for path in item.draw(scale, store, figures):
                if scale not in path.stem:  # the same at every scale
                    path.replace(path.with_stem(path.stem + f"-{scale}"))


if __name__ == "__main__":
    main()
