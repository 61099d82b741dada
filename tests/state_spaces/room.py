"""The yardstick of these tests: an empty square room with one box, plain and compiled.

As in the published tests of Sokoban: the player in the top left corner, the box one down and one
to the right of it, the goal in the bottom right corner; steps up, down, left, right.
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.kernels import kernel
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.space import StateSpace

NAMES = ("up", "down", "left", "right")
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@kernel
def room_successors(state, tables, following, labels, costs):
    rows, columns = tables[0][0], tables[0][1]
    cells = rows * columns
    word = np.int64(state[0])
    player = word // cells
    box = word - player * cells
    row = player // columns
    column = player - row * columns
    number = 0
    for side in range(4):
        down = (side == 1) - (side == 0)
        right = (side == 3) - (side == 2)
        r, c = row + down, column + right
        if r < 0 or c < 0 or r >= rows or c >= columns:
            continue
        after = box
        if r * columns + c == box:
            r2, c2 = r + down, c + right
            if r2 < 0 or c2 < 0 or r2 >= rows or c2 >= columns:
                continue
            after = r2 * columns + c2
        following[number, 0] = np.uint64((r * columns + c) * cells + after)
        labels[number] = side
        costs[number] = 1
        number += 1
    return number


@kernel
def room_is_goal(state, tables):
    cells = tables[0][0] * tables[0][1]
    return np.int64(state[0]) % cells == tables[0][2]


@kernel
def wide_successors(state, tables, following, labels, costs):
    """The same in two words: the player, the box, each at the upper end of its word."""
    scratch, narrow = tables[1], tables[2]
    cells = tables[0][0] * tables[0][1]
    shift = np.uint64(40)
    player = np.int64(state[0] >> shift)
    box = np.int64(state[1] >> shift)
    scratch[0] = np.uint64(player * cells + box)
    number = room_successors(scratch, tables, narrow, labels, costs)
    for i in range(number):
        word = np.int64(narrow[i, 0])
        following[i, 0] = np.uint64(word // cells) << shift
        following[i, 1] = np.uint64(word % cells) << shift
    return number


@kernel
def wide_is_goal(state, tables):
    return np.int64(state[1] >> np.uint64(40)) == tables[0][2]


class Room(StateSpace):
    """States are (player's cell, box's cell), cells numbered row by row."""

    def __init__(self, rows, columns, goal=None, form="bitmap"):
        self.rows, self.columns, self.form = rows, columns, form
        self.cells = rows * columns
        self.goal = self.cells - 1 if goal is None else goal

    def initial(self):
        return [(0, self.columns + 1)]

    def successors(self, state):
        player, box = state
        row, column = divmod(player, self.columns)
        for name, (down, right) in zip(NAMES, STEPS, strict=True):
            r, c = row + down, column + right
            if not (0 <= r < self.rows and 0 <= c < self.columns):
                continue
            after = box
            if r * self.columns + c == box:
                r2, c2 = r + down, c + right
                if not (0 <= r2 < self.rows and 0 <= c2 < self.columns):
                    continue
                after = r2 * self.columns + c2
            yield name, (r * self.columns + c, after), 1

    def is_goal(self, state):
        return state[1] == self.goal

    def heuristic(self, state):
        box, goal = divmod(state[1], self.columns), divmod(self.goal, self.columns)
        return abs(box[0] - goal[0]) + abs(box[1] - goal[1])

    def predecessors(self, state):
        player, box = state
        for other in range(self.cells):
            for before in ((other, box), (other, player)):
                for name, following, cost in self.successors(before):
                    if following == state and before[0] != before[1]:
                        yield name, before, cost

    def goals(self):
        return [(player, self.goal) for player in range(self.cells) if player != self.goal]

    def compiled(self):
        numbers = np.array([self.rows, self.columns, self.goal], np.int64)
        if self.form == "wide":
            return CompiledSpace(
                initial=[tuple(part << 40 for part in state) for state in self.initial()],
                successors=wide_successors,
                is_goal=wide_is_goal,
                tables=(numbers, np.zeros(1, np.uint64), np.zeros((4, 1), np.uint64)),
                fanout=4,
                label=NAMES.__getitem__,
                pack=lambda state: (state[0] << 40, state[1] << 40),
                unpack=lambda words: (words[0] >> 40, words[1] >> 40),
                words=2,
            )
        return CompiledSpace(
            initial=[(player * self.cells + box,) for player, box in self.initial()],
            successors=room_successors,
            is_goal=room_is_goal,
            tables=(numbers,),
            fanout=4,
            label=NAMES.__getitem__,
            pack=lambda state: (state[0] * self.cells + state[1],),
            unpack=lambda words: divmod(words[0], self.cells),
            bound=self.cells**2 if self.form == "bitmap" else None,
        )
