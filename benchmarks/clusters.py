"""Rush Hour clusters against a plain C++ search with bit boards: CPU milliseconds, one core.

All boards reachable from a text form are listed: by ``clusters.cpp``, compiled here with ``g++
-O3``; by the compiled search alone (decoding, tables, search); and by ``explore --whole``, which
also replays its path by the rules. The three take turns board by board, so slow phases of the
machine affect all of them, and the least time of PASSES counts for each board. States, transitions,
levels and the distance of the first goal must be equal.

The stream has 300 random boards of 6×6 with 4 to 13 cars, also reported by the size of the cluster.
A file in the common format (moves, board, cluster size; Fogleman2018) adds its 50 hardest boards:
``python -m benchmarks.clusters FILE``.

C++ is faster on small clusters: a board costs 0.08 ms before its first state (text form, record,
search and their arrays, in Python; cars and tables come from kernels), and if reading the CPU clock
is a system call, as in some virtual machines, the search's own clock adds 0.1 ms. From a thousand
states on, neither matters.
"""

import itertools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import keep
from cpstudy.api import explore
from cpstudy.core.result import Budget
from cpstudy.puzzles.rush_hour.formats import decode_known
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from cpstudy.puzzles.rush_hour.space import SlidingSpace
from cpstudy.state_spaces.limits import Limits
from cpstudy.state_spaces.packed.breadth_first import search_levels

STREAM = 300
HARDEST = 50
PASSES = 5
UNLIMITED = Budget()
# Classes of clusters by their number of states: from … to below.
SIZES = ((1, 100), (100, 1_000), (1_000, 10_000), (10_000, 10**9))


class Yardstick:
    """The C++ program, which answers each board with one line."""

    def __init__(self, folder: Path) -> None:
        program, source = folder / "clusters", Path(__file__).with_suffix(".cpp")
        command = ["g++", "-O3", "-march=native", "-std=c++17", "-o", str(program), str(source)]
        subprocess.run(command, check=True)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program, "1"], stdin=pipe, stdout=pipe, text=True)

    def __call__(self, board: RushHour) -> tuple[float, tuple[int, ...]]:
        """CPU seconds; states, transitions, first goal (-1: none), sizes of the levels."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        into.write(f"{board.rows} {board.columns} {board.cells}\n")
        into.flush()
        states, transitions, goal, nanoseconds, *levels = map(int, out.readline().split())
        return nanoseconds / 1e9, (states, transitions, goal, *levels)


def searched(board: RushHour) -> tuple[float, tuple[int, ...]]:
    """The same figures from the compiled search alone, which does not get the goal's level."""
    text, start = board.encode(), time.process_time()
    space = SlidingSpace(RushHour.decode(text)).compiled()
    assert space is not None
    found = search_levels(space, UNLIMITED, Limits(UNLIMITED, None), whole=True)
    seconds = time.process_time() - start
    level = -1
    if found.counts.goal >= 0:
        level = next(i for i, end in enumerate(found.starts[1:]) if found.counts.goal < end)
    return seconds, (found.starts[-1], found.counts.transitions, level, *found.levels)


def explored(board: RushHour) -> tuple[float, tuple[int, ...]]:
    """The same figures from ``explore``, with its path replayed."""
    text, start = board.encode(), time.process_time()
    found = explore(RushHour.decode(text), "bfs", whole=True)
    seconds = time.process_time() - start
    goal = -1 if found.path is None else len(found.path)
    return seconds, (found.states, found.transitions, goal, *found.levels)


def measured(
    work: str, boards: Sequence[RushHour], yardstick: Callable[..., Any]
) -> list[dict[str, Any]]:
    """Mean and median milliseconds of a board and the ratios to C++, by engine and size."""
    engines = {"C++": yardstick, "search": searched, "explore": explored}
    least = {name: [float("inf")] * len(boards) for name in engines}
    states = [0] * len(boards)
    for _, (place, board) in itertools.product(range(PASSES), enumerate(boards)):
        answers = set()
        for name, run in engines.items():
            seconds, answer = run(board)
            least[name][place] = min(least[name][place], seconds)
            answers.add(answer)
        if len(answers) != 1:
            raise AssertionError(f"{board.encode()}: {answers}")
        states[place] = answers.pop()[0]
    found = rows_of(work, least)
    for low, high in SIZES:
        chosen = [place for place, number in enumerate(states) if low <= number < high]
        if 0 < len(chosen) < len(boards):
            part = {name: [times[place] for place in chosen] for name, times in least.items()}
            found += rows_of(f"{work}, {low:,} states and more", part)
    return found


def rows_of(work: str, least: dict[str, list[float]]) -> list[dict[str, Any]]:
    """A row for each engine. least: seconds by engine and board."""
    mean = {name: 1000 * statistics.mean(times) for name, times in least.items()}
    median = {name: 1000 * statistics.median(times) for name, times in least.items()}
    return [
        {
            "work": work,
            "engine": name,
            "boards": len(least[name]),
            "mean_ms": round(mean[name], 3),
            "median_ms": round(median[name], 3),
            "mean_ratio": round(mean[name] / mean["C++"], 3),
            "median_ratio": round(median[name] / median["C++"], 3),
        }
        for name in least
    ]


def main() -> None:
    streams = {"random boards": [random_board(6, 6, 4 + i % 10, 1, i) for i in range(STREAM)]}
    for name in sys.argv[1:]:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        known = [decode_known(line) for line in lines if line.strip() and line[0] != "#"]
        known.sort(key=lambda one: -(one.moves or 0))
        streams["the hardest known boards"] = [one.board for one in known[:HARDEST]]
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        yardstick = Yardstick(Path(folder))
        explored(streams["random boards"][0])
        for work, boards in streams.items():
            rows += measured(work, boards, yardstick)
    keep("clusters", rows)

    table = Table(title="Rush Hour clusters, CPU ms a board (least of the passes)")
    for heading in rows[0]:
        table.add_column(heading, justify="left" if heading in ("work", "engine") else "right")
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
