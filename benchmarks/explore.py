"""Explicit-state search on empty Sokoban rooms: states a second and bytes a state, one core, warm.

The published test (Kamies2016, Table 4): an n × n room, the player in the top left corner, the box
one down and one to the right, single steps. The whole space is searched, breadth first and depth
first, with states below a bound (a bitmap), as single words and as two words (hash tables). The
plain Python searches run on a small room, as the yardstick for what compiling gives.

``python -m benchmarks.explore 50 100`` adds sizes; 100 needs about 1 GB. Slow and quiet phases of
the machine are told apart as in ``measuring.py``; a sample is one whole search.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.core.kernels import expect_large_work
from cpstudy.core.result import Budget, PathResult
from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first
from cpstudy.state_spaces.packed.depth_first import compiled_depth_first
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.plain.depth_first import depth_first
from tests.state_spaces.room import Room

expect_large_work()
SIZES = (20, 50)
PLAIN_SIZE = 20
SAMPLES = 5
LARGE = 60  # rooms from this size on are searched once, with a bitmap only
SEARCHES = {"breadth first": compiled_breadth_first, "depth first": compiled_depth_first}
PLAIN = {"breadth first": breadth_first, "depth first": depth_first}


def measured(search: Callable[[], PathResult], samples: int) -> dict[str, Any]:
    series = Series()
    search()
    result: list[PathResult] = []

    def run() -> dict[str, float]:
        start = time.process_time()
        result[:] = [search()]
        seconds = time.process_time() - start
        return {"million states": seconds * 1e6 / result[0].states}

    for _ in range(samples):
        series.add(run)
    return {"states": result[0].states, "transitions": result[0].transitions, **series.medians()}


def main() -> None:
    rows = []
    for size in sorted({*SIZES, *map(int, sys.argv[1:])}):
        for form in ("bitmap", "table", "wide") if size < LARGE else ("bitmap",):
            for name, search in SEARCHES.items():
                run = partial(search, Room(size, size, form=form).compiled(), Budget(), whole=True)
                work = f"room {size}x{size}"
                samples = SAMPLES if size < LARGE else 1
                rows.append({"work": work, "search": name, "form": form, **measured(run, samples)})
    for name, plain in PLAIN.items():
        run = partial(plain, Room(PLAIN_SIZE, PLAIN_SIZE), Budget(), whole=True)
        work = f"room {PLAIN_SIZE}x{PLAIN_SIZE}"
        rows.append({"work": work, "search": name, "form": "plain Python", **measured(run, 3)})
    keep("explore", rows)

    table = Table(title="Explicit-state search, million states a CPU second (quiet samples)")
    for heading in ("work", "search", "form", "states", "quiet", "M/s", "M/s, all"):
        left = heading in ("work", "search", "form")
        table.add_column(heading, justify="left" if left else "right")
    for row in rows:
        quiet = row["quiet_median_ms"]["million states"]
        every = row["median_ms"]["million states"]
        cells = (row["work"], row["search"], row["form"], f"{row['states']:,}")
        rates = (str(row["quiet_samples"]), f"{1000 / quiet:.2f}", f"{1000 / every:.2f}")
        table.add_row(*cells, *rates)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
