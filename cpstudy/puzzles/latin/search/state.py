"""The state of a search on a board: sets of values by cell and depth, and functions that fill it.

A set of values is an int64 with bit v − 1 for value v. ``PLACED`` marks a cell whose peers have
lost its value; it is a bit of the set, so backtracking only copies sets. The marks of cages follow
the cells: the sum of a cage's sets at its last examination. Sets only shrink on the way down, so
equal sums mean equal sets. One more word has the marks of the units to examine.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, View2, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.tables import MOST_MARKS, PLACED, cage_tables, unit_tables

# All units must be examined; as the mark of a cage: examine it.
UNSEEN = (1 << MOST_MARKS) - 1

# The next phase of the search.
PROPAGATE, DECIDE, GO_BACK = range(3)


@workspace
class Board:
    """A board of order N, with the units and cages of a puzzle: n = N² cells, c cages, the largest
    of k cells.

    units, units_of, peers, first_peer: see ``unit_tables``; first, cells, clashes, operations,
    targets: see ``cage_tables``. candidates: [n + c + 1], the sets of values, then the marks of the
    cages and of the units. saved: [n + 1, n + c + 1], by depth. decided: [n + 1, 2], by depth the
    cell and the number of cells that were open. queue: [8n], cells with one value, not placed;
    queued: their number. work: [5, k + 1], workspace of cages. random: [4]. full: all values.
    open: the number of cells not placed. nodes: decisions made. phase: the next phase. shuffled:
    whether values are tried in random order.
    """

    units: View2[i64]
    units_of: View[i64]
    peers: View[i64]
    first_peer: View[i64]
    first: View[i64]
    cells: View[i64]
    clashes: View[i64]
    operations: View[i64]
    targets: View[i64]
    candidates: View[i64]
    saved: View2[i64]
    decided: View2[i64]
    queue: View[i64]
    work: View2[i64]
    random: View[u64]
    full: i64
    queued: i64
    open: i64
    depth: i64
    nodes: i64
    phase: i64
    shuffled: bool

    def __init__(self, puzzle: Latin) -> None:
        n = puzzle.order**2
        units, units_of, peers, first_peer = unit_tables(puzzle.units)
        self.units, self.units_of = view(units), view(units_of)
        self.peers, self.first_peer = view(peers), view(first_peer)
        first, cells, clashes, operations, targets = cage_tables(puzzle)
        self.first, self.cells, self.clashes = view(first), view(cells), view(clashes)
        self.operations, self.targets = view(operations), view(targets)
        words = n + len(puzzle.cages) + 1
        self.candidates, self.saved = zeros(words, "i64"), zeros((n + 1, words), "i64")
        self.decided, self.queue = zeros((n + 1, 2), "i64"), zeros(8 * n, "i64")
        largest = max((len(cage.cells) for cage in puzzle.cages), default=0)
        self.work = zeros((5, largest + 1), "i64")
        self.random = zeros(4, "u64")
        self.full = (1 << puzzle.order) - 1
        self.queued = self.open = self.depth = self.nodes = self.phase = 0
        self.shuffled = False


def clue_sets(puzzle: Latin) -> npt.NDArray[np.int64]:
    """The values that the clues leave to each cell: int64[n], sets."""
    clues = np.frombuffer(puzzle.clues, np.uint8).astype(np.int64)
    return np.where(clues > 0, 1 << np.maximum(clues - 1, 0), (1 << puzzle.order) - 1)


@entry
def begin_with(w: Board, sets: Const[i64]) -> None:
    """Begin on these sets of values (int64[n])."""
    _begin(w)
    load(w, sets)


@kernel
def begin(w: Board, clues: Const[u8]) -> None:
    """Begin on the clues (uint8[n], 0 for none)."""
    _begin(w)
    _forget(w, len(clues))
    for cell in range(len(clues)):
        clue = clues[cell]
        w.candidates[cell] = w.full if clue == 0 else 1 << (clue - 1)
        if clue or w.full == 1:
            push(w, cell)


@kernel
def load(w: Board, sets: Const[i64]) -> None:
    """Replace the sets of values of a board that has begun: int64[n]."""
    _forget(w, len(sets))
    for cell in range(len(sets)):
        w.candidates[cell] = sets[cell]
        if sets[cell] & (sets[cell] - 1) == 0:
            push(w, cell)


@kernel
def _begin(w: Board) -> None:
    w.depth = 0
    w.nodes = 0
    w.phase = PROPAGATE


@kernel
def _forget(w: Board, cells: i64) -> None:
    """Mark all cells as not placed, and all units and cages as not examined."""
    w.queued = 0
    w.open = cells
    for mark in range(cells, len(w.candidates)):
        w.candidates[mark] = UNSEEN


@inlined
def push(w: Board, cell: i64) -> None:
    """Queue a cell with one value left, to be placed."""
    w.queue[w.queued] = cell
    w.queued += 1


@kernel
def narrow(w: Board, cell: i64, values: i64) -> bool:
    """Keep only ``values`` in a cell. False if it has none left."""
    before = w.candidates[cell]
    after = before & (values | PLACED)
    if after != before:
        w.candidates[cell] = after
        w.candidates[len(w.candidates) - 1] |= w.units_of[cell]
        if after & (after - 1) == 0:
            if after & w.full == 0:
                return False
            push(w, cell)
    return after & w.full != 0


@kernel
def copy_solution(w: Board, values: View[u8]) -> None:
    """Copy the values of a board on which every cell is placed: uint8[n]."""
    for cell in range(len(values)):
        word = w.candidates[cell] & w.full
        value = 0
        while word:
            word >>= 1
            value += 1
        values[cell] = value
