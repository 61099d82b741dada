"""CP-SAT verification of Pipes: time for building the model and for searching, a puzzle.

Each size has a stream of different boards: depth-first, Kruskal, Prim and Wilson in turn, shuffled,
so unique and ambiguous ones are mixed. One worker, so CPU time is the time of one core.
Run with ``python -m benchmarks.pipes_cpsat``.
"""

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count, islice

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.api import generate
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.sessions import enumerate_models
from cpstudy.puzzles.pipes.encodings import cpsat_orientations as cpsat
from cpstudy.puzzles.pipes.puzzle import Pipes

SIZES = {5: 200, 10: 200, 15: 120, 20: 80}
ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")


def stream(size: int) -> Iterator[Pipes]:
    boards = [generate("pipes", name, size, 10_000, seed=1) for name in ALGORITHMS]
    for turn in count():
        yield next(boards[turn % len(boards)])[0]


def verify(puzzle: Pipes, verdicts: Counter[int]) -> dict[str, float]:
    """CPU seconds of both phases; counts the solutions found (at most two) in ``verdicts``."""
    start = time.process_time()
    model, open_edges = cpsat.build(puzzle)
    built = time.process_time()
    found = enumerate_models(CpsatSession(model, open_edges, np.random.default_rng(0)), 2)
    done = time.process_time()
    verdicts[len(found.solutions)] += 1
    return {"build": built - start, "search": done - built, "total": done - start}


def main() -> None:
    rows = []
    for size, number in SIZES.items():
        series, verdicts = Series(), Counter[int]()
        boards = stream(size)
        verify(next(boards), Counter())  # the first of a shape builds its skeleton
        for puzzle in islice(boards, number):
            series.add(partial(verify, puzzle, verdicts))
        rows.append({"size": size, **series.medians(), "unique": verdicts[1], "many": verdicts[2]})
    keep("pipes_cpsat", rows)

    table = Table(title="CP-SAT verification, median CPU ms a puzzle (quiet samples)")
    for heading in ("size", "samples", "quiet", "unique", "build", "search", "total", "total, all"):
        table.add_column(heading, justify="right")
    for row in rows:
        quiet, every = row["quiet_median_ms"], row["median_ms"]
        cells = (row["size"], row["samples"], row["quiet_samples"], row["unique"])
        times = (quiet["build"], quiet["search"], quiet["total"], every["total"])
        table.add_row(*map(str, cells), *(f"{t:.2f}" for t in times))
    Console().print(table)


if __name__ == "__main__":
    main()
