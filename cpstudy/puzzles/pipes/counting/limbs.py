"""Numbers of any size as rows of limbs: 62 bits each, the least first, in an array of int64.

Ways are sums only, so adding is all there is. Whoever adds makes room first: where ``sums_fit``,
no sum of rows in which each occurs at most four times carries out of the last limb.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import borrowing

LIMB = 62
LIMB_MASK = (1 << LIMB) - 1

# An eighth of what a limb holds: each row four times, and rounding.
_SAFE = 2.0 ** (LIMB - 3)


@borrowing
def add(sums: Any, row: Any, numbers: Any, other: Any) -> None:
    """Add ``numbers[other]`` to ``sums[row]``; both int64[…, limbs]."""
    carry = 0
    for limb in range(sums.shape[1]):
        total = sums[row, limb] + numbers[other, limb] + carry
        sums[row, limb] = total & LIMB_MASK
        carry = total >> LIMB


@borrowing
def sums_fit(numbers: Any, count: Any) -> bool:
    """Whether sums of the first ``count`` rows, each up to four times, need no further limb."""
    last = numbers.shape[1] - 1
    total = 0.0
    for row in range(count):
        total += numbers[row, last] + 1.0
    return total < _SAFE


def number(row: Any) -> int:
    """The number of a row of limbs."""
    return sum(limb << LIMB * place for place, limb in enumerate(row.tolist()))
