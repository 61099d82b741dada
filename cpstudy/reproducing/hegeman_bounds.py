"""Hegeman2022, section 5.2: the second solutions that a bound misses.

With a bound of b, a formula has the solutions in which every tile is within b - 1 steps of the
start. So a maze with several solutions is called valid exactly if the least eccentricity of the
others is at least b. They are listed by search, up to a limit, so no formula has to be solved. The
thesis calls what table 3's bounds miss "small enough to be insignificant"; it does not claim that
b = n²/2 is safe either.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np

from cpstudy.api import solve
from cpstudy.core.result import Stop, Verdict
from cpstudy.jobs.studies.measuring import study_of
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.board.statistics import eccentricities
from cpstudy.puzzles.pipes.encodings.hegeman.formula import half_bound, observed_bound, start_tile
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.hegeman import SEED, maze
from cpstudy.reproducing.hegeman_published import BOUNDED
from cpstudy.study.agreement import Cell, Parts, measured_share, unjudged
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store

# Solutions listed for one maze; beyond this, the least eccentricity is an upper bound.
MOST = 500
_SIZES = {"small": (5, 10), "paper": (5, 10, 15, 20)}
_MAZES = {"small": 500, "paper": 5000}


def _study(size: int, mazes: int) -> Study:
    cells = Grid({"algorithm": list(BOUNDED), "size": [size], "solutions": [MOST], "seed": [SEED]})
    return study_of(kind("pipes"), "search", cells=cells, seeds=range(mazes))


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: the least eccentricity of a maze's other solutions."""
    params = task.cell.params
    for index in task.seeds:
        puzzle = maze(params["algorithm"], params["size"], index)
        result = solve(puzzle, task.cell.solver, limit=params["solutions"])
        others = [other for other in result.solutions if other != puzzle.tiles]
        extra = {"least": least_eccentricity(puzzle, others)} if others else {}
        yield Outcome.of(result, task.cell.counter, extra)


def least_eccentricity(puzzle: Pipes, solutions: list[bytes]) -> int:
    """Return the fewest steps from the start that reach all tiles of one of the solutions."""
    listed = np.frombuffer(b"".join(solutions), np.uint8)
    shaped = listed.reshape(-1, puzzle.rows, puzzle.columns)
    return int(eccentricities(shaped, start=start_tile(puzzle)).min())


def bounds(scale: str, store: Store) -> Parts:
    """Report the share of mazes with several solutions that a bound calls valid."""
    for size in _SIZES[scale]:
        wanted = _study(size, _MAZES[scale])
        run(wanted, store, measure)
        rows = groupby(store.rows(wanted), key=lambda row: str(row.cell.params["algorithm"]))
        cells = []
        for algorithm, found in rows:
            cells += _missed(algorithm, size, list(found))
        # There is no published number to judge by.
        yield f"{size}x{size}", unjudged(cells, "shares of mazes with several")


def _missed(algorithm: str, size: int, rows: list[Row]) -> list[Cell]:
    several = [row for row in rows if row.verdict is Verdict.MANY]
    half = half_bound(Pipes(size, size, bytes(size * size)))
    cells = []
    for name, bound, published in (
        ("table 3", observed_bound(algorithm, size), "insignificant"),
        ("n²/2", half, ""),
    ):
        what = f"{algorithm}, missed by {name} (b = {bound})"
        if not several:
            cells.append(Cell(what, published, "no maze has several"))
            continue
        distant = [row for row in several if int(row.extra["least"]) >= bound]
        # If not all solutions were listed, a nearer one may be among the others.
        unsure = sum(row.stop is Stop.LIMIT for row in distant)
        cell = measured_share(what, published, len(distant) - unsure, len(several))
        cells.append(replace(cell, ours=f"{cell.ours} ({unsure} not known)") if unsure else cell)
    return cells
