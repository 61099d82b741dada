"""Rows of limbs are whole numbers of any size."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.pipes.counting.limbs import LIMB, LIMB_MASK, add, number, sums_fit

LIMBS = 3
numbers = st.integers(0, 2 ** (LIMB * LIMBS - 4))


def row_of(value):
    return [value >> LIMB * limb & LIMB_MASK for limb in range(LIMBS)]


@given(st.lists(numbers, min_size=1, max_size=6))
def test_sums_are_those_of_whole_numbers(values):
    table = np.array([row_of(value) for value in values], np.int64)
    sums = np.zeros((2, LIMBS), np.int64)
    for other in range(len(values)):
        add(sums, 1, table, other)
    assert number(sums[1]) == sum(values)
    assert number(sums[0]) == 0


@given(st.lists(st.integers(0, 2**LIMB - 1), min_size=1, max_size=5))
def test_room_is_made_before_a_sum_carries_out(values):
    """Where sums fit, all rows four times over stay within the limb."""
    table = np.array([[value] for value in values], np.int64)
    if sums_fit(table, len(values)):
        assert 4 * sum(values) <= LIMB_MASK
    assert sums_fit(table, 0)
    assert not sums_fit(np.array([[LIMB_MASK]], np.int64), 1)
