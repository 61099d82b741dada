"""Estimate the median effort of puzzles whose search never ends, by probes of the search tree.

*The estimate.* For each puzzle, ``search/probes.py`` estimates without bias the placements that
exhaust the tree of the first candidate, which contains the first solution. The placements to the
first solution follow: if S solutions lie at random among the T placements of that tree, the first
is found after T · (1 - U^(1/S)), U uniform. S counts the planted board and a Poisson number of
others with the mean of ``generating/planted.py``. Each counts once for every corner that looks like
the first candidate, since the tree contains that many of its turns; if a search distinguishes
identical pieces, also once for every way to exchange these. But solutions lie in clusters: if all
lie in one, S is nearly one, or the number of such turns. Their distribution is unknown, so half of
the resamples use either assumption. This predicts a cell's median at any size, without a search for
a solution.

*Intervals* are 95 % bootstraps of the whole: puzzles are resampled, and for each the mean of
resampled probes, S and U. They are intervals of the median of that number of puzzles, as a sweep
would find it. Experiment 12 measures their coverage where exact medians are known.

Limits: if there are many solutions, both assumptions are far from the truth, so estimates are for
cells on the ridge and beyond. A mean of probes that differ by orders of magnitude is more often too
small than too large, and its interval too narrow.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.jobs.hardness.sweep import puzzles_of
from cpstudy.puzzles.edge_matching.generating.planted import log_other_solutions
from cpstudy.puzzles.edge_matching.puzzle import least_turn, turned
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.probes import PLACEMENTS, PROBED, probe
from cpstudy.puzzles.edge_matching.search.searches import Pieces
from cpstudy.study.executors import ordered_map

Floats = npt.NDArray[np.float64]

# Raised if the estimate of the same cell changes.
VERSION = 2

_RESAMPLES = 2000
# The number of means of resampled probes for each puzzle; resamples choose among them.
_MEANS = 100
# A bound on the number of further solutions; more make no difference.
_MOST_OTHERS = 1e9
# Sides of a corner piece on the frame.
_CORNER = 2


@dataclass(frozen=True)
class Estimate:
    """One cell: its median tree, and its median effort to a first solution, each with 95 %.

    tree: placements that exhaust the first candidate's tree, as the median over the puzzles.
    """

    solver: str
    size: int
    inner: int
    outer: int
    puzzles: int
    probes: int
    tree: float
    tree_interval: tuple[float, float]
    median: float
    interval: tuple[float, float]


def estimates(
    cells: Iterable[Mapping[str, Any]],
    solver: str,
    *,
    puzzles: int = 20,
    probes: int = 1000,
    jobs: int | None = None,
) -> Iterator[Estimate]:
    """Estimate a sweep's cells (:func:`.sweep.colour_cells`); yield each when it is done.

    The puzzles are those that the sweep measures. Raises InputError if the solver cannot be
    probed.
    """
    if solver not in PROBED:
        raise InputError(f"solver {solver!r} cannot be probed: choose {', '.join(PROBED)}")
    yield from ordered_map(partial(estimate, solver, puzzles, probes), cells, jobs)


def estimate(solver: str, puzzles: int, probes: int, params: Mapping[str, Any]) -> Estimate:
    """The estimate of one cell. params: as in a sweep's cell."""
    size = params["size"]
    batch = puzzles_of(params, 0, puzzles)
    found = [
        probe(solver, pieces, size, size, probes, at)[:, PLACEMENTS]
        for at, pieces in enumerate(batch)
    ]
    rng = np.random.default_rng(params["seed"])
    trees = _resampled_means(found, rng)
    others = float(np.exp(log_other_solutions(size, size, params["inner"], params["outer"])))
    turns = np.array([first_corners(pieces) for pieces in batch])
    copies = turns
    if not METHODS[solver].skip_equal:
        copies = np.array([exchanged(pieces) for pieces in batch])
    chosen = rng.integers(puzzles, size=(_RESAMPLES, puzzles))
    drawn = trees[chosen, rng.integers(_MEANS, size=chosen.shape)]
    solutions = 1 + rng.poisson(min(others, _MOST_OTHERS), size=chosen.shape)
    scattered = solutions * copies[chosen]
    scattered[::2] = turns[chosen[::2]]
    place = 1 - rng.random(chosen.shape) ** (1 / scattered)
    medians = np.median(np.maximum(drawn * place, size * size), axis=1)
    return Estimate(
        solver=solver,
        size=size,
        inner=params["inner"],
        outer=params["outer"],
        puzzles=puzzles,
        probes=probes,
        tree=float(np.median([one.mean() for one in found])),
        tree_interval=_percentiles(np.median(drawn, axis=1)),
        median=float(np.median(medians)),
        interval=_percentiles(medians),
    )


def first_corners(pieces: Pieces) -> int:
    """The number of corners like the first: turns of a solution that have such a corner there."""
    corners = [least_turn(tuple(piece)) for piece in pieces.tolist() if piece.count(0) == _CORNER]
    return corners.count(corners[0])


def exchanged(pieces: Pieces) -> float:
    """The number of ways to exchange identical pieces and to turn pieces that look the same."""
    same = Counter(least_turn(tuple(piece)) for piece in pieces.tolist())
    ways = 1.0
    for piece, count in same.items():
        alike = sum(turned(piece, quarters) == piece for quarters in range(4))
        ways *= float(factorial(count)) * float(alike) ** count
    return ways


def _resampled_means(estimates: list[Floats], rng: np.random.Generator) -> Floats:
    """float64[puzzles, means]: for each puzzle, means of resampled probes."""
    means = np.empty((len(estimates), _MEANS))
    for at, probes in enumerate(estimates):
        means[at] = probes[rng.integers(len(probes), size=(_MEANS, len(probes)))].mean(axis=1)
    return means


def _percentiles(values: Floats) -> tuple[float, float]:
    low, high = np.quantile(values, (0.025, 0.975))
    return float(low), float(high)
