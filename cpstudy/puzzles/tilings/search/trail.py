"""What every chronological search on edges keeps and takes back, squares or any tiling.

The workspaces of the searches differ in how they write what is known of a cell's sides (the state:
a byte for squares, a word elsewhere) and in what they follow from it. Alike are the cells that are
to be looked at again, the *trail* that takes states and joins of components back, and the list of
the edges at which the search failed. Cells and edges are numbers; what an edge's number means is
the search's own matter.

Arrays of a workspace ``w`` that are used here, for n cells: state[n]; label, ring: [n], component
of a cell, next member; size, stubs, owners: by label; stack, queued: cells to look at again; trail:
[·, 2], (cell, state before) or (-1, number of a join); joins: [n, 3], (cell of the smaller
component, cell of the larger, label of the smaller); failed: edges in the order in which they
failed; failed_at: by edge, where each of them stands last; control: int64, see the names below.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.bits import wide
from cpstudy.core.kernels import kernel

# Places in ``control``; a search may have more behind them.
STACK, TRAIL, JOINS, DEPTH, NODES, CURSOR, FAILED, TREE, VERTICES = range(9)


@kernel
def push(w: Any, cell: Any) -> None:
    """Look at a cell again."""
    if not w.queued[cell]:
        w.queued[cell] = True
        w.stack[w.control[STACK]] = cell
        w.control[STACK] += 1


@kernel
def forget_stack(w: Any) -> bool:
    """Nothing needs to be looked at any more; False, for the callers to return."""
    for place in range(w.control[STACK]):
        w.queued[w.stack[place]] = False
    w.control[STACK] = 0
    return False


@kernel
def undo(w: Any, mark: Any) -> None:
    """Take everything back that was learnt since the trail was ``mark`` long."""
    for place in range(w.control[TRAIL] - 1, mark - 1, -1):
        cell = w.trail[place, 0]
        if cell >= 0:
            w.state[cell] = w.trail[place, 1]
            continue
        joins = w.trail[place, 1]
        x, y, small = w.joins[joins, 0], w.joins[joins, 1], w.joins[joins, 2]
        w.control[JOINS] = joins
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
        w.owners[large] += wide(x) + y - w.owners[small]
    w.control[TRAIL] = mark


@kernel
def blame(w: Any, edge: Any) -> None:
    """Note that the search failed at an edge; it will be decided before all that failed earlier."""
    size = w.control[FAILED]
    if size == len(w.failed):  # drop what is out of date: there is room for more than is not
        size = 0
        for place in range(len(w.failed)):
            kept = w.failed[place]
            if w.failed_at[kept] == place:
                w.failed[size] = kept
                w.failed_at[kept] = size
                size += 1
    w.failed[size] = edge
    w.failed_at[edge] = size
    w.control[FAILED] = size + 1
