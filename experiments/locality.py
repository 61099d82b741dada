"""Defects of mazes with their places: are they local, and what follows for large mazes?

A run is a batch of mazes. As well as the numbers of defects (``cpstudy/reproducing/defects.py``) it
counts ordered pairs of defects by distance, once within a maze and once between a maze and the
next one of the batch. The second count is that of independent defects with the same density,
including effects of border and start, so no density has to be modelled. With N defects the first
sums to E[N(N − 1)], the second to (E N)², and

    variance / mean = 1 + Σ over distances (pairs within − pairs between) / E N.

*Distance* is the larger of rows and columns between centres, rounded to tiles. For mean m and v =
variance / mean, a binomial number (negative binomial for v > 1) is zero with −ln P = m · (−ln v) /
(1 − v), whose limit for v = 1 is Poisson's m.

Errors are estimated from batches: Student's for means, the jackknife for the rest (Efron1979). The
hypotheses are in docs/decisions/statistics. Cost: 1 to 3 ms a maze of 40×40. Limits: changes that
touch are one defect; on a torus centres are undefined, so pairs are counted on flat boards only.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, stdev

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.puzzles.pipes.counting.frontier import counts
from cpstudy.puzzles.pipes.explaining.ambiguity import alternatives, regions
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.agreement import chi_square_p
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from experiments.exact_trees import uniform_tree

SEED = 2026
ALGORITHMS = ("depth-first", "kruskal", "prim", "wilson")
BATCH = 100
_NODES = Budget(iterations=20_000)

Pairs = npt.NDArray[np.int64]
Sides = npt.NDArray[np.uint8]


def placed_study(
    size: int, batches: int, *, wrap: bool, algorithms: Sequence[str] = ALGORITHMS
) -> Study:
    """Return the study of batches of mazes of each algorithm; a seed is a batch."""
    return Study(
        kind="pipes",
        cells=Grid(
            {
                "size": [size],
                "algorithm": list(algorithms),
                "wrap": [wrap],
                "mazes": [BATCH],
                "seed": [SEED],
            }
        ),
        seeds=range(batches),
        solver="ambiguity",
        solver_version=1,
        counter="nodes",
    )


def measure_placed(task: Task) -> Iterator[Outcome]:
    """Task function: count defects and pairs of defects in each batch."""
    params = task.cell.params
    for batch in task.seeds:
        begun = time.perf_counter()
        numbers = range(batch * BATCH, (batch + 1) * BATCH)
        found = [_centres(params, index) for index in numbers]
        centres = [one for one, _, _ in found]
        counted = Counter(len(one) for one in centres)
        extra: dict[str, object] = {"numbers": sorted(counted.items())}
        if not params["wrap"]:
            within, between = pairs(centres, params["size"])
            extra |= {"within": within.tolist(), "between": between.tolist()}
        yield Outcome(
            iterations=sum(nodes for _, nodes, _ in found),
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNKNOWN,
            seconds=time.perf_counter() - begun,
            counters={
                "regions": sum(map(len, centres)),
                "undecided": sum(undecided for _, _, undecided in found),
            },
            extra=extra,
        )


def counted_study(sizes: Sequence[int], batches: int) -> Study:
    """Return the study of batches of trees with counted solutions; a seed is a batch."""
    return Study(
        kind="pipes",
        cells=Grid(
            {
                "size": list(sizes),
                "algorithm": ["uniform", "wilson"],
                "mazes": [500],
                "seed": [SEED],
            }
        ),
        seeds=range(batches),
        solver="frontier",
        solver_version=1,
        counter="mazes",
    )


def measure_counted(task: Task) -> Iterator[Outcome]:
    """Task function: count the mazes of each batch by number of solutions."""
    params = task.cell.params
    size, mazes = params["size"], params["mazes"]
    for batch in task.seeds:
        begun = time.perf_counter()
        numbers = range(batch * mazes, (batch + 1) * mazes)
        drawn = [_solution(params["algorithm"], size, index) for index in numbers]
        yield Outcome(
            iterations=mazes,
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNKNOWN,
            seconds=time.perf_counter() - begun,
            extra={"numbers": sorted(Counter(counts(np.stack(drawn), size, size)).items())},
        )


def _solution(algorithm: str, size: int, index: int, wrap: bool = False) -> Sides:
    """Return the open sides of a maze; ``uniform``: drawn from all trees, including crosses."""
    if algorithm == "uniform":
        return uniform_tree(size, SEED, index)
    return board(algorithm, size, size, SEED, index, wrap=wrap)[0].reshape(-1)


def _centres(params: dict[str, object], index: int) -> tuple[Pairs, int, bool]:
    """Return (int64[defects, 2], nodes, whether a tile is undecided) of one maze."""
    size, wrap = int(str(params["size"])), bool(params["wrap"])
    solution = _solution(str(params["algorithm"]), size, index, wrap)
    puzzle = Pipes(size, size, solution.tobytes(), wrap=wrap)
    near = alternatives(puzzle, puzzle.tiles, _NODES)
    places = [
        [round(fmean(tile // size for tile in tiles)), round(fmean(tile % size for tile in tiles))]
        for tiles in regions(puzzle, near.differing)
    ]
    return np.array(places, np.int64).reshape(-1, 2), near.nodes, bool(near.unknown.any())


def pairs(centres: Sequence[Pairs], size: int) -> tuple[Pairs, Pairs]:
    """Count ordered pairs by distance, int64[size] each: within mazes, and between neighbours."""
    within, between = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for one, other in zip(centres, [*centres[1:], centres[0]], strict=True):
        within += _by_distance(one, one, size)
        between += _by_distance(one, other, size)
    within[0] -= sum(map(len, centres))  # a defect with itself
    return within, between


def _by_distance(one: Pairs, other: Pairs, size: int) -> Pairs:
    apart = np.abs(one[:, None, :] - other[None, :, :]).max(axis=2, initial=0)
    return np.bincount(apart.ravel(), minlength=size)


@dataclass(frozen=True)
class Placed:
    """Batches of one algorithm at one size.

    numbers: int64[batches, most + 1], mazes by their number of defects. within, between:
    int64[batches, size], pairs by distance; empty on a torus.
    """

    size: int
    numbers: Pairs
    within: Pairs
    between: Pairs
    undecided: int

    @staticmethod
    def of(size: int, rows: Sequence[Row]) -> "Placed":
        """Return the values in the rows of a cell."""
        most = max(number for row in rows for number, _ in row.extra["numbers"])
        numbers = np.zeros((len(rows), most + 1), np.int64)
        for place, row in enumerate(rows):
            for number, mazes in row.extra["numbers"]:
                numbers[place, number] = mazes
        sides = [
            np.array([row.extra.get(name, ()) for row in rows], np.int64)
            for name in ("within", "between")
        ]
        undecided = sum(row.counters.get("undecided", 0) for row in rows)
        return Placed(size, numbers, *sides, undecided)

    @property
    def mazes(self) -> int:
        """The number of mazes."""
        return int(self.numbers.sum())

    @property
    def mean(self) -> float:
        """m, the mean number of defects of a maze."""
        return _mean(self.numbers.sum(axis=0))

    @property
    def average(self) -> tuple[float, float]:
        """The mean number of defects, and its standard error."""
        return jackknifed(self.numbers, _mean)

    @property
    def none(self) -> tuple[float, float]:
        """The share of mazes without a defect, and its standard error."""
        return jackknifed(self.numbers, lambda numbers: float(numbers[0] / numbers.sum()))

    @property
    def density(self) -> tuple[float, float]:
        """Defects per hundred tiles, and the standard error."""
        value, error = jackknifed(self.numbers, _mean)
        return value * 100 / self.size**2, error * 100 / self.size**2

    @property
    def dispersion(self) -> tuple[float, float]:
        """Variance over mean, and the standard error."""
        return jackknifed(self.numbers, _dispersion)

    @property
    def exponent(self) -> tuple[float, float]:
        """−ln P of the binomial model, and the standard error."""
        return jackknifed(self.numbers, _exponent)

    def correlation(self, distance: int) -> tuple[float, float, float]:
        """Return g at a distance, its standard error, and p of the hypothesis that g is one."""
        from scipy.special import stdtr

        within, between = self.within[:, distance], self.between[:, distance]
        both = np.stack([within, between], axis=1)
        value, error = jackknifed(both, lambda sums: float(sums[0] / max(1, sums[1])))
        apart = (within - between).astype(float).tolist()
        spread = stdev(apart) / sqrt(len(apart))
        student = abs(fmean(apart)) / spread if spread else 0.0
        return value, error, 2 * float(stdtr(len(apart) - 1, -student))

    def explained(self, distance: int) -> tuple[float, float]:
        """Return the variance over mean that pairs up to a distance give, and its error."""
        columns = slice(None, distance + 1)
        apart = (self.within - self.between)[:, columns].sum(axis=1)
        defects = self.numbers @ np.arange(self.numbers.shape[1])
        both = np.stack([apart, defects], axis=1)
        return jackknifed(both, lambda sums: 1 + float(sums[0] / sums[1]))


def _mean(numbers: Pairs) -> float:
    return float(numbers @ np.arange(len(numbers)) / numbers.sum())


def _dispersion(numbers: Pairs) -> float:
    mean, counts = _mean(numbers), np.arange(len(numbers))
    return float(numbers @ (counts - mean) ** 2 / (numbers.sum() - 1) / mean)


def _exponent(numbers: Pairs) -> float:
    return empty_exponent(_mean(numbers), _dispersion(numbers))


def empty_exponent(mean: float, dispersion: float) -> float:
    """Return −ln of the probability that a (negative) binomial number with mean and v is 0."""
    if abs(dispersion - 1) < 1e-9:
        return mean
    return mean * -log(dispersion) / (1 - dispersion)


def jackknifed(batches: Pairs, statistic: Callable[[Pairs], float]) -> tuple[float, float]:
    """Return a statistic of the sums over batches, and its jackknife standard error.

    Raises RuntimeError for fewer than two batches.
    """
    n = len(batches)
    if n < 2:
        raise RuntimeError(f"jackknife: {n} batches")
    total = batches.sum(axis=0)
    without = [statistic(total - batch) for batch in batches]
    centre = fmean(without)
    return statistic(total), sqrt((n - 1) / n * sum((one - centre) ** 2 for one in without))


def same(values: Sequence[tuple[float, float]]) -> tuple[float, int, float]:
    """Test whether values with standard errors are equal: χ², degrees of freedom, p."""
    weights = [error**-2 for _, error in values]
    centre = sum(w * value for w, (value, _) in zip(weights, values, strict=True)) / sum(weights)
    square = sum(w * (value - centre) ** 2 for w, (value, _) in zip(weights, values, strict=True))
    return square, len(values) - 1, chi_square_p(square, len(values) - 1)
