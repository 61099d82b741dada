"""Hegeman2022, section 5.2: which second solutions a bound misses.

A bound of b sees the solutions in which every tile is within b - 1 steps of the start. So
a maze with several solutions is called valid exactly where the least eccentricity of the others is
b or more: they are listed by search, up to a limit, and no formula has to be solved. Table 3's
bounds are told to be "small enough to be insignificant" in what they miss; b = n²/2 is not said
to be safe either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import cast

import numpy as np

from cpstudy.api import named_solver, solve
from cpstudy.core.random import GENERATOR_VERSION
from cpstudy.core.result import Stop, Verdict
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.board.statistics import eccentricities
from cpstudy.puzzles.pipes.encodings.hegeman.bounds import half_bound, observed_bound
from cpstudy.puzzles.pipes.encodings.hegeman.formula import start_tile
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.hegeman_published import BOUNDED
from cpstudy.study.agreement import Cell, Comparison
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.intervals import share_interval
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store

SEED = 2022
# Solutions listed of one maze; of a maze with more, the least eccentricity is an upper bound.
MOST = 500
_SIZES = {"small": (5, 10), "paper": (5, 10, 15, 20)}
_MAZES = {"small": 500, "paper": 5000}

Parts = Iterator[tuple[str, Comparison]]


def _study(size: int, mazes: int) -> Study:
    row = named_solver(kind("pipes"), "search")
    return Study(
        kind="pipes",
        cells=Grid(
            {"algorithm": list(BOUNDED), "size": [size], "solutions": [MOST], "seed": [SEED]}
        ),
        seeds=range(mazes),
        solver=row.name,
        solver_version=row.version,
        counter=row.counter,
        generator_version=GENERATOR_VERSION,
    )


def measure(task: Task) -> Iterator[Outcome]:
    """The task function: the least eccentricity of a maze's other solutions."""
    params = task.cell.params
    size = params["size"]
    for index in task.seeds:
        solution, _ = board(params["algorithm"], size, size, params["seed"], index)
        puzzle = Pipes(size, size, solution.tobytes())
        found = solve(puzzle, task.cell.solver, limit=params["solutions"])
        others = [cast(bytes, other) for other in found.solutions if other != puzzle.tiles]
        extra = {"least": least_eccentricity(puzzle, others)} if others else {}
        yield Outcome.of(found, task.cell.counter, extra)


def least_eccentricity(puzzle: Pipes, solutions: list[bytes]) -> int:
    """Of several solutions, the fewest steps from the start that reach all tiles of one."""
    listed = np.frombuffer(b"".join(solutions), np.uint8)
    shaped = listed.reshape(-1, puzzle.rows, puzzle.columns)
    return int(eccentricities(shaped, start=start_tile(puzzle)).min())


def bounds(scale: str, store: Store) -> Parts:
    """Of mazes with several solutions, the share that a bound calls valid."""
    for size in _SIZES[scale]:
        wanted = _study(size, _MAZES[scale])
        run(wanted, store, measure)
        rows = groupby(store.rows(wanted), key=lambda row: str(row.cell.params["algorithm"]))
        cells = []
        for algorithm, found in rows:
            cells += _missed(algorithm, size, list(found))
        # No number is published to judge by.
        yield f"{size}x{size}", Comparison(tuple(cells), "shares of mazes with several", None, "")


def _missed(algorithm: str, size: int, rows: list[Row]) -> list[Cell]:
    several = [row for row in rows if row.verdict is Verdict.MANY]
    half = half_bound(Pipes(size, size, bytes(size * size)))
    cells = []
    for name, bound, said in (
        ("table 3", observed_bound(algorithm, size), "insignificant"),
        ("n²/2", half, ""),
    ):
        what = f"{algorithm}, missed by {name} (b = {bound})"
        if not several:
            cells.append(Cell(what, said, "no maze has several"))
            continue
        far = [row for row in several if int(row.extra["least"]) >= bound]
        # Where not all solutions were listed, a nearer one may be among the others.
        unsure = sum(row.stop is Stop.LIMIT for row in far)
        missed = len(far) - unsure
        low, high = share_interval(missed, len(several))
        ours, interval = f"{missed / len(several):.2%}", f"{low:.2%} – {high:.2%}"
        if unsure:
            ours += f" ({unsure} not known)"
        cells.append(Cell(what, said, ours, interval, 0, len(several)))
    return cells
