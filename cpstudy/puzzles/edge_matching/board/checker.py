"""The rules once more, compiled: for batches of boards, and searches that find many.

``EdgeMatching.why_not`` is the specification and the tests compare the two. Cost: linear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cpstudy.core.kernels import borrowing, prepared
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Placement


@borrowing
def is_solution(
    pieces: Any, rows: Any, columns: Any, framed: Any, oriented: Any, used: Any
) -> bool:
    """Whether oriented pieces solve the board.

    pieces: int64[n, 4]. oriented: int64[n], 4·p + q on each cell. used: bool[n], work space.
    """
    n = rows * columns
    for p in range(n):
        used[p] = False
    for cell in range(n):
        o = oriented[cell]
        p = o >> 2
        if o < 0 or p >= n or used[p]:
            return False
        used[p] = True
        row, column = cell // columns, cell % columns
        if framed:
            for side in range(4):
                border = (
                    (side == 0 and row == 0)
                    or (side == 1 and column == columns - 1)
                    or (side == 2 and row == rows - 1)
                    or (side == 3 and column == 0)
                )
                if border != (pieces[p, (side - o) & 3] == 0):
                    return False
        if column > 0:
            west = oriented[cell - 1]
            if pieces[p, (3 - o) & 3] != pieces[west >> 2, (1 - west) & 3]:
                return False
        if row > 0:
            north = oriented[cell - columns]
            if pieces[p, -o & 3] != pieces[north >> 2, (2 - north) & 3]:
                return False
    return True


def checker(puzzle: EdgeMatching) -> Callable[[Placement], bool]:
    """The rules for one board: whether a placement solves it."""
    pieces = np.array(puzzle.pieces, np.int64)
    n = len(pieces)
    used = np.zeros(n, np.bool_)

    def holds(solution: Placement) -> bool:
        placed = np.array(solution, np.int64)
        if placed.shape != (n, 2) or not ((placed[:, 1] >= 0) & (placed[:, 1] < 4)).all():
            return False
        oriented = 4 * placed[:, 0] + placed[:, 1]
        check = prepared(is_solution, n)
        return bool(check(pieces, puzzle.rows, puzzle.columns, puzzle.framed, oriented, used))

    return holds
