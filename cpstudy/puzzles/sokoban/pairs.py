"""Additional pushes that two boxes need because they obstruct each other.

Alone on the floor, a box needs ``distance[box, goal]`` pushes (``floor.py``). Two boxes may need
more: one must make way for the other, or occupies a square that the player needs. Backward
breadth-first search from each pair of goals gives the fewest pushes that bring two boxes to these
goals. The *penalty* of their state (``groups.py``) is the smallest number of pushes in excess of
their distances, over all pairs of goals. It is even, since a push changes the colour of a square as
on a chessboard; it is LOST if no pair of goals can be reached.

In a solution each box goes to a different goal, so the number of pushes is at least the cost of the
cheapest assignment plus the penalties of pairs that share no box. Pairs are chosen greedily,
heaviest first, so the bound is not consistent.

Cost: the pushes of all states for each pair of goals; a hundred squares and ten boxes take some
hundredths of a second. Then k²/2 lookups a position. Sources: Junghanns2001 (conflicts in addition
to the matching), Pereira2015 (pattern databases of two boxes).
"""

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.kernel_types import Const, View, View2, i64, u8
from cpstudy.core.native import array, entry, filled, kernel, view, workspace, zeros
from cpstudy.puzzles.sokoban.floor import INFINITE, Board, Floor, region
from cpstudy.puzzles.sokoban.groups import BOX, Groups, moved_group, number_of_groups

LOST = 255

# The largest product of pairs of squares and pairs of goals for which tables are created.
_WORK = 50_000_000
# Pairs whose penalties are looked up together.
_CHUNK = 1 << 12


@workspace
class Pairs:
    """rank: [2, n], see :class:`~.groups.Groups`. penalty: [pairs, n], by the player's square;
    empty if there is no table.
    """

    rank: View2[i64]
    penalty: View2[u8]

    def __init__(self) -> None:
        self.rank, self.penalty = zeros((0, 0), "i64"), zeros((0, 0), "u8")


def pairs(level: Board, memory: int, clock: Clock = UNLIMITED) -> Pairs:
    """The penalties of all pairs of a level, or an empty table if they need more than ``memory``.

    Raises OutOfTimeError if the clock runs out.
    """
    table = Pairs()
    count = number_of_groups(level, 2)
    if count * len(level.neighbours) > memory or count * len(level.goals) ** 2 > _WORK:
        return table
    g = Groups(level, 2, clock)
    p = _Penalties(level.floor, g)
    clock.check()
    _fill_pushes(p)
    for i in range(len(level.goals)):
        for j in range(i + 1, len(level.goals)):
            clock.check()
            _fill_penalties(p, i, j)
    least, first, part = array(p.least), array(g.first), array(g.part)
    of_part = np.where(least < INFINITE, np.minimum(least, LOST - 1), LOST).astype(np.uint8)
    penalty = np.empty(part.shape, np.uint8)
    for begin in range(0, count, _CHUNK):
        clock.check()
        some = part[begin : begin + _CHUNK]
        state = np.minimum(first[begin : begin + len(some), None] + some, len(least) - 1)
        penalty[begin : begin + _CHUNK] = np.where(some == BOX, np.uint8(LOST), of_part[state])
    table.rank, table.penalty = g.rank, view(penalty)
    return table


@workspace
class _Penalties:
    """Two boxes and each pair of goals. A node is twice the state, plus 1 if the larger square goes
    to the smaller goal.

    heads: [states + 2]. Pushes into state s are edges[heads[s] : heads[s + 1]], as twice the
    previous state, plus 1 if the push changes which box has the larger square. rows: [states, 2],
    the rows of the boxes' distances. distance, queue: [nodes]. least: [states], the penalty.
    """

    floor: Floor
    groups: Groups
    heads: View[i64]
    edges: View[i64]
    rows: View2[i64]
    distance: View[i64]
    queue: View[i64]
    least: View[i64]

    def __init__(self, floor: Floor, groups: Groups) -> None:
        self.floor, self.groups = floor, groups
        states = groups.first[len(groups.squares)]
        self.heads, self.edges = zeros(states + 2, "i64"), zeros(8 * len(groups.squares), "i64")
        self.rows = zeros((states, 2), "i64")
        self.distance, self.queue = zeros(2 * states, "i64"), zeros(2 * states, "i64")
        self.least = filled(states, INFINITE, "i64")


