"""Sliding tiles as a state space; every move costs one.

Half of all boards of a size, 181,440 for the 8-puzzle and 10^13 for the 15-puzzle: what fits into
memory is for the common searches, the rest for :mod:`.deepening`. The lower bound is the Manhattan
distance: the steps that each tile is from its place, all together.
"""

from __future__ import annotations

from collections.abc import Iterable

from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State
from cpstudy.state_spaces.space import StateSpace


class SlidingTilesSpace(StateSpace[State]):
    """The boards that a board leads to."""

    def __init__(self, puzzle: SlidingTiles) -> None:
        self.puzzle = puzzle
        columns = puzzle.columns
        place = {tile: divmod(cell, columns) for cell, tile in enumerate(puzzle.goal)}
        # By tile and cell the steps to its place; the empty cell is no tile.
        self._steps = [
            [
                abs(cell // columns - place[tile][0]) + abs(cell % columns - place[tile][1])
                for cell in range(len(puzzle.tiles))
            ]
            for tile in range(len(puzzle.tiles))
        ]
        self._steps[0] = [0] * len(puzzle.tiles)

    def initial(self) -> Iterable[State]:
        """The board as given."""
        return (self.puzzle.tiles,)

    def successors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """The tiles above, left, right of and below the empty cell slide into it."""
        for cell in self.puzzle.neighbours[state.index(0)]:
            yield str(state[cell]), self.puzzle.slid(state, cell), 1

    def is_goal(self, state: State) -> bool:
        """Whether all tiles are in order."""
        return state == self.puzzle.goal

    def heuristic(self, state: State) -> int:
        """The Manhattan distance."""
        return sum(steps[cell] for steps, cell in zip(self._steps, _places(state), strict=True))

    def predecessors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """A tile that slides back undoes its move."""
        return self.successors(state)

    def goals(self) -> Iterable[State]:
        """The board in order."""
        return (self.puzzle.goal,)

    def describe(self, state: State) -> str:
        """The rows of the board: ``1 2 3/4 5 6/7 0 8``."""
        return self.puzzle.describe(state)


def _places(state: State) -> list[int]:
    """By tile its cell."""
    places = [0] * len(state)
    for cell, tile in enumerate(state):
        places[tile] = cell
    return places
