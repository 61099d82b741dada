"""What is an encoding worth? Time against size, all methods on the same puzzles.

Depth-first, Kruskal, Prim and Wilson mazes in turn; each method is asked whether the solution is
unique. Large mazes never are, so from 20×20 up every second board is repaired until it is: proving
that is timed as well as finding a second solution. Wall-clock seconds of a whole call, building
included, one puzzle at a time; no solution is known. Times of Hegeman2022 (table 2: Lingeling on
her machine) are hollow points: they are from another machine, so only their slope compares, and
they belong to the formula as printed, with its inverted sign, asked once about a maze that is
known. Both formulas, asked so, are timed side by side by ``cpstudy reproduce hegeman/times``.

A puzzle that a method leaves undecided, by its budget or because deduction is stuck, counts as
longer than all decided ones; where the median is such a one it is a lower bound and drawn as that.

The slow ones are stopped after 5 seconds a puzzle. A method that took more than CEILING seconds at
a size (mean) is not asked at larger ones. Rows go to ``results/methods-SCALE.sqlite`` and the
command goes on where it was stopped; the table and the figure go to ``figures/``. Run it alone: it
measures time.

``python -m experiments.07_methods --scale paper`` has 12 puzzles a cell up to 100×100, ``small``
has 4 up to 20×20.
"""

import os
from collections.abc import Iterator
from statistics import mean, median

from rich.console import Console
from rich.progress import track

from cpstudy.api import named_solver, solve
from cpstudy.core.drawing import Curves, Series
from cpstudy.core.random import GENERATOR_VERSION
from cpstudy.core.result import Budget, Verdict
from cpstudy.jobs.reproducing.hegeman_published import TABLE_2
from cpstudy.plot.curves import figure
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SEED = 2022
ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")
METHODS = (
    "search", "deduce", "frontier", "sat:lazy", "sat:planar", "sat:binary", "sat:hegeman", "cpsat",
    "cpsat:clauses", "cpsat:contour", "cpsat:levels", "smt:lazy", "smt:levels",
)  # fmt: skip
# The figure has the best of each formalism and the published one; the table has all.
DRAWN = ("search", "frontier", "sat:lazy", "cpsat:contour", "smt:lazy", "sat:hegeman")
# From this size on every second board is repaired until it is unique.
UNIQUE_FROM = 20
SCALES = {"small": (4, (5, 10, 20)), "paper": (12, (5, 10, 15, 20, 30, 50, 100))}
CEILING = 1.0
# Single boards take some methods minutes; the others need no budget.
SLOW = ("sat:binary", "sat:hegeman", "cpsat:levels", "smt:lazy", "smt:levels")
BUDGETS = {method: Budget(seconds=5.0) for method in SLOW}

# Published: the median over the five algorithms of table 2; "< 0.01" counts as 0.01.
PUBLISHED = {
    size: median(float(seconds.lstrip("< ")) for seconds in told)
    for size, (_, _, told) in TABLE_2.items()
}


def study(method: str, size: int, puzzles: int) -> Study:
    """One method at one size."""
    solver = named_solver(kind("pipes"), method)
    return Study(
        kind="pipes",
        cells=Grid({"size": [size], "unique from": [UNIQUE_FROM], "seed": [SEED]}),
        seeds=range(puzzles),
        solver=solver.name,
        solver_version=solver.version,
        counter=solver.counter,
        generator_version=GENERATOR_VERSION,
        budget=BUDGETS.get(method, Budget()),
    )


def measure(task: Task) -> Iterator[Outcome]:
    """The seconds of each puzzle."""
    size, seed = task.cell.params["size"], task.cell.params["seed"]
    for index in task.seeds:
        repaired = size >= UNIQUE_FROM and (index + index // 4) % 2 == 1
        draw = unique_board if repaired else board
        _, tiles = draw(ALGORITHMS[index % 4], size, size, seed, index)
        puzzle = Pipes(size, size, tiles.tobytes())
        found = solve(puzzle, task.cell.solver, budget=task.cell.budget)
        yield Outcome(
            iterations=found.counters.get(task.cell.counter, 0),
            stop=found.stop,
            solvable=found.solvable,
            verdict=found.verdict,
            seconds=found.seconds,
        )


def middle(rows: list[Row]) -> tuple[float, bool]:
    """The median seconds, and whether it is a lower bound: undecided runs are the longest."""
    ordered = sorted((row.verdict is Verdict.UNKNOWN, row.seconds) for row in rows)
    # Of an even number the upper of the two in the middle: a bound stays one.
    undecided, seconds = ordered[len(ordered) // 2]
    return seconds, undecided


def told_of(method: str, size: int, rows: list[Row]) -> dict[str, object]:
    """One line of the table: all boards, those that are unique, those that are not."""
    told: dict[str, object] = {"method": method, "size": f"{size}x{size}", "puzzles": len(rows)}
    families = {
        "median ms": rows,
        "of unique": [row for row in rows if row.verdict is Verdict.UNIQUE],
        "of several": [row for row in rows if row.verdict is Verdict.MANY],
    }
    for heading, family in families.items():
        seconds, undecided = middle(family) if family else (0.0, False)
        told[heading] = f"{'≥ ' * undecided}{1000 * seconds:.3f}" if family else ""
    told["slowest ms"] = f"{1000 * max(row.seconds for row in rows):.3f}"
    told["undecided"] = sum(row.verdict is Verdict.UNKNOWN for row in rows)
    return told


def drawn(medians: dict[str, list[tuple[int, float, bool]]]) -> Curves:
    """The medians of a few methods, and the published times."""
    series = [
        Series(
            method,
            tuple((float(size), seconds) for size, seconds, _ in medians[method]),
            censored=frozenset(k for k, told in enumerate(medians[method]) if told[2]),
        )
        for method in DRAWN
        if method in medians
    ]
    printed = tuple((float(size), seconds) for size, seconds in PUBLISHED.items())
    series.append(Series("Hegeman, b = n², as printed", printed, published=True))
    return Curves(
        "Is the solution unique? Half of the boards from 20×20 up are (triangle: at least)",
        "rows = columns",
        "seconds (median)",
        tuple(series),
        log_x=True,
        log_y=True,
    )


@experiment("methods", "methods-paper")
def main(scale: str, store: Store) -> None:
    """Run what is missing, then draw and print."""
    # Engines as they are on many boards, not as on the first half second's.
    os.environ["CPSTUDY_COMPILE"] = "always"
    puzzles, sizes = SCALES[scale]
    _, tiles = board("wilson", 5, 5, SEED + 1)
    lines = []
    medians: dict[str, list[tuple[int, float, bool]]] = {}
    for method in track(METHODS, "methods", console=Console(stderr=True)):
        if not store.read_only:
            if not named_solver(kind("pipes"), method).installed:
                continue
            solve(Pipes(5, 5, tiles.tobytes()), method)  # compiles, loads
        medians[method] = []
        for size in sizes:
            cell = study(method, size, puzzles)
            run(cell, store, measure, jobs=1)
            rows = sorted(store.rows(cell), key=lambda row: row.seed)
            medians[method].append((size, *middle(rows)))
            lines.append(told_of(method, size, rows))
            if mean(row.seconds for row in rows) > CEILING:
                break
    write_figure(f"methods-{scale}", figure(drawn(medians)))
    write_table(f"methods-{scale}", lines, f"methods ({scale} scale)")


if __name__ == "__main__":
    main()
