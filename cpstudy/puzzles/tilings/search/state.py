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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search.trail import JOINS, TRAIL, VERTICES, push

BITS = np.array([mask.bit_count() for mask in range(256)], np.int64)

# A place in ``Work.control`` behind those of all searches on edges.
SIDES = 9


class Work(NamedTuple):
    """What a search keeps for a board of n cells with s sides; see :func:`workspace`.

    meets: int32[8n], by half-edge, the one that it meets, -1 at the border. kinds: uint8[2^s], by
    tile, which of its kind it is: those that are turned into each other have one number. follows:
    int32[k 4^s], by kind and state, the state that follows, every side open and closed where there
    is none. turned: int32[8k], the orientations of each kind, ways: int32[k], how many. degree:
    int32[k].

    kind: uint8[n]. state: int32[n]. label, ring: int32[n], component of a cell, next member. size,
    stubs, owners: int64[n], by label. stack, queued: cells to look at again. trail: int32[·, 2],
    (cell, state before) or (-1, number of a join). joins: int32[n, 3], (cell of the smaller
    component, cell of the larger, label of the smaller). decisions: int32[·, 4], (half-edge, value,
    trail, cursor). failed: int32[8n + 8], half-edges in the order in which they failed; failed_at:
    int32[8n], where each of them stands last. control: int64[10], see the names in
    :mod:`.trail` and above.
    """

    meets: Any
    kinds: Any
    follows: Any
    turned: Any
    ways: Any
    degree: Any
    kind: Any
    state: Any
    label: Any
    ring: Any
    size: Any
    stubs: Any
    owners: Any
    stack: Any
    queued: Any
    trail: Any
    joins: Any
    decisions: Any
    failed: Any
    failed_at: Any
    control: Any


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


def workspace(puzzle: Tiling) -> Work:
    """Fresh arrays for a board's shape; what is done on them needs no other memory."""
    n, sides = len(puzzle.tiles), puzzle.sides
    table = edge_table(puzzle)
    meets = np.full((n, 8), -1, np.int32)
    meets[:, :sides] = np.where(table.beyond < 0, -1, 8 * table.beyond + table.back)
    tables = _tables(puzzle.orientations, sides)
    control = np.zeros(10, np.int64)
    control[SIDES] = sides
    return Work(
        meets=meets.ravel(),
        **tables._asdict(),
        kind=np.zeros(n, np.uint8),
        state=np.zeros(n, np.int32),
        label=np.zeros(n, np.int32),
        ring=np.zeros(n, np.int32),
        size=np.zeros(n, np.int64),
        stubs=np.zeros(n, np.int64),
        owners=np.zeros(n, np.int64),
        stack=np.zeros(n, np.int32),
        queued=np.zeros(n, np.bool_),
        trail=np.empty((3 * sides * n + 8, 2), np.int32),
        joins=np.zeros((n, 3), np.int32),
        decisions=np.zeros((sides * n + 1, 4), np.int32),
        failed=np.zeros(8 * n + 8, np.int32),
        failed_at=np.full(8 * n, -1, np.int32),
        control=control,
    )


@kernel
def unknown_sides(w: Any, cell: Any) -> Any:
    """The sides of a cell that are neither open nor closed, as a bit set."""
    sides = w.control[SIDES]
    state = wide(w.state[cell])
    return ((1 << sides) - 1) & ~(state | state >> sides)


@kernel
def know(w: Any, cell: Any, state: Any) -> None:
    """Write a cell's state, trailed."""
    trail = w.control[TRAIL]
    w.trail[trail, 0] = cell
    w.trail[trail, 1] = w.state[cell]
    w.control[TRAIL] = trail + 1
    w.state[cell] = state


@kernel
def tell(w: Any, half: Any, value: Any) -> bool:
    """A half-edge is open (1) or closed (0); its cell is looked at. False where it is otherwise."""
    cell = half >> 3
    sides = w.control[SIDES]
    side = half & 7
    state = wide(w.state[cell])
    opened = state >> side & 1
    closed = state >> (side + sides) & 1
    if opened + closed == 0:
        know(w, cell, state | 1 << (side if value else side + sides))
        push(w, cell)
        return True
    return bool(opened == value)


@kernel
def join(w: Any, half: Any) -> bool:
    """An edge is open now: join the components at its ends. False on a contradiction.

    The cell of ``half`` has no more open sides than its tile; that of the other end may.
    """
    x = half >> 3
    y = wide(w.meets[half]) >> 3
    small, large = wide(w.label[x]), wide(w.label[y])
    opened = wide(w.state[y]) & ((1 << w.control[SIDES]) - 1)
    if small == large or BITS[opened] > w.degree[w.kind[y]]:
        return False
    if w.size[small] > w.size[large]:
        small, large = large, small
        x, y = y, x
    stubs = w.stubs[small] + w.stubs[large] - 2
    size = w.size[small] + w.size[large]
    if stubs == 0 and size < w.control[VERTICES]:
        return False
    _link(w, x, y, small, large)
    w.size[large] = size
    w.stubs[large] = stubs
    w.owners[large] += w.owners[small] - x - y
    if stubs == 1:
        owner = w.owners[large]
        push(w, owner)
        unknown = unknown_sides(w, owner)
        for side in range(w.control[SIDES]):
            if unknown >> side & 1:
                push(w, wide(w.meets[8 * owner + side]) >> 3)
    return _close_loops(w, y, x)


@kernel
def _link(w: Any, x: Any, y: Any, small: Any, large: Any) -> None:
    """Give the ring of x the label of y's and make them one, trailed."""
    cell = x
    while True:
        w.label[cell] = large
        cell = wide(w.ring[cell])
        if cell == x:
            break
    kept = w.ring[x]
    w.ring[x] = w.ring[y]
    w.ring[y] = kept
    joins = w.control[JOINS]
    w.joins[joins, 0] = x
    w.joins[joins, 1] = y
    w.joins[joins, 2] = small
    w.control[JOINS] = joins + 1
    trail = w.control[TRAIL]
    w.trail[trail, 0] = -1
    w.trail[trail, 1] = joins
    w.control[TRAIL] = trail + 1


@kernel
def _close_loops(w: Any, before: Any, last: Any) -> bool:
    """Close what leads from new members of a component into it; False where it is open.

    The new members stand in the ring behind ``before``, up to ``last``.
    """
    label = w.label[before]
    cell = before
    while cell != last:
        cell = wide(w.ring[cell])
        unknown = unknown_sides(w, cell)
        for side in range(w.control[SIDES]):
            if unknown >> side & 1:
                meets = wide(w.meets[8 * cell + side])
                if w.label[meets >> 3] == label:
                    if not tell(w, meets, 0):
                        return False
                    tell(w, 8 * cell + side, 0)
    return True
