"""Sokoban: rooms a second and levels a second, one core, warm.

*Rooms* (Kamies2016, Table 4): the whole space of an n × n room, breadth first and depth first, by
single steps and by areas, and the push-optimal and move-optimal solutions. *Levels*: push-optimal,
move-optimal and greedy for every level of the collections named on the command line (``python -m
benchmarks.sokoban FILE.xsb``), with ten seconds each, or with ``--seconds`` and ``--states``;
``--strategy NAME`` selects one of them, ``--no-rooms`` leaves out the rooms. For comparison with
XSokoban: Pereira et al. (2013) prove the fewest pushes of 9 of its 90 levels within 5 million
states.

CPU seconds. Slow and quiet phases of the machine are distinguished as in ``measuring.py``.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.api import explore
from cpstudy.core.result import Budget, PathResult, Reachability
from cpstudy.puzzles.sokoban.formats import read_xsb
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.puzzles.sokoban.puzzle import Sokoban

SAMPLES = 5
LEVELS = ("push-optimal", "move-optimal", "greedy")

ROOMS: tuple[tuple[int, str, dict[str, Any], int], ...] = (
    (20, "bfs", {"whole": True}, SAMPLES),
    (50, "bfs", {"whole": True}, SAMPLES),
    (50, "dfs", {"whole": True}, SAMPLES),
    (100, "bfs", {"whole": True}, 1),
    (150, "areas", {"whole": True}, SAMPLES),
    (150, "push-optimal", {}, SAMPLES),
    (150, "move-optimal", {}, SAMPLES),
)


def measured(run: Callable[[], PathResult], samples: int) -> tuple[PathResult, dict[str, Any]]:
    series = Series()
    results: list[PathResult] = []

    def once() -> dict[str, float]:
        start = time.process_time()
        results.append(run())
        return {"search": time.process_time() - start}

    for _ in range(samples):
        series.add(once)
    return results[-1], series.medians()


def rooms() -> list[dict[str, Any]]:
    rows = []
    for size, name, options, samples in ROOMS:
        explore(room(5, 5), name, **options)
        result, times = measured(
            lambda size=size, name=name, options=options: explore(
                room(size, size), name, **options
            ),
            samples,
        )
        assert result.path is not None
        row = {"work": f"room {size}x{size}", "strategy": name, "states": result.states}
        rows.append({**row, "transitions": result.transitions, "cost": result.cost, **times})
    return rows


def collection(name: str, puzzles: list[Sokoban], strategy: str, budget: Budget) -> dict[str, Any]:
    """A row for a collection: CPU milliseconds of a level, median and largest.

    Also the shares of levels below 10 ms and of decided levels, the cost and states of the solved
    levels, and the numbers of the unsolved ones.
    """
    explore(room(5, 5), strategy)
    times, unsolved, solved = [], [], {}
    for number, puzzle in enumerate(puzzles, 1):
        start = time.process_time()
        result = explore(puzzle, strategy, budget=budget)
        times.append(1000 * (time.process_time() - start))
        if result.verdict is Reachability.UNKNOWN:
            unsolved.append(number)
        else:
            solved[number] = {"cost": result.cost, "states": result.states}
    return {
        "work": f"{len(puzzles)} levels of {name}",
        "strategy": strategy,
        "budget": {"seconds": budget.seconds, "states": budget.states},
        "median_ms": round(statistics.median(times), 3),
        "largest_ms": round(max(times), 1),
        "below_10_ms": sum(ms < 10 for ms in times) / len(times),
        "decided": 1 - len(unsolved) / len(times),
        "solved": solved,
        "unsolved": unsolved,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Sokoban: rooms and levels a second")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--states", type=int)
    parser.add_argument("--strategy", choices=LEVELS, action="append")
    parser.add_argument("--no-rooms", action="store_true")
    asked = parser.parse_args()
    rows = [] if asked.no_rooms else rooms()
    budget = Budget(seconds=asked.seconds, states=asked.states)
    levels = []
    for name in asked.files:
        lines = Path(name).read_text(encoding="utf-8").splitlines(keepends=True)
        puzzles = [item.puzzle for item in read_xsb(lines) if isinstance(item.puzzle, Sokoban)]
        for strategy in asked.strategy or LEVELS:
            levels.append(collection(Path(name).stem, puzzles, strategy, budget))
    if rows:
        keep("sokoban", rows)
    if levels:
        keep("sokoban_levels", levels)

    table = Table(title="Rooms, CPU ms (quiet samples)")
    for heading in ("work", "strategy", "states", "ms", "M states/s"):
        table.add_column(heading, justify="left" if heading in ("work", "strategy") else "right")
    for row in rows:
        ms = row["quiet_median_ms"]["search"]
        rate = f"{row['states'] / ms / 1000:.2f}"
        table.add_row(row["work"], row["strategy"], f"{row['states']:,}", f"{ms:.1f}", rate)
    Console(width=120).print(table)
    for row in levels:
        Console(width=120).print(row)


if __name__ == "__main__":
    main()
