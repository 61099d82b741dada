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

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.sokoban.board import FAR, Board, region


@kernel
def assign_row(
    cost: Any, row: Any, price_row: Any, price_column: Any, row_of: Any, column_of: Any,
    slack: Any, before: Any, seen: Any,
) -> None:  # fmt: skip
    """Match ``row``, re-matching others along the cheapest augmenting path.

    cost: int64[k, k]. price_row, price_column: int64[k], feasible duals, tight on matched pairs.
    row_of, column_of: int64[k], the matching, -1 where free. slack, before, seen: scratch, int64.
    """
    k = len(price_row)
    for j in range(k):
        slack[j] = 1 << 60
        seen[j] = 0
    column = -1
    current = row
    while True:
        delta = 1 << 60
        nearest = -1
        for j in range(k):
            if seen[j] == 0:
                reduced = cost[current, j] - price_row[current] - price_column[j]
                if reduced < slack[j]:
                    slack[j] = reduced
                    before[j] = column
                if slack[j] < delta:
                    delta = slack[j]
                    nearest = j
        price_row[row] += delta
        for j in range(k):
            if seen[j] != 0:
                price_row[row_of[j]] += delta
                price_column[j] -= delta
            else:
                slack[j] -= delta
        column = nearest
        seen[column] = 1
        current = row_of[column]
        if current < 0:
            break
    while column >= 0:
        previous = before[column]
        moved = row
        if previous >= 0:
            moved = row_of[previous]
        row_of[column] = moved
        column_of[moved] = column
        column = previous


@kernel
def assign_all(
    cost: Any, price_row: Any, price_column: Any, row_of: Any, column_of: Any,
    slack: Any, before: Any, seen: Any,
) -> None:  # fmt: skip
    """Match every row at least cost, from nothing."""
    k = len(price_row)
    for i in range(k):
        price_row[i] = 0
        price_column[i] = 0
        row_of[i] = -1
        column_of[i] = -1
    for i in range(k):
        assign_row(cost, i, price_row, price_column, row_of, column_of, slack, before, seen)


@kernel
def total(cost: Any, column_of: Any) -> Any:
    """The cost of a matching."""
    result = 0
    for i in range(len(column_of)):
        result += cost[i, column_of[i]]
    return result


@kernel
def fill_cost(
    beside: Any, enter: Any, leave: Any, cut: Any, regions: Any, rest: Any, distance: Any,
    box: Any, player: Any, row: Any,
) -> None:  # fmt: skip
    """The pushes that a box needs for each goal, the player being where he is: one row of costs."""
    side = region(beside, enter, leave, cut, regions, rest, box, player)
    for j in range(len(row)):
        row[j] = distance[4 * box + side, j]


def pushes_left(level: Board, player: int, boxes: npt.NDArray[np.int64]) -> int:
    """The bound of one position, at most FAR, which means lost."""
    k = len(boxes)
    if k == 0:
        return 0
    cost = np.empty((k, k), np.int64)
    for i, box in enumerate(boxes):
        fill_cost(*level.floor_tables, box, player, cost[i])
    small = np.empty((7, k), np.int64)
    prepared(assign_all, 1 + k * k // 4)(cost, *small)
    return min(int(total(cost, small[3])), FAR)
