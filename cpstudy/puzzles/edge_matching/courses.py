"""The course of a search, placement by placement, for those who want to look on.

It is told by the plain search, whose placements are the compiled ones' too. As a search is in
depth, what is on the board after a placement is the pieces of the levels above it and the piece
itself: each placement needs its level, its cell and its piece, and what was taken back before it
follows from the levels. Cost: that of the plain search, 10 to 200 microseconds a placement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.reference.backtracking import solve
from cpstudy.puzzles.edge_matching.search.methods import METHODS


@dataclass(frozen=True)
class Course:
    """The first placements of a search for one solution.

    placements: (level, cell, oriented piece 4·p + q) each; the level is the number of pieces on
    the board before it. stop: LIMIT where the last one solves the board, DONE where there is no
    solution, ITERATIONS where the search goes on.
    """

    method: str
    placements: tuple[tuple[int, int, int], ...]
    stop: Stop

    def events(self) -> Iterator[int]:
        """The placements as few numbers, one after the other.

        ``-k``: k pieces are taken back, and the next placement is on the cell of the last of them.
        Otherwise, where the method goes not row by row, its cell. Then the oriented piece.
        """
        by_cell = not METHODS[self.method].row_by_row
        height = 0
        for level, cell, oriented in self.placements:
            if level < height:
                yield level - height
            elif by_cell:
                yield cell
            yield oriented
            height = level + 1


def course(
    puzzle: EdgeMatching, method: str, most: int, seed: int = 0, clock: Clock = UNLIMITED
) -> Course:
    """The first ``most`` placements of a method of METHODS, fewer where the clock is late.

    seed: of its restarts, as of :func:`cpstudy.core.solving.solve`.
    """
    met: list[tuple[int, int, int]] = []
    result = solve(
        puzzle,
        Request(clock.budget(most), 1, seed=seed),
        method=method,
        placed=lambda *placement: met.append(placement),
    )
    return Course(method, tuple(met), result.stop)
