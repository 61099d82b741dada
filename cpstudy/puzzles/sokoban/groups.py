"""Groups of few boxes: all choices of squares, and the parts of the floor that each leaves.

What a few boxes need, or that they are lost, holds in every position that has them, since other
boxes only stand in the way. A group's *state* is its squares, none of them dead, and the part of
the floor without them where the player is; ``pairs.py`` and ``lost.py`` tell all states.

Groups are numbered by their squares in rising order: the square that is number m among those that
are not dead adds binomial(m, place + 1) in its place (the combinatorial number system).
States are numbered group by group. A group of four leaves at most 13 parts, as each square adds at
most three.

Cost: one walk over the floor a group.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.sokoban.board import Board

# In ``part``: a square of the group itself, and one not yet met.
BOX, FREE = 255, 254


class Groups(NamedTuple):
    """All groups of ``size`` squares of a floor of n.

    rank: int64[size, n], what a square adds to a group's number in each place, -1 where dead.
    squares: int32[groups, size], rising. part: uint8[groups, n], the part in which a square lies,
    or BOX. first: int64[groups + 1], the number of a group's first state.
    """

    rank: Any
    squares: Any
    part: Any
    first: Any


def number_of_groups(level: Board, size: int) -> int:
    """How many groups of ``size`` squares there are."""
    return comb(int((level.dead == 0).sum()), size)


def groups(level: Board, size: int) -> Groups:
    """All groups of ``size`` squares, at most four, of a level."""
    n, count = len(level.beside), number_of_groups(level, size)
    live = np.flatnonzero(level.dead == 0)
    rank = np.full((size, n), -1, np.int64)
    for place in range(size):
        rank[place, live] = [comb(number, place + 1) for number in range(len(live))]
    made = Groups(
        rank,
        np.empty((count, size), np.int32),
        np.full((count, n), FREE, np.uint8),
        np.zeros(count + 1, np.int64),
    )
    numbers, queue = np.arange(size), np.empty(n, np.int64)
    prepared(fill_parts, count * n // 4)(level.beside, live, made, numbers, queue)
    return made


@kernel
def fill_parts(beside: Any, live: Any, g: Any, numbers: Any, queue: Any) -> None:
    """Fill squares, part and first of all groups.

    live: int64, the squares that are not dead. numbers: int64[size], 0, 1, … at first.
    """
    size = len(numbers)
    for group in range(len(g.squares)):
        for place in range(size):
            g.squares[group, place] = live[numbers[place]]
            g.part[group, live[numbers[place]]] = 255
        parts = 0
        for start in range(len(queue)):
            if g.part[group, start] == 254:
                _flood(beside, g.part, group, start, parts, queue)
                parts += 1
        g.first[group + 1] = g.first[group] + parts
        place = 0
        while place + 1 < size and numbers[place] + 1 == numbers[place + 1]:
            numbers[place] = place
            place += 1
        numbers[place] += 1


@kernel
def _flood(beside: Any, part: Any, group: Any, start: Any, number: Any, queue: Any) -> None:
    part[group, start] = number
    queue[0] = start
    size = 1
    at = 0
    while at < size:
        square = queue[at]
        at += 1
        for side in range(4):
            other = beside[square, side]
            if other >= 0 and part[group, other] == 254:
                part[group, other] = number
                queue[size] = other
                size += 1


@kernel
def moved_group(g: Any, group: Any, place: Any, square: Any, order: Any) -> Any:
    """The number of a group with one of its squares moved. order: int64[size], scratch."""
    size = len(order)
    for i in range(size):
        order[i] = g.squares[group, i]
    i = place
    while i > 0 and order[i - 1] > square:
        order[i] = order[i - 1]
        i -= 1
    while i + 1 < size and order[i + 1] < square:
        order[i] = order[i + 1]
        i += 1
    order[i] = square
    number = 0
    for i in range(size):
        number += g.rank[i, order[i]]
    return number
