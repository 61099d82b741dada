"""Slitherlink and Masyu: CPU milliseconds for a verdict with uniqueness, one core, on streams.

Boards are random unique puzzles without redundant clues, and those of files on the command line
(``python -m benchmarks.loops FILE…``, text forms or URLs; the name of a file states the kind). The
suite's clause learning is compared with the alternatives of a user: CP-SAT on a circuit, and
CaDiCaL with lazy cuts. All engines solve each board in turn, so slow phases of the machine affect
all; ratios are of the medians of one run. A board that is undecided at its time limit counts as
slower than all others.

Imports are not timed.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import keep, yardstick
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.core.text import read_list
from cpstudy.puzzles.loops.family import SOLVERS
from cpstudy.puzzles.loops.generating import unique
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink

SECONDS = 20.0
KINDS: tuple[type[Loops], ...] = (Slitherlink, Masyu)
STREAMS = {10: 40, 20: 12}
ENGINES = ("cdcl", "sat", "cpsat")
QUANTILES = (0.5, 0.9, 1.0)


def settled(puzzle: Any, engine: str) -> float:
    """CPU milliseconds until an engine finds a puzzle unique; infinite if it does not."""
    row = SOLVERS[engine]
    start = time.process_time()
    outcome = solve(puzzle, row, budget=Budget(seconds=SECONDS))
    passed = 1000 * (time.process_time() - start)
    return passed if outcome.verdict is Verdict.UNIQUE else float("inf")


def measured(puzzles: Iterable[Any]) -> dict[str, dict[str, float | None]]:
    """Quantiles of the milliseconds by engine; None if these boards are not settled."""
    times: dict[str, list[float]] = {engine: [] for engine in ENGINES}
    for puzzle in puzzles:
        for engine in ENGINES:
            times[engine].append(settled(puzzle, engine))
    found: dict[str, dict[str, float | None]] = {}
    for engine, values in times.items():
        values.sort()
        found[engine] = {}
        for quantile in QUANTILES:
            value = values[min(len(values) - 1, int(quantile * len(values)))]
            found[engine][f"{quantile:.0%}"] = None if value == float("inf") else round(value, 2)
    return found


def streams(files: list[str]) -> Iterator[tuple[str, list[Any]]]:
    """The boards by stream; unreadable lines of files are left out."""
    for kind in KINDS:
        for size, count in STREAMS.items():
            boards = [puzzle for puzzle, _ in unique(kind, Wanted("regions", size, size, count, 1))]
            yield f"{kind.kind} random {size}x{size}", boards
        for name in files:
            with Path(name).open(encoding="utf-8") as lines:
                items = [item.puzzle for item in read_list(lines, kind.decode)]
            boards = [puzzle for puzzle in items if isinstance(puzzle, kind)]
            if boards:
                yield f"{kind.kind}, {Path(name).name}", boards


def main() -> None:
    rows: list[dict[str, Any]] = []
    for work, puzzles in streams(sys.argv[1:]):
        measured(puzzles[:1])
        outcome = measured(puzzles)
        for engine, quantiles in outcome.items():
            of = {"work": work, "engine": engine, "boards": len(puzzles), "ms": quantiles}
            rows.append({**of, "yardstick_ms": round(1000 * yardstick(), 3)})
            print(rows[-1], file=sys.stderr, flush=True)
    keep("loops", rows)
    table = Table(title=f"One loop, CPU ms a verdict ({SECONDS:.0f} s a board)")
    for heading in ("boards", "engine", "number", *(f"{q:.0%}" for q in QUANTILES), "ratio"):
        table.add_column(heading, justify="left" if heading in ("boards", "engine") else "right")
    for row in rows:
        own = next(r for r in rows if (r["work"], r["engine"]) == (row["work"], "cdcl"))
        medians = row["ms"]["50%"], own["ms"]["50%"]
        ratio = f"{medians[0] / medians[1]:.1f}" if all(medians) else "–"
        shown = ["–" if value is None else f"{value:.1f}" for value in row["ms"].values()]
        table.add_row(row["work"], row["engine"], str(row["boards"]), *shown, ratio)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
