"""Solutions as they are found: one of each class, handed on at once.

Two boards are of one class where the board's own rotations turn one into the other, as pictures.
Cost: a picture and its rotations a board; a board that was met before costs its picture only.
"""

from __future__ import annotations

from cpstudy.core.solving import Found
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Picture, Placement, rotations


class Classes:
    """What was found of a puzzle's solutions.

    pictures: the boards met. solutions: the first of each class, by its canonical form.
    """

    def __init__(self, puzzle: EdgeMatching, found: Found | None = None) -> None:
        """found: gets the first solution of each class."""
        self.pictures: set[Picture] = set()
        self.solutions: dict[Picture, Placement] = {}
        self._puzzle, self._found = puzzle, found

    def add(self, solution: Placement) -> None:
        """Take one more solution; it may have been met before."""
        picture = self._puzzle.picture(solution)
        if picture in self.pictures:
            return
        self.pictures.add(picture)
        canonical = min(rotations(picture, self._puzzle.rows, self._puzzle.columns))
        if canonical not in self.solutions:
            self.solutions[canonical] = solution
            if self._found is not None:
                self._found(solution)

    def boards(self) -> int:
        """How many boards the classes have, every rotation counted, met or not."""
        rows, columns = self._puzzle.rows, self._puzzle.columns
        return sum(len(set(rotations(picture, rows, columns))) for picture in self.solutions)
