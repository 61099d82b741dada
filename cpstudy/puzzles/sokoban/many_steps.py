"""Steps and pushes of many packed positions at once, by NumPy.

What :func:`.steps.step_successors` does for one position: the fields of all positions are taken
apart, all four sides of all players are looked at together, and what is legal is put together
again. Cost: 4k comparisons a position with k boxes, and a sort of k numbers a push.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.state_spaces.packed.space import ManyStates

Words = npt.NDArray[np.uint64]


def many_steps(squares: npt.NDArray[Any], numbers: npt.NDArray[Any]) -> ManyStates:
    """Successors and goals of positions of one word; squares, numbers: see ``Moves.tables``."""
    steps = _ManySteps(squares, numbers)
    return ManyStates(steps.expand, steps.are_goals)


class _ManySteps:
    """One level, and the place in a word of every field of a position."""

    def __init__(self, squares: npt.NDArray[Any], numbers: npt.NDArray[Any]) -> None:
        bits, _, boxes, stuck = (int(number) for number in numbers)
        self._wall = len(squares)
        # Beyond a wall there is wall.
        self._beside, self._pushed_to = np.full((2, len(squares) + 1, 4), self._wall, np.uint64)
        self._beside[:-1], self._pushed_to[:-1] = squares[:, :4], squares[:, 4:8]
        self._is_goal = squares[:, 8] != 0
        self._stuck = bool(stuck)
        self._places = (np.arange(boxes + 1) * bits).astype(np.uint64)
        self._mask = np.uint64((1 << bits) - 1)

    def _fields(self, states: Words) -> Words:
        """The player and the boxes of each position: uint64[k + 1, m]."""
        return states >> self._places[:, None] & self._mask

    def are_goals(self, states: Words) -> npt.NDArray[np.bool_]:
        """Where every box is on a goal, and no goal is out of reach."""
        if self._stuck:
            return np.zeros(len(states), np.bool_)
        home: npt.NDArray[np.bool_] = self._is_goal[self._fields(states)[1:]].all(axis=0)
        return home

    def expand(self, states: Words) -> tuple[Words, npt.NDArray[np.int64]]:
        """The positions after steps and pushes, up, down, left, right, and what they follow."""
        player, *boxes = self._fields(states)
        ahead = self._beside[player]
        legal = ahead != self._wall
        pushes = np.zeros_like(legal)
        for box in boxes:
            pushes |= ahead == box[:, None]
        here, way = pushes.nonzero()
        target = self._pushed_to[ahead[here, way], way]
        shut = target == self._wall
        for box in boxes:
            shut |= target == box[here]
        legal[here[shut], way[shut]] = False
        source, side = legal.nonzero()
        following = states[source] ^ player[source] ^ ahead[source, side]
        push = pushes[source, side].nonzero()[0]
        following[push] = self._pushed(following[push], target[~shut])
        return following, source

    def _pushed(self, states: Words, target: Words) -> Words:
        """Positions whose player stands where a box was that goes to a target."""
        fields = self._fields(states)
        boxes = fields[1:]
        moved = np.where(boxes == fields[0], target, boxes)
        moved.sort(axis=0)
        fields[1:] = moved
        words: Words = np.bitwise_or.reduce(fields << self._places[:, None], axis=0)
        return words
