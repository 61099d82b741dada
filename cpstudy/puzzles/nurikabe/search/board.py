"""The arrays of a board, its variables and its clauses.

Variable 1 + c means that cell c is sea. The variables after these mean that a cell belongs to an
island, for the cells that its clue reaches within its size without touching another clue. The
clauses: every cell is sea or belongs to an island that can have it; clues belong to their own
island; no 2×2 square is all sea. Propagators do the rest: constraints that would need many short
clauses (local.py), and constraints that no few clauses express (islands.py, sea.py).

Cost: one breadth-first search a clue. Size for n cells: n + (cells in reach of each island)
variables, 2n clauses.

*The ring* is the eight cells around a cell. A cell that becomes land may split the cells that are
not land, or make another cell the only connection between two parts. Both are impossible if the
cells above, next to and below it that are not land are connected within the ring, and stay
connected without any single unknown cell of the ring: every path through the cell, and past that
one, can be replaced by a path on the ring. A table of 256 numbers, indexed by the pattern of the
ring, decides that. The condition is sufficient, not necessary: a detour may be longer than the
ring.

*The walk* is a depth-first search that finds the articulation points (Tarjan1972). Cost: linear.
"""

import itertools

import numpy as np
import numpy.typing as npt

from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import View, View2, i32, i64, u8
from cpstudy.core.native import array, entry, filled, view, workspace, zeros
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe

# The places of the ring in circular order, from the one above; even ones share a side with the
# cell.
_PLACES = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))

# In ``PARTING``: the ring is not connected even with all its cells.
ITSELF = 1 << 8


def ring_of(rows: int, columns: int) -> npt.NDArray[np.int32]:
    """int32[n, 8]: 1 + the cells around each, 0 beyond the border."""
    cells = np.zeros((rows + 2, columns + 2), np.int32)
    cells[1:-1, 1:-1] = np.arange(1, rows * columns + 1).reshape(rows, columns)
    around = [cells[1 + r : 1 + r + rows, 1 + c : 1 + c + columns] for r, c in _PLACES]
    return np.stack([side.ravel() for side in around], axis=1)


def _is_connected(ring: int) -> bool:
    """Whether the neighbours of the middle are connected by the cells ``ring`` on the ring."""
    sides = [place for place in range(0, len(_PLACES), 2) if ring >> place & 1]
    # Between consecutive neighbours there is at most one gap, on one side of the ring.
    gaps = sum(
        any(not ring >> place % 8 & 1 for place in range(one, one + (other - one - 1) % 8 + 2))
        for one, other in zip(sides, sides[1:] + sides[:1], strict=True)
    )
    return len(sides) < 2 or gaps < 2


def _parting() -> npt.NDArray[np.int64]:
    parting = np.zeros(1 << len(_PLACES), np.int64)
    for there, place in itertools.product(range(len(parting)), range(len(_PLACES) + 1)):
        if not _is_connected(there & ~(1 << place)):
            parting[there] |= 1 << place
    return parting


# By the pattern of a ring: the bits of the cells without which it is not connected; ITSELF if it is
# not connected with all its cells.
PARTING = _parting()


# The sea is scarce if it is at most one in _SCARCE cells, on boards of more than _SMALL cells.
_SCARCE, _SMALL = 3, 50

# Replaces the time at which a walk entered a cell: the walk must not enter it.
NOWHERE = (1 << 31) - 1


