"""Pipes on hexagons: CPU milliseconds for "unique", one core, on streams of unique boards.

The compiled search is compared with the alternatives of a user: the suite's clause learning,
MiniCARD with lazy cuts, CP-SAT with a flow. All engines solve each board in turn, so slow phases of
the machine affect all; ratios are of the medians of one run. A board that is undecided at its time
limit counts as slower than all others. CP-SAT gets fewer of the largest boards.

Imports are not timed.
"""

import sys
import time
from statistics import median
from typing import Any

from benchmarks.measuring import keep, yardstick
from cpstudy import api
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind

SECONDS = 20.0
STREAMS = {10: 40, 20: 20, 40: 8}
ALGORITHMS = ("wilson", "depth-first", "prim")
ENGINES = ("search", "cdcl", "sat:lazy", "cpsat")


def settled(puzzle: Any, engine: str) -> float:
    """CPU milliseconds until an engine finds a puzzle unique; infinite if it does not."""
    start = time.process_time()
    outcome = solve(puzzle, kind("hexpipes").solvers[engine], budget=Budget(seconds=SECONDS))
    passed = 1000 * (time.process_time() - start)
    return passed if outcome.verdict is Verdict.UNIQUE else float("inf")


def main() -> None:
    rows = []
    for size, count in STREAMS.items():
        for algorithm in ALGORITHMS:
            stream = api.generate("hexpipes", algorithm, size, count + 1, 1, unique=True)
            times: dict[str, list[float]] = {engine: [] for engine in ENGINES}
            for number, (puzzle, _) in enumerate(stream):
                for engine in ENGINES:
                    if not (engine == "cpsat" and size == max(STREAMS) and number > 2):
                        passed = settled(puzzle, engine)
                        times[engine] += [passed] if number else []  # the first run is a warm-up
            outcome = {engine: round(median(values), 2) for engine, values in times.items()}
            row = {"work": f"{algorithm} {size}x{size}", "boards": count, "ms": outcome}
            rows.append({**row, "yardstick_ms": round(1000 * yardstick(), 3)})
            print(rows[-1], file=sys.stderr, flush=True)
    keep("hexpipes", rows)


if __name__ == "__main__":
    main()
