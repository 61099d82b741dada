"""The reference example of these tests: an empty room with one box, plain and compiled.

As in the published tests of Sokoban, the player starts in the top left corner, the box one row
below and one column to the right; the goal is the bottom right corner. Steps go up, down, left and
right.
"""

from __future__ import annotations

from functools import partial

from cpstudy.state_spaces.packed import examples
from cpstudy.state_spaces.packed.space import CompiledSpace
from cpstudy.state_spaces.space import StateSpace

NAMES = ("up", "down", "left", "right")
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Room(StateSpace):
    """States are (player's cell, box's cell); cells are numbered row by row."""

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
        apart = self.form == "wide"
        model = partial(examples.Room, self.rows, self.columns, self.goal, apart)
        if apart:
            return CompiledSpace(
                initial=[tuple(part << 40 for part in state) for state in self.initial()],
                model=model,
                fanout=4,
                label=NAMES.__getitem__,
                pack=lambda state: (state[0] << 40, state[1] << 40),
                unpack=lambda words: (words[0] >> 40, words[1] >> 40),
                words=2,
            )
        return CompiledSpace(
            initial=[(player * self.cells + box,) for player, box in self.initial()],
            model=model,
            fanout=4,
            label=NAMES.__getitem__,
            pack=lambda state: (state[0] * self.cells + state[1],),
            unpack=lambda words: divmod(words[0], self.cells),
            bound=self.cells**2 if self.form == "bitmap" else None,
        )
