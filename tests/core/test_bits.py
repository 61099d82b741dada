from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernels import kernel


@kernel
def both(word):
    return popcount(word), lowest_bit(word)


@given(st.integers(0, 2**64 - 1))
def test_compiled_and_plain_agree(word):
    import numpy as np

    ones = bin(word).count("1")
    lowest = next((k for k in range(64) if word >> k & 1), 64)
    assert both(np.uint64(word)) == (ones, lowest) == (popcount(word), lowest_bit(word))
