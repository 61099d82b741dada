"""Record the medians of the reference solvers at ten cells of 5×5 in edge_matching_medians.csv.

Run it by hand with ``python -m tests.golden.make_medians``; it takes half an hour on one core. The
compiled solvers are tested against the file.
"""

import csv
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.study.medians import median, median_interval
from tests.puzzles.edge_matching.reference.backtracking import solve

SEED, PUZZLES, LIMIT = 2016, 200, 50_000
CELLS = (
    (2, 5), (3, 4), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3), (6, 2), (12, 1), (23, 1),
)  # fmt: skip
SOLVERS = ("dfs", "highest-connectivity", "lowest-connectivity", "snopf")
FILE = Path(__file__).with_name("edge_matching_medians.csv")


def record(name: str, inner: int, outer: int) -> dict[str, object]:
    function = partial(solve, method=name)
    efforts, censored = [], []
    for puzzle, _ in puzzles(5, 5, inner, outer, PUZZLES, SEED):
        result = function(puzzle, Request(Budget(iterations=LIMIT), 1))
        efforts.append(result.counters["placements"])
        censored.append(result.stop is Stop.ITERATIONS)
    middle, at_least = median(efforts, censored)
    assert not at_least
    interval = median_interval(efforts, censored, confidence=0.99)
    return {
        "solver": name,
        "inner": inner,
        "outer": outer,
        "median": middle,
        "low": interval.low,
        "high": interval.high,
        "censored": sum(censored),
        "placements": sum(efforts),
    }


def main() -> None:
    grid = [(name, *cell) for name in SOLVERS for cell in CELLS]
    with ProcessPoolExecutor(2) as pool:
        rows = list(pool.map(record, *zip(*grid, strict=True)))
    with FILE.open("w", newline="", encoding="utf-8") as file:
        file.write(
            f"# Reference solvers, 5x5, seed {SEED}, puzzles 0-{PUZZLES - 1} of a cell, first "
            f"solution,\n# limit {LIMIT} placements; medians with 99 % bootstrap intervals.\n"
        )
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
