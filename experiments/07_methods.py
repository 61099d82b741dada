"""What is an encoding worth? Time against size, all methods on the same puzzles.

Mazes of depth-first, Kruskal, Prim and Wilson in turn, each as it is drawn, which from 20×20 up is
hardly ever unique, and repaired until it is: both answers are timed, on boards that come from the
same mazes. Each method decides whether the solution is unique. Wall-clock seconds of a whole call,
building included, one puzzle at a time; no solution is known. Times of Hegeman2022 (table 2:
Lingeling on her machine) are hollow points: they are from another machine, so only their slope
compares, and they belong to the formula as printed, with its inverted sign, asked once about a maze
that is known. Both formulas, asked so, are timed side by side by ``cpstudy reproduce
hegeman/times``.

Medians are those of every comparison (``cpstudy/study/contest.py``): a puzzle that a method leaves
undecided by its budget took at least its time, and where that makes the median a lower bound it is
drawn as one. What no time would have decided, because deduction is stuck or the memory too small,
has no time; where half of the puzzles are so there is no median, and nothing is drawn.
What proving costs beside refuting is reported maze by maze, by methods that are quick enough for
sixty of them: processor seconds of the repaired board over those of the drawn one, of mazes that
had to be repaired; pairs of which one was not decided are left out and counted.

The slow ones are stopped after 5 seconds a puzzle. A method that took more than CEILING seconds at
a size (mean) is not asked at larger ones. Rows go to ``results/methods-SCALE.sqlite`` and the
command resumes where it was stopped; the table and the figure go to ``figures/``. Run it alone: it
measures time.

``python -m experiments.07_methods --scale paper`` has 8 mazes, 16 boards, a cell up to 100×100, and
60 mazes for the ratios; ``small`` has 2 up to 20×20, and 8.
"""

from collections.abc import Iterator
from statistics import geometric_mean, mean, median

from rich.console import Console
from rich.progress import track

from cpstudy.api import named_solver, solve
from cpstudy.core.drawing import Curves, Series
from cpstudy.core.result import Budget, Verdict
from cpstudy.plot.curves import figure
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.hegeman_published import TABLE_2
from cpstudy.study.contest import Median, median_of, time_of
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.intervals import ratio_interval, share_interval
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
# Mazes a cell, and sizes; of each maze the drawn and the repaired board.
SCALES = {"small": (2, (5, 10, 20)), "paper": (8, (5, 10, 15, 20, 30, 50, 100))}
CEILING = 1.0
# Methods that prove and refute, mazes and sizes.
PROVERS = ("search", "sat:lazy", "sat:planar", "cpsat:contour")
PAIRS = {"small": (8, (20,)), "paper": (60, (50, 100))}
# Single boards take some methods minutes; the others need no budget.
SLOW = ("sat:binary", "sat:hegeman", "cpsat:levels", "smt:lazy", "smt:levels")
BUDGETS = {method: Budget(seconds=5.0) for method in SLOW}

# Published: the median over the five algorithms of table 2; "< 0.01" counts as 0.01.
PUBLISHED = {
    size: median(float(seconds.lstrip("< ")) for seconds in outcome)
    for size, (_, _, outcome) in TABLE_2.items()
}


ALL, PAIRED = "drawn and repaired", "pairs, processor seconds"


def study(method: str, size: int, mazes: int, boards: str = ALL) -> Study:
    """One method at one size."""
    solver = named_solver(kind("pipes"), method)
    return Study(
        kind="pipes",
        cells=Grid({"size": [size], "boards": [boards], "seed": [SEED]}),
        seeds=range(2 * mazes),
        solver=solver.name,
        solver_version=solver.version,
        counter=solver.counter,
        versions=solver.versions,
        budget=BUDGETS.get(method, Budget()),
    )


def measure(task: Task) -> Iterator[Outcome]:
    """The seconds of each puzzle: even ones are mazes as drawn, odd ones the same repaired."""
    size, seed = task.cell.params["size"], task.cell.params["seed"]
    for index in task.seeds:
        maze, repaired = divmod(index, 2)
        algorithm = ALGORITHMS[maze % len(ALGORITHMS)]
        drawn_solution, drawn_tiles = board(algorithm, size, size, seed, maze)
        solution, tiles = (
            unique_board(algorithm, size, size, seed, maze)
            if repaired
            else (drawn_solution, drawn_tiles)
        )
        found = solve(Pipes(size, size, tiles.tobytes()), task.cell.solver, budget=task.cell.budget)
        yield Outcome(
            iterations=found.counters.get(task.cell.counter, 0),
            stop=found.stop,
            solvable=found.solvable,
            verdict=found.verdict,
            seconds=found.cpu_seconds if task.cell.params["boards"] == PAIRED else found.seconds,
            extra={"moved": int((solution != drawn_solution).sum())},
        )


