"""Does average connectivity govern hardness? The closing question of Willems2016.

He suspects that the numbers of colours matter only through the average connectivity of the pieces.
This has two consequences. Among puzzles with the same colours, connectivity should correlate with
effort: reported is the rank correlation within cells, averaged over cells. And cells of equal
connectivity should be equally hard: cells are sorted by connectivity and cut into groups of equal
size, and reported is the share of the variance of log medians that the groups explain. For
comparison, cells are also grouped by the expected number of further solutions, and by the distance
from the cells where that number is one.

There are no published values. Intervals are 95 % bootstraps over cells.
"""

from collections.abc import Callable, Iterator
from itertools import groupby

import numpy as np
import numpy.typing as npt

from cpstudy.jobs.hardness.sweep import compute, puzzles_of, sweep
from cpstudy.puzzles.edge_matching.generating.expectation import average_connectivity
from cpstudy.puzzles.edge_matching.generating.planted import log_other_solutions
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.reproducing.willems import limit_of
from cpstudy.study.agreement import Cell, Parts, unjudged
from cpstudy.study.store import Store

Floats = npt.NDArray[np.float64]

SEED = 2016
SIZE = 5
_NAMES = ("dfs", "snopf")
_PUZZLES = {"small": 50, "paper": 200}
_GROUPS = 16
_RESAMPLES = 500


def connectivity(scale: str, store: Store) -> Parts:
    """Compute what connectivity explains, within and between cells of 5×5."""
    for solver in _NAMES:
        size, puzzles = SIZE, _PUZZLES[scale]
        study = sweep(size, SOLVERS[solver], puzzles=puzzles, limit=limit_of(size), seed=SEED)
        compute([study], store, jobs=1)
        within, means, solutions, medians = [], [], [], []
        for cell, found in groupby(store.rows(study), key=lambda row: row.cell):
            efforts = np.array([row.effort for row in found], np.float64)
            connected = average_connectivity(puzzles_of(cell.params, 0, puzzles))
            within.append(rank_correlation(connected, efforts))
            means.append(connected.mean())
            inner, outer = cell.params["inner"], cell.params["outer"]
            solutions.append(log_other_solutions(size, size, inner, outer))
            medians.append(np.log(np.median(efforts)))
        cells = _cells(
            np.array(within), np.array(means), np.array(solutions), np.array(medians), puzzles
        )
        yield (
            f"{solver}, {size}x{size}",
            unjudged(cells, "a question of the source, without values"),
        )


def _cells(
    within: Floats, means: Floats, solutions: Floats, medians: Floats, puzzles: int
) -> Iterator[Cell]:
    hard = means[medians >= np.quantile(medians, 0.95)]
    yield Cell(
        "average connectivity of the hardest twentieth of cells",
        "",
        f"{np.median(hard):.1f} (all: {hard.min():.1f} to {hard.max():.1f})",
    )
    yield _cell("rank correlation within cells", puzzles, len(within), lambda at: within[at].mean())
    for what, by in (
        ("of connectivity", means),
        ("of further solutions expected", solutions),
        ("of the distance from one further solution", np.abs(solutions)),
    ):
        name = f"variance between cells explained by groups {what}"
        yield _cell(name, puzzles, len(means), _explaining(by, medians))


def _explaining(by: Floats, medians: Floats) -> Callable[[npt.NDArray[np.int64]], float]:
    return lambda at: explained(by[at], medians[at], _GROUPS)


def _cell(
    what: str, puzzles: int, cells: int, value: Callable[[npt.NDArray[np.int64]], float]
) -> Cell:
    """Return a statistic over cells with its bootstrap interval."""
    rng = np.random.default_rng(SEED)
    drawn = [value(rng.integers(cells, size=cells)) for _ in range(_RESAMPLES)]
    low, high = np.quantile(drawn, (0.025, 0.975))
    own = value(np.arange(cells))
    return Cell(what, "", f"{own:.3f}", f"{low:.3f} – {high:.3f}", n=puzzles)


def rank_correlation(one: Floats, other: Floats) -> float:
    """Return Spearman's correlation, with mean ranks for ties; 0 if either is constant."""
    from scipy.stats import rankdata

    first, second = rankdata(one), rankdata(other)
    if first.std() == 0 or second.std() == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def explained(by: Floats, values: Floats, groups: int) -> float:
    """Return the share of variance that ``groups`` groups of equal size, by rank, explain."""
    total = float(((values - values.mean()) ** 2).sum())
    if total == 0:
        return 0.0
    parts = np.array_split(values[np.argsort(by, kind="stable")], groups)
    within = sum(float(((part - part.mean()) ** 2).sum()) for part in parts if len(part))
    return 1 - within / total
