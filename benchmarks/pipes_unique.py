"""Unique Pipes puzzles by repair: CPU time a puzzle, one core, warm.

Each algorithm and size has a stream of different puzzles: a maze is drawn, repaired until it is
proved unique, checked and shuffled. A sample is one call for a few puzzles (one, from 50×50 on).
The time for drawing the raw mazes, one call each, is also reported. Slow and quiet phases of the
machine are distinguished as in ``measuring.py``.
Run with ``python -m benchmarks.pipes_unique``.
"""

import time
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.generating.unique import Maker

# Samples by size, and puzzles in a sample.
SIZES = {10: (60, 20), 20: (60, 10), 50: (60, 1), 100: (25, 1)}
ALGORITHMS = ("kruskal", "prim", "wilson", "depth-first")


def draw(maker: Maker, states: np.ndarray) -> dict[str, float]:
    start = time.process_time()
    maker.draw(states)
    return {"unique": (time.process_time() - start) / len(states)}


def draw_raw(algorithm: str, size: int, index: int) -> dict[str, float]:
    start = time.process_time()
    board(algorithm, size, size, 1, index)
    return {"raw": time.process_time() - start}


def main() -> None:
    rows = []
    for size, (number, batch) in SIZES.items():
        for algorithm in ALGORITHMS:
            maker = Maker(algorithm, size, size, False, b"")
            maker.draw(maker.streams(1, number * batch, 1))
            series, raw = Series(), Series()
            for index in range(number):
                series.add(partial(draw, maker, maker.streams(1, index * batch, batch)))
                raw.add(partial(draw_raw, algorithm, size, index * batch))
            result, told_raw = series.medians(), raw.medians()
            for key in ("median_ms", "quiet_median_ms"):
                result[key] |= told_raw[key]
            slowest = max(sample["unique"] for sample in series.samples)
            rows.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "puzzles_a_sample": batch,
                    **result,
                    "slowest_ms": round(1000 * slowest, 3),
                }
            )
    keep("pipes_unique", rows)

    table = Table(title="Unique puzzles by repair, CPU ms a puzzle")
    headings = (
        "size",
        "algorithm",
        "samples",
        "quiet",
        "median, quiet",
        "median",
        "slowest",
        "raw",
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "algorithm" else "right")
    for row in rows:
        quiet, every = row["quiet_median_ms"], row["median_ms"]
        cells = (row["size"], row["algorithm"], row["samples"], row["quiet_samples"])
        times = (quiet["unique"], every["unique"], row["slowest_ms"], quiet["raw"])
        table.add_row(*map(str, cells), *(f"{t:.3f}" for t in times))
    Console().print(table)


if __name__ == "__main__":
    main()
