"""All encodings of Pipes on the same boards: CPU ms to build and to search, ratios to a baseline.

Boards are depth-first, Kruskal, Prim and Wilson in turn, alternately unique and ambiguous (at
100×100 as drawn: none is unique). One worker and one thread, so CPU time is that of one core; it is
divided over the phases in proportion to wall time. The baseline is Hegeman's bounded distance with
b = n² under CaDiCaL; rows that name a SAT solver use the same.

A row stops at a size when its boards or its seconds are used up; slow rows get fewer boards of the
same stream. Run with ``python -m benchmarks.pipes_encodings [SIZE …]``.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle, islice
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy import Budget, Verdict, solve
from cpstudy.api import generate, named_solver
from cpstudy.core.solving import Request, Solver
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.puzzle import Pipes

BOARDS = {5: 80, 10: 60, 20: 40, 50: 12, 100: 8}
SECONDS = {5: 2.0, 10: 4.0, 20: 12.0, 50: 12.0, 100: 12.0}
ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")
YARDSTICK = "sat:hegeman:cadical153"
YARDSTICK_SECONDS = 100.0  # the baseline takes seconds for a board at 20×20, with a large spread

# Each row with the largest size at which it is measured.
ROWS = {
    YARDSTICK: 20,
    "cdcl": 100,
    "sat:lazy": 100,
    "sat:lazy:cadical153": 100,
    "sat:lazy:deduced": 100,
    "sat:planar": 100,
    "sat:planar:cadical153": 100,
    "sat:binary": 20,
    "sat:binary:cadical153": 20,
    "sat:levels": 20,
    "sat:contour": 20,
    "cpsat": 50,
    "cpsat:clauses": 50,
    "cpsat:levels": 20,
    "cpsat:lazy": 50,
    "cpsat:contour": 100,
    "cpsat:contour:presolve": 50,
    "cpsat:contour:symmetry": 50,
    "cpsat:contour:workers8": 20,
    "cpsat:contour:deduced": 100,
    "smt": 20,
    "smt:lazy": 20,
    "smt:levels": 20,
}


def stream(size: int) -> Iterator[Pipes]:
    drawn = [generate("pipes", name, size, 10**6, seed=1) for name in ALGORITHMS]
    boards = (next(drawn[turn % len(drawn)])[0] for turn in count())
    if size >= 30:
        return boards
    return (
        next(board for board in boards if solve(board, "search").verdict is verdict)
        for verdict in cycle((Verdict.UNIQUE, Verdict.MANY))
    )


def measure(solver: Solver, puzzle: Pipes, verdicts: Counter[Verdict]) -> dict[str, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    result = solver.solve(puzzle, Request(Budget(), 2))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    verdicts[result.verdict] += 1
    phases = {name: cpu * result.phases[name] / wall for name in ("build", "search")}
    return {**phases, "total": cpu}


def row(name: str, size: int, boards: list[Pipes]) -> dict[str, Any]:
    solver = named_solver(kind("pipes"), name)
    measure(solver, boards[0], Counter())  # warm-up: modules and shared tables of the shape
    series, verdicts = Series(), Counter[Verdict]()
    begun = time.process_time()
    for puzzle in boards[1:]:
        series.add(lambda puzzle=puzzle: measure(solver, puzzle, verdicts))
        if time.process_time() - begun > (
            YARDSTICK_SECONDS if name == YARDSTICK else SECONDS[size]
        ):
            break
    found = {str(verdict): number for verdict, number in verdicts.items()}
    return {"size": size, "solver": name, **series.medians(), **found}


def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]] or list(BOARDS)
    rows = []
    for size in sizes:
        boards = list(islice(stream(size), BOARDS[size] + 1))
        rows += [row(name, size, boards) for name, largest in ROWS.items() if size <= largest]
    keep("pipes_encodings", rows)

    title = "Encodings of Pipes, median CPU ms a puzzle (quiet samples); search against yardstick"
    table = Table(title=title)
    for heading in (
        "size",
        "solver",
        "samples",
        "quiet",
        "build",
        "search",
        "total",
        "× yardstick",
    ):
        table.add_column(heading, justify="left" if heading == "solver" else "right")
    for entry in rows:
        times = entry["quiet_median_ms"]
        yard = [r for r in rows if r["size"] == entry["size"] and r["solver"] == YARDSTICK]
        # Ratios use all samples: the baseline has few boards, with a large spread.
        ratio = yard[0]["median_ms"]["search"] / entry["median_ms"]["search"] if yard else None
        cells = (entry["size"], entry["solver"], entry["samples"], entry["quiet_samples"])
        table.add_row(
            *map(str, cells),
            *(f"{times[phase]:.2f}" for phase in ("build", "search", "total")),
            "–" if ratio is None else f"{ratio:.1f}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
