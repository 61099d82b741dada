"""Groups of few boxes: all sets of squares, and the parts of the floor that each leaves.

If a few boxes need a number of pushes, or are lost, this holds in every position that contains
them, since other boxes are only obstacles. A group's *state* is its squares, none of them dead, and
the part of the remaining floor that contains the player; ``pairs.py`` and ``lost.py`` evaluate all
states.

Groups are numbered by their squares in increasing order: the square with number m among the squares
that are not dead contributes binomial(m, place + 1) (the combinatorial number system). States are
numbered group by group. A group of four leaves at most 13 parts, because each square adds at most
three.

Cost: one walk over the floor a group.
"""

from math import comb

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8
from cpstudy.core.native import entry, filled, kernel, table, view, workspace, zeros
from cpstudy.puzzles.sokoban.floor import Board, Floor

# In ``part``: a square of the group itself, and one not visited yet.
BOX, FREE = 255, 254

# Squares visited between two checks of the clock: some hundredths of a second.
_SLICE = 4_000_000


def number_of_groups(level: Board, size: int) -> int:
    """The number of groups of ``size`` squares."""
    return comb(int((level.dead == 0).sum()), size)


@workspace
class Groups:
    """All groups of ``size`` squares, at most four, of a level's floor of n squares.

    rank: [size, n], the contribution of a square to a group's number by place, -1 if it is dead.
    squares: [groups, size], increasing. part: [groups, n], the part that contains a square, or BOX.
    first: [groups + 1], the number of a group's first state. order: [size], scratch of
    ``moved_group``.
    """

    rank: View2[i64]
    squares: View2[i32]
    part: View2[u8]
    first: View[i64]
    order: View[i64]

    def __init__(self, level: Board, size: int, clock: Clock = UNLIMITED) -> None:
        """Raises OutOfTimeError if the clock runs out."""
        n, count = len(level.neighbours), number_of_groups(level, size)
        live = np.flatnonzero(level.dead == 0)
        rank = np.full((size, n), -1, np.int64)
        for place in range(size):
            rank[place, live] = [comb(number, place + 1) for number in range(len(live))]
        self.rank, self.squares = view(rank), zeros((count, size), "i32")
        self.part, self.first = filled((count, n), FREE, "u8"), zeros(count + 1, "i64")
        self.order = zeros(size, "i64")
        numbers, queue, slice = table(range(size), "i64"), zeros(n, "i64"), max(1, _SLICE // n)
        for begin in range(0, count, slice):
            clock.check()
            end = min(count, begin + slice)
            _fill_parts(self, level.floor, view(live), numbers, queue, begin, end)


@kernel
def _fill_parts(
    g: Groups,
    f: Floor,
    live: Const[i64],
    numbers: View[i64],
    queue: View[i64],
    begin: i64,
    end: i64,
) -> None:
    """Fill squares, part and first of the groups from ``begin`` to ``end``.

    live: the squares that are not dead. numbers: [size], those of the next group; initially 0, 1, …
    """
    size = len(numbers)
    for group in range(begin, end):
        for place in range(size):
            g.squares[group, place] = live[numbers[place]]
            g.part[group, live[numbers[place]]] = BOX
        parts = 0
        for start in range(len(queue)):
            if g.part[group, start] == FREE:
                _flood(g, f, group, start, parts, queue)
                parts += 1
        g.first[group + 1] = g.first[group] + parts
        place = 0
        while place + 1 < size and numbers[place] + 1 == numbers[place + 1]:
            numbers[place] = place
            place += 1
        numbers[place] += 1


@kernel
def _flood(g: Groups, f: Floor, group: i64, start: i64, number: i64, queue: View[i64]) -> None:
    g.part[group, start] = number
    queue[0] = start
    size = 1
    at = 0
    while at < size:
        square = queue[at]
        at += 1
        for side in range(4):
            other = f.neighbours[square, side]
            if other >= 0 and g.part[group, other] == FREE:
                g.part[group, other] = number
                queue[size] = other
                size += 1


@entry
def moved_group(g: Groups, group: i64, place: i64, square: i64) -> i64:
    """The number of a group after one of its squares is moved."""
    size = len(g.order)
    for i in range(size):
        g.order[i] = g.squares[group, i]
    i = place
    while i > 0 and g.order[i - 1] > square:
        g.order[i] = g.order[i - 1]
        i -= 1
    while i + 1 < size and g.order[i + 1] < square:
        g.order[i] = g.order[i + 1]
        i += 1
    g.order[i] = square
    number = 0
    for i in range(size):
        number += g.rank[i, g.order[i]]
    return number
