"""How do other solvers perform on the same mazes and the same edge-matching puzzles?

All search for up to two solutions, the verdict that a puzzle maker needs: clingo by acyclicity and
by reachability (``answer_sets.py``), MonoSAT by a forest (``monotonic.py``), Gecode, Chuffed and
ACE on our models as files (``programs.py``), CP-SAT with one worker and with eight, Choco, Exact,
Pumpkin and HiGHS on CPMpy's models, SAT solvers on formulas, and our compiled searches.
Pipes boards are mazes of five generators, alternately as drawn and repaired; edge-matching puzzles
are planted, from cells of the ridge.

Times are CPU seconds of the whole call, including building, all threads and child processes; eight
workers on two cores do eight times the work, not an eighth of the time. A run stopped at the time
limit is a lower bound, also in medians and their ratios. A solver that leaves more than half of a
size open, or has a median above a second, does not run at larger sizes; solvers that are not
installed are skipped. Contradicting verdicts end the command. ACE, whose Java machine takes seconds
to start, has fewer boards and more time; ratios are always on the same boards.

The Glasgow solver is missing: its package does not have a wheel for Linux and fetches sources at
build time, which need GCC 13 or later, while Debian 12 is older. CPMpy needs MiniZinc 2.8.2 or
later and Debian has 2.6.4, so Gecode and Chuffed get our models. The times of CPMpy's solvers
include its rewriting, which dominates on small boards, as Java's start does for ACE. Run it alone,
or trust ratios only.

``python -m experiments.22_baselines --scale paper`` has 20 boards a generator and size and 20
puzzles a cell; ``small`` 2 and 2. Rows in ``results/baselines-SCALE.sqlite``; ``--stored`` uses
stored rows only; tables: ``figures/baselines*-SCALE.csv``, figure: ``figures/baselines-SCALE.*``.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from cpstudy.api import named_solver
from cpstudy.core.result import Budget, Verdict
from cpstudy.jobs.hardness.sweep import puzzle_of
from cpstudy.jobs.studies.measuring import measured, study_of
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.generating import mazes as drawn
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.medians import median, median_interval, ratio_of_medians
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import MissingRowsError, Store
from experiments.command import experiment
from experiments.outputs import write_table

SEED = 2028
ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
PIPES, EDGES = "pipes", "edge_matching"
WORKERS = "workers8"
PROGRAMS = tuple(
    f"experiments.programs:{row}"
    for row in ("GECODE", "GECODE_TABLES", "CHUFFED", "CHUFFED_TABLES", "ACE")
)
# Our solvers, then others. The first solver of a kind is the one that all others are compared with.
SOLVERS = {
    PIPES: (
        "search", "sat:planar", "cpsat:contour", f"cpsat:contour:{WORKERS}",
        "experiments.answer_sets:ACYCLIC", "experiments.answer_sets:REACHING",
        "experiments.monotonic:FOREST", *PROGRAMS,
        "cpmpy:ortools", "cpmpy:choco", "cpmpy:exact", "cpmpy:gcs", "cpmpy:highs", "cpmpy:pumpkin",
    ),
    EDGES: (
        "hybrid", "dfs", "sat", "cpsat", f"cpsat:{WORKERS}", "experiments.answer_sets:COLOURS",
        *PROGRAMS,
        "cpmpy:ortools", "cpmpy:choco", "cpmpy:exact", "cpmpy:gcs", "cpmpy:highs", "cpmpy:pumpkin",
    ),
}  # fmt: skip
NAMES = {
    f"experiments.{row}": name
    for row, name in (
        ("answer_sets:ACYCLIC", "clingo, acyclic"), ("answer_sets:REACHING", "clingo, reaching"),
        ("answer_sets:COLOURS", "clingo"), ("monotonic:FOREST", "MonoSAT, forest"),
        ("programs:GECODE", "Gecode, clauses"), ("programs:GECODE_TABLES", "Gecode, tables"),
        ("programs:CHUFFED", "Chuffed, clauses"), ("programs:CHUFFED_TABLES", "Chuffed, tables"),
        ("programs:ACE", "ACE"),
    )
}  # fmt: skip
# Boards a generator, and sizes.
MAZES = {"small": (2, (5,)), "paper": (20, (5, 8, 10))}
# Puzzles a cell, and cells (size, inner, outer) on the ridge.
PUZZLES = {"small": (2, ((3, 2, 2),)), "paper": (20, ((4, 3, 3), (4, 4, 2), (5, 4, 3), (5, 5, 2)))}
# The limit of wall-clock time; the largest median CPU time at which a solver runs at the next size.
SECONDS, SLOWEST = 20.0, 1.0
# When other processes use the cores, a Java machine starts for seconds: more time, fewer boards.
ACE = "experiments.programs:ACE"
PATIENCE, BOARDS = 120.0, 20

Line = dict[str, object]
Sample = tuple[list[float], list[bool]]


def on_cells(name: str, solver: str, cells: Collection[Mapping[str, Any]], number: int) -> Study:
    """Return the study of a solver on a number of boards a cell; fewer if it starts slowly."""
    slow = solver == ACE
    seeds = range(min(number, BOARDS // len(cells)) if slow else number)
    budget = Budget(seconds=PATIENCE if slow else SECONDS)
    return study_of(kind(name), solver, cells=cells, seeds=seeds, budget=budget)


def mazes(solver: str, size: int, number: int) -> Study:
    """Return the study of all mazes of a size; odd numbers are the preceding maze, repaired."""
    cells = Grid({"algorithm": list(ALGORITHMS), "size": [size], "seed": [SEED]})
    return on_cells(PIPES, solver, cells, number)


def puzzles(solver: str, size: int, number: int, cells: tuple[tuple[int, int, int], ...]) -> Study:
    """Return the study of a solver on all puzzles of a size."""
    grid = [
        {"size": n, "inner": inner, "outer": outer, "seed": SEED}
        for n, inner, outer in cells
        if n == size
    ]
    return on_cells(EDGES, solver, grid, number)


def maze_of(algorithm: str, size: int, number: int) -> Pipes:
    """Return a maze as drawn, or the preceding one repaired."""
    index, repaired = divmod(number, 2)
    draw = unique_board if repaired else drawn.board
    return Pipes(size, size, draw(algorithm, size, size, SEED, index)[1].tobytes())


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: a verdict for each board."""
    params = task.cell.params
    if task.cell.kind == PIPES:
        yield from measured(task, partial(maze_of, params["algorithm"], params["size"]))
    else:
        yield from measured(task, partial(puzzle_of, params))


