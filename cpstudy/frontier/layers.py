"""Layers of states with their numbers of ways: the tables of counting along a frontier.

A board is taken piece by piece. All ways of filling the pieces taken so far that can be completed
in the same ways are one *state*, a number below 2^62; with it goes its *number of ways*, a row of
limbs of 62 bits each, the least first. A layer holds the states after so many pieces; expanding it
makes the next one. What is left after the last piece is the count. A kind says what a state is and
which states follow it (``puzzles/loops/counting.py``).

States are found by open addressing with linear probing. Slots hold the numbers of states, which
grow through a whole run: those of earlier layers are below ``base + now`` and count as empty, so a
layer starts with an empty table without clearing it. At most half of the slots are full.

A kernel allocates nothing: where a table is full it stops, ``enlarge`` makes it larger, and it
resumes. Cost: 30 to 60 ns a state made; 2 · (8 + 8 · limbs) + 16 bytes a state of the largest
layer. Sources: Sekine1995, Kawahara2017.
"""

from __future__ import annotations

import math

import numpy as np

from cpstudy.core.native import (
    View,
    View2,
    View3,
    array,
    entry,
    f64,
    i64,
    inlined,
    view,
    workspace,
    zeros,
)

LIMB = 62
LIMB_MASK = (1 << LIMB) - 1
# An eighth of what a limb holds: each row four times, and rounding.
_SAFE = 1 << (LIMB - 3)
# States that one state may make.
SUCCESSORS = 4
_STATES = 64

# Status: all is done; as many states as requested are expanded; a table is too small; a layer has
# more states than allowed.
DONE, PAUSED, FULL, TOO_MANY = range(4)


@workspace
class Layers:
    """keys [2, room], ways [2, room, limbs]: one half is the layer, the other the one being made.

    slots [2 * room]: see the head. half: which of them is the layer; now, made: the states in it,
    and in the other. base: the number of its first state. index: of the next state to be expanded.
    piece: how many pieces are taken. expanded: states in all. most_states: that a layer may have.
    new_slots: whether the slots are new and hold nothing.
    """

    keys: View2[i64]
    ways: View3[i64]
    slots: View[i64]
    half: i64 = 0
    now: i64 = 0
    made: i64 = 0
    base: i64 = 0
    index: i64 = 0
    piece: i64 = 0
    expanded: i64 = 0
    most_states: i64
    new_slots: bool

    def __init__(self, most_states: int) -> None:
        """One state, 0, with one way."""
        self.keys = zeros((2, _STATES), "i64")
        self.ways = zeros((2, _STATES, 1), "i64")
        self.slots = zeros(2 * _STATES, "i64")
        self.most_states = most_states
        self.new_slots = False
        self.now = 1
        array(self.ways)[0, 0, 0] = 1
        # Slots are 0, so no state may have the number 0.
        self.base = 1

    def enlarge(self, most_bytes: int) -> bool:
        """Make room where there is too little; False where that takes too many bytes.

        Old and new memory is held together for a moment, and counts together.
        """
        room, limbs = self.keys.shape[1], self.ways.shape[2]
        room *= 1 + (self.made + SUCCESSORS > room)
        limbs += not numbers_fit(self)
        shapes = {"keys": (2, room), "ways": (2, room, limbs), "slots": (2 * room,)}
        before = {name: array(getattr(self, name)) for name in shapes}
        grown = [name for name, shape in shapes.items() if before[name].shape != shape]
        held = sum(memory.nbytes for memory in before.values())
        if held + 8 * sum(math.prod(shapes[name]) for name in grown) > most_bytes:
            return False
        for name in grown:
            larger = np.zeros(shapes[name], np.int64)
            if name != "slots":
                larger[tuple(map(slice, before[name].shape))] = before[name]
            setattr(self, name, view(larger))
        self.new_slots = self.new_slots or "slots" in grown
        return True

    def count_of(self, key: int) -> int:
        """The number of ways to a state of the layer; 0 where it is not there."""
        states = array(self.keys)[self.half, : self.now]
        (found,) = np.nonzero(states == key)
        rows = array(self.ways)[self.half, found].tolist()
        return sum(limb << LIMB * place for row in rows for place, limb in enumerate(row))


@entry
@inlined
def numbers_fit(t: Layers) -> bool:
    """Whether sums of the layer's numbers, each up to four times, have room in the next layer."""
    if t.index > 0:
        return True
    last = t.ways.shape[2] - 1
    total: f64 = 0.0
    for state in range(t.now):
        total += t.ways[t.half, state, last] + 1.0
    return total < _SAFE


_LOW = 0xFFFFFFFF
# Odd multipliers below 2^31: products with 32-bit halves stay within 63 bits.
_MIX_LOW, _MIX_HIGH, _MIX_AGAIN = 0x5BD1E995, 0x45D9F3B3, 0x2C1B3C6D


@inlined
def slot_of(t: Layers, key: i64, half: i64, least: i64) -> i64:
    """The slot that holds a key of a half, or the empty one where it belongs."""
    mask = len(t.slots) - 1
    # Twice: the keys of a layer have few bits that differ, and all in the same places.
    mixed = ((key & _LOW) * _MIX_LOW) ^ ((key >> 32) * _MIX_HIGH)
    mixed ^= mixed >> 29
    mixed = ((mixed & _LOW) * _MIX_AGAIN) ^ (mixed >> 32)
    mixed ^= mixed >> 31
    slot = mixed & mask
    while t.slots[slot] >= least and t.keys[half, t.slots[slot] - least] != key:
        slot = (slot + 1) & mask
    return slot


@inlined
def put(t: Layers, source: i64, key: i64) -> None:
    """A state of the layer leads to a key: its ways count there too."""
    half = t.half
    least = t.base + t.now
    slot = slot_of(t, key, 1 - half, least)
    limbs = t.ways.shape[2]
    if t.slots[slot] < least:
        t.slots[slot] = least + t.made
        t.keys[1 - half, t.made] = key
        for limb in range(limbs):
            t.ways[1 - half, t.made, limb] = t.ways[half, source, limb]
        t.made += 1
        return
    into = t.slots[slot] - least
    carry = 0
    for limb in range(limbs):
        total = t.ways[1 - half, into, limb] + t.ways[half, source, limb] + carry
        t.ways[1 - half, into, limb] = total & LIMB_MASK
        carry = total >> LIMB


@entry
def enter_states(t: Layers) -> None:
    """Put the states of the layer that is being made into new slots."""
    half = 1 - t.half
    least = t.base + t.now
    for state in range(t.made):
        t.slots[slot_of(t, t.keys[half, state], half, least)] = least + state
    t.new_slots = False


@inlined
def close_layer(t: Layers) -> None:
    """All states are expanded: the layer that was made is the layer."""
    t.half = 1 - t.half
    t.base += t.now
    t.now = t.made
    t.made = 0
    t.index = 0
    t.piece += 1
