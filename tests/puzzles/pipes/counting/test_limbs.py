"""Test sums of numbers stored as rows of limbs against Python's integers."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.native import view
from cpstudy.frontier.layers import LIMB, LIMB_MASK, Layers, add, number, sums_fit

LIMBS = 3
numbers = st.integers(0, 2 ** (LIMB * LIMBS - 4))


def row_of(value):
    return [value >> LIMB * limb & LIMB_MASK for limb in range(LIMBS)]


@given(st.lists(numbers, min_size=1, max_size=6))
def test_sums_are_those_of_whole_numbers(values):
    ways = np.zeros((2, max(2, len(values)), LIMBS), np.int64)
    ways[0, : len(values)] = [row_of(value) for value in values]
    layers = Layers(1)
    layers.ways = view(ways)
    for state in range(len(values)):
        add(layers, 0, state, 1)
    assert number(ways[1, 1]) == sum(values)
    assert number(ways[1, 0]) == 0


@given(st.lists(st.integers(0, 2**LIMB - 1), min_size=1, max_size=5))
def test_room_is_made_before_a_sum_carries_out(values):
    """If ``sums_fit`` holds for four, four times the sum of all rows stays within the limb."""
    ways = np.zeros((2, len(values), 1), np.int64)
    ways[1, :, 0] = values
    if sums_fit(view(ways), 1, len(values), 4):
        assert 4 * sum(values) <= LIMB_MASK
    ways[0] = LIMB_MASK
    assert sums_fit(view(ways), 0, 0, 4)
    assert not sums_fit(view(ways), 0, 1, 4)
