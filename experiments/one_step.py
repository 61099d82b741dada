"""Does a unique maze ever need more than one step ahead? Hundreds of thousands of repaired mazes.

A family is an algorithm and whether the board wraps; its boards are mazes of several sizes,
repaired until they are unique. A run is a batch of boards of one cell; it counts those settled by
rules up to each grade. Every board is judged by two methods that do not share a rule engine: the
repair proves that its solution is unique, and the deduction either finds that solution or is stuck
after looking one step ahead. A board on which it is stuck is a counterexample; its row keeps the
text form, after the search has confirmed that the board is unique.

Cost: up to 20 ms a board of 50×50, mostly repair. Limits: repaired boards are not a uniform sample
of unique boards (experiment 04 measures the difference).
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating.unique import Maker
from cpstudy.reproducing.tatham import SEARCH, SEED, needed_rule
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row

# Without Binary Tree: the local rule alone settles its flat boards, so they would only make the
# bound look stronger.
ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")
# The number of boards of a row.
BATCH = 100


@dataclass(frozen=True)
class Scale:
    """The sizes of a family's boards, and the number of batches of each size."""

    sizes: tuple[int, ...]
    batches: int


SCALES = {"small": Scale((10, 20), 2), "paper": Scale((10, 20, 30, 40, 50), 200)}


def study(scale: Scale, batch: int = BATCH) -> Study:
    """Return the study of the batches of all families; a seed is a batch."""
    return families("deduce", scale.sizes, scale.batches, boards=batch)


def families(method: str, sizes: Sequence[int], runs: int, **fixed: int) -> Study:
    """Return a study of all families at some sizes. fixed: further parameters of every cell."""
    axes = {"size": sizes, "wrap": [False, True], "algorithm": ALGORITHMS, "seed": [SEED]}
    return Study(
        kind="pipes",
        cells=Grid({**axes, **{name: [value] for name, value in fixed.items()}}),
        seeds=range(runs),
        solver=method,
        solver_version=1,
        counter="boards",
    )


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: count the boards of each batch by the grade that they need."""
    params = task.cell.params
    size, count = params["size"], params["boards"]
    maker = Maker(params["algorithm"], size, size, params["wrap"], b"")
    for batch in task.seeds:
        begun = time.perf_counter()
        drawn = maker.draw(maker.streams(params["seed"], batch * count, count))
        needed: Counter[str] = Counter()
        beyond = []
        for solution, tiles in zip(*drawn, strict=True):
            puzzle = replace(maker.shape, tiles=tiles.tobytes())
            name = EXPLAINER.grades[needed_rule(puzzle, solution.tobytes())]
            needed[name] += 1
            if name == EXPLAINER.grades[SEARCH]:
                beyond.append(puzzle.encode())
        yield Outcome(
            iterations=count,
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNIQUE,  # of every board
            seconds=time.perf_counter() - begun,
            counters={name: needed[name] for name in EXPLAINER.grades},
            extra={"beyond": beyond},
        )


def family(row: Row) -> tuple[str, bool]:
    """Return the family of a row: the algorithm, and whether its boards wrap."""
    return row.cell.params["algorithm"], row.cell.params["wrap"]


def needed(rows: Sequence[Row]) -> Counter[str]:
    """Count the boards of some rows by the grade that they need."""
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row.counters)
    return total


def upper_limit(beyond: int, boards: int, confidence: float = 0.95) -> float:
    """Return the largest share of boards beyond one step that is not excluded, one-sided and exact.

    At this share, so few would be seen with probability 1 - confidence (Clopper1934). If none is
    seen, it is 1 - (1 - confidence)^(1/boards), nearly 3 / boards. Raises RuntimeError unless
    0 <= beyond < boards.
    """
    from scipy.special import betaincinv

    if not 0 <= beyond < boards:
        raise RuntimeError(f"no limit for {beyond} of {boards}")
    return float(betaincinv(beyond + 1, boards - beyond, confidence))
