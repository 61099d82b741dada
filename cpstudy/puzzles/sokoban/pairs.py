"""What two boxes cost beyond their distances, since they stand in each other's way.

Alone on the floor, a box needs ``distance[box, goal]`` pushes (``board.py``). Two boxes may need
more: one has to step aside for the other, or takes the square that the player needs. Breadth-first
search backwards from each two goals gives the fewest pushes of two boxes, told apart, to these
goals; what they need beyond their distances, at least, whichever goals they take, is the *penalty*
of their state (``groups.py``). It is even, since a push changes the colour of a square as on a
chessboard; it is LOST where no two goals can be reached.

In a solution each box goes to one goal, so there are at least as many pushes as the cheapest
assignment has and the penalties of pairs that share no box. Which pairs are taken is chosen
greedily, heaviest first, so the bound is not consistent.

Cost: pushes of all states for each two goals; a hundred squares and ten boxes take some hundredths
of a second. Then k²/2 looks a position. Sources: Junghanns2001 (conflicts beside the matching),
Pereira2015 (pattern databases of two boxes).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.sokoban.board import FAR, Board, region
from cpstudy.puzzles.sokoban.groups import BOX, groups, moved_group, number_of_groups

LOST = 255

# Pairs of squares times pairs of goals that are worth while.
_WORK = 50_000_000


class Pairs(NamedTuple):
    """rank: int64[2, n], see :class:`~.groups.Groups`. penalty: uint8[pairs, n], by the player's
    square; empty where nothing is told.
    """

    rank: Any
    penalty: Any


def no_pairs() -> Pairs:
    """Tables that tell nothing."""
    return Pairs(np.zeros((0, 0), np.int64), np.zeros((0, 0), np.uint8))


def pairs(level: Board, room: int) -> Pairs:
    """The penalties of all pairs of a level, or none that take more than ``room`` bytes."""
    count = number_of_groups(level, 2)
    if count * len(level.beside) > room or count * len(level.goals) ** 2 > _WORK:
        return no_pairs()
    g = groups(level, 2)
    states = int(g.first[-1])
    heads = np.zeros(states + 2, np.int64)
    edges = np.empty(8 * len(g.squares), np.int64)
    rows = np.zeros((states, 2), np.int64)
    distance, queue = np.empty((2, 2 * states), np.int64)
    least = np.full(states, FAR, np.int64)
    work = states * (8 + len(level.goals) ** 2)
    prepared(fill_penalties, work)(
        level.floor,
        g,
        level.goals,
        heads,
        edges,
        rows,
        distance,
        queue,
        np.empty(2, np.int64),
        least,
    )
    of_part = np.where(least < FAR, np.minimum(least, LOST - 1), LOST).astype(np.uint8)
    state = np.minimum(g.first[:-1, None] + g.part, states - 1)
    return Pairs(g.rank, np.where(g.part == BOX, np.uint8(LOST), of_part[state]))


@kernel
def fill_penalties(
    f: Any, g: Any, goals: Any, heads: Any, edges: Any, rows: Any, distance: Any, queue: Any,
    order: Any, least: Any,
) -> None:  # fmt: skip
    """Lower ``least``, int64[states], FAR before, to each state's penalty.

    f: Floor. g: Groups of two. A node is twice the state, plus one where the larger square goes to
    the smaller goal. heads, edges, rows: see :func:`_fill_pushes`. distance, queue: int64[nodes].
    """
    _fill_pushes(f, g, heads, edges, rows, order)
    for i in range(len(goals)):
        for j in range(i + 1, len(goals)):
            home = g.rank[0, goals[i]] + g.rank[1, goals[j]]
            for node in range(len(distance)):
                distance[node] = -1
            size = 0
            for state in range(g.first[home], g.first[home + 1]):
                distance[2 * state] = 0
                queue[size] = 2 * state
                size += 1
            at = 0
            while at < size:
                node = queue[at]
                at += 1
                state = node >> 1
                turned = node & 1
                alone = f.distance[rows[state, turned], i] + f.distance[rows[state, 1 - turned], j]
                least[state] = min(least[state], distance[node] - alone)
                for edge in range(heads[state], heads[state + 1]):
                    before = edges[edge] ^ turned
                    if distance[before] < 0:
                        distance[before] = distance[node] + 1
                        queue[size] = before
                        size += 1


@kernel
def _fill_pushes(f: Any, g: Any, heads: Any, edges: Any, rows: Any, order: Any) -> None:
    """The pushes that lead to each state, and the rows of its boxes' distances.

    heads: int64[states + 2], zero. Pushes into state s stand in edges[heads[s] : heads[s + 1]] as
    twice the state before, plus one where another of the squares is the larger one after it.
    rows: int64[states, 2].
    """
    for filling in range(2):
        for pair in range(len(g.squares)):
            for place in range(2):
                box = g.squares[pair, place]
                other = g.squares[pair, 1 - place]
                if filling == 0:
                    for square in range(len(f.beside)):
                        if g.part[pair, square] != 255:
                            state = g.first[pair] + g.part[pair, square]
                            rows[state, place] = 4 * box + region(f, box, square)
                for side in range(4):
                    ahead = f.beside[box, side]
                    behind = f.beside[box, side ^ 1]
                    if ahead < 0 or behind < 0 or other in (ahead, behind):
                        continue
                    if g.rank[0, ahead] < 0:
                        continue
                    after = moved_group(g, pair, place, ahead, order)
                    state = g.first[after] + g.part[after, box]
                    if filling == 0:
                        heads[state + 2] += 1
                    else:
                        before = 2 * (g.first[pair] + g.part[pair, behind])
                        if (ahead < other) != (box < other):
                            before += 1
                        edges[heads[state + 1]] = before
                        heads[state + 1] += 1
        if filling == 0:
            for state in range(2, len(heads)):
                heads[state] += heads[state - 1]


@kernel
def conflicts(p: Any, boxes: Any, player: Any, used: Any) -> Any:
    """The penalties of pairs of boxes that share none, added; -1 where a pair is lost.

    p: Pairs. boxes: int64[k], sorted. used: int64[k], scratch.
    """
    for i in range(len(boxes)):
        used[i] = 0
    total: Any = 0
    heaviest: Any = 255  # LOST
    while heaviest > 0:
        lighter: Any = 0
        for j in range(len(boxes)):
            for i in range(j):
                if used[i] == 0 and used[j] == 0:
                    pair = p.rank[0, boxes[i]] + p.rank[1, boxes[j]]
                    penalty = np.int64(p.penalty[pair, player])
                    if penalty == 255:
                        return -1
                    if penalty == heaviest:
                        used[i] = 1
                        used[j] = 1
                        total += penalty
                    else:
                        lighter = max(lighter, penalty)
        heaviest = lighter
    return total
