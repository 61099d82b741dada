"""Pipes: the compiled search on its batch interface, CPU microseconds a puzzle, one core, warm.

The streams have different mazes of all five algorithms in turn, unique and ambiguous as drawn. A
sample is one batch (arrays in; verdicts, checked witnesses and nodes out) divided by its boards;
every batch has other boards, and medians are over batches. The last rows are unique grids of
1000×1000 tiles (binary tree), one for each sample.

Slow and quiet phases of the machine are distinguished as in ``measuring.py``.
"""

import time
from functools import partial
from itertools import cycle, islice
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.search.batch import VERDICTS, decide_boards

ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
# Size, boards in a batch (a multiple of five), batches.
STREAMS = ((5, 500, 40), (10, 200, 40), (20, 50, 40), (30, 25, 40), (50, 10, 40), (100, 5, 30))
LARGEST = 1000
# Depth-first mazes, whose first solution is hard to find: size, boards.
HARD = ((200, 12), (300, 8))


def stream(size: int, count: int, first: int, algorithms: tuple[str, ...]) -> np.ndarray:
    """Boards in their current position: uint8[count, size*size]."""
    return np.array(
        [
            board(algorithm, size, size, 1, first + index)[1].ravel()
            for index, algorithm in enumerate(islice(cycle(algorithms), count))
        ]
    )


def _decide(tiles: np.ndarray, size: int, verdicts: dict[str, int]) -> dict[str, float]:
    start = time.process_time()
    found = decide_boards(tiles, size, size, jobs=1)
    seconds = time.process_time() - start
    for verdict in found.verdicts.tolist():
        name = VERDICTS[verdict].value
        verdicts[name] = verdicts.get(name, 0) + 1
    return {"puzzle": seconds / len(tiles)}


def measured(size: int, each: int, batches: int, algorithms: tuple[str, ...]) -> dict[str, Any]:
    decide_boards(stream(size, 1, 10**6, algorithms), size, size, jobs=1)
    series = Series()
    verdicts: dict[str, int] = {}
    for number in range(batches):
        tiles = stream(size, each, number * each, algorithms)
        series.add(partial(_decide, tiles, size, verdicts))
    return {"size": size, "boards a batch": each, "verdicts": verdicts, **series.medians()}


def main() -> None:
    rows = [{"mazes": "all five", **measured(*stream_of, ALGORITHMS)} for stream_of in STREAMS]
    rows += [
        {"mazes": name, **measured(size, 10 if size < 100 else 3, 20, (name,))}
        for name in ALGORITHMS
        for size in (20, 50, 100)
    ]
    rows += [
        {"mazes": "depth-first", **measured(size, 1, boards, ("depth-first",))}
        for size, boards in HARD
    ]
    rows.append({"mazes": "binary-tree", **measured(LARGEST, 1, 5, ("binary-tree",))})
    table = Table(title="compiled search, CPU microseconds a puzzle")
    for heading in ("mazes", "size", "median", "quiet median", "quiet of", "verdicts"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            str(row["mazes"]),
            str(row["size"]),
            f"{1000 * row['median_ms']['puzzle']:.1f}",
            f"{1000 * row['quiet_median_ms']['puzzle']:.1f}",
            f"{row['quiet_samples']}/{row['samples']}",
            " ".join(f"{name} {count}" for name, count in row["verdicts"].items()),
        )
    Console(width=120).print(table)
    print(keep("pipes_search", rows))


if __name__ == "__main__":
    main()
