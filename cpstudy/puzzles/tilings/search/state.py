"""The knowledge of the search about a board, with a trail: sides of cells, components of a tree.

The geometry is data: the number of sides, the cell beyond each, and the difference between the two
sides of an edge (``turn``: 2 on squares, 3 on hexagons). A cell's state is a word: its known open
sides, and above them its known closed sides. An edge is written on both cells at once. Its number
is that of a cell and a side, ``cell << shift | side``, so each edge has two numbers.

For trees, the cells joined by known open edges form components: a label for each cell, and the
members of a component in a ring. Joining two components relabels the smaller one, and finds on the
way every edge that would now close a cycle. Besides its label, a component has its size, its number
of *stubs* (open sides still to be joined), and the sum of the cells that own them: if one stub is
left, that sum is its owner.

A tile may be of unknown type (the mask ``1 << sides``). It has no consequences, and it counts as
more stubs than a tile has, so the stubs of its component have no consequences either.

The trail records all new knowledge, and undoes it. Cost: joining takes the smaller component's
size, so it is near-linear in the cells along one branch of the search. The tables of tiles with s
sides have 4^s entries for each type.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8, u16
from cpstudy.core.native import entry, filled, inlined, kernel, table, view, workspace, zeros
from cpstudy.puzzles.tilings.rules import rotations

BITS: Const[i32] = table([mask.bit_count() for mask in range(256)], "i32")

# Stubs of a tile of unknown type: so many that, however it is joined, no rule applies.
_ANY_STUBS = 16


@workspace
class Work:
    """The workspace of a search for a board of n cells with s sides.

    neighbours: [n, s], only read if a side is not closed. types: [2^s + 1], by mask. follows: [k
    4^s], by type and state the resulting state, with every side open and closed if there is none.
    turned: [k, s], the orientations of each type, with the last one repeated. degree: [k], open
    sides. kind: [n], the type of each tile.

    state: [n], known open sides, and known closed sides s bits above. label, ring: [n], component
    of a cell, next member. size, stubs, owners: [n], by label. stack[:stacked], queued: cells to
    visit again. trail[:trailed]: (cell, state before) or (-1, number of a join). joins[:joined]:
    (cell of the smaller component, cell of the larger, label of the smaller). failed[:failures]:
    edges in the order in which they failed; failed_at: by edge, its last position there. tree:
    whether cycles are forbidden, vertices: the number of cells of the tree.

    decisions: [·, 4], (edge, value, trail, cursor), ``depth`` of them; nodes, cursor: of the
    search. tried: [n], the state when the search last undid decisions, for values to try first.
    strips: [n], the cells by strips of ``strip`` columns, each by rows; [0] if the search never
    restarts. refuted, period, jump, deepest, turns, turn_ends, turn_takes: see :mod:`.engine`.
    waiting, sound: [n], cells to be probed, and the states that follow without a contradiction;
    probing, settled: see :mod:`.probing`.
    """

    neighbours: View2[i32]
    types: View[u8]
    follows: View[u16]
    turned: View2[i32]
    degree: View[i32]
    kind: View[u8]
    state: View[u16]
    label: View[i32]
    ring: View[i32]
    size: View[i32]
    stubs: View[i32]
    owners: View[i64]
    stack: View[i32]
    queued: View[u8]
    trail: View2[i32]
    joins: View2[i32]
    failed: View[i32]
    failed_at: View[i32]
    decisions: View2[i32]
    tried: View[u16]
    strips: View[i32]
    waiting: View[u8]
    sound: View[u16]
    sides: i64
    square: bool
    turn: i64
    shift: i64
    cells: i64
    stacked: i64
    trailed: i64
    joined: i64
    failures: i64
    tree: bool
    vertices: i64
    depth: i64
    nodes: i64
    cursor: i64
    refuted: i64
    period: i64
    jump: i64
    deepest: i64
    columns: i64
    strip: i64
    turns: i64
    turn_ends: i64
    turn_takes: i64
    probing: i64
    settled: bool

    def __init__(self, neighbours: npt.NDArray[Any], turn: int, columns: int = 0) -> None:
        """columns: of the board, if the search may restart and proceed by strips."""
        n, sides = neighbours.shape
        self.neighbours = table(neighbours, "i32")
        self.cells, self.sides, self.turn = n, sides, turn
        self.square = (sides, turn) == (4, 2)
        self.shift = (sides - 1).bit_length()
        edges = n << self.shift
        tables = _tables(sides)
        self.types, self.follows = tables.types, tables.follows
        self.turned, self.degree = tables.turned, tables.degree
        self.kind = zeros(n, "u8")
        self.state, self.tried = zeros(n, "u16"), zeros(n, "u16")
        self.label, self.ring, self.size, self.stubs = (zeros(n, "i32") for _ in range(4))
        self.owners = zeros(n, "i64")
        self.stack = zeros(n, "i32")
        self.queued = zeros(n, "u8")
        self.trail = zeros((3 * sides * n + 8, 2), "i32")
        self.joins = zeros((n, 3), "i32")
        self.failed = zeros(2 * edges, "i32")
        self.failed_at = filled(edges, -1, "i32")
        self.decisions = zeros((sides * n // 2 + 1, 4), "i32")
        self.columns, self.strip = columns, 0
        again = n if columns else 0
        self.strips, self.sound = zeros(again, "i32"), zeros(again, "u16")
        self.waiting = zeros(again, "u8")
        self.stacked = self.trailed = self.joined = self.failures = self.vertices = 0
        self.depth = self.nodes = self.cursor = 0
        self.refuted = self.period = self.jump = self.deepest = 0
        self.turns = self.turn_ends = self.turn_takes = self.probing = 0
        self.tree = self.settled = False


class _Tables(NamedTuple):
    """The tables of tiles with a number of sides, as in :class:`Work`."""

    types: View[u8]
    follows: View[u16]
    turned: View2[i32]
    degree: View[i32]


@lru_cache
def _tables(sides: int) -> _Tables:
    """Return the tables, with the types sorted by their orientations, and last the unknown type."""
    by_tile = rotations(sides)
    different = sorted(set(by_tile))
    full = (1 << sides) - 1
    states = np.arange(1 << 2 * sides)
    opened, closed = states & full, states >> sides
    follows = np.empty((len(different) + 1, len(states)), np.uint16)
    follows[-1] = np.where(opened & closed, len(states) - 1, states)
    turned = np.zeros((len(different) + 1, sides), np.int32)
    for kind, each in enumerate(different):
        turned[kind] = [*each, *([each[-1]] * (sides - len(each)))]
        always, ever = np.full(opened.shape, full), np.zeros_like(opened)
        for orientation in each:
            fits = (orientation & opened == opened) & (orientation & closed == 0)
            always[fits] &= orientation
            ever[fits] |= orientation
        follows[kind] = always | (full & ~ever) << sides
    types = [*(different.index(each) for each in by_tile), len(different)]
    degree = [*(each[0].bit_count() for each in different), _ANY_STUBS]
    return _Tables(table(types, "u8"), view(follows.ravel()), view(turned), table(degree, "i32"))


@inlined
def push(w: Work, cell: i64) -> None:
    """Schedule a cell for another visit."""
    if not w.queued[cell]:
        w.queued[cell] = True
        w.stack[w.stacked] = cell
        w.stacked += 1


@kernel
def forget_stack(w: Work) -> bool:
    """Empty the stack; return False, for the callers to return."""
    for place in range(w.stacked):
        w.queued[w.stack[place]] = False
    w.stacked = 0
    return False


@inlined
def unknown_sides(w: Work, cell: i64, sides: i64) -> i64:
    """Return the ``sides`` of a cell that are neither open nor closed, as a bit set."""
    state = w.state[cell]
    return ((1 << sides) - 1) & ~(state | state >> sides)


@inlined
def side_beyond(side: i64, sides: i64, turn: i64) -> i64:
    """Return the side of the cell beyond which is the same edge."""
    back = side + turn
    return back - sides if back >= sides else back


@inlined
def know(w: Work, cell: i64, known: i64) -> None:
    """Write ``known`` into a cell's state, with the trail, and schedule the cell for a visit."""
    w.trail[w.trailed, 0] = cell
    w.trail[w.trailed, 1] = w.state[cell]
    w.trailed += 1
    w.state[cell] = known
    push(w, cell)


