"""A full board made better by assignment: pieces of cells that do not touch change places.

Take the pieces off cells of which no two are neighbours. How many edges each of them matches on
each of these *holes*, in its best turn, depends on no other one. So laying them there again with
the most matched edges is an assignment problem, which is solved exactly: of 80 holes as many as
80! · 4^80 boards are compared at once. Cells at broken edges are holes first. Of boards that match
as many edges one is drawn at random, so a round that finds no better one may leave a plateau; which
it seldom does where few edges are broken.

Cost: 1.3 ms a round of 80 holes. Limits: full boards; clue pieces stay. Sources: Schaus2008, and
Wauters2012 among other moves; the order of holes and the draw among equals are our own. No move is
tabu: driving pieces away found no better board where this does (docs/decisions).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, turned

Ints = npt.NDArray[np.int64]

# Holes of a round at most.
_HOLES = 80

# What a place that a piece may not have is worth: less than any sum of others.
_NEVER = -1_000.0


class Reassigned:
    """Boards of a puzzle of n pieces. rng: draws the holes.

    sides: int64[4n, 4], of oriented pieces 4·p + q. beside: int64[n, 4], the cell at each side, -1
    at the border. kept: by cell with forbidden places bool[4n], what may lie there.
    """

    def __init__(self, puzzle: EdgeMatching, rng: np.random.Generator) -> None:
        self._framed, self._turning, self._rng = puzzle.framed, puzzle.turning, rng
        self._fixed = {place.cell for place in puzzle.fixed}
        oriented = [turned(piece, quarters) for piece in puzzle.pieces for quarters in range(4)]
        self.sides = np.array(oriented, np.int64)
        around = ([puzzle.neighbour(cell, side) for side in range(4)]
                  for cell in range(len(puzzle.pieces)))  # fmt: skip
        self._beside = [[-1 if other is None else other for other in row] for row in around]
        self.beside = np.array(self._beside, np.int64)
        forbidden = {place.cell for place in puzzle.forbidden}
        self.kept = {
            cell: np.array([puzzle.allows(cell, lying) for lying in oriented]) for cell in forbidden
        }

    def improved(self, board: Sequence[int], rounds: int) -> tuple[list[int], int]:
        """A full board of oriented pieces after so many rounds, and how many more edges match."""
        lying = np.array(board, np.int64)
        before = int(self.broken(lying).sum())
        for _ in range(rounds):
            self.exchange(lying, self._holes(lying))
        return lying.tolist(), (before - int(self.broken(lying).sum())) // 2

    def facing(self, lying: Ints) -> Ints:
        """int64[n, 4]: the colour that each side of a cell meets, -1 at the border."""
        return np.where(self.beside < 0, -1, self.sides[lying][self.beside, [2, 3, 0, 1]])

    def broken(self, lying: Ints) -> Ints:
        """int64[n]: how many sides of each cell do not match; an edge counts at both ends."""
        facing = self.facing(lying)
        return np.asarray(((self.sides[lying] != facing) & (facing >= 0)).sum(axis=1), np.int64)

    def exchange(self, lying: Ints, holes: Ints) -> None:
        """Lay the pieces of cells that do not touch on these cells with the most matched edges."""
        oriented = 4 * (lying[holes] >> 2)[:, None] + np.arange(4)
        shown = self.sides[oriented][:, :, None]
        matched = (shown == self.facing(lying)[holes]).sum(axis=3)
        # By piece, turn and hole. What is drawn adds up to less than an edge.
        worth = matched + self._rng.random(matched.shape) / max(1, len(holes))
        if self._framed:
            worth[((shown == FRAME) != (self.beside[holes] < 0)).any(axis=3)] = _NEVER
        if not self._turning:
            worth[:, 1:] = _NEVER
        for place, cell in enumerate(holes.tolist()):
            if cell in self.kept:
                worth[:, :, place][~self.kept[cell][oriented]] = _NEVER
        pieces, places = linear_sum_assignment(worth.max(axis=1), maximize=True)
        lying[holes[places]] = oriented[pieces, worth.argmax(axis=1)[pieces, places]]

    def _holes(self, lying: Ints) -> Ints:
        """Cells of which no two are neighbours, in a random order, first those at broken edges."""
        order = self._rng.random(len(lying)) - (self.broken(lying) > 0)
        holes: list[int] = []
        taken = set(self._fixed)
        for cell in np.argsort(order).tolist():
            if cell not in taken:
                holes.append(cell)
                taken.update(self._beside[cell])
                if len(holes) == _HOLES:
                    break
        return np.array(holes, np.int64)
