"""Do the exploratory verdicts hold on new mazes and puzzles?

Two findings are older than the rules that judge them: that table 5 of Hegeman2022 counts safe
states, and the places of Willems2016's peaks. The rules were then frozen
(docs/decisions/statistics, hypotheses 5 and 6), and are applied here once to fresh draws, seed
2026. All parts are one family, corrected by Holm's procedure.

``python -m experiments.20_fresh_draws --scale paper`` has 5,000 mazes a cell of table 5 and 200
puzzles a cell of the four sweeps of 5×5: some minutes on one core; ``small`` has 500 mazes of 5×5
and 10×10, and 20 puzzles a cell. Rows: ``results/fresh_draws-SCALE.sqlite``; tables:
``figures/fresh_draws*-SCALE.csv``.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import click

from cpstudy.api import named_solver
from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.core.solving import solve_batch
from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.puzzles import kind
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.hegeman import SAFE_STATE, TREE
from cpstudy.reproducing.hegeman_published import ALGORITHMS, MANY, TABLE_5
from cpstudy.reproducing.willems import TABLE_1, judged, limit_of
from cpstudy.study.agreement import LEVEL, Comparison, compared, share_cell
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.multiple import benjamini_hochberg, holm
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_table

SEED = 2026
BATCH = 500
# Sizes and batches a cell of table 5; puzzles a cell of table 1.
MAZES = {"small": ((5, 10), 1), "paper": ((5, 10, 15, 20), 10)}
PUZZLES = {"small": 20, "paper": 200}
SIZE = 5

Lines = list[dict[str, object]]


def mazes_study(question: str, size: int, batches: int) -> Study:
    """Return the study of one question about batches of mazes; a seed is a batch."""
    solver = named_solver(kind("pipes"), "search")
    return Study(
        kind="pipes",
        cells=Grid(
            {
                "algorithm": list(ALGORITHMS),
                "size": [size],
                "question": [question],
                "mazes": [BATCH],
                "seed": [SEED],
            }
        ),
        seeds=range(batches),
        solver=solver.name,
        solver_version=solver.version,
        counter=solver.counter,
    )


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: count the mazes of a batch with one solution, or one safe state."""
    params, solver = task.cell.params, named_solver(kind("pipes"), task.cell.solver)
    size, free = params["size"], params["question"] == SAFE_STATE
    for batch in task.seeds:
        begun = time.perf_counter()
        drawn = (
            board(params["algorithm"], size, size, params["seed"], index)[0]
            for index in range(batch * BATCH, (batch + 1) * BATCH)
        )
        mazes = [Pipes(size, size, solution.tobytes()) for solution in drawn]
        found = solve_batch([replace(maze, free=free) for maze in mazes], solver)
        counts = Counter(result.verdict.value for result in found)
        yield Outcome(
            iterations=sum(result.counters.get(task.cell.counter, 0) for result in found),
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNKNOWN,
            seconds=time.perf_counter() - begun,
            counters={one.value: counts[one.value] for one in (Verdict.UNIQUE, Verdict.MANY)},
        )


def table_5(store: Store, scale: str) -> Iterator[tuple[str, Comparison]]:
    """Test hypothesis 5: both readings of table 5."""
    sizes, batches = MAZES[scale]
    for question, name in ((SAFE_STATE, "unique safe states"), (TREE, "unique solutions")):
        cells = []
        for size in sizes:
            study = mazes_study(question, size, batches)
            run(study, store, measure, jobs=1)
            outcome = groupby(store.rows(study), key=lambda row: row.cell.params["algorithm"])
            sums = {one: sum(row.counters["unique"] for row in rows) for one, rows in outcome}
            for algorithm, published in zip(ALGORITHMS, TABLE_5[size], strict=True):
                what = f"{algorithm} {size}x{size}"
                trials = batches * BATCH
                cells.append(share_cell(what, sums[algorithm], trials, published, MANY))
        yield f"table 5 read as {name}", compared(cells)


def table_1(store: Store, scale: str) -> Iterator[tuple[str, Comparison]]:
    """Test hypothesis 6: table 1 at 5×5 in its readings, and its heights alone."""
    inner, outer = colour_ranges(SIZE, one_set=False)
    sweeps = {
        row.solver: sweep(
            SIZE,
            SOLVERS[row.solver],
            inner=inner,
            outer=outer,
            puzzles=PUZZLES[scale],
            limit=limit_of(SIZE),
            seed=SEED,
        )
        for row in TABLE_1
        if row.size == SIZE
    }
    if not store.read_only:
        compute([*sweeps.values()], store, jobs=1)
    for place, (name, comparison) in enumerate(judged(store, SIZE, sweeps)):
        if not place:
            heights = (cell for cell in comparison.cells if cell.what.endswith("height"))
            yield f"table 1, {SIZE}x{SIZE}, heights alone", compared(heights)
        yield f"table 1, {name}", comparison


def verdicts_table(parts: list[tuple[str, Comparison]]) -> Lines:
    """Return a line for each part: its p, corrected for the number of parts."""
    ps = [comparison.p or 0.0 for _, comparison in parts]
    return [
        {
            "part": name,
            "cells": len(comparison.cells),
            "p": _p(comparison.p or 0.0),
            "p by Holm": _p(family),
            "p by Benjamini-Hochberg": _p(rate),
            "verdict": "rejected" if family < LEVEL else "not rejected",
        }
        for (name, comparison), family, rate in zip(
            parts, holm(ps), benjamini_hochberg(ps), strict=True
        )
    ]


def _p(p: float) -> str:
    """Format a probability; below the limit, the sum of many terms is not accurate."""
    return f"{p:.3g}" if p >= 1e-12 else "< 1e-12"


def cells_table(parts: list[tuple[str, Comparison]]) -> Lines:
    """Return a line for every cell of every part."""
    return [
        {
            "part": name,
            "what": cell.what,
            "published": cell.published,
            "ours": cell.ours,
            "95 %": cell.interval,
            "n": cell.n or "",
            "p": "" if cell.p is None else _p(cell.p),
        }
        for name, comparison in parts
        for cell in comparison.cells
    ]


@experiment("fresh_draws", "fresh_draws-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then print."""
    parts = [*table_5(store, scale), *table_1(store, scale)]
    write_table(f"fresh_draws-{scale}", verdicts_table(parts))
    write_table(f"fresh_draws_cells-{scale}", cells_table(parts))


if __name__ == "__main__":
    main()