@entry
def undo(w: Work, mark: i64) -> None:
    """Undo all changes since the trail had length ``mark``."""
    for place in range(w.trailed - 1, mark - 1, -1):
        cell = w.trail[place, 0]
        if cell >= 0:
            w.state[cell] = w.trail[place, 1]
            continue
        joins = w.trail[place, 1]
        x, y, small = w.joins[joins, 0], w.joins[joins, 1], w.joins[joins, 2]
        w.joined = joins
        large = w.label[y]
        kept = w.ring[x]
        w.ring[x] = w.ring[y]
        w.ring[y] = kept
        cell = x
        while True:
            w.label[cell] = small
            cell = w.ring[cell]
            if cell == x:
                break
        w.size[large] -= w.size[small]
        w.stubs[large] += 2 - w.stubs[small]
        w.owners[large] += x + y - w.owners[small]
    w.trailed = mark


@entry
def blame(w: Work, edge: i64) -> None:
    """Record that the search failed at an edge; it will be decided before all earlier failures."""
    size = w.failures
    capacity = len(w.failed)
    if size == capacity:  # drop outdated entries: the list is longer than the current ones
        size = 0
        for place in range(capacity):
            kept = w.failed[place]
            if w.failed_at[kept] == place:
                w.failed[size] = kept
                w.failed_at[kept] = size
                size += 1
    w.failed[size] = edge
    w.failed_at[edge] = size
    w.failures = size + 1
