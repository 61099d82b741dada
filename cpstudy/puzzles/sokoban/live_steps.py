"""Single steps without hopeless pushes: no box comes to stand on a dead square.

From a dead square a box can be pushed to no goal, even alone on the floor (``board.py``), so a
position with a box there is lost, and what follows it need not be examined. All else is as in
``steps.py``: the same steps in the same order, hence the same fewest moves, and no way to the goal
here exactly where there is none there. The states are fewer by a factor of 4 to 400 in the levels
of Microban. It is not the system that Kamies2016 searched: its counts are its own.

Cost: that of ``steps.py``, a transition; the table of dead squares is made with the level.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cpstudy.puzzles.sokoban.models import HOME, PUSHED
from cpstudy.puzzles.sokoban.puzzle import SIDE_NAMES, STEP_LETTERS, Position
from cpstudy.puzzles.sokoban.steps import Steps

if TYPE_CHECKING:
    import numpy.typing as npt


class LiveSteps(Steps):
    """Every step of the player that loses no box at sight is a transition."""

    @cached_property
    def _dead(self) -> frozenset[int]:
        """The level's squares from which no goal can be reached."""
        return frozenset(self.level.squares[self.level.dead != 0].tolist())

    def _loses(self, before: Position, after: Position) -> bool:
        """Whether a push brought a box to a dead square."""
        return after.boxes is not before.boxes and not self._dead.isdisjoint(
            after.boxes - before.boxes
        )

    def successors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps and pushes, up, down, left, right."""
        for label, following, cost in super().successors(state):
            if not self._loses(state, following):
                yield label, following, cost

    def invalid(self, state: Position) -> Iterator[tuple[str, Position, str]]:
        """Those that the rules forbid, and pushes onto dead squares."""
        yield from super().invalid(state)
        for side in range(4):
            following = self.puzzle.step(state, side)
            if following is not None and self._loses(state, following):
                what = "from there the box can be pushed to no goal"
                yield STEP_LETTERS[side], state, f"{SIDE_NAMES[side]}: {what}"

    def predecessors(self, state: Position) -> Iterator[tuple[str, Position, int]]:
        """Steps back, with and without the box that the player has just pushed."""
        for label, before, cost in super().predecessors(state):
            if not self._loses(before, state):
                yield label, before, cost

    @cached_property
    def squares(self) -> npt.NDArray[np.uint64]:
        """For a box a dead square is the same as wall."""
        squares = super().squares.copy()
        shut = np.append(self.level.dead != 0, True)
        pushed = squares[:, PUSHED:HOME]
        pushed[shut[pushed]] = len(squares)
        return squares
