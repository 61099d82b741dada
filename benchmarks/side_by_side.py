"""Compare two checkouts of cpstudy: has any engine become slower?

``python -m benchmarks.side_by_side --base FOLDER [--base-python PYTHON] [--now FOLDER] [--rounds N]
[--again N] [GROUP …]``

Each cell of ``cells.py`` is timed in both checkouts at once: two processes take turns, sample by
sample, so anything that slows the machine for a second slows both. A round has five turns; every
round starts new processes. Times are CPU seconds. Checkouts up to 080a406 compile at run time:
their machine code comes from a cache, made before timing, and they need a separate Python with
numba (``--base-python``).

*ratio* is now / base of the fastest samples, since other load only adds time; *median* is the
median of the ratios turn by turn. With some 170 cells, a few are always disturbed on one side only:
cells above 1.05 get up to ``--again`` more rounds, on both sides, until they are below. Both
figures and the turns of each cell are printed; a run of all groups also keeps them in
``results/side_by_side.json`` with both commits. To check out a commit: ``git worktree add FOLDER
COMMIT``; layouts from b049637 on work.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.cells import GROUPS
from benchmarks.measuring import keep

HERE = Path(__file__).resolve().parent
TURNS = 5
# The largest acceptable ratio.
ALLOWED = 1.05

Samples = dict[str, list[tuple[float, float]]]


def started(checkout: Path, python: str, group: str, caches: Path) -> subprocess.Popen[str]:
    """The process that times the cells of a group in a checkout."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "PYTHONHASHSEED": "0",
        "CPSTUDY_CACHE_DIR": str(caches),
        "CPSTUDY_COMPILE": "always",
        "CPSTUDY_QUIET": "1",
    }
    return subprocess.Popen(
        [python, "-P", HERE / "cells.py", group],
        cwd=checkout,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def take_turns(
    group: str,
    checkouts: list[tuple[Path, str]],
    caches: Path,
    samples: Samples,
    only: Collection[str] | None = None,
) -> None:
    """Time the cells of a group (all, or some) in both checkouts, one sample of each in turn."""
    with ExitStack() as stack:
        sides = [
            stack.enter_context(started(checkout, python, group, caches))
            for checkout, python in checkouts
        ]
        while True:
            cell, other = (side.stdout.readline().strip() for side in sides)
            if cell != other:
                raise RuntimeError(f"{group}: {cell or 'nothing'} beside {other or 'nothing'}")
            if not cell:
                return
            for turn in range(TURNS if only is None or cell in only else 0):
                order = sides if turn % 2 else sides[::-1]
                seconds = {side: _asked(side) for side in order}
                samples[cell].append((seconds[sides[0]], seconds[sides[1]]))
            for side in sides:
                side.stdin.write("next\n")


def _asked(side: subprocess.Popen[str]) -> float:
    side.stdin.write("sample\n")
    return float(side.stdout.readline())


def compared(cell: str, pairs: list[tuple[float, float]]) -> dict[str, Any]:
    base, now = map(min, zip(*pairs, strict=True))
    return {
        "cell": cell,
        "base_ms": round(1000 * base, 4),
        "now_ms": round(1000 * now, 4),
        "ratio": round(now / base, 3),
        "median": round(statistics.median(b / a for a, b in pairs), 3),
        "turns": len(pairs),
    }


def slower(samples: Samples) -> list[str]:
    """The cells above the acceptable ratio."""
    return [cell for cell, pairs in samples.items() if compared(cell, pairs)["ratio"] > ALLOWED]


def commit(checkout: Path) -> str:
    result = subprocess.run(
        ["git", "-C", checkout, "describe", "--always", "--dirty"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return result.stdout.strip()


@click.command()
@click.option("--base", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--base-python", default=sys.executable, help="The Python of the other checkout.")
@click.option("--now", default=HERE.parent, type=click.Path(exists=True, path_type=Path))
@click.option("--rounds", default=2, show_default=True)
@click.option("--again", default=8, show_default=True, help="More rounds for cells above 1.05.")
@click.option("--caches", default=Path(tempfile.gettempdir(), "cpstudy-side-by-side"),
              type=click.Path(path_type=Path), help="For machine code of 080a406.")  # fmt: skip
@click.argument("groups", nargs=-1, type=click.Choice(list(GROUPS)))
def main(
    base: Path,
    base_python: str,
    now: Path,
    rounds: int,
    again: int,
    caches: Path,
    groups: tuple[str, ...],
) -> None:
    checkouts = [(base.resolve(), base_python), (now.resolve(), sys.executable)]
    samples: Samples = defaultdict(list)
    group_of: dict[str, str] = {}
    for number in range(rounds):
        for group in groups or GROUPS:
            print(f"round {number + 1}: {group}", file=sys.stderr)
            take_turns(group, checkouts, caches, samples)
            group_of |= {cell: group for cell in samples if cell not in group_of}
    for number in range(again):
        cells = slower(samples)
        for group in sorted({group_of[cell] for cell in cells}):
            print(f"again {number + 1}: {group}", file=sys.stderr)
            take_turns(group, checkouts, caches, samples, cells)

    rows = [compared(cell, pairs) for cell, pairs in samples.items()]
    commits = " → ".join(commit(checkout) for checkout, _ in checkouts)
    if not groups:
        keep("side_by_side", [{"commits": commits, "rounds": rounds}, *rows])
    table = Table(title=f"{commits}: CPU ms, the fastest of at least {rounds * TURNS} samples")
    for heading in ("cell", "base", "now", "ratio", "median"):
        table.add_column(heading, justify="left" if heading == "cell" else "right")
    for row in rows:
        style = "bold" if row["ratio"] > ALLOWED else None
        times = (f"{row[name]:.3f}" for name in ("base_ms", "now_ms"))
        ratios = (f"{row[name]:.2f}" for name in ("ratio", "median"))
        table.add_row(row["cell"], *times, *ratios, style=style)
    Console(width=100).print(table)
    above = slower(samples)
    mean = statistics.geometric_mean(float(row["ratio"]) for row in rows)
    print(f"geometric mean of the ratios: {mean:.3f}")
    print(f"{len(rows)} cells, {len(above)} above {ALLOWED}: {'; '.join(above) or 'none'}")


if __name__ == "__main__":
    main()
