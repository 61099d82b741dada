"""Missionaries and cannibals as a state space; every crossing costs one.

There are at most 2 (missionaries + 1) (cannibals + 1) states. With equal numbers of both, the rule
leaves those in which all missionaries are on one bank, or each bank has equal numbers of both.
"""

from collections.abc import Iterable

from cpstudy.puzzles.missionaries.puzzle import Banks, Missionaries, name_of
from cpstudy.state_spaces.space import PuzzleSpace


class MissionariesSpace(PuzzleSpace[Banks, Missionaries]):
    """The states of a puzzle; all people begin on the left, with the boat."""

    def __init__(self, puzzle: Missionaries) -> None:
        super().__init__(puzzle)
        self._loads = tuple((name_of(load), load) for load in puzzle.loads())

    def successors(self, state: Banks) -> Iterable[tuple[str, Banks, int]]:
        """Crossings after which nobody is in danger, in the order of ``loads``."""
        for name, load in self._loads:
            after = self.puzzle.crossed(state, load)
            if after is not None and not self.puzzle.danger(after):
                yield name, after, 1

    def invalid(self, state: Banks) -> Iterable[tuple[str, Banks, str]]:
        """Crossings after which somebody is in danger."""
        for name, load in self._loads:
            after = self.puzzle.crossed(state, load)
            if after is not None and self.puzzle.danger(after):
                yield name, after, self.puzzle.danger(after)

    def heuristic(self, state: Banks) -> int:
        """A lower bound on the crossings left.

        The last crossing takes at most a boatful to the right. Each earlier crossing to the right
        is followed by one back, so both together take at least one person fewer than a boatful.
        """
        people = sum(self.puzzle.left(state))
        if people == 0:
            return 0
        must_return = int(state.boat)
        places = self.puzzle.places
        rest = max(people + must_return - places, 0)
        return must_return + 1 + 2 * -(-rest // max(places - 1, 1))

    def predecessors(self, state: Banks) -> Iterable[tuple[str, Banks, int]]:
        """A crossing can be undone by the same crossing back."""
        return self.successors(state)

    def goals(self) -> Iterable[Banks]:
        """Everybody on the right, with the boat."""
        return (Banks(self.puzzle.missionaries, self.puzzle.cannibals, True),)
