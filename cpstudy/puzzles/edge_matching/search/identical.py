"""Identical pieces in a chain, so that only the first of them is a candidate.

While the first is not on the board, the next can be nothing else; when it is laid, the next takes
its place. Cost: quadratic in the pieces, once a puzzle.
"""

from __future__ import annotations

from cpstudy.core.native import View2, i64, kernel


@kernel
def next_identical(pieces: View2[i64], p: i64) -> i64:
    """The next piece of int64[n, 4] that is the same as ``p`` up to turning; -1 without one."""
    for other in range(p + 1, len(pieces)):
        for q in range(4):
            side = 0
            while side < 4 and pieces[p, side] == pieces[other, (side + q) & 3]:
                side += 1
            if side == 4:
                return other
    return -1
