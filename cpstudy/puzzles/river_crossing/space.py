"""River crossings as a state space: 2^(items + 1) states at most, every crossing costs one."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing
from cpstudy.state_spaces.space import StateSpace

_LARGEST_LIST = 1 << 14


class RiverCrossingSpace(StateSpace[int]):
    """States as in :mod:`cpstudy.puzzles.river_crossing.puzzle`; all begin on the left bank."""

    def __init__(self, puzzle: RiverCrossing) -> None:
        self._puzzle = puzzle
        # A large boat can be loaded in more ways than anybody could list.
        number = sum(comb(len(puzzle.items), k) for k in range(puzzle.places + 1))
        self._kept = tuple(puzzle.cargoes()) if number <= _LARGEST_LIST else None

    @property
    def _cargoes(self) -> Iterable[tuple[str, int]]:
        return self._puzzle.cargoes() if self._kept is None else self._kept

    def initial(self) -> Iterable[int]:
        """Everybody on the left."""
        return (0,)

    def successors(self, state: int) -> Iterable[tuple[str, int, int]]:
        """Crossings after which nobody is in danger, in the order of ``cargoes``."""
        for name, cargo in self._cargoes:
            after = self._puzzle.crossed(state, cargo)
            if after is not None and not self._puzzle.danger(after):
                yield name, after, 1

    def invalid(self, state: int) -> Iterable[tuple[str, int, str]]:
        """Crossings after which somebody is in danger."""
        for name, cargo in self._cargoes:
            after = self._puzzle.crossed(state, cargo)
            if after is not None and self._puzzle.danger(after):
                yield name, after, self._puzzle.danger(after)

    def is_goal(self, state: int) -> bool:
        """All items on the right; the man came with the last."""
        return self._puzzle.is_goal(state)

    def predecessors(self, state: int) -> Iterable[tuple[str, int, int]]:
        """A crossing can be undone by the same crossing back."""
        return self.successors(state)

    def goals(self) -> Iterable[int]:
        """Everybody on the right."""
        return (2 * self._puzzle.man - 1,)

    def describe(self, state: int) -> str:
        """``MFG_B``: who is left and right of the river, by initials where these differ."""
        return self._puzzle.describe(state)
