"""What is an encoding worth? Time against size, all methods on the same puzzles.

Boards are mazes of depth-first, Kruskal, Prim and Wilson in turn, each as drawn, which is hardly
ever unique from 20×20 up, and repaired until it is unique. So both verdicts are timed on boards
from the same mazes. Each method decides whether the solution is unique. Times are wall-clock
seconds of a whole call, including building, one puzzle at a time; the solution is not given. The
times of Hegeman2022 (table 2, with Lingeling) are hollow points. They are from another machine, so
only their slope is comparable, and they belong to the printed formula, with its inverted sign,
solved once for a known maze. ``cpstudy reproduce hegeman/times`` times both formulas in this way.

Medians are computed as in every comparison (``cpstudy/study/contest.py``): a puzzle that a method
leaves undecided at its budget took at least its time, and a median that becomes a lower bound is
drawn as one. A puzzle that no time limit would decide, because deduction is stuck or the memory too
small, has no time; if this holds for half of the puzzles, there is no median, and nothing is drawn.
The cost of proving relative to refuting is reported maze by maze, for methods that are fast enough
for sixty mazes: CPU seconds of the repaired board over those of the drawn one, for mazes that had
to be repaired. Pairs with an undecided board are left out and counted.

Slow methods are stopped after 5 seconds a puzzle. A method with a mean of more than CEILING seconds
at a size does not run at larger ones. Rows go to ``results/methods-SCALE.sqlite`` and the same
command resumes; the table and the figure go to ``figures/``. Run it alone: it measures time.

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
# The figure shows the best of each formalism and the published one; the table has all.
DRAWN = ("search", "frontier", "sat:lazy", "cpsat:contour", "smt:lazy", "sat:hegeman")
# Mazes a cell, and sizes; each maze gives a drawn and a repaired board.
SCALES = {"small": (2, (5, 10, 20)), "paper": (8, (5, 10, 15, 20, 30, 50, 100))}
CEILING = 1.0
# Methods that prove and refute, mazes and sizes.
PROVERS = ("search", "sat:lazy", "sat:planar", "cpsat:contour")
PAIRS = {"small": (8, (20,)), "paper": (60, (50, 100))}
# These take minutes for some boards; the others do not need a budget.
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
    """Time each puzzle: even ones are mazes as drawn, odd ones the same mazes repaired."""
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
    """Return the median seconds; None if half of the puzzles have no time."""
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
    """Return one line of the table: all boards, the drawn and the repaired ones."""
    outcome: dict[str, object] = {"method": method, "size": f"{size}x{size}", "boards": len(rows)}
    families = {"median ms": rows, "as drawn": rows[::2], "repaired": rows[1::2]}
    for heading, family in families.items():
        found = middle(family)
        outcome[heading] = f"{'≥ ' * found.censored}{1000 * found.seconds:.3f}" if found else "–"
    outcome["slowest ms"] = f"{1000 * max(row.seconds for row in rows):.3f}"
    outcome["undecided"] = sum(row.verdict is Verdict.UNKNOWN for row in rows)
    return outcome


def proving(method: str, size: int, rows: list[Row]) -> dict[str, object]:
    """Return the ratios of seconds of repaired boards to those of the drawn mazes."""
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
    # Warm up the engines before timing.
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