@workspace
class Board(Propagator):
    """A board of n cells and i islands with v variables; propagator.py has its kernels.

    neighbours: int64[n, 4], cells, -1 outside the board. ring, parting: see above. size: int64[i],
    ANY_SIZE for a clue without a number. clue: int64[i], cells. variable: int32[i, n], of "cell
    belongs to island", 0 if it cannot. cell, island: int64[v + 1], the cell and island of a
    variable; the island of a sea variable is -1. first: int64[i + 1]: the variables of island k are
    first[k] … first[k + 1] - 1, nearer cells first. owned: int64[n + 1] and owner: int64[v - n]:
    those of cell c are owner[owned[c]] … owner[owned[c + 1] - 1]. adjacent: int32[v + 1, 4], the
    variables with the same meaning for the cells next to a variable's cell, in the order of
    neighbours; 0 if there is none.

    turn: int64[i], islands in the order in which they are examined. is_new: uint8[i], the islands
    to be examined. looked: int64[v + 1], for cells that an island must or cannot have, the length
    of the trail when that was found.

    The other arrays are for the floods and walks of one call. bucket: int32[n + 2]. mark: int64[n],
    a stamp, by cell. The rest has one entry a variable, so that the entries of an island are
    adjacent; the propagators of the sea index them by cell: cost, order, link (the next in a
    bucket), stack, known (variables of the island that are true); for walks, see :func:`walk`,
    walked, parent, entered, low, side, lost, wanted.
    """

    neighbours: View2[i64]
    ring: View2[i32]
    parting: View[i64]
    size: View[i64]
    clue: View[i64]
    variable: View2[i32]
    cell: View[i64]
    island: View[i64]
    first: View[i64]
    owned: View[i64]
    owner: View[i64]
    adjacent: View2[i32]
    turn: View[i64]
    is_new: View[u8]
    bucket: View[i32]
    mark: View[i64]
    order: View[i32]
    link: View[i32]
    stack: View[i32]
    known: View[i32]
    walked: View[i32]
    parent: View[i32]
    entered: View[i32]
    cost: View[i32]
    looked: View[i64]
    low: View[i32]
    side: View[i32]
    lost: View[i32]
    wanted: View[i32]

    columns: i64 = 0
    sea_size: i64 = 0  # if it is known and scarce, else ANY_SIZE
    stamp: i64 = 0  # the last one used
    limited: bool = False  # whether its budget bounded the last flood
    joining: bool = False  # whether a flood excludes land connected with its excluded cell
    knowns: i64 = 0  # the number of entries of ``known``
    shore: i64 = 0  # cells of land around a side of the sea
    new_islands: i64 = 0  # the number of islands to be examined
    sea_is_new: bool = False  # whether the size of the sea must be examined
    sea_may_part: bool = False  # whether the connectedness of the sea must be examined
    noted_until: i64 = 0  # the length of the trail for which these three hold

    def __init__(self, puzzle: Nurikabe, *, cheapest_first: bool = True) -> None:
        """The arrays of a puzzle.

        cheapest_first: islands are examined in the order of the number of cells that they could
        reach, else in the order of their clues.
        """
        cells = len(puzzle.clues)
        clues = np.array(puzzle.clues, np.int64)
        clue = np.flatnonzero(clues != NO_CLUE)
        size = clues[clue]
        # A flood of radius r has at most 2r² + 2r + 1 cells.
        most = np.where(size == ANY_SIZE, cells, np.minimum(cells, 2 * size * (size - 1) + 1))
        places = int(most.sum())
        self.heads = 2
        self.columns = puzzle.columns
        self.sea_size = _scarce_sea(puzzle)
        self.neighbours = view(neighbours_of(puzzle.rows, puzzle.columns))
        self.ring = view(ring_of(puzzle.rows, puzzle.columns))
        self.parting = view(PARTING)
        self.size = view(size)
        self.clue = view(clue)
        self.variable = zeros((len(clue), cells), "i32")
        self.cell = zeros(1 + cells + places, "i64")
        self.island = filled(1 + cells + places, -1, "i64")
        self.first = zeros(len(clue) + 1, "i64")
        self.owned = zeros(cells + 1, "i64")
        last = number_variables(self, filled(cells, -1, "i64"))
        self.cell = view(array(self.cell)[:last])
        self.island = view(array(self.island)[:last])
        self.owner = zeros(last - 1 - cells, "i64")
        list_owners(self)
        self.adjacent = zeros((last, 4), "i32")
        list_adjacent(self)
        reach = np.diff(array(self.first)) * cheapest_first
        self.turn = view(np.argsort(reach, kind="stable"))
        self.is_new = filled(len(clue), 1, "u8")
        self.new_islands = len(clue)
        self.sea_is_new = self.sea_may_part = True
        self.bucket = zeros(cells + 2, "i32")
        self.mark = zeros(cells, "i64")
        self.order = zeros(last, "i32")
        self.link = zeros(last, "i32")
        self.stack = zeros(last, "i32")
        self.known = zeros(last, "i32")
        self.walked = zeros(last, "i32")
        self.parent = zeros(last, "i32")
        self.entered = zeros(last, "i32")
        self.entered[0] = NOWHERE
        self.cost = zeros(last, "i32")
        self.looked = zeros(last, "i64")
        self.low = zeros(last, "i32")
        self.side = zeros(last, "i32")
        self.lost = zeros(last, "i32")
        self.wanted = zeros(last, "i32")


def sea_of(puzzle: Nurikabe) -> int:
    """The number of sea cells; ANY_SIZE if it is unknown, or if the clues exceed the board."""
    left = len(puzzle.clues) - sum(puzzle.clues)
    return ANY_SIZE if ANY_SIZE in puzzle.clues or left < 0 else left


def _scarce_sea(puzzle: Nurikabe) -> int:
    """The same, but ANY_SIZE if there is so much sea that nothing follows from its size."""
    left = sea_of(puzzle)
    cells = len(puzzle.clues)
    return left if left * _SCARCE <= cells and cells > _SMALL else ANY_SIZE


def neighbours_of(rows: int, columns: int) -> npt.NDArray[np.int64]:
    """int64[n, 4]: up, left, right, down; -1 outside the board."""
    cells = np.full((rows + 2, columns + 2), -1, np.int64)
    cells[1:-1, 1:-1] = np.arange(rows * columns).reshape(rows, columns)
    sides = (cells[:-2, 1:-1], cells[1:-1, :-2], cells[1:-1, 2:], cells[2:, 1:-1])
    return np.stack([side.ravel() for side in sides], axis=1)


