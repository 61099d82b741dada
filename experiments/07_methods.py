"""What is an encoding worth? Time against size, all methods on the same puzzles.

Depth-first, Kruskal, Prim and Wilson mazes in turn; each method is asked whether the solution is
unique. Wall-clock seconds of a whole call, building included, one puzzle at a time, with times of
Hegeman2022 (tables 2 and 4: Lingeling on her machine) as hollow points: they are from another
machine, so only their slope compares.

The slow ones are stopped after 5 seconds a puzzle. A method that took more than CEILING seconds at
a size (mean) is not asked at larger ones. Rows go to ``results/methods-SCALE.sqlite`` and the
command goes on where it was stopped; the table and the figure go to ``figures/``. Run it alone: it
measures time.

``python -m experiments.07_methods --scale paper`` has 12 puzzles a cell up to 100×100, ``small``
has 4 up to 20×20.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from cpstudy.api import named_solver, solve
from cpstudy.core.drawing import Curves, Series
from cpstudy.core.random import GENERATOR_VERSION
from cpstudy.core.result import Budget, Verdict
from cpstudy.plot.curves import figure
from cpstudy.plot.saving import FORMATS, rendered
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.run import run
from cpstudy.study.store import Store

ROOT = Path(__file__).parents[1]
SEED = 2022
ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")
METHODS = (
    "search", "deduce", "frontier", "sat:lazy", "sat:planar", "sat:binary", "sat:hegeman",
    "cpsat", "cpsat:clauses", "cpsat:contour", "cpsat:levels", "smt:lazy", "smt:levels",
)  # fmt: skip
SCALES = {"small": (4, (5, 10, 20)), "paper": (12, (5, 10, 15, 20, 30, 50, 100))}
CEILING = 1.0
# Single boards take some methods minutes; the others need no budget.
SLOW = ("sat:binary", "sat:hegeman", "cpsat:levels", "smt:lazy", "smt:levels")
BUDGETS = {method: Budget(seconds=5.0) for method in SLOW}

# Published seconds a puzzle, by size: Binary Tree (table 2 and 4), Depth-first, Kruskal, Prim,
# Wilson. "< 0.01" is left out.
PUBLISHED = {
    "Hegeman, b = n²": {
        5: (0.02, 0.01, 0.01),
        10: (0.02, 0.11, 0.08, 0.16, 0.28),
        15: (0.92, 1.49, 1.48, 1.7, 1.75),
        20: (3.4, 5.32, 4.36, 4.82, 4.61),
    },
    "Hegeman, b = n²/2": {
        5: (0.06, 0.1, 0.09, 0.1, 0.09),
        10: (0.31, 0.3, 0.24, 0.21, 0.16),
        15: (0.32, 0.69, 0.63, 0.69, 0.57),
        20: (1.13, 2.05, 1.97, 2.27, 2.05),
    },
}


def study(method: str, size: int, puzzles: int) -> Study:
    """One method at one size."""
    solver = named_solver(kind("pipes"), method)
    return Study(
        kind="pipes",
        cells=Grid({"size": [size], "seed": [SEED]}),
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
        _, tiles = board(ALGORITHMS[index % 4], size, size, seed, index)
        puzzle = Pipes(size, size, tiles.tobytes())
        found = solve(puzzle, task.cell.solver, budget=task.cell.budget)
        yield Outcome(
            iterations=found.counters.get(task.cell.counter, 0),
            stop=found.stop,
            solvable=found.solvable,
            verdict=found.verdict,
            seconds=found.seconds,
        )


@click.command()
@click.option("--scale", type=click.Choice(list(SCALES)), default="small", show_default=True)
def main(scale: str) -> None:
    """Run what is missing, then draw and print."""
    (ROOT / "results").mkdir(exist_ok=True)
    puzzles, sizes = SCALES[scale]
    _, tiles = board("wilson", 5, 5, SEED + 1)
    lines = []
    curves = []
    with Store(ROOT / "results" / f"methods-{scale}.sqlite") as store:
        for method in track(METHODS, "methods", console=Console(stderr=True)):
            if not named_solver(kind("pipes"), method).installed:
                continue
            solve(Pipes(5, 5, tiles.tobytes()), method)  # compiles, loads
            points = []
            for size in sizes:
                cell = study(method, size, puzzles)
                run(cell, store, measure, jobs=1)
                seconds = sorted(row.seconds for row in store.rows(cell))
                middle = median(seconds)
                points.append((float(size), middle))
                lines.append(
                    {
                        "method": method,
                        "size": f"{size}x{size}",
                        "puzzles": len(seconds),
                        "median ms": f"{1000 * middle:.3f}",
                        "slowest ms": f"{1000 * seconds[-1]:.3f}",
                        "stopped": sum(r.verdict is Verdict.UNKNOWN for r in store.rows(cell)),
                    }
                )
                if mean(seconds) > CEILING:
                    break
            curves.append(Series(method, tuple(points)))
    curves += [
        Series(name, tuple((float(size), mean(told)) for size, told in by_size.items()), True)
        for name, by_size in PUBLISHED.items()
    ]
    picture = figure(
        Curves(
            "Is the solution unique? Seconds a puzzle, all methods",
            "rows = columns",
            "seconds (median)",
            tuple(curves),
            log_x=True,
            log_y=True,
        )
    )
    for file_format in FORMATS:
        path = ROOT / "figures" / f"methods-{scale}.{file_format}"
        path.write_bytes(rendered(picture, file_format))
    with (ROOT / "figures" / f"methods-{scale}.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    table = Table(title=f"methods ({scale} scale)")
    for heading in lines[0]:
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for line in lines:
        table.add_row(*map(str, line.values()))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
