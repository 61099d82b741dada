"""Counting and finding bits inside kernels: plain Python uncompiled, one instruction compiled.

numba has no name for these instructions; :mod:`.machine_bits` tells it what to put in place of the
two functions below. Arguments are uint64, results int64.
"""

from __future__ import annotations

from typing import Any


def popcount(word: Any) -> Any:
    """The number of ones in a uint64."""
    return int(word).bit_count()


def lowest_bit(word: Any) -> Any:
    """The position of the lowest one in a uint64, 64 where there is none."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64
