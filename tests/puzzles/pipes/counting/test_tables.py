"""Test the tables of a sweep: they grow when full, keep their states, and respect the memory."""

import numpy as np
import pytest

from cpstudy.core.native import array
from cpstudy.core.result import UNBOUNDED
from cpstudy.frontier.layers import LIMB, numbers_fit
from cpstudy.puzzles.pipes.counting.tables import Tables, begin, first_limb, ways, words_needed

PLENTY = 10**9
MEMORY = ("keys", "rest", "ways", "slots", "queue", "labels", "names", "key")


@pytest.fixture
def begun():
    t = Tables(UNBOUNDED)
    begin(t, 5, True)
    return t


def shapes(t):
    return {name: array(getattr(t, name)).shape for name in MEMORY}


def held(t):
    return sum(array(getattr(t, name)).nbytes for name in MEMORY)


def test_a_sweep_begins_with_one_way(begun):
    assert (first_limb(begun), ways(begun), begun.expanded) == (1, 1, 0)
    assert numbers_fit(begun)
    begun.now = 0
    assert (first_limb(begun), ways(begun)) == (0, 0)


def test_where_there_is_room_nothing_is_copied(begun):
    before = [array(getattr(begun, name)) for name in MEMORY]
    assert begun.enlarge(PLENTY)
    for name, memory in zip(MEMORY, before, strict=True):
        assert np.shares_memory(array(getattr(begun, name)), memory) or not memory.size


def test_full_layers_get_twice_the_room_and_keep_their_states(begun):
    room, slots = begun.keys.shape[1], len(begun.slots)
    before = array(begun.keys)
    before[:] = np.arange(2 * room).reshape(2, room)
    array(begun.slots)[:] = 1
    begun.made = room - 4
    assert begun.enlarge(PLENTY)
    assert begun.keys.shape[1] == room
    begun.made = room - 3
    assert begun.enlarge(PLENTY)
    keys = array(begun.keys)
    assert (*keys.shape, 1) == array(begun.ways).shape == (2, 2 * room, 1)
    assert (keys[:, :room] == before).all()
    assert not keys[:, room:].any()
    # Slots depend on the size of the table, so all are entered again.
    assert len(begun.slots) == 2 * slots
    assert not array(begun.slots).any()
    assert begun.new_slots


def test_wider_groups_get_longer_keys(begun):
    for width in (15, 16, 40, 200):
        begun.width = width
        assert begun.enlarge(PLENTY)
        words = words_needed(width, True)
        assert (1 + begun.rest.shape[2], len(begun.key)) == (words, words)
        assert len(begun.labels) > width
        assert len(begun.names) > width + 1


def test_numbers_get_another_limb_before_they_are_too_large(begun):
    begun.ways[0, 0, 0] = 2**LIMB - 1
    begun.index = 1  # a layer in progress was checked when it was begun
    assert numbers_fit(begun)
    begun.index = 0
    assert not numbers_fit(begun)
    assert begun.enlarge(PLENTY)
    assert begun.ways.shape[2] == 2
    assert numbers_fit(begun)
    assert first_limb(begun) == ways(begun) == 2**LIMB - 1
    begun.ways[0, 0, 1] = 5
    assert first_limb(begun) == -1
    assert ways(begun) == 5 * 2**LIMB + 2**LIMB - 1


def test_old_and_new_tables_count_together(begun):
    begun.made = begun.keys.shape[1]
    before, fresh = shapes(begun), 0
    for name in ("keys", "ways", "slots"):
        fresh += 2 * array(getattr(begun, name)).nbytes
    needed = held(begun) + fresh
    assert not begun.enlarge(needed - 1)
    assert shapes(begun) == before
    assert not begun.new_slots
    assert begun.enlarge(needed)


def test_tables_that_were_used_begin_anew(begun):
    begun.half = 1
    begun.now = 7
    begun.ways[0, 0, 0] = 9
    before = begun.base
    begin(begun, 3, False)
    assert begun.base == before + 7  # numbers of states are never reused
    assert ways(begun) == 1
