"""Operations on the bits of words: in kernels one instruction each (bits.pxd), here in Python.

Arguments are uint64, results int64.
"""


def popcount(word: int) -> int:
    """The number of ones in a uint64."""
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    """The position of the lowest one in a uint64, 64 if there is none."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else 64
