"""A compiled version of the rules, for batches of boards and for searches with many solutions.

``EdgeMatching.violation`` is the specification; tests compare the two. Cost: linear.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, i64, u8
from cpstudy.core.native import entry, view, zeros
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Placement


def is_solution(
    pieces: npt.NDArray[np.int64],
    rows: int,
    columns: int,
    framed: bool,
    oriented: npt.NDArray[np.int64],
) -> bool:
    """Return whether oriented pieces solve a board.

    pieces: int64[n, 4], the colours. oriented: int64[n], for each cell 4·p + q: piece p, q quarter
    turns.
    """
    used = zeros(len(pieces), "u8")
    return _holds(view(pieces), rows, columns, framed, view(oriented), used)


@entry
def _holds(
    pieces: Const2[i64], rows: i64, columns: i64, framed: bool, oriented: Const[i64], used: View[u8]
) -> bool:
    """Compute :func:`is_solution`. used: zeros."""
    n = rows * columns
    for cell in range(n):
        o = oriented[cell]
        p = o >> 2
        if o < 0 or p >= n or used[p] != 0:
            return False
        used[p] = 1
        row = cell // columns
        column = cell % columns
        if framed:
            for side in range(4):
                border: bool = (
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
    """Return a function that decides whether a placement solves this board."""
    pieces = np.array(puzzle.pieces, np.int64)
    n = len(pieces)

    def holds(solution: Placement) -> bool:
        placed = np.array(solution, np.int64)
        if placed.shape != (n, 2) or not ((placed[:, 1] >= 0) & (placed[:, 1] < 4)).all():
            return False
        if not puzzle.symmetric and (
            (not puzzle.turning and placed[:, 1].any())
            or not all(map(puzzle.allows, range(n), puzzle.picture(solution)))
        ):
            return False
        oriented = 4 * placed[:, 0] + placed[:, 1]
        return is_solution(pieces, puzzle.rows, puzzle.columns, puzzle.framed, oriented)

    return holds
