"""Explicit-state search on empty Sokoban rooms: states a second and bytes a state, one core, warm.

The published test (Kamies2016, Table 4) is an n × n room with the player in the top left corner and
the box one down and one to the right, by single steps. The whole space is searched, breadth first
and depth first, with states below a bound (a bitmap), as single words and as two words (hash
tables). The plain Python searches run on a small room, to show the effect of compiling.

Two threads (``two_threads.py``) are for spaces that are slow to expand: rooms with three boxes by
pushes, with the player's area in the state. One and two threads take turns. The measure is wall
time, the least of TURNS, so two cores must be free. The CPU time of the busier thread, which is the
wall time of a quiet machine, is also reported.

``python -m benchmarks.explore 50 100`` adds sizes; 100 needs about 1 GB. Slow and quiet phases of
the machine are distinguished as in ``measuring.py``; a sample is one whole search.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.core.result import Budget, PathResult
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.puzzles.sokoban.space import Areas
from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first
from cpstudy.state_spaces.packed.depth_first import compiled_depth_first
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.plain.depth_first import depth_first
from tests.state_spaces.room import Room

SIZES = (20, 50)
PLAIN_SIZE = 20
SAMPLES = 5
LARGE = 60  # rooms from this size on are searched once, with a bitmap only
SEARCHES = {"breadth first": compiled_breadth_first, "depth first": compiled_depth_first}
TURNS = 3
AREAS = (10, 12)
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


def room_of_boxes(size: int) -> Sokoban:
    """A room with three boxes near its corners, not at the walls, and goals at the end."""
    rows = [["-"] * size for _ in range(size)]
    rows[0][0] = "@"
    for row, column in ((1, 1), (1, size - 2), (size - 2, 1)):
        rows[row][column] = "$"
    rows[-1][-3:] = "..."
    wall = "#" * (size + 2)
    cells = "|".join((wall, *(f"#{''.join(row)}#" for row in rows), wall))
    return Sokoban.decode(f"{size + 2}x{size + 2}:{cells}")


def on_two_threads(size: int) -> dict[str, Any]:
    """One and two threads in turns on a room of areas; both must give the same result."""
    space = Areas(room_of_boxes(size)).compiled()
    least = {threads: [float("inf"), float("inf")] for threads in (1, 2)}
    found: dict[int, PathResult] = {}
    for _ in range(TURNS):
        for threads, times in least.items():
            wall, cpu, mine = time.perf_counter(), time.process_time(), time.thread_time()
            found[threads] = compiled_breadth_first(space, Budget(), whole=True, threads=threads)
            mine = time.thread_time() - mine
            busier = max(mine, time.process_time() - cpu - mine)
            for place, seconds in enumerate((time.perf_counter() - wall, busier)):
                times[place] = min(times[place], seconds)
    one, two = (
        (f.path, f.trace, f.levels, f.states, f.transitions, f.deadlocks) for f in found.values()
    )
    if one != two:
        raise AssertionError(f"one and two threads differ: {found[1]} {found[2]}")
    return {
        "work": f"areas {size}x{size}, 3 boxes",
        "search": "two threads",
        "states": found[1].states,
        "transitions": found[1].transitions,
        "wall_seconds": [round(least[threads][0], 3) for threads in (1, 2)],
        "busier_thread_seconds": [round(least[threads][1], 3) for threads in (1, 2)],
        "wall_gain": round(least[1][0] / least[2][0], 2),
        "cpu_gain": round(least[1][1] / least[2][1], 2),
        "load_average": round(os.getloadavg()[0], 2),
    }


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
    pairs = [on_two_threads(size) for size in AREAS]
    keep("explore", [*rows, *pairs])

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
    console = Console(width=140)
    console.print(table)
    for pair in pairs:
        one, two = pair["wall_seconds"]
        console.print(
            f"{pair['work']}: {one} s on one thread, {two} s on two: {pair['wall_gain']} times"
            f" ({pair['cpu_gain']} by CPU time; load {pair['load_average']})"
        )


if __name__ == "__main__":
    main()
