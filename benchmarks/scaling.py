"""Growth of time and memory with size, by engine: CPU seconds and peak memory, one process a cell.

For each kind, solver and size, different puzzles of a fixed seed are decided with two witnesses
within SECONDS. Reported are the median and the worst CPU time, the number of unknown verdicts with
their ``stop``, and the growth of the process. A row ends at the size at which most verdicts are
unknown. ``python -m benchmarks.scaling`` takes four minutes; ``--draw`` draws the figure of the
docs from the stored rows.
"""

import json
import multiprocessing
import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import RESULTS, keep
from cpstudy import api
from cpstudy.core.result import Budget, Verdict

# Kind, algorithm, rows of its solvers, sizes.
GRID: tuple[tuple[str, str, tuple[str, ...], tuple[int, ...]], ...] = (
    ("pipes", "depth-first", ("search", "cdcl", "sat:lazy"), (10, 20, 50, 100, 200, 300)),
    ("pipes", "wilson", ("search", "sat:lazy", "frontier"), (10, 20, 50, 100, 200)),
    ("picross", "noise", ("portfolio", "search", "cpsat"), (5, 10, 15, 20, 25)),
    ("edge_matching", "two-set", ("dfs", "cdcl"), (3, 4, 5, 6)),
)
# Wall-clock seconds, as in a budget: on a busy machine rows end sooner.
PUZZLES, SECONDS = 3, 8.0
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "scaling.svg"


def _cell(kind: str, algorithm: str, solver: str, size: int) -> dict[str, Any]:
    puzzles = [puzzle for puzzle, _ in api.generate(kind, algorithm, size, PUZZLES, seed=1)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds, stops = [], []
    for puzzle in puzzles:
        start = time.process_time()
        result = api.solve(puzzle, solver, budget=Budget(seconds=SECONDS), limit=2)
        seconds.append(time.process_time() - start)
        stops += [str(result.stop.value)] if result.verdict is Verdict.UNKNOWN else []
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {
        "kind": kind, "algorithm": algorithm, "solver": solver, "size": size,
        "median_s": round(statistics.median(seconds), 6), "worst_s": round(max(seconds), 6),
        "unknown": len(stops), "of": len(seconds), "stops": sorted(set(stops)), "grown_kb": grown,
    }  # fmt: skip


def measured() -> list[dict[str, Any]]:
    """The rows, each from a separate process whose memory is small at the beginning."""
    rows = []
    for name, algorithm, solvers, sizes in GRID:
        for solver in solvers:
            for size in sizes:
                with multiprocessing.get_context("fork").Pool(1) as pool:
                    rows.append(pool.apply(_cell, (name, algorithm, solver, size)))
                print(rows[-1], flush=True)
                if 2 * rows[-1]["unknown"] > PUZZLES:
                    break
    return rows


def draw(rows: list[dict[str, Any]]) -> None:
    """Medians of CPU time by size, a panel for each kind and algorithm; hollow: some unknown."""
    panels = list(dict.fromkeys((row["kind"], row["algorithm"]) for row in rows))
    figure = Figure(figsize=(4 * len(panels), 3.5), layout="constrained")
    for axes, panel in zip(figure.subplots(1, len(panels)), panels, strict=True):
        here = [row for row in rows if (row["kind"], row["algorithm"]) == panel]
        for solver in dict.fromkeys(row["solver"] for row in here):
            points = [row for row in here if row["solver"] == solver]
            sizes, times = ([row[key] for row in points] for key in ("size", "median_s"))
            (line,) = axes.plot(sizes, times, label=solver)
            for row in points:
                full = line.get_color() if row["unknown"] == 0 else "white"
                axes.plot(row["size"], row["median_s"], "o", color=line.get_color(), mfc=full)
        axes.set(title=" ".join(panel), xlabel="side", ylabel="CPU seconds", yscale="log")
        axes.legend(fontsize="small")
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    if "--draw" in sys.argv:
        draw(json.loads((RESULTS / "scaling.json").read_text(encoding="utf-8"))["rows"])
        return
    rows = measured()
    table = Table(
        "kind", "algorithm", "solver", "size", "median s", "worst s", "unknown", "MB more"
    )
    for row in rows:
        table.add_row(
            *(str(row[key]) for key in ("kind", "algorithm", "solver", "size")),
            f"{row['median_s']:.4f}",
            f"{row['worst_s']:.4f}",
            f"{row['unknown']}/{row['of']} {' '.join(row['stops'])}",
            f"{row['grown_kb'] / 1024:.1f}",
        )
    Console(width=120).print(table)
    print(keep("scaling", rows))


if __name__ == "__main__":
    main()
