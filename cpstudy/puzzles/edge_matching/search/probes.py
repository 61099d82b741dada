"""Estimate the size of a search tree by random probes, whose mean is its number of placements.

A probe descends the tree level by level. Of the nodes of a level it keeps one in each *stratum*,
with the weight of all nodes that it represents: a node adds its weight to its stratum, and replaces
the stored node with probability weight / sum. Strata are numbers of candidates of the node's cell,
so nodes with trees of similar sizes represent each other. The weighted number of placements is an
unbiased estimate for the exhausted search, whatever the strata (Chen1992); with one stratum per
level it is Knuth's probe (Knuth1975), whose variance is far larger.

In a planted puzzle, the tree of the *first* candidate of the first cell contains a solution: the
first cell is a corner, and one of the four rotations of the planted board has this piece there. The
first solution therefore comes before that tree is exhausted, and probes estimate that tree.

Cost of a probe: each level and stratum replays the path to the node, so it is quadratic in the
cells: about 10 µs at 6×6, 20 to 90 at 8×8, 400 to 5,000 at 16×16. Limits: no look-ahead. If weights
differ by orders of magnitude, rare probes dominate the mean: many probes lie below it.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.core.kernel_types import View, View2, View3, f64, i64, u64
from cpstudy.core.native import array, entry, kernel, view, workspace, zeros
from cpstudy.core.random import stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.edge_matching.search.domain_tables import CELL, LISTED
from cpstudy.puzzles.edge_matching.search.domains import (
    Domains,
    begin,
    inner_first,
    lay_down,
    list_candidates,
    next_cell,
    pick_up,
)
from cpstudy.puzzles.edge_matching.search.methods import METHODS, NOTHING
from cpstudy.puzzles.edge_matching.search.searches import Pieces

# Searches whose tree can be probed.
PROBED = tuple(name for name, method in METHODS.items() if method.look == NOTHING)

# The numbers of candidates that are distinguished; larger numbers share the last stratum.
STRATA = 24

# Columns of the results of a probe.
PLACEMENTS, SOLUTIONS = 0, 1

_FINE = 1 << 30


@workspace
class Probes:
    """The state of a probe of a tree over n cells.

    first: only the first candidate of the first cell. placements, solutions: counted so far.
    weights: float64[2, strata], of this level and the next; cells, pieces: int64[2, strata, n], the
    path to the node of each stratum: its cells, and oriented pieces 4·p + q on them. random:
    uint64[4].
    """

    first: bool
    placements: f64
    solutions: f64
    weights: View2[f64]
    cells: View3[i64]
    pieces: View3[i64]
    random: View[u64]

    def __init__(self, cells: int, strata: int, first: bool, seed: int) -> None:
        self.first = first
        self.placements = self.solutions = 0.0
        self.weights = zeros((2, strata), "f64")
        self.cells = zeros((2, strata, cells), "i64")
        self.pieces = zeros((2, strata, cells), "i64")
        self.random = stream(seed)


def probe(
    name: str,
    pieces: Pieces,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    *,
    first: bool = True,
    strata: int = STRATA,
) -> npt.NDArray[np.float64]:
    """Make ``count`` probes of the tree of a search of PROBED on a framed puzzle int64[n, 4].

    Returns float64[count, 2], each row unbiased: placements of the search that exhausts the tree,
    and solved boards in it, with identical pieces as the search treats them. first: only the tree
    of the first candidate of the first cell. Raises InputError for another search, and for fewer
    than one probe or stratum.
    """
    if name not in PROBED:
        raise InputError(f"solver {name!r} cannot be probed: choose {', '.join(PROBED)}")
    if count < 1 or strata < 1:
        raise InputError(f"at least one probe and one stratum, got {count} and {strata}")
    n = rows * columns
    colours = int(pieces.max(initial=0)) + 1
    work = Domains(rows, columns, colours, True, METHODS[name])
    array(work.pieces)[:] = pieces[inner_first(pieces)]
    found = np.zeros((count, 2))
    _probe_all(work, Probes(n, strata, first, seed), view(found))
    return found


@entry
def _probe_all(w: Domains, p: Probes, found: View2[f64]) -> None:
    """Fill ``found`` float64[count, 2], one probe per row."""
    begin(w)
    strata = p.weights.shape[1]
    for number in range(len(found)):
        p.placements = 0.0
        p.solutions = 0.0
        for stratum in range(strata):
            p.weights[0, stratum] = 0.0
        p.weights[0, 0] = 1.0
        for depth in range(len(w.board)):
            for stratum in range(strata):
                p.weights[(depth + 1) & 1, stratum] = 0.0
            for stratum in range(strata):
                if p.weights[depth & 1, stratum] > 0.0:
                    _expand(w, p, depth, stratum)
        found[number, PLACEMENTS] = p.placements
        found[number, SOLUTIONS] = p.solutions


@kernel
def _expand(w: Domains, p: Probes, depth: i64, stratum: i64) -> None:
    """Replay the path to the node of a stratum and place each of its candidates."""
    here = depth & 1
    for level in range(depth):
        w.levels[level, CELL] = p.cells[here, stratum, level]
        lay_down(w, level, p.pieces[here, stratum, level])
    if next_cell(w, depth):
        list_candidates(w, depth)
        size = w.levels[depth, LISTED]
        if depth == 0 and p.first:
            size = 1
        for choice in range(size):
            _place(w, p, depth, stratum, w.candidates[depth, choice])
    for level in range(depth - 1, -1, -1):
        pick_up(w, level)


@kernel
def _place(w: Domains, p: Probes, depth: i64, stratum: i64, o: i64) -> None:
    """Count a placement, and assign the node below it to its stratum."""
    here, after = depth & 1, (depth + 1) & 1
    weight: f64 = p.weights[here, stratum]
    p.placements += weight
    if depth == len(w.board) - 1:
        p.solutions += weight
        return
    lay_down(w, depth, o)
    if next_cell(w, depth + 1):
        list_candidates(w, depth + 1)
        into = min(w.levels[depth + 1, LISTED], p.weights.shape[1]) - 1
        total: f64 = p.weights[after, into] + weight
        p.weights[after, into] = total
        if below(p.random, _FINE) * total < weight * _FINE:
            for level in range(depth):
                p.cells[after, into, level] = p.cells[here, stratum, level]
                p.pieces[after, into, level] = p.pieces[here, stratum, level]
            p.cells[after, into, depth] = w.levels[depth, CELL]
            p.pieces[after, into, depth] = o
    pick_up(w, depth)