@entry
def _fill_penalties(p: _Penalties, i: i64, j: i64) -> None:
    """Lower ``least`` to each state's penalty with the boxes on goals i and j."""
    home = p.groups.rank[0, p.floor.goals[i]] + p.groups.rank[1, p.floor.goals[j]]
    for node in range(len(p.distance)):
        p.distance[node] = -1
    size = 0
    for state in range(p.groups.first[home], p.groups.first[home + 1]):
        p.distance[2 * state] = 0
        p.queue[size] = 2 * state
        size += 1
    at = 0
    while at < size:
        node = p.queue[at]
        at += 1
        state = node >> 1
        turned = node & 1
        alone = p.floor.distance[p.rows[state, turned], i]
        alone += p.floor.distance[p.rows[state, 1 - turned], j]
        p.least[state] = min(p.least[state], p.distance[node] - alone)
        for edge in range(p.heads[state], p.heads[state + 1]):
            before = p.edges[edge] ^ turned
            if p.distance[before] < 0:
                p.distance[before] = p.distance[node] + 1
                p.queue[size] = before
                size += 1


@entry
def _fill_pushes(p: _Penalties) -> None:
    """Fill the pushes into each state: ``heads``, initially zero, ``edges`` and ``rows``."""
    for filling in range(2):
        for pair in range(len(p.groups.squares)):
            for place in range(2):
                _push_box(p, filling, pair, place)
        if filling == 0:
            for state in range(2, len(p.heads)):
                p.heads[state] += p.heads[state - 1]


@kernel
def _push_box(p: _Penalties, filling: i64, pair: i64, place: i64) -> None:
    """Count the pushes of a box, or write them to ``edges``."""
    box = p.groups.squares[pair, place]
    other = p.groups.squares[pair, 1 - place]
    if filling == 0:
        for square in range(len(p.floor.neighbours)):
            if p.groups.part[pair, square] != BOX:
                state = p.groups.first[pair] + p.groups.part[pair, square]
                p.rows[state, place] = 4 * box + region(p.floor, box, square)
    for side in range(4):
        ahead = p.floor.neighbours[box, side]
        behind = p.floor.neighbours[box, side ^ 1]
        if ahead < 0 or behind < 0 or other in (ahead, behind):
            continue
        if p.groups.rank[0, ahead] < 0:
            continue
        after = moved_group(p.groups, pair, place, ahead)
        state = p.groups.first[after] + p.groups.part[after, box]
        if filling == 0:
            p.heads[state + 2] += 1
        else:
            before = 2 * (p.groups.first[pair] + p.groups.part[pair, behind])
            if (ahead < other) != (box < other):
                before += 1
            p.edges[p.heads[state + 1]] = before
            p.heads[state + 1] += 1


@entry
def conflicts(p: Pairs, boxes: Const[i64], player: i64, used: View[i64]) -> i64:
    """The sum of the penalties of disjoint pairs of boxes; -1 if a pair is lost.

    boxes: int64[k], sorted. used: int64[k], scratch.
    """
    for i in range(len(boxes)):
        used[i] = 0
    total = 0
    heaviest = LOST
    while heaviest > 0:
        lighter = 0
        for j in range(len(boxes)):
            for i in range(j):
                if used[i] == 0 and used[j] == 0:
                    pair = p.rank[0, boxes[i]] + p.rank[1, boxes[j]]
                    penalty = p.penalty[pair, player]
                    if penalty == LOST:
                        return -1
                    if penalty == heaviest:
                        used[i] = 1
                        used[j] = 1
                        total += penalty
                    else:
                        lighter = max(lighter, penalty)
        heaviest = lighter
    return total
