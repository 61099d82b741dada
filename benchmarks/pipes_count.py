"""Pipes: exact numbers of solutions and of safe states, milliseconds a board, one core, warm.

*batch* is one board in a call of ``batch.counts``: contraction, plan and sweep in compiled code,
including the overhead of the call. *solve* is ``cpstudy.solve`` with the solver frontier, which
adds two checked witnesses. *safe states* drops the tree condition. The streams have different
boards; boards whose safe states are too wide are counted separately. Slow and quiet phases of the
machine are distinguished as in ``measuring.py``.
"""

import time
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy import Budget, solve
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.counting.frontier import counts
from cpstudy.puzzles.pipes.generating.mazes import generate
from cpstudy.puzzles.pipes.puzzle import Pipes

# Size: boards of each algorithm.
STREAMS = {5: 100, 10: 100, 20: 100, 50: 10, 100: 4}
ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
# Beyond these sizes a stream would take minutes.
LARGEST = {"depth-first": 30}
SAFE_STATES = Budget(states=10_000)


def _sample(puzzle: Pipes, too_wide: list[str]) -> dict[str, float]:
    tiles = np.frombuffer(puzzle.tiles, np.uint8)[None]
    times = [time.process_time()]
    counts(tiles, puzzle.rows, puzzle.columns)
    times.append(time.process_time())
    solve(puzzle, "frontier")
    times.append(time.process_time())
    if frontier.safe_states(puzzle, SAFE_STATES).count is None:
        too_wide.append(puzzle.encode())
    times.append(time.process_time())
    batch, whole, safe = np.diff(times).tolist()
    return {"batch": batch, "solve": whole, "safe states": safe}


def main() -> None:
    _sample(next(generate(Wanted("prim", 6, 6, 1, 1)))[0], [])
    rows = []
    for size, number in STREAMS.items():
        for algorithm in ALGORITHMS:
            if size > LARGEST.get(algorithm, size):
                continue
            series = Series()
            too_wide: list[str] = []
            for puzzle, _ in generate(Wanted(algorithm, size, size, number, 7)):
                series.add(partial(_sample, puzzle, too_wide))
            rows.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "safe states too wide": len(too_wide),
                    **series.medians(),
                }
            )
    keep("pipes_count", rows)

    table = Table(title="Pipes counted exactly, median CPU ms a board (quiet samples)")
    for heading in ("size", "algorithm", "samples", "quiet", "batch", "solve", "safe states"):
        table.add_column(heading, justify="left" if heading == "algorithm" else "right")
    for row in rows:
        quiet = row["quiet_median_ms"]
        cells = (str(row["size"]), row["algorithm"], str(row["samples"]), str(row["quiet_samples"]))
        wide = f" ({row['safe states too wide']} too wide)" if row["safe states too wide"] else ""
        result = (f"{quiet[name]:.3f}" for name in ("batch", "solve"))
        table.add_row(*cells, *result, f"{quiet['safe states']:.3f}{wide}")
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
