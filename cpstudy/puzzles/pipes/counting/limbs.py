"""Numbers of any size as rows of limbs: 62 bits each, the least first, in an array of int64.

Ways are sums only, so adding is all there is. Whoever adds makes room first: where ``sums_fit``,
no sum of rows in which each occurs at most four times carries out of the last limb.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import View3, entry, f64, i64, inlined

LIMB = 62
LIMB_MASK = (1 << LIMB) - 1

# An eighth of what a limb holds: each row four times, and rounding.
_SAFE = 1 << (LIMB - 3)


@entry
@inlined
def add(ways: View3[i64], half: i64, state: i64, into: i64) -> None:
    """Add ``ways[half, state]`` to ``ways[1 - half, into]``; the last dimension are the limbs."""
    carry = 0
    for limb in range(ways.shape[2]):
        total = ways[1 - half, into, limb] + ways[half, state, limb] + carry
        ways[1 - half, into, limb] = total & LIMB_MASK
        carry = total >> LIMB


@entry
@inlined
def sums_fit(ways: View3[i64], half: i64, count: i64) -> bool:
    """Whether sums of the first ``count`` rows of a half, each up to four times, fit in."""
    last = ways.shape[2] - 1
    total: f64 = 0.0
    for state in range(count):
        total += ways[half, state, last] + 1.0
    return total < _SAFE


def number(row: npt.NDArray[np.int64]) -> int:
    """The number of a row of limbs."""
    return sum(limb << LIMB * place for place, limb in enumerate(row.tolist()))
