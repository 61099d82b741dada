"""Tables grow where there is too little room, keep what they hold, and say when they may not."""

import numpy as np
import pytest

from cpstudy.puzzles.pipes.counting.limbs import LIMB
from cpstudy.puzzles.pipes.counting.states import words_needed
from cpstudy.puzzles.pipes.counting.sweep import NO_LIMIT, begin
from cpstudy.puzzles.pipes.counting.tables import (
    BASE,
    HALF,
    INDEX,
    NEW_SLOTS,
    NEXT,
    NOW,
    RECORDED,
    WIDTH,
    enlarged,
    expanded,
    first_limb,
    numbers_fit,
    record_of,
    recorded,
    tables,
    ways,
    without_record,
)

PLENTY = 10**9


@pytest.fixture
def begun():
    t = tables(NO_LIMIT, record=True)
    begin(t, 5, True)
    return t


def test_a_sweep_begins_with_one_way(begun):
    assert (first_limb(begun), ways(begun), expanded(begun)) == (1, 1, 0)
    assert recorded(begun)
    assert numbers_fit(begun)
    begun.control[NOW] = 0
    assert (first_limb(begun), ways(begun)) == (0, 0)


def test_where_there_is_room_nothing_is_copied(begun):
    larger = enlarged(begun, PLENTY)
    assert all(new is old for new, old in zip(larger, begun, strict=True))


def test_full_layers_get_twice_the_room_and_keep_their_states(begun):
    room = begun.keys.shape[1]
    begun.keys[:] = np.arange(2 * room).reshape(2, room, 1)
    begun.slots[:] = 1
    begun.control[NEXT] = room - 3
    larger = enlarged(begun, PLENTY)
    assert larger.keys.shape == (2, 2 * room, 1)
    assert larger.ways.shape == (2, 2 * room, 1)
    assert (larger.keys[:, :room] == begun.keys).all()
    assert not larger.keys[:, room:].any()
    # Slots are by the size of the table, so all are entered anew.
    assert len(larger.slots) == 2 * len(begun.slots)
    assert not larger.slots.any()
    assert larger.control[NEW_SLOTS] == 1
    begun.control[NEXT] = room - 4
    assert enlarged(begun, PLENTY).keys is begun.keys


def test_wider_groups_get_longer_keys(begun):
    for width in (15, 16, 40, 200):
        begun.control[WIDTH] = width
        larger = enlarged(begun, PLENTY)
        words = words_needed(width, True)
        assert (larger.keys.shape[2], len(larger.key)) == (words, words)
        assert len(larger.labels) > width
        assert len(larger.names) > width + 1


def test_numbers_get_another_limb_before_they_are_too_large(begun):
    begun.ways[0, 0, 0] = 2**LIMB - 1
    assert not numbers_fit(begun)
    larger = enlarged(begun, PLENTY)
    assert larger.ways.shape[2] == 2
    assert numbers_fit(larger)
    assert first_limb(larger) == ways(larger) == 2**LIMB - 1
    larger.ways[0, 0, 1] = 5
    assert first_limb(larger) == -1
    assert ways(larger) == 5 * 2**LIMB + 2**LIMB - 1
    begun.control[INDEX] = 1  # a layer under way was looked at when it was begun
    assert numbers_fit(begun)


def test_records_grow_by_transitions_and_by_sources(begun):
    steps, starts = len(begun.steps), len(begun.starts)
    begun.control[RECORDED] = steps - 3
    assert len(enlarged(begun, PLENTY).steps) == 2 * steps
    begun.control[RECORDED] = 0
    begun.control[BASE] = starts - 1
    larger = enlarged(begun, PLENTY)
    assert (len(larger.steps), len(larger.starts)) == (steps, 2 * starts)
    assert record_of(larger)[2] == starts - 1
    plain = without_record(larger)
    assert not recorded(plain)
    assert len(plain.steps) == len(plain.starts) == 0
    assert enlarged(plain, PLENTY).steps is plain.steps


def test_old_and_new_tables_count_together(begun):
    begun.control[NEXT] = begun.keys.shape[1]
    held = sum(array.nbytes for array in begun)
    larger = enlarged(begun, PLENTY)
    fresh = sum(new.nbytes for new, old in zip(larger, begun, strict=True) if new is not old)
    begun.control[NEW_SLOTS] = 0
    assert enlarged(begun, held + fresh - 1) is None
    assert begun.control[NEW_SLOTS] == 0
    assert enlarged(begun, held + fresh) is not None


def test_tables_that_were_used_begin_anew(begun):
    begun.control[HALF] = 1
    begun.control[NOW] = 7
    begun.ways[0, 0, 0] = 9
    before = int(begun.control[BASE])
    begin(begun, 3, False)
    assert begun.control[BASE] == before + 7  # numbers of states never come again
    assert ways(begun) == 1
