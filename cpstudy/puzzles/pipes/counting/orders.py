"""In which order the tiles of a group are taken: by rows, by columns, or by growth.

The order decides the width of the frontier. *By growth* is greedy: of the tiles beside those taken
(all, where there is none) the one that lets the frontier grow least, the oldest first.
Cost: the tiles times the tiles that are ready.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import borrowing
from cpstudy.puzzles.pipes.counting.multigraph import LIVE, TREE, root, unknown

# Rows of ``Layout.orders``.
BY_ROWS, BY_COLUMNS, BY_GROWTH = range(3)

# What becomes of a tile in ``Layout.taken``.
_UNTOUCHED, _READY, _TAKEN = range(3)

_MOST_GROWTH = 99


@borrowing
def sort_by_groups(g: Any, w: Any, groups: Any, columns: Any) -> None:
    """Fill ``Layout.first`` and the orders by rows and by columns."""
    n = len(w.group)
    for k in range(g.control[LIVE]):
        w.first[w.group[g.live[k]] + 1] += 1
    for group in range(groups):
        w.first[group + 1] += w.first[group]
    for order in range(BY_ROWS, BY_COLUMNS + 1):
        for group in range(groups):
            w.ready[group] = w.first[group]
        rows = n // columns
        for k in range(n):
            tile = k if order == BY_ROWS else k % rows * columns + k // rows
            group = w.group[tile]
            if group >= 0:
                w.orders[order, w.ready[group]] = tile
                w.ready[group] += 1


@borrowing
def sort_by_growth(g: Any, w: Any, begin: Any, end: Any) -> None:
    """Fill the order by growth of the group that has the places ``begin`` to ``end``."""
    for k in range(begin, end):
        w.class_left[root(g.parent, w.orders[BY_ROWS, k])] += 1
    number = 0
    for k in range(begin, end):
        if number == 0:
            w.ready[0] = _first_untouched(w, begin)
            w.taken[w.ready[0]] = _READY
            number = 1
        best = _least_growth(g, w, number)
        tile = w.ready[best]
        number -= 1
        for place in range(best, number):
            w.ready[place] = w.ready[place + 1]
        w.orders[BY_GROWTH, k] = tile
        w.taken[tile] = _TAKEN
        own = root(g.parent, tile)
        w.class_left[own] -= 1
        w.class_taken[own] += 1
        for side in range(4):
            other = g.neighbours[tile, side]
            if unknown(g.possible, tile, side) and w.taken[other] == _UNTOUCHED:
                w.ready[number] = other
                w.taken[other] = _READY
                number += 1
    for k in range(begin, end):
        tile = w.orders[BY_GROWTH, k]
        w.taken[tile] = _UNTOUCHED
        w.class_taken[root(g.parent, tile)] = 0


@borrowing
def _first_untouched(w: Any, begin: Any) -> Any:
    """The first tile of a group, by rows, that was not taken."""
    k = begin
    while w.taken[w.orders[BY_ROWS, k]] != _UNTOUCHED:
        k += 1
    return w.orders[BY_ROWS, k]


@borrowing
def _least_growth(g: Any, w: Any, number: Any) -> Any:
    """Which of the ``number`` ready tiles lets the frontier grow least; the first of them."""
    best = 0
    least = _MOST_GROWTH
    for place in range(number):
        tile = w.ready[place]
        growth = 0
        for side in range(4):
            other = g.neighbours[tile, side]
            if other != tile and unknown(g.possible, tile, side):
                growth += -1 if w.taken[other] == _TAKEN else 1
        if g.control[TREE]:
            own = root(g.parent, tile)
            if w.class_taken[own] > 0:
                growth -= w.class_left[own] == 1
            else:
                growth += w.class_left[own] > 1
        if growth < least:
            least = growth
            best = place
    return best
