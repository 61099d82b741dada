"""Sliding tiles as a state space; every move costs one.

A size has half of all permutations as states, 181,440 for the 8-puzzle and 10^13 for the 15-puzzle.
The common searches solve what fits into memory, :mod:`.deepening` the rest. The lower bound is the
Manhattan distance: the sum of the steps of each tile to its goal.
"""

from collections.abc import Iterable

from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles, State
from cpstudy.state_spaces.space import PuzzleSpace


class SlidingTilesSpace(PuzzleSpace[State, SlidingTiles]):
    """The boards reachable from a board."""

    def __init__(self, puzzle: SlidingTiles) -> None:
        super().__init__(puzzle)
        columns = puzzle.columns
        place = {tile: divmod(cell, columns) for cell, tile in enumerate(puzzle.goal)}
        # By tile and cell: the steps to its goal; 0 for the empty cell.
        self._steps = [
            [
                abs(cell // columns - place[tile][0]) + abs(cell % columns - place[tile][1])
                for cell in range(len(puzzle.tiles))
            ]
            for tile in range(len(puzzle.tiles))
        ]
        self._steps[0] = [0] * len(puzzle.tiles)

    def successors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """Moves of the tiles above, left, right of and below the empty cell."""
        for cell in self.puzzle.neighbours[state.index(0)]:
            yield str(state[cell]), self.puzzle.slid(state, cell), 1

    def heuristic(self, state: State) -> int:
        """The Manhattan distance."""
        return sum(self._steps[tile][cell] for cell, tile in enumerate(state))

    def predecessors(self, state: State) -> Iterable[tuple[str, State, int]]:
        """The same as the successors: every move can be undone."""
        return self.successors(state)

    def goals(self) -> Iterable[State]:
        """The board at the goal."""
        return (self.puzzle.goal,)
