"""Test the keys of states: they determine exactly the open entries and the components of these."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.native import array, view
from cpstudy.core.result import UNBOUNDED
from cpstudy.frontier.layers import slot_of
from cpstudy.puzzles.pipes.counting.tables import Tables, begin, pack, unpack


def tables_of(width):
    t = Tables(UNBOUNDED)
    begin(t, width, True)
    assert t.enlarge(10**9)
    return t


def key_of(labels):
    t = tables_of(len(labels))
    array(t.labels)[: len(labels)] = labels
    pack(t)
    return array(t.key)


def named(labels):
    """The labels with components renumbered in the order of their appearance."""
    numbers = {0: 0}
    return [numbers.setdefault(label, len(numbers)) for label in labels]


@given(st.lists(st.integers(0, 40), min_size=1, max_size=40))
def test_unpacking_gives_the_components_in_the_order_of_their_appearance(labels):
    labels = [min(label, len(labels)) for label in labels]
    key = key_of(labels)
    assert (key >= 0).all()
    t = tables_of(len(labels))
    array(t.keys)[1, 2], array(t.rest)[1, 2] = key[0], key[1:]
    unpack(t, 1, 2)
    assert array(t.labels)[: len(labels)].tolist() == named(labels)


def test_keys_are_equal_where_partitions_are():
    keys = {}
    for labels in product(range(4), repeat=4):
        keys.setdefault(tuple(named(labels)), set()).add(tuple(key_of(labels)))
    assert all(len(same) == 1 for same in keys.values())
    assert len(set.union(*keys.values())) == len(keys)


def test_slots_find_each_key_again_and_forget_earlier_layers():
    every = [key_of(labels) for labels in product(range(5), repeat=5)]
    keys = np.unique(np.array(every), axis=0)
    t = tables_of(5)
    t.keys = view(np.stack([keys[:, 0], keys[:, 0]]))
    t.rest = view(np.stack([keys[:, 1:], keys[:, 1:]]))
    t.slots = view(np.zeros(256, np.int64))
    for least in (1, 1 + len(keys)):
        for state in range(len(keys)):
            array(t.key)[:] = keys[state]
            slot = slot_of(t, t.key[0], 0, least)
            assert t.slots[slot] < least
            t.slots[slot] = least + state
        for state in range(len(keys)):
            array(t.key)[:] = keys[state]
            assert t.slots[slot_of(t, t.key[0], 0, least)] == least + state
