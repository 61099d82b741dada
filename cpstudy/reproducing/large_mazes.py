"""Why are large mazes never unique? Exact shares, and the local defects behind them.

A *defect* is an ambiguous region of a maze's puzzle: a connected set of edges in which its
solutions differ (:mod:`cpstudy.puzzles.pipes.explaining.ambiguity`). Two studies, of different
mazes, so that one can predict the other:

- *shares*: how many mazes of a batch are unique, by exact search; a run is a batch;
- *defects*: how many regions a maze has, and of how many tiles each; a run is a maze. Every other
  solution that shows a defect is checked before it counts.

What follows from the rows is in ``experiments/poisson.py``.

Cost: 0.1 ms a maze of 30×30 for the shares; 20 to 100 ms a maze of 100×100 for the defects. Limits:
a region is the union of what its solutions change, so defects that touch are counted as one.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cpstudy.api import solve
from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.pipes.board.neighbours import checker
from cpstudy.puzzles.pipes.explaining.ambiguity import Sides, alternatives, regions
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.batch import VERDICTS, decide_boards
from cpstudy.study.grid import Grid, Outcome, Study, Task

ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
# The mazes of the two studies are drawn from different seeds.
SHARES_SEED, DEFECTS_SEED = 2022, 2023
# Of the search for other solutions of a maze; tiles that it leaves undecided are counted.
_NODES = Budget(iterations=20_000)


@dataclass(frozen=True)
class Scale:
    """Shares: sizes, batches a cell, mazes a batch. Defects: mazes by size."""

    sizes: tuple[int, ...]
    batches: int
    batch: int
    mapped: dict[int, int]


SCALES = {
    "small": Scale((5, 10, 15, 20), 2, 500, {5: 200, 10: 200, 20: 100, 30: 30}),
    "paper": Scale(
        tuple(range(5, 31)),
        20,
        500,
        {**dict.fromkeys((5, 10, 15, 20, 25, 30), 2000), 40: 500, 50: 300, 70: 100, 100: 60},
    ),
}


def shares_study(scale: Scale) -> Study:
    """How many mazes of a batch are unique; seeds are numbers of batches."""
    return Study(
        kind="pipes",
        cells=Grid(
            {
                "size": list(scale.sizes),
                "algorithm": list(ALGORITHMS),
                "mazes": [scale.batch],
                "seed": [SHARES_SEED],
            }
        ),
        seeds=range(scale.batches),
        solver="search",
        solver_version=1,
        counter="nodes",
    )


def defects_study(scale: Scale, size: int) -> Study:
    """The defects of mazes of one size; seeds are numbers of mazes."""
    return Study(
        kind="pipes",
        cells=Grid({"size": [size], "algorithm": list(ALGORITHMS), "seed": [DEFECTS_SEED]}),
        seeds=range(scale.mapped[size]),
        solver="ambiguity",
        solver_version=1,
        counter="nodes",
    )


def measure_shares(task: Task) -> Iterator[Outcome]:
    """The task function of the shares: unique mazes of each batch."""
    params = task.cell.params
    size, count = params["size"], params["mazes"]
    for batch in task.seeds:
        begun = time.perf_counter()
        numbers = range(batch * count, (batch + 1) * count)
        drawn = [board(params["algorithm"], size, size, params["seed"], i)[1] for i in numbers]
        found = decide_boards(np.stack(drawn), size, size, jobs=1)
        verdicts = [VERDICTS[verdict] for verdict in found.verdicts.tolist()]
        for place, verdict in enumerate(verdicts):
            if verdict is Verdict.UNKNOWN:
                verdicts[place] = solve(Pipes(size, size, drawn[place].tobytes())).verdict
        counts = Counter(verdict.value for verdict in verdicts)
        yield Outcome(
            iterations=int(found.nodes.sum()),
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNIQUE if counts["unique"] == count else Verdict.MANY,
            seconds=time.perf_counter() - begun,
            counters={one.value: counts[one.value] for one in (Verdict.UNIQUE, Verdict.MANY)},
        )


def measure_defects(task: Task) -> Iterator[Outcome]:
    """The task function of the defects: the regions of each maze, and how large they are."""
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
    """Raise WrongAnswerError where one of the solutions breaks a rule."""
    holds = checker(puzzle)
    for sides in solutions:
        if not holds(sides.tobytes()):
            raise WrongAnswerError(f"ambiguity: no solution of {puzzle.encode()}")