def sample(rows: list[Row]) -> Sample:
    """Return CPU seconds, and which of them are lower bounds."""
    open_ = [row.verdict is Verdict.UNKNOWN for row in rows]
    return [float(row.extra["cpu_seconds"]) for row in rows], open_


def line(name: str, size: int, solver: str, rows: list[Row], ours: list[Row]) -> Line:
    """Return a solver's median seconds, relative to ours, with intervals, and its open boards."""
    seconds, open_ = sample(rows)
    (middle, bound), spread = median(seconds, open_), median_interval(seconds, open_)
    answer: Line = {
        "kind": name,
        "size": f"{size}x{size}",
        "solver": NAMES.get(solver, solver),
        "boards": len(rows),
        "open": sum(open_),
        "limit s": f"{rows[0].cell.budget.seconds:.0f}",
        "median CPU ms": f"{'≥ ' * bound}{1000 * middle:.3g}",
        "95 %": f"{1000 * spread.low:.3g} – {'≥ ' * spread.censored}{1000 * spread.high:.3g}",
        "over ours": "",
        "95 % of it": "",
        "versions": ", ".join(" ".join(pair) for pair in rows[0].cell.versions.items()),
    }
    if rows is not ours:
        boards = {board_of(row) for row in rows}
        mine = sample([row for row in ours if board_of(row) in boards])
        ratio, interval = middle / median(*mine)[0], ratio_of_medians(sample(rows), mine)
        answer["over ours"] = f"{'≥ ' * bound}{ratio:.2g}"
        answer["95 % of it"] = f"{interval.low:.2g} – {'≥ ' * interval.censored}{interval.high:.2g}"
    return answer


def board_of(row: Row) -> tuple[object, ...]:
    """Return the cell and the number of a board."""
    return *row.cell.params.values(), row.seed


def goes_on(seconds: list[float], open_: list[bool]) -> bool:
    """Return whether a solver runs at a larger size: half settled, and half within SLOWEST."""
    return 2 * sum(open_) <= len(open_) and median(seconds, open_)[0] <= SLOWEST


def answers(store: Store, studies: list[Study]) -> dict[str, list[Row]]:
    """Return the rows of each solver; of a read-only store only those of complete studies.

    Raises RuntimeError if two solvers contradict each other.
    """
    found: dict[str, list[Row]] = {}
    for study in studies:
        with suppress(MissingRowsError):
            if not store.read_only:
                run(study, store, measure, jobs=1)
            rows = list(store.rows(study))
            if len(rows) == len(study):  # an interrupted study has fewer
                found[study.solver] = rows
    answered: dict[tuple[object, ...], dict[Verdict, str]] = {}
    for solver, rows in found.items():
        for row in rows:
            if row.verdict is not Verdict.UNKNOWN:
                answered.setdefault(board_of(row), {})[row.verdict] = solver
    for board, answer in answered.items():
        if len(answer) > 1:
            raise RuntimeError(f"{board}: {answer}")
    return found


@experiment("baselines", "baselines-paper")
def main(scale: str, store: Store) -> None:
    """Run what is missing, then print."""
    number, sizes = MAZES[scale]
    count, cells = PUZZLES[scale]
    of_pipes = {size: partial(mazes, size=size, number=number) for size in sizes}
    of_edges = {
        size: partial(puzzles, size=size, number=count, cells=cells)
        for size in sorted({size for size, _, _ in cells})
    }
    lines: list[Line] = []
    for name, asked in ((PIPES, of_pipes), (EDGES, of_edges)):
        solvers = [
            solver
            for solver in SOLVERS[name]
            if store.read_only or named_solver(kind(name), solver).installed
        ]
        for size, study in asked.items():
            found = answers(store, [study(solver) for solver in solvers])
            for solver, rows in found.items():
                lines.append(line(name, size, solver, rows, next(iter(found.values()))))
            solvers = [solver for solver, rows in found.items() if goes_on(*sample(rows))]
    write_table(f"baselines-{scale}", lines, f"baselines ({scale} scale)")


if __name__ == "__main__":
    main()
