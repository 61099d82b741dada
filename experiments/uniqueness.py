"""How many planted puzzles are unique? A study over numbers of colours.

Each puzzle is searched, by default row by row, until a second solution of another class is found,
the tree is exhausted, or the limit of placements is reached; then its row is undecided. The puzzles
are those of a sweep. Cost: that of the placements; at 6×6 about 30 ms a puzzle on the ridge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.jobs.hardness.sweep import puzzles_of
from cpstudy.puzzles.edge_matching.generating.colours import puzzle_of
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study.grid import Outcome, Study, Task
from cpstudy.study.rows import Row

# A separate kind: these rows are not part of a sweep.
KIND = "edge_matching uniqueness"
SOLVER = "dfs"


def uniqueness(
    cells: Iterable[Mapping[str, Any]], puzzles: int, limit: int, solver: str = SOLVER
) -> Study:
    """Return the study. cells: parameters of a sweep's cells. limit: placements a puzzle."""
    row = SOLVERS[solver]
    return Study(
        kind=KIND,
        cells=list(cells),
        seeds=range(puzzles),
        solver=row.name,
        solver_version=row.version,
        counter=row.counter,
        budget=Budget(iterations=limit),
    )


def settle(task: Task) -> list[Outcome]:
    """Task function: find a verdict for each puzzle."""
    params, row = task.cell.params, SOLVERS[task.cell.solver]
    size, outcomes = params["size"], []
    for seed in task.seeds:
        (pieces,) = puzzles_of(params, seed, 1)
        found = solve(puzzle_of(pieces, size, size), row, budget=task.cell.budget, limit=2)
        outcomes.append(Outcome.of(found, row.counter))
    return outcomes


def tallied(rows: Iterable[Row]) -> tuple[int, int, int]:
    """Count unique, ambiguous and undecided puzzles among rows."""
    verdicts = [row.verdict for row in rows]
    unique, many = verdicts.count(Verdict.UNIQUE), verdicts.count(Verdict.MANY)
    return unique, many, len(verdicts) - unique - many
