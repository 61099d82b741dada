"""Improve a full board by assignment: pieces of cells that do not touch exchange places.

Remove the pieces from cells of which no two are neighbours. The number of edges that each piece
matches on each of these *holes*, in its best orientation, does not depend on the other pieces.
Placing them again with the most matched edges is therefore an assignment problem, which is solved
exactly: with 80 holes, it compares up to 80! · 4^80 boards at once. Cells at broken edges become
holes first. Among boards with equally many matched edges, one is drawn at random, so a round
without improvement may leave a plateau, although this seldom happens if few edges are broken.

Cost: 1.3 ms per round of 80 holes. Limits: full boards; clue pieces stay. Sources: Schaus2008, and
Wauters2012 among other moves; the order of holes and the random choice among equals are our own. No
move is tabu: forcing pieces away found no better board after this search (docs/decisions).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, turned

Ints = npt.NDArray[np.int64]

# The maximum number of holes in a round.
_HOLES = 80

# The value of a forbidden place: less than any sum of other values.
_NEVER = -1_000.0


class Reassigned:
    """Full boards of a puzzle of n pieces. rng: draws the holes.

    sides: int64[4n, 4], of oriented pieces 4·p + q. neighbours: int64[n, 4], the cell at each side,
    -1 at the border. kept: for each cell with forbidden places bool[4n], the oriented pieces
    allowed there.
    """

    def __init__(self, puzzle: EdgeMatching, rng: np.random.Generator) -> None:
        self._framed, self._turning, self._rng = puzzle.framed, puzzle.turning, rng
        self._fixed = {place.cell for place in puzzle.fixed}
        oriented = [turned(piece, quarters) for piece in puzzle.pieces for quarters in range(4)]
        self.sides = np.array(oriented, np.int64)
        around = ([puzzle.neighbour(cell, side) for side in range(4)]
                  for cell in range(len(puzzle.pieces)))  # fmt: skip
        self._neighbours = [[-1 if other is None else other for other in row] for row in around]
        self.neighbours = np.array(self._neighbours, np.int64)
        forbidden = {place.cell for place in puzzle.forbidden}
        self.kept = {
            cell: np.array([puzzle.allows(cell, lying) for lying in oriented]) for cell in forbidden
        }

    def improved(self, board: Sequence[int], rounds: int) -> tuple[list[int], int]:
        """Return a full board of oriented pieces after ``rounds`` rounds, and the edges gained."""
        lying = np.array(board, np.int64)
        before = int(self.broken(lying).sum())
        for _ in range(rounds):
            self.exchange(lying, self._holes(lying))
        return lying.tolist(), (before - int(self.broken(lying).sum())) // 2

    def facing(self, lying: Ints) -> Ints:
        """Return int64[n, 4]: the colour that each side of a cell meets, -1 at the border."""
        return np.where(self.neighbours < 0, -1, self.sides[lying][self.neighbours, [2, 3, 0, 1]])

    def broken(self, lying: Ints) -> Ints:
        """Return int64[n]: the mismatched sides of each cell; an edge counts at both ends."""
        facing = self.facing(lying)
        return np.asarray(((self.sides[lying] != facing) & (facing >= 0)).sum(axis=1), np.int64)

    def exchange(self, lying: Ints, holes: Ints) -> None:
        """Permute the pieces of cells that do not touch so that the most edges match."""
        oriented = 4 * (lying[holes] >> 2)[:, None] + np.arange(4)
        shown = self.sides[oriented][:, :, None]
        matched = (shown == self.facing(lying)[holes]).sum(axis=3)
        # By piece, turn and hole. The random numbers add up to less than one edge.
        gains = matched + self._rng.random(matched.shape) / max(1, len(holes))
        if self._framed:
            gains[((shown == FRAME) != (self.neighbours[holes] < 0)).any(axis=3)] = _NEVER
        if not self._turning:
            gains[:, 1:] = _NEVER
        for place, cell in enumerate(holes.tolist()):
            if cell in self.kept:
                gains[:, :, place][~self.kept[cell][oriented]] = _NEVER
        pieces, places = linear_sum_assignment(gains.max(axis=1), maximize=True)
        lying[holes[places]] = oriented[pieces, gains.argmax(axis=1)[pieces, places]]

    def _holes(self, lying: Ints) -> Ints:
        """Return cells, no two of them neighbours, in random order, those at broken edges first."""
        order = self._rng.random(len(lying)) - (self.broken(lying) > 0)
        holes: list[int] = []
        taken = set(self._fixed)
        for cell in np.argsort(order).tolist():
            if cell not in taken:
                holes.append(cell)
                taken.update(self._neighbours[cell])
                if len(holes) == _HOLES:
                    break
        return np.array(holes, np.int64)
