"""The shares of unique mazes of experiment 09, by exact search; a run is a batch of mazes.

The mazes differ from those whose defects are counted (``cpstudy/reproducing/defects.py``), so that
one study can predict the other. Cost: 0.1 ms a maze of 30×30.
"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cpstudy.api import solve
from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.batch import VERDICTS, decide_boards
from cpstudy.reproducing.defects import ALGORITHMS
from cpstudy.study.grid import Grid, Outcome, Study, Task

SEED = 2022


@dataclass(frozen=True)
class Scale:
    """Sizes, batches a cell and mazes a batch of the shares; mapped: mazes by size for defects."""

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


def shares_study(scale: Scale, seed: int = SEED) -> Study:
    """Return the study of the number of unique mazes in a batch; a seed is a batch."""
    return Study(
        kind="pipes",
        cells=Grid(
            {
                "size": list(scale.sizes),
                "algorithm": list(ALGORITHMS),
                "mazes": [scale.batch],
                "seed": [seed],
            }
        ),
        seeds=range(scale.batches),
        solver="search",
        solver_version=1,
        counter="nodes",
    )


def measure_shares(task: Task) -> Iterator[Outcome]:
    """Task function: count the unique mazes of each batch."""
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
