"""A lower bound on pushes: boxes to goals by a minimum-cost perfect matching.

Every box ends on a goal of its own, and alone on the floor it would need at least
``distance[box, goal]`` pushes for it; so the cheapest assignment bounds the pushes from below. The
bound is consistent: a push changes one row of the costs by at most one downwards and no other
row. Where no assignment is finite, two boxes compete for one goal and the position is lost: the
*bipartite* deadlock.

The assignment is found by shortest augmenting paths with dual prices (Kuhn1955, Jonker1987): O(k³)
for k boxes. A push changes one row only, so a successor's assignment needs one augmentation, O(k²),
from the prices of its parent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.sokoban.board import FAR, Board, region


class Matching(NamedTuple):
    """Boxes and goals matched at least cost; int64[k] each.

    price_row, price_column: feasible duals, tight on matched pairs. row_of, column_of: the
    matching, -1 where free. slack, before, seen: scratch, which two matchings may share.
    """

    price_row: Any
    price_column: Any
    row_of: Any
    column_of: Any
    slack: Any
    before: Any
    seen: Any


@kernel
def assign_row(cost: Any, row: Any, m: Any) -> None:
    """Match ``row``, re-matching others along the cheapest augmenting path.

    cost: int64[k, k]. m: Matching.
    """
    k = len(m.price_row)
    for j in range(k):
        m.slack[j] = 1 << 60
        m.seen[j] = 0
    column = -1
    current = row
    while current >= 0:
        delta = 1 << 60
        nearest = -1
        for j in range(k):
            if m.seen[j] == 0:
                reduced = cost[current, j] - m.price_row[current] - m.price_column[j]
                if reduced < m.slack[j]:
                    m.slack[j] = reduced
                    m.before[j] = column
                if m.slack[j] < delta:
                    delta = m.slack[j]
                    nearest = j
        m.price_row[row] += delta
        for j in range(k):
            if m.seen[j] != 0:
                m.price_row[m.row_of[j]] += delta
                m.price_column[j] -= delta
            else:
                m.slack[j] -= delta
        column = nearest
        m.seen[column] = 1
        current = m.row_of[column]
    while column >= 0:
        previous = m.before[column]
        moved = row
        if previous >= 0:
            moved = m.row_of[previous]
        m.row_of[column] = moved
        m.column_of[moved] = column
        column = previous


@kernel
def assign_all(cost: Any, m: Any) -> None:
    """Match every row at least cost, from nothing."""
    k = len(m.price_row)
    for i in range(k):
        m.price_row[i] = 0
        m.price_column[i] = 0
        m.row_of[i] = -1
        m.column_of[i] = -1
    for i in range(k):
        assign_row(cost, i, m)


@kernel
def copy_matching(m: Any, copy: Any) -> None:
    """Copy duals and pairs."""
    for j in range(len(m.price_row)):
        copy.price_row[j] = m.price_row[j]
        copy.price_column[j] = m.price_column[j]
        copy.row_of[j] = m.row_of[j]
        copy.column_of[j] = m.column_of[j]


@kernel
def total(cost: Any, m: Any) -> Any:
    """The cost of a matching."""
    result = 0
    for i in range(len(m.column_of)):
        result += cost[i, m.column_of[i]]
    return result


@kernel
def fill_cost(f: Any, box: Any, player: Any, row: Any) -> None:
    """The pushes that a box needs for each goal, the player being where he is: one row of costs.

    f: Floor.
    """
    side = region(f, box, player)
    for j in range(len(row)):
        row[j] = f.distance[4 * box + side, j]


def pushes_left(level: Board, player: int, boxes: npt.NDArray[np.int64]) -> int:
    """The bound of one position, at most FAR, which means lost."""
    k = len(boxes)
    if k == 0:
        return 0
    cost = np.empty((k, k), np.int64)
    for i, box in enumerate(boxes):
        fill_cost(level.floor, box, player, cost[i])
    matching = Matching(*np.empty((7, k), np.int64))
    prepared(assign_all, 1 + k * k // 4)(cost, matching)
    return min(int(total(cost, matching)), FAR)
