"""``popcount`` and ``lowest_bit`` are compared with the binary digits of the word.

They are tested compiled and interpreted; kernels import them from bits.pxd.
"""

from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.bits import lowest_bit, popcount


@given(st.integers(0, 2**64 - 1))
def test_ones_and_the_lowest(word):
    digits = f"{word:064b}"[::-1]
    assert popcount(word) == digits.count("1")
    assert lowest_bit(word) == (digits.index("1") if word else 64)
