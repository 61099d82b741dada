"""A lower bound on pushes: boxes to goals by a minimum-cost perfect matching.

Every box ends on a different goal, and needs at least ``distance[box, goal]`` pushes for it, its
distance when alone on the floor. So the cheapest assignment is a lower bound on the pushes. The
bound is consistent: a push changes one row of the costs, by at most one downwards, and no other
row. If no assignment is finite, two boxes compete for one goal and the position is lost: the
*bipartite* deadlock.

Shortest augmenting paths with dual prices find the assignment (Kuhn1955, Jonker1987): O(k³) for k
boxes. A push changes only one row, so a successor's assignment needs one augmentation, O(k²), from
the prices of its parent.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, View2, i64
from cpstudy.core.native import entry, kernel, view, workspace, zeros
from cpstudy.puzzles.sokoban.floor import INFINITE, Board, Floor, region


@workspace
class Matching:
    """Boxes and goals matched at least cost; [k] each.

    cost: [k, k], pushes by box and goal. price_row, price_column: feasible duals, tight on matched
    pairs. row_of, column_of: the matching, -1 if unmatched. slack, before, seen: scratch.
    """

    cost: View2[i64]
    price_row: View[i64]
    price_column: View[i64]
    row_of: View[i64]
    column_of: View[i64]
    slack: View[i64]
    before: View[i64]
    seen: View[i64]

    def __init__(self, boxes: int) -> None:
        self.cost = zeros((boxes, boxes), "i64")
        self.price_row, self.price_column = zeros(boxes, "i64"), zeros(boxes, "i64")
        self.row_of, self.column_of = zeros(boxes, "i64"), zeros(boxes, "i64")
        self.slack, self.before = zeros(boxes, "i64"), zeros(boxes, "i64")
        self.seen = zeros(boxes, "i64")


@kernel
def assign_row(m: Matching, row: i64) -> None:
    """Match ``row``, re-matching other rows along the cheapest augmenting path."""
    k = len(m.price_row)
    for j in range(k):
        m.slack[j] = 1 << 60
        m.seen[j] = 0
    column = -1
    current = row
    while current >= 0:
        delta = 1 << 60
        nearest = -1
        price = m.price_row[current]
        for j in range(k):
            if m.seen[j] == 0:
                reduced = m.cost[current, j] - price - m.price_column[j]
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
def copy_matching(m: Matching, copy: Matching) -> None:
    """Copy the duals and the matching."""
    for j in range(len(m.price_row)):
        copy.price_row[j] = m.price_row[j]
        copy.price_column[j] = m.price_column[j]
        copy.row_of[j] = m.row_of[j]
        copy.column_of[j] = m.column_of[j]


@kernel
def total(m: Matching) -> i64:
    """The cost of a matching."""
    result = 0
    for i in range(len(m.column_of)):
        result += m.cost[i, m.column_of[i]]
    return result


@kernel
def fill_cost(f: Floor, m: Matching, row: i64, box: i64, player: i64) -> None:
    """Fill a row of costs: the pushes that a box needs for each goal, for the player's region."""
    place = 4 * box + region(f, box, player)
    for j in range(len(m.price_row)):
        m.cost[row, j] = f.distance[place, j]


@entry
def assign(f: Floor, m: Matching, boxes: Const[i64], player: i64) -> i64:
    """The cost of a cheapest assignment of a position, at most INFINITE, which means lost."""
    k = len(boxes)
    for i in range(k):
        fill_cost(f, m, i, boxes[i], player)
        m.price_row[i] = 0
        m.price_column[i] = 0
        m.row_of[i] = -1
        m.column_of[i] = -1
    for i in range(k):
        assign_row(m, i)
    return min(total(m), INFINITE)


def pushes_left(level: Board, player: int, boxes: npt.NDArray[np.int64]) -> int:
    """The bound of a position, at most INFINITE, which means lost."""
    return assign(level.floor, Matching(len(boxes)), view(boxes), player)
