"""What the search knows of a board, with a trail: sides of tiles, and components of a tree.

The number of sides is data. A *half-edge* is a side of a cell, numbered 8 cell + side; a table has
the half-edge that each one meets. A cell's state is a word: its known open sides, and above them
its known closed sides. An edge is written on both cells at once.

For trees, the cells joined by known open edges form components: a label for each cell, the members
of a component in a ring, so that joining two relabels the smaller one and finds on the way every
edge that would now close a cycle. Beside its label a component has its size, its number of *stubs*
(open sides still to be joined to something), and the sum of the cells that own them: where one stub
is left, that sum is its owner.

Everything that is learnt goes on the trail and is taken back from there. Cost: joining takes the
smaller component's size, so near-linear in the cells along one branch of the search; the tables of
a kind with s sides have 4^s entries for each of its tiles that are no rotations of each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import (
    Const,
    View,
    View2,
    i32,
    i64,
    inlined,
    kernel,
    table,
    u8,
    view,
    workspace,
    zeros,
)
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search.trail import Trail, push

BITS: Const[i32] = table([mask.bit_count() for mask in range(256)], "i32")


@workspace
class Work(Trail):
    """What a search keeps for a board of n cells with s sides; see :func:`begun` of engine.

    meets: int32[8n], by half-edge, the one that it meets, -1 at the border. kinds: uint8[2^s], by
    tile, which of its kind it is: those that are turned into each other have one number. follows:
    int32[k 4^s], by kind and state, the state that follows, every side open and closed where there
    is none. turned: int32[8k], the orientations of each kind, ways: int32[k], how many. degree:
    int32[k]. kind: uint8[n]. decisions: int32[·, 4], (half-edge, value, trail, cursor).
    """

    meets: View[i32]
    kinds: View[u8]
    follows: View[i32]
    turned: View[i32]
    ways: View[i32]
    degree: View[i32]
    kind: View[u8]
    decisions: View2[i32]
    sides: i64

    def __init__(self, puzzle: Tiling) -> None:
        n, sides = len(puzzle.tiles), puzzle.sides
        Trail.__init__(self, n, sides, 8 * n)
        edges = edge_table(puzzle)
        meets = np.full((n, 8), -1, np.int32)
        meets[:, :sides] = np.where(edges.beyond < 0, -1, 8 * edges.beyond + edges.back)
        self.meets = table(meets.ravel(), "i32")
        tables = _tables(puzzle.orientations, sides)
        self.kinds = view(tables.kinds)
        self.follows = view(tables.follows)
        self.turned = view(tables.turned)
        self.ways = view(tables.ways)
        self.degree = view(tables.degree)
        self.kind = zeros(n, "u8")
        self.decisions = zeros((sides * n + 1, 4), "i32")
        self.sides = sides


class _Tables(NamedTuple):
    """Of a kind of tiling, as in :class:`Work`."""

    kinds: npt.NDArray[np.uint8]
    follows: npt.NDArray[np.int32]
    turned: npt.NDArray[np.int32]
    ways: npt.NDArray[np.int32]
    degree: npt.NDArray[np.int32]


@lru_cache
def _tables(orientations: tuple[tuple[int, ...], ...], sides: int) -> _Tables:
    """The tables of a kind, by the orientations of each tile."""
    different = sorted(set(orientations))
    full = (1 << sides) - 1
    opened, closed = np.arange(1 << 2 * sides) & full, np.arange(1 << 2 * sides) >> sides
    follows = np.empty((len(different), 1 << 2 * sides), np.int32)
    turned = np.zeros((len(different), 8), np.int32)
    for kind, each in enumerate(different):
        turned[kind, : len(each)] = each
        always, ever = np.full(opened.shape, full), np.zeros_like(opened)
        for orientation in each:
            fits = (orientation & opened == opened) & (orientation & closed == 0)
            always[fits] &= orientation
            ever[fits] |= orientation
        follows[kind] = always | (full & ~ever) << sides
    return _Tables(
        kinds=np.array([different.index(each) for each in orientations], np.uint8),
        follows=follows.ravel(),
        turned=turned.ravel(),
        ways=np.array([len(each) for each in different], np.int32),
        degree=np.array([each[0].bit_count() for each in different], np.int32),
    )


@inlined
def unknown_sides(w: Work, cell: i64) -> i64:
    """The sides of a cell that are neither open nor closed, as a bit set."""
    sides = w.sides
    state = w.state[cell]
    return ((1 << sides) - 1) & ~(state | state >> sides)


@kernel
def know(w: Work, cell: i64, state: i64) -> None:
    """Write a cell's state, trailed."""
    w.trail[w.trailed, 0] = cell
    w.trail[w.trailed, 1] = w.state[cell]
    w.trailed += 1
    w.state[cell] = state


@kernel
def tell(w: Work, half: i64, value: i64) -> bool:
    """A half-edge is open (1) or closed (0); its cell is looked at. False where it is otherwise."""
    cell = half >> 3
    sides = w.sides
    side = half & 7
    state = w.state[cell]
    opened = state >> side & 1
    closed = state >> (side + sides) & 1
    if opened + closed == 0:
        know(w, cell, state | 1 << (side if value else side + sides))
        push(w, cell)
        return True
    return opened == value


@kernel
def join(w: Work, half: i64) -> bool:
    """An edge is open now: join the components at its ends. False on a contradiction.

    The cell of ``half`` has no more open sides than its tile; that of the other end may.
    """
    x = half >> 3
    y = w.meets[half] >> 3
    small, large = w.label[x], w.label[y]
    opened = w.state[y] & ((1 << w.sides) - 1)
    if small == large or BITS[opened] > w.degree[w.kind[y]]:
        return False
    if w.size[small] > w.size[large]:
        small, large = large, small
        x, y = y, x
    stubs = w.stubs[small] + w.stubs[large] - 2
    size = w.size[small] + w.size[large]
    if stubs == 0 and size < w.vertices:
        return False
    _link(w, x, y, small, large)
    w.size[large] = size
    w.stubs[large] = stubs
    w.owners[large] += w.owners[small] - x - y
    if stubs == 1:
        owner = w.owners[large]
        push(w, owner)
        unknown = unknown_sides(w, owner)
        for side in range(w.sides):
            if unknown >> side & 1:
                push(w, w.meets[8 * owner + side] >> 3)
    return _close_loops(w, y, x)


@kernel
def _link(w: Work, x: i64, y: i64, small: i64, large: i64) -> None:
    """Give the ring of x the label of y's and make them one, trailed."""
    cell = x
    while True:
        w.label[cell] = large
        cell = w.ring[cell]
        if cell == x:
            break
    kept = w.ring[x]
    w.ring[x] = w.ring[y]
    w.ring[y] = kept
    w.joins[w.joined, 0] = x
    w.joins[w.joined, 1] = y
    w.joins[w.joined, 2] = small
    w.trail[w.trailed, 0] = -1
    w.trail[w.trailed, 1] = w.joined
    w.joined += 1
    w.trailed += 1


@kernel
def _close_loops(w: Work, before: i64, last: i64) -> bool:
    """Close what leads from new members of a component into it; False where it is open.

    The new members stand in the ring behind ``before``, up to ``last``.
    """
    label = w.label[before]
    cell = before
    while cell != last:
        cell = w.ring[cell]
        unknown = unknown_sides(w, cell)
        for side in range(w.sides):
            if unknown >> side & 1:
                meets = w.meets[8 * cell + side]
                if w.label[meets >> 3] == label:
                    if not tell(w, meets, 0):
                        return False
                    tell(w, 8 * cell + side, 0)
    return True
