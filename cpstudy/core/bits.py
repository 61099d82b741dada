"""Bits and widths of numbers inside kernels: plain Python uncompiled, one instruction compiled.

numba has no name for these instructions; :mod:`.machine_bits` tells it what to put in place of the
functions below. Arguments of the first two are uint64, results int64.
"""

from __future__ import annotations

from operator import index as wide
__all__ = ["lowest_bit", "popcount", "wide"]

# An element of a narrow array as an int64; uncompiled an int of Python, with which arithmetic takes
# half as long as with NumPy's and is never narrow.
#   state = wide(w.state[tile])


def popcount(word: int) -> int:
    """The number of ones in a uint64."""
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    """The position of the lowest one in a uint64, 64 where there is none."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64
