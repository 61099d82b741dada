"""The defects of mazes: the regions where another solution of the puzzle differs.

A *defect* is an ambiguous region of a maze's puzzle: a connected set of edges in which its
solutions differ (:mod:`cpstudy.puzzles.pipes.explaining.ambiguity`). A run is a maze: the number of
its regions, and the number of tiles of each. Every solution that shows a defect is checked before
it counts. ``experiments/poisson.py`` evaluates the rows.

Cost: 20 to 100 ms a maze of 100×100. Limits: a region is the union of all changes, so defects that
touch count as one.
"""

import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.board.neighbours import checker
from cpstudy.puzzles.pipes.explaining.ambiguity import Sides, alternatives, regions
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.grid import Grid, Outcome, Study, Task

ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
SEED = 2023
# The budget of the search for other solutions of a maze; undecided tiles are counted.
_NODES = Budget(iterations=20_000)


def defects_study(size: int, mazes: int) -> Study:
    """Return the study of ``mazes`` mazes of one size and each algorithm; a seed is a maze."""
    return Study(
        kind="pipes",
        cells=Grid({"size": [size], "algorithm": list(ALGORITHMS), "seed": [SEED]}),
        seeds=range(mazes),
        solver="ambiguity",
        solver_version=1,
        counter="nodes",
    )


def measure_defects(task: Task) -> Iterator[Outcome]:
    """Task function: find the regions of each maze and their sizes."""
    params = task.cell.params
    size = params["size"]
    for index in task.seeds:
        begun = time.perf_counter()
        solution, _ = board(params["algorithm"], size, size, params["seed"], index)
        puzzle = Pipes(size, size, solution.tobytes())
        near = alternatives(puzzle, puzzle.tiles, _NODES)
        _check(puzzle, near.found)
        sizes = Counter(len(tiles) for tiles in regions(puzzle, near.differing))
        total = sizes.total()
        yield Outcome(
            iterations=near.nodes,
            stop=Stop.ITERATIONS if near.unknown.any() else Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.MANY if total else Verdict.UNIQUE,
            seconds=time.perf_counter() - begun,
            counters={
                "regions": total,
                "tiles": sum(tiles * number for tiles, number in sizes.items()),
                "undecided": int(np.count_nonzero(near.unknown)),
            },
            extra={"sizes": sorted(sizes.items())},
        )


def _check(puzzle: Pipes, solutions: tuple[Sides, ...]) -> None:
    """Raise WrongAnswerError if a solution violates a rule."""
    is_solution = checker(puzzle)
    for sides in solutions:
        if not is_solution(sides.tobytes()):
            raise WrongAnswerError(f"ambiguity: no solution of {puzzle.encode()}")
