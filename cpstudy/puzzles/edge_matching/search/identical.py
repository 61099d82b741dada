"""Identical pieces in a chain, so that only the first of them is a candidate.

While the first is not on the board, the next can be nothing else; when it is laid, the next takes
its place. Cost: quadratic in the pieces, once a puzzle.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import kernel


@kernel
def identical(pieces: Any, a: Any, b: Any) -> bool:
    """Whether pieces ``a`` and ``b`` of int64[n, 4] are the same up to turning."""
    for q in range(4):
        side = 0
        while side < 4 and pieces[a, side] == pieces[b, (side + q) & 3]:
            side += 1
        if side == 4:
            return True
    return False


@kernel
def chain_identical(pieces: Any, following: Any) -> None:
    """Write the next identical piece after each into ``following`` (int64[n]), -1 without one."""
    n = len(pieces)
    for p in range(n):
        following[p] = -1
        for other in range(p + 1, n):
            if identical(pieces, p, other):
                following[p] = other
                break