def middle(rows: list[Row]) -> Median | None:
    """The median seconds; None where half of the puzzles have none."""
    return median_of(
        [
            time_of(
                row.seconds,
                row.stop,
                row.verdict is not Verdict.UNKNOWN,
                row.cell.budget.seconds,
            )
            for row in rows
        ]
    )


def told_of(method: str, size: int, rows: list[Row]) -> dict[str, object]:
    """One line of the table: all boards, the drawn and the repaired ones."""
    outcome: dict[str, object] = {"method": method, "size": f"{size}x{size}", "boards": len(rows)}
    families = {"median ms": rows, "as drawn": rows[::2], "repaired": rows[1::2]}
    for heading, family in families.items():
        found = middle(family)
        outcome[heading] = f"{'≥ ' * found.censored}{1000 * found.seconds:.3f}" if found else "–"
    outcome["slowest ms"] = f"{1000 * max(row.seconds for row in rows):.3f}"
    outcome["undecided"] = sum(row.verdict is Verdict.UNKNOWN for row in rows)
    return outcome


def proving(method: str, size: int, rows: list[Row]) -> dict[str, object]:
    """Seconds of repaired boards over those of the mazes that they were made of."""
    pairs = [
        (drawn, repaired)
        for drawn, repaired in zip(rows[::2], rows[1::2], strict=True)
        if repaired.extra["moved"]
    ]
    ratios = [
        repaired.seconds / drawn.seconds
        for drawn, repaired in pairs
        if Verdict.UNKNOWN not in (drawn.verdict, repaired.verdict)
    ]
    low, high = ratio_interval(ratios)
    longer = sum(ratio > 1 for ratio in ratios)
    least, most = share_interval(longer, len(ratios))
    return {
        "method": method,
        "size": f"{size}x{size}",
        "mazes compared": len(ratios),
        "left out": len(pairs) - len(ratios),
        "repaired over drawn": f"{geometric_mean(ratios):.2g}",
        "95 %": f"{low:.2g} – {high:.2g}",
        "mazes that take longer to prove": f"{longer / len(ratios):.0%}",
        "95 % of it": f"{least:.0%} – {most:.0%}",
    }


def drawn(medians: dict[str, dict[int, Median]]) -> Curves:
    """The medians of a few methods, and the published times."""
    series = [
        Series(
            method,
            tuple((float(size), found.seconds) for size, found in medians[method].items()),
            censored=frozenset(
                k for k, found in enumerate(medians[method].values()) if found.censored
            ),
        )
        for method in DRAWN
        if method in medians
    ]
    printed = tuple((float(size), seconds) for size, seconds in PUBLISHED.items())
    series.append(Series("Hegeman, b = n², as printed", printed, published=True))
    return Curves(
        "Is the solution unique? Mazes as drawn, and repaired until they are (triangle: at least)",
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
    mazes, sizes = SCALES[scale]
    _, tiles = board("wilson", 5, 5, SEED + 1)
    lines = []
    medians: dict[str, dict[int, Median]] = {}
    for method in track(METHODS, "methods", console=Console(stderr=True)):
        if not store.read_only:
            if not named_solver(kind("pipes"), method).installed:
                continue
            solve(Pipes(5, 5, tiles.tobytes()), method)  # compiles, loads
        medians[method] = {}
        for size in sizes:
            cell = study(method, size, mazes)
            run(cell, store, measure, jobs=1)
            rows = sorted(store.rows(cell), key=lambda row: row.seed)
            found = middle(rows)
            if found is not None:
                medians[method][size] = found
            lines.append(told_of(method, size, rows))
            if mean(row.seconds for row in rows) > CEILING:
                break
    mazes, sizes = PAIRS[scale]
    pairs = []
    for method in PROVERS:
        for size in sizes:
            cell = study(method, size, mazes, PAIRED)
            run(cell, store, measure, jobs=1)
            pairs.append(proving(method, size, sorted(store.rows(cell), key=lambda row: row.seed)))
    write_table(f"methods_pairs-{scale}", pairs)
    write_figure(f"methods-{scale}", figure(drawn(medians)))
    write_table(f"methods-{scale}", lines, f"methods ({scale} scale)")


if __name__ == "__main__":
    main()
