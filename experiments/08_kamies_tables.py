"""How many states are reachable, how fast do they grow, and what does exploring them cost?

Kamies2016, tables 2 to 5 and sections 7.2 and 8: puzzles as transition systems, searched breadth
first and depth first. Published depths and seconds are next to ours, including the searches that
the source stopped after half an hour; growth laws are checked exactly; rooms of Sokoban have one to
three boxes.

The items of ``cpstudy reproduce kamies/…`` do the work. Rows go to ``results/kamies-SCALE.sqlite``
and the same command resumes; tables and figures go to ``figures/``.

``python -m experiments.08_kamies_tables --scale paper`` goes to boards of 150; most of its time is
Picross of 50 × 50, where searches are stopped after twenty seconds. ``small`` ends at 50.
"""

from rich.console import Console
from rich.progress import track

from cpstudy.reproducing.items import ITEMS
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import folder, write_table

COLUMNS = ("part", "what", "published", "ours", "interval", "n", "verdict")


@experiment("kamies", "items-paper")
def main(scale: str, store: Store) -> None:
    """Run what is missing, then write tables and figures."""
    items = [item for name, item in ITEMS.items() if name.startswith("kamies/") and item.function]
    for item in track(items, "reproducing", console=Console(stderr=True)):
        name = item.name.removeprefix("kamies/")
        lines = [
            dict(zip(COLUMNS, (part, *values, result.verdict or "not judged"), strict=True))
            for part, result in item.compare(scale, store)
            for cell in result.cells
            for values in [(cell.what, cell.published, cell.ours, cell.interval, cell.n or "")]
        ]
        write_table(f"kamies_{name}-{scale}", lines)
        for path in item.draw(scale, store, folder()):
            if scale not in path.stem:  # the same at every scale
                path.replace(path.with_stem(path.stem + f"-{scale}"))


if __name__ == "__main__":
    main()
