import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.bits import lowest_bit, popcount, wide
from cpstudy.core.kernels import compiled, kernel


@kernel
def both(word):
    return popcount(word), lowest_bit(word)


@given(st.integers(0, 2**64 - 1))
def test_compiled_and_plain_agree(word):
    ones = bin(word).count("1")
    lowest = next((k for k in range(64) if word >> k & 1), 64)
    assert both(np.uint64(word)) == (ones, lowest) == (popcount(word), lowest_bit(word))


@kernel
def spread(numbers, shift):
    number = wide(numbers[0])
    return number << shift, ~number, -number, number * number


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64"])
def test_a_narrow_number_becomes_a_wide_one(dtype):
    for value in (0, 1, 100, np.iinfo(dtype).max, np.iinfo(dtype).min):
        numbers = np.array([value // (2**33 if dtype == "int64" else 1)], dtype)
        exact = int(numbers[0])
        expected = (exact << 2, ~exact, -exact, exact * exact)
        assert spread(numbers, 2) == expected == compiled(spread)(numbers, 2)
        assert spread(memoryview(numbers), 2) == expected
