"""River crossings as a state space: at most 2^(items + 1) states; every crossing costs one."""

from collections.abc import Iterable
from math import comb

from cpstudy.puzzles.river_crossing.puzzle import RiverCrossing
from cpstudy.state_spaces.space import PuzzleSpace

_LARGEST_LIST = 1 << 14


class RiverCrossingSpace(PuzzleSpace[int, RiverCrossing]):
    """States as in :mod:`cpstudy.puzzles.river_crossing.puzzle`; all begin on the left bank."""

    def __init__(self, puzzle: RiverCrossing) -> None:
        super().__init__(puzzle)
        # A large boat can be loaded in too many ways to list.
        number = sum(comb(len(puzzle.items), k) for k in range(puzzle.most + 1))
        self._kept = tuple(puzzle.cargoes()) if number <= _LARGEST_LIST else None

    @property
    def _cargoes(self) -> Iterable[tuple[str, int]]:
        return self.puzzle.cargoes() if self._kept is None else self._kept

    def successors(self, state: int) -> Iterable[tuple[str, int, int]]:
        """Crossings after which nobody is in danger, in the order of ``cargoes``."""
        for name, cargo in self._cargoes:
            after = self.puzzle.crossed(state, cargo)
            if after is not None and not self.puzzle.danger(after):
                yield name, after, 1

    def invalid(self, state: int) -> Iterable[tuple[str, int, str]]:
        """Crossings after which somebody is in danger."""
        for name, cargo in self._cargoes:
            after = self.puzzle.crossed(state, cargo)
            if after is not None and self.puzzle.danger(after):
                yield name, after, self.puzzle.danger(after)

    def predecessors(self, state: int) -> Iterable[tuple[str, int, int]]:
        """A crossing can be undone by the same crossing back."""
        return self.successors(state)

    def goals(self) -> Iterable[int]:
        """The state with everybody on the right."""
        return (2 * self.puzzle.man - 1,)
