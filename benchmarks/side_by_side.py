"""Two checkouts of cpstudy side by side: is any engine slower than it was?

``python -m benchmarks.side_by_side --base FOLDER [--now FOLDER] [--rounds N] [GROUP …]``

Every group of ``cells.py`` runs in turn in both checkouts, each time in a process of its own, with
machine code in caches of their own; what compiles does so before anything is timed. CPU seconds.
Machines change speed for seconds at a time, so each cell takes the fastest of all rounds on each
side: *ratio* is now / base of these, *median* that of the ratios round by round. Both figures are
printed and kept in ``results/side_by_side.json`` (of a run of all groups), with both commits.

A checkout of the commit before: ``git worktree add FOLDER COMMIT``. Layouts from b049637 on work.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.cells import GROUPS
from benchmarks.measuring import keep

HERE = Path(__file__).resolve().parent
# What a ratio may be.
ALLOWED = 1.05


def timed(checkout: Path, group: str, caches: Path) -> dict[str, float]:
    """CPU seconds by cell of a group in a checkout."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "PYTHONHASHSEED": "0",
        "CPSTUDY_CACHE_DIR": str(caches),
        "CPSTUDY_COMPILE": "always",
        "CPSTUDY_QUIET": "1",
    }
    ended = subprocess.run(
        [sys.executable, "-P", HERE / "cells.py", group],
        cwd=checkout,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(map(json.loads, ended.stdout.splitlines()))


def commit(checkout: Path) -> str:
    told = subprocess.run(
        ["git", "-C", checkout, "describe", "--always", "--dirty"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return told.stdout.strip()


def compared(cell: str, base: list[float], now: list[float]) -> dict[str, object]:
    rounds = [b / a for a, b in zip(base, now, strict=True)]
    return {
        "cell": cell,
        "base_ms": round(1000 * min(base), 4),
        "now_ms": round(1000 * min(now), 4),
        "ratio": round(min(now) / min(base), 3),
        "median": round(statistics.median(rounds), 3),
    }


@click.command()
@click.option("--base", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--now", default=HERE.parent, type=click.Path(exists=True, path_type=Path))
@click.option("--rounds", default=3, show_default=True)
@click.option("--caches", default=Path(tempfile.gettempdir(), "cpstudy-side-by-side"),
              type=click.Path(path_type=Path), help="Where both keep machine code.")  # fmt: skip
@click.argument("groups", nargs=-1, type=click.Choice(list(GROUPS)))
def main(base: Path, now: Path, rounds: int, caches: Path, groups: tuple[str, ...]) -> None:
    sides = {"base": base.resolve(), "now": now.resolve()}
    samples: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for number in range(rounds):
        for group in groups or GROUPS:
            # Whoever comes second finds a warmer processor, so they change places.
            for side in sorted(sides, reverse=bool(number % 2)):
                print(f"round {number + 1}: {group}, {side}", file=sys.stderr)
                for cell, seconds in timed(sides[side], group, caches / side).items():
                    samples[cell][side].append(seconds)

    shared = {cell: found for cell, found in samples.items() if len(found) == len(sides)}
    rows = [compared(cell, found["base"], found["now"]) for cell, found in shared.items()]
    commits = f"{commit(sides['base'])} → {commit(sides['now'])}"
    if not groups:
        keep("side_by_side", [{"commits": commits, "rounds": rounds}, *rows])
    table = Table(title=f"{commits}: CPU ms, the fastest of {rounds} rounds")
    for heading in ("cell", "base", "now", "ratio", "median"):
        table.add_column(heading, justify="left" if heading == "cell" else "right")
    for row in rows:
        style = "bold" if row["ratio"] > ALLOWED else None
        times = (f"{row[name]:.3f}" for name in ("base_ms", "now_ms"))
        ratios = (f"{row[name]:.2f}" for name in ("ratio", "median"))
        table.add_row(row["cell"], *times, *ratios, style=style)
    Console(width=100).print(table)
    slower = [str(row["cell"]) for row in rows if row["ratio"] > ALLOWED]
    print(f"{len(rows)} cells, {len(slower)} slower than {ALLOWED}: {', '.join(slower) or 'none'}")


if __name__ == "__main__":
    main()
