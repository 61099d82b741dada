"""The tables that a sweep works on: states as keys, their numbers of ways, memory that grows.

A *state* is one label an entry of the frontier: 0 where it is closed, else the number of its
component; components are numbered as they appear, so equal states have equal labels. Labels of b
bits are packed 63 // b to a 64-bit word, so that no sign bit is ever set.

Its *number of ways* is a row of limbs: 62 bits each, the least first. Ways are sums only, so adding
is all there is. Where ``sums_fit``, no sum of rows in which each occurs at most four times carries
out of the last limb.

States are found by open addressing with linear probing: slots hold the numbers of states. Numbers
grow through a whole run, so those of earlier layers are below ``least`` and count as empty: a layer
starts with an empty table without clearing it. At most half of the slots are full.

The kernel allocates nothing: where a table is full it stops, ``enlarge`` makes it larger, and it
resumes. Cost: each doubling copies what there is.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import View, View3, array, entry, f64, i64, inlined, view, workspace, zeros
from cpstudy.puzzles.pipes.counting.layout import SITE

# -- numbers of ways ----------------------------------------------------------------------------

LIMB = 62
LIMB_MASK = (1 << LIMB) - 1

# An eighth of what a limb holds: each row four times, and rounding.
_SAFE = 1 << (LIMB - 3)


@entry
@inlined
def add(ways: View3[i64], half: i64, state: i64, into: i64) -> None:
    """Add ``ways[half, state]`` to ``ways[1 - half, into]``; the last dimension are the limbs."""
    carry = 0
    for limb in range(ways.shape[2]):
        total = ways[1 - half, into, limb] + ways[half, state, limb] + carry
        ways[1 - half, into, limb] = total & LIMB_MASK
        carry = total >> LIMB


@entry
@inlined
def sums_fit(ways: View3[i64], half: i64, count: i64) -> bool:
    """Whether sums of the first ``count`` rows of a half, each up to four times, fit in."""
    last = ways.shape[2] - 1
    total: f64 = 0.0
    for state in range(count):
        total += ways[half, state, last] + 1.0
    return total < _SAFE


def number(row: npt.NDArray[np.int64]) -> int:
    """The number of a row of limbs."""
    return sum(limb << LIMB * place for place, limb in enumerate(row.tolist()))


# -- memory -------------------------------------------------------------------------------------

# A tile has four orientations at most, so a state has four successors.
SUCCESSORS = 4

# What there is room for at first: labels, one word of them; states; transitions, where they are
# recorded.
_LABELS = 15
_STATES = 64
_STEPS = 256


@workspace
class Tables:
    """What a sweep works on.

    keys [2, room, words], ways [2, room, limbs]: one half holds the layer, the other the one that
    is made. slots [2 * room]: see the head. steps: transitions by source, 16 times the
    target's number plus the orientation; starts: by number of the source, its first transition;
    both empty without a record. labels [above width], names [above width + 1], key [words]: of the
    state at hand. site [SITE]: of the tile at hand, see :mod:`.layout`.

    What is swept: the width; bits of a label and labels in a word, see the head; whether a
    tree is required; whether transitions are recorded; how many states a layer may have. How far:
    the place of the next tile, the index of the next state in the layer, which half holds the
    layer, the states in it and those made of the next one, the number of its first state, the
    states expanded and the transitions recorded in all. Whether the slots are new and hold nothing.
    """

    keys: View3[i64]
    ways: View3[i64]
    slots: View[i64]
    steps: View[i64]
    starts: View[i64]
    labels: View[i64]
    names: View[i64]
    key: View[i64]
    site: View[i64]
    width: i64
    bits: i64
    labels_in_word: i64
    tree: bool
    recording: bool
    most_states: i64
    place: i64
    index: i64
    half: i64
    now: i64
    made: i64
    base: i64
    expanded: i64
    recorded: i64
    new_slots: bool

    def __init__(self, most_states: int, recording: bool) -> None:
        steps = _STEPS if recording else 0
        self.keys = zeros((2, _STATES, 1), "i64")
        self.ways = zeros((2, _STATES, 1), "i64")
        self.slots = zeros(2 * _STATES, "i64")
        self.steps = zeros(steps, "i64")
        self.starts = zeros(steps, "i64")
        self.labels = zeros(_LABELS + 1, "i64")
        self.names = zeros(_LABELS + 2, "i64")
        self.key = zeros(1, "i64")
        self.site = zeros(SITE, "i64")
        self.width = self.bits = self.labels_in_word = 0
        self.tree, self.recording, self.most_states = False, recording, most_states
        self.place = self.index = self.half = self.now = self.made = self.base = 0
        self.expanded = self.recorded = 0
        self.new_slots = False

    def enlarge(self, most_bytes: int) -> bool:
        """Make room where there is too little; False where that takes too many bytes.

        Old and new memory is held together for a moment, and counts together.
        """
        room, steps, starts = self.keys.shape[1], len(self.steps), len(self.starts)
        if self.made + SUCCESSORS > room:
            room *= 2
        width = max(self.width, len(self.labels) - 1)
        words = max(words_needed(width, self.tree), self.keys.shape[2])
        limbs = self.ways.shape[2] + (not numbers_fit(self))
        if self.recording and self.recorded + SUCCESSORS > steps:
            steps *= 2
        if self.recording and self.base + self.index + 1 >= starts:
            starts *= 2
        shapes: dict[str, tuple[int, ...]] = {
            "keys": (2, room, words), "ways": (2, room, limbs), "slots": (2 * room,),
            "steps": (steps,), "starts": (starts,), "labels": (width + 1,),
            "names": (width + 2,), "key": (words,),
        }  # fmt: skip
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

    def forget(self) -> bool:
        """Continue without a record; False where there was none."""
        recording, self.recording = self.recording, False
        self.steps = zeros(0, "i64")
        self.starts = zeros(0, "i64")
        return recording


@entry
def label_bits(width: i64, tree: bool) -> i64:
    """Bits of a label: enough for as many components as there are entries; without a tree, one."""
    bits = 1
    while tree and 1 << bits <= width:
        bits += 1
    return bits


def words_needed(width: int, tree: bool) -> int:
    """Words of a key."""
    return max(1, -(-width // (63 // label_bits(width, tree))))


@entry
@inlined
def numbers_fit(t: Tables) -> bool:
    """Whether the numbers of ways of the next layer have room; asked before it begins."""
    return t.index > 0 or sums_fit(t.ways, t.half, t.now)


@entry
def first_limb(t: Tables) -> i64:
    """The number of ways to the end where it is one limb, else -1."""
    if t.now == 0:
        return 0
    for limb in range(1, t.ways.shape[2]):
        if t.ways[t.half, 0, limb] != 0:
            return -1
    return t.ways[t.half, 0, 0]


def ways(t: Tables) -> int:
    """The number of ways to the end, after the last tile."""
    return number(array(t.ways)[t.half, 0]) if t.now else 0


# -- states -------------------------------------------------------------------------------------

_LOW = 0xFFFFFFFF
# Odd multipliers below 2^31: products with 32-bit halves stay within 63 bits.
_MIX_LOW, _MIX_HIGH = 0x5BD1E995, 0x45D9F3B3


@entry
@inlined
def unpack(t: Tables, half: i64, state: i64) -> None:
    """Fill the labels with those of a key."""
    width = t.width
    bits = t.bits
    each = t.labels_in_word
    label_mask = (1 << bits) - 1
    entry = 0
    for w in range(t.keys.shape[2]):
        word = t.keys[half, state, w]
        stop = min(width, entry + each)
        while entry < stop:
            t.labels[entry] = word & label_mask
            word >>= bits
            entry += 1


@entry
@inlined
def pack(t: Tables) -> None:
    """Make the key of the labels, with components numbered as they appear."""
    width = t.width
    bits = t.bits
    each = t.labels_in_word
    for label in range(len(t.names)):
        t.names[label] = 0
    number = 0
    entry = 0
    for w in range(len(t.key)):
        word = 0
        shift = 0
        stop = min(width, entry + each)
        while entry < stop:
            label = t.labels[entry]
            if label != 0:
                if t.names[label] == 0:
                    number += 1
                    t.names[label] = number
                word |= t.names[label] << shift
            shift += bits
            entry += 1
        t.key[w] = word


@entry
@inlined
def slot_of(t: Tables, half: i64, least: i64) -> i64:
    """The slot that holds the key, or the empty one where it belongs.

    The states ``least``, ``least`` + 1 … have the keys of a half.
    """
    words = len(t.key)
    mask = len(t.slots) - 1
    mixed = 0
    for w in range(words):
        word = t.key[w] ^ mixed
        mixed = ((word & _LOW) * _MIX_LOW) ^ ((word >> 32) * _MIX_HIGH)
        mixed ^= mixed >> 29
    slot = mixed & mask
    while t.slots[slot] >= least:
        state = t.slots[slot] - least
        w = 0
        while w < words and t.keys[half, state, w] == t.key[w]:
            w += 1
        if w == words:
            break
        slot = (slot + 1) & mask
    return slot
