"""Estimated medians as rows: a study with one run for each cell of numbers of colours.

Cost: that of the probes (``cpstudy/puzzles/edge_matching/search/probes.py``).
"""

import time
from collections.abc import Iterator

from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.jobs.hardness.estimates import VERSION, estimate
from cpstudy.study.grid import Outcome, Study, Task

# The names of an estimate's values in a row.
TOLD = ("tree", "median", "low", "high", "tree low", "tree high")


def estimated(
    solver: str, size: int, inner: int, outer: int, puzzles: int, probes: int, seed: int
) -> Study:
    """Return the study of one estimate; it has one cell and one run."""
    params = {"size": size, "inner": inner, "outer": outer, "seed": seed}
    return Study(
        kind="edge_matching estimates",
        cells=[{**params, "puzzles": puzzles, "probes": probes}],
        seeds=range(1),
        solver=solver,
        solver_version=VERSION,
        counter="probes",
    )


def probed(task: Task) -> Iterator[Outcome]:
    """Task function: estimate a cell."""
    params = dict(task.cell.params)
    puzzles, probes = params.pop("puzzles"), params.pop("probes")
    for _ in task.seeds:
        begun = time.process_time()
        found = estimate(task.cell.solver, puzzles, probes, params)
        values = (found.tree, found.median, *found.interval, *found.tree_interval)
        yield Outcome(
            iterations=puzzles * probes,
            stop=Stop.DONE,
            solvable=Solvable.YES,  # planted
            verdict=Verdict.UNKNOWN,
            seconds=time.process_time() - begun,
            extra=dict(zip(TOLD, values, strict=True)),
        )