@entry
def number_variables(p: Board, near: View[i64]) -> i64:
    """Number the variables and list them by island; return the number after the last one.

    near: int64[n], all -1; receives the island whose clue is at or next to a cell, -2 for several.
    """
    cells = len(near)
    for c in range(cells):
        p.cell[c + 1] = c
    for k in range(len(p.clue)):
        near[p.clue[k]] = k
    for k in range(len(p.clue)):
        for d in range(4):
            o = p.neighbours[p.clue[k], d]
            if o >= 0:
                near[o] = k if near[o] == -1 or near[o] == k else -2
    last = cells + 1
    for k in range(len(p.clue)):
        near[p.clue[k]] = k
    for k in range(len(p.clue)):
        p.first[k] = last
        p.variable[k, p.clue[k]] = last
        p.cell[last] = p.clue[k]
        p.island[last] = k
        last += 1
        begun = p.first[k]
        end = last
        left = p.size[k] - 1 if p.size[k] != ANY_SIZE else cells
        while left > 0 and begun < end:
            for v in range(begun, end):
                for d in range(4):
                    o = p.neighbours[p.cell[v], d]
                    if o >= 0 and p.variable[k, o] == 0 and (near[o] == -1 or near[o] == k):
                        p.variable[k, o] = last
                        p.cell[last] = o
                        p.island[last] = k
                        last += 1
            begun = end
            end = last
            left -= 1
    p.first[len(p.clue)] = last
    return last


@entry
def list_owners(p: Board) -> None:
    """List the variables of islands by cell."""
    cells = len(p.neighbours)
    for v in range(cells + 1, len(p.cell)):
        p.owned[p.cell[v]] += 1
    for c in range(1, cells + 1):
        p.owned[c] += p.owned[c - 1]
    for v in range(len(p.cell) - 1, cells, -1):
        p.owned[p.cell[v]] -= 1
        p.owner[p.owned[p.cell[v]]] = v


@entry
def list_adjacent(p: Board) -> None:
    """Fill in ``Board.adjacent``."""
    for v in range(1, len(p.adjacent)):
        for d in range(4):
            o = p.neighbours[p.cell[v], d]
            if o >= 0:
                p.adjacent[v, d] = o + 1 if p.island[v] < 0 else p.variable[p.island[v], o]


@entry
def write_clauses(p: Board, clauses: View[i32]) -> i64:
    """Write the clauses of the module's docstring, each ended by 0; return their length."""
    cells = len(p.neighbours)
    at = 0
    for c in range(cells):
        clauses[at] = c + 1
        at += 1
        for i in range(p.owned[c], p.owned[c + 1]):
            clauses[at] = p.owner[i]
            at += 1
        clauses[at] = 0
        at += 1
        if (c + 1) % p.columns and c + p.columns < cells:
            clauses[at] = -c - 1
            clauses[at + 1] = -c - 2
            clauses[at + 2] = -c - p.columns - 1
            clauses[at + 3] = -c - p.columns - 2
            clauses[at + 4] = 0
            at += 5
    for k in range(len(p.clue)):
        clauses[at] = p.first[k]
        clauses[at + 1] = 0
        at += 2
    return at


def clauses_of(p: Board) -> npt.NDArray[np.int32]:
    """The clauses as one int32 array, each ended by 0."""
    clauses = np.empty(7 * len(p.neighbours) + len(p.owner) + 2 * len(p.clue), np.int32)
    return clauses[: write_clauses(p, view(clauses))]


@entry
def walk(s: State, p: Board, root: i64) -> i64:
    """Walk from a cell to all cells connected with it whose ``entered`` is 0; return their number.

    All arrays are indexed by variable. ``entered`` numbers the cells from 1, ``walked`` lists them
    in this order. ``lost``: the number of cells that are separated from the root without the cell,
    plus at least the number of cells of the board if one of these is true. The walk does not enter
    cells whose ``entered`` is NOWHERE; variable 0 must have this value.
    """
    time = 0
    wanted = 0
    here = root
    p.parent[root] = 0
    while here != 0:
        if p.entered[here] == 0:
            p.walked[time] = here
            time += 1
            p.entered[here] = time
            p.low[here] = time
            p.side[here] = 0
            p.lost[here] = 0
            p.wanted[here] = wanted
            if s.value[2 * here] > 0:
                wanted += 1
        d = p.side[here]
        low = p.low[here]
        following = 0
        while d < 4 and following == 0:
            o = p.adjacent[here, d]
            d += 1
            if p.entered[o] == 0:
                following = o
            else:
                low = min(low, p.entered[o])
        p.low[here] = low
        if following != 0:
            p.side[here] = d
            p.parent[following] = here
            here = following
            continue
        up = p.parent[here]
        if up != 0:
            p.low[up] = min(p.low[up], low)
            if low >= p.entered[up]:
                p.lost[up] += time - p.entered[here] + 1
                if wanted > p.wanted[here]:
                    p.lost[up] += len(p.neighbours)
        here = up
    return time
