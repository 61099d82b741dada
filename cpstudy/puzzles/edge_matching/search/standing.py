"""The progress of a search: its best board so far, and a curve of improvements.

The best board of a search that breaks no edge is the first one with the most pieces. Kernels store
it (``control.py``), and callers check it after each call, about a twentieth of a second. A point of
the curve is therefore late by at most that time, and of several boards within one call only the
last is included.
"""

from collections.abc import Sequence

from cpstudy.core.clock import Clock
from cpstudy.core.result import Best
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Piece, turned

# The measure of the best board.
EDGES = "edges"


def laid(puzzle: EdgeMatching, board: Sequence[int]) -> list[Piece | None]:
    """Return the pieces, as placed, of a board of oriented pieces 4·p + q; -1: an empty cell."""
    return [turned(puzzle.pieces[o >> 2], o & 3) if o >= 0 else None for o in board]


def matched(puzzle: EdgeMatching, cells: Sequence[Piece | None]) -> int:
    """Return how many touching sides of a board have the same colour."""
    found = 0
    for cell, side, other in puzzle.edges():
        here, there = cells[cell], cells[other]
        found += here is not None and there is not None and here[side] == there[side ^ 2]
    return found


def written(puzzle: EdgeMatching, cells: Sequence[Piece | None]) -> str:
    """Return a board in the notation of solutions, with nothing for empty cells."""
    shown = ("" if lying is None else ",".join(map(str, lying)) for lying in cells)
    return puzzle.encode().partition(":")[0] + ":" + ";".join(shown)


class Standing:
    """The last board that was recorded, and a point of the curve for each recorded board."""

    def __init__(self, puzzle: EdgeMatching, clock: Clock) -> None:
        """clock: of the search."""
        self._puzzle, self._clock = puzzle, clock
        # Seconds, iterations and board of each; their properties are computed on request.
        self._taken: list[tuple[float, int, Sequence[int]]] = []

    def take(self, board: Sequence[int], iterations: int) -> None:
        """Record a better board, oriented pieces by cell, found after ``iterations``."""
        self._taken.append((round(self._clock.passed, 6), iterations, board))

    @property
    def best(self) -> Best:
        """The result's record of the best board."""
        most = sum(1 for _ in self._puzzle.edges())
        cells: list[Piece | None] = [None] * len(self._puzzle.pieces)
        curve = []
        for seconds, iterations, board in self._taken:
            cells = laid(self._puzzle, board)
            depth = sum(lying is not None for lying in cells)
            curve.append((seconds, iterations, depth, matched(self._puzzle, cells)))
        _, _, depth, edges = curve[-1] if curve else (0.0, 0, 0, 0)
        return Best(EDGES, edges, most, written(self._puzzle, cells), depth, tuple(curve))
