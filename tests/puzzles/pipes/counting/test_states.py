"""A key says which entries are open and which of them belong together, and nothing else."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.puzzles.pipes.counting.states import (
    label_bits,
    pack,
    slot_of,
    unpack,
    words_needed,
)


def key_of(labels, tree=True):
    width = len(labels)
    key = np.zeros(words_needed(width, tree), np.int64)
    names = np.zeros(width + 2, np.int64)
    pack(np.array(labels, np.int64), names, key, width, label_bits(width, tree))
    return key


def named(labels):
    """Components numbered as they appear."""
    numbers = {0: 0}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


@given(st.lists(st.integers(0, 40), min_size=1, max_size=40))
def test_unpacking_gives_the_components_in_the_order_of_their_appearance(labels):
    labels = [min(label, len(labels)) for label in labels]
    key = key_of(labels)
    assert (key >= 0).all()
    found = np.full(len(labels), -1, np.int64)
    unpack(key[None], 0, found, len(labels), label_bits(len(labels), True))
    assert found.tolist() == named(labels)


def test_keys_are_equal_where_partitions_are():
    keys = {}
    for labels in product(range(4), repeat=4):
        keys.setdefault(tuple(named(labels)), set()).add(tuple(key_of(labels)))
    assert all(len(same) == 1 for same in keys.values())
    assert len(set.union(*keys.values())) == len(keys)


def test_slots_find_each_key_again_and_forget_earlier_layers():
    every = [key_of(labels) for labels in product(range(5), repeat=5)]
    keys = np.unique(np.array(every), axis=0)
    slots = np.zeros(256, np.int64)
    for least in (1, 1 + len(keys)):
        for state in range(len(keys)):
            slot = slot_of(keys[state], keys, slots, least)
            assert slots[slot] < least
            slots[slot] = least + state
        for state in range(len(keys)):
            assert slots[slot_of(keys[state], keys, slots, least)] == least + state
