"""Layers of states with their numbers of ways: the tables of counting along a frontier.

A board is processed piece by piece. All ways of filling the pieces so far that have the same
completions are one *state*: a key of words below 2^63, with its *number of ways*, a row of limbs of
62 bits each, the least first. A layer has the states after a number of pieces; expanding it makes
the next one. The number of ways after the last piece is the count. A kind defines the states and
their successors (``puzzles/loops/counting.py``, ``puzzles/pipes/counting/``).

States are found by open addressing with linear probing. Slots hold the numbers of states, which
grow through a whole run: those of earlier layers are below ``base + now`` and count as empty, so a
layer starts with an empty table without clearing it. At most half of the slots are full.

Tables are far larger than caches, and a look-up waits for three lines of memory. So the successors
of a state are queued, and some hundred of them are *settled* at once: first their slots are read,
then the states that these name, each in a loop whose iterations do not depend on each other, so
that the processor waits for many lines together. The order does not change. This halved the time.

A kernel allocates nothing: if a table is full it stops, ``enlarge`` makes it larger, and it
resumes. Cost: 20 to 40 ns a state made; 2 · (8 · words + 8 · limbs) + 16 bytes a state of the
largest layer. Sources: Sekine1995, Kawahara2017.
"""

import math

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import View, View2, View3, f64, i64
from cpstudy.core.native import array, entry, inlined, kernel, view, workspace, zeros

LIMB = 62
LIMB_MASK = (1 << LIMB) - 1
# Half of what a limb holds, for rounding.
_SAFE = 1 << (LIMB - 1)
# The maximum number of successors of a state, if a kind does not set it.
SUCCESSORS = 4
_STATES = 64
# Successors that are settled together: as many as the first cache holds.
_QUEUE = 256
# Columns of the queue; the words of the key follow.
SOURCE, NAME, HOME, KEY = range(4)

# Status: all is done; as many states as requested are expanded; a table is too small; a layer has
# more states than allowed.
DONE, PAUSED, FULL, TOO_MANY = range(4)


@workspace
class Layers:
    """keys [2, capacity], ways [2, capacity, limbs]: one half is the layer, the other the one being
    made.

    keys has the first words, rest [2, capacity, words - 1] the others. slots [2 * capacity]: see
    the head. key [words]: of the state that is looked up. half: which of them is the layer; now,
    made: the states in it, and in the other. base: the number of its first state. index: of the
    next state to be expanded. place: how many pieces are taken. expanded: states in all.
    most_states: that a layer may have. new_slots: whether the slots are new and hold nothing.

    fan: how many states one state may make. arcs [capacity, 3]: source, target and label of every
    step from state to state, in the order in which they were made; without rows they are not kept.
    arced: how many there are. label: of the step that is made, set before ``put``.

    queue [_QUEUE + fan, KEY + words]: successors that are not settled: their source, label, hash
    and key. queued: how many. touched: nothing; what is read ahead ends there.
    """

    keys: View2[i64]
    rest: View3[i64]
    ways: View3[i64]
    slots: View[i64]
    key: View[i64]
    half: i64 = 0
    now: i64 = 0
    made: i64 = 0
    base: i64 = 0
    index: i64 = 0
    place: i64 = 0
    expanded: i64 = 0
    most_states: i64
    new_slots: bool = False
    fan: i64
    arcs: View2[i64]
    arced: i64 = 0
    label: i64 = 0
    queue: View2[i64]
    queued: i64 = 0
    touched: i64 = 0

    def __init__(
        self, most_states: int, words: int = 1, fan: int = SUCCESSORS, recording: bool = False
    ) -> None:
        """Begin with one state of key 0 and one way. words: of a key."""
        self.keys = zeros((2, _STATES), "i64")
        self.rest = zeros((2, _STATES, words - 1), "i64")
        self.ways = zeros((2, _STATES, 1), "i64")
        self.slots = zeros(2 * _STATES, "i64")
        self.key = zeros(words, "i64")
        self.most_states = most_states
        self.fan = fan
        self.arcs = zeros((_STATES if recording else 0, 3), "i64")
        self.queue = zeros((_QUEUE + fan, KEY + words), "i64")
        self.now = 1
        self.ways[0, 0, 0] = 1

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """The shapes that the arrays should have, by name: larger where there is too little."""
        capacity, limbs = self.keys.shape[1], self.ways.shape[2]
        while self.made + self.fan > capacity:
            capacity *= 2
        limbs += not numbers_fit(self)
        rest = (2, capacity, len(self.key) - 1)
        arcs = len(self.arcs)
        while 0 < arcs < self.arced + self.fan:
            arcs *= 2
        return {
            "keys": (2, capacity), "rest": rest, "ways": (2, capacity, limbs),
            "slots": (2 * capacity,), "arcs": (arcs, 3),
        }  # fmt: skip

    def enlarge(self, most_bytes: int) -> bool:
        """Make space where there is too little; False where that takes too many bytes.

        Old and new memory is held together for a moment, and counts together.
        """
        shapes = self.sizes()
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

    @property
    def nbytes(self) -> int:
        """Bytes of the tables."""
        return sum(array(getattr(self, name)).nbytes for name in self.sizes())

    def count_of(self, key: int) -> int:
        """Return the number of ways to the states of the layer with this first word."""
        states = array(self.keys)[self.half, : self.now]
        return sum(map(number, array(self.ways)[self.half, : self.now][states == key]))


def number(row: npt.NDArray[np.int64]) -> int:
    """Return the number that a row of limbs represents."""
    return sum(limb << LIMB * place for place, limb in enumerate(row.tolist()))


@entry
@inlined
def add(t: Layers, half: i64, state: i64, into: i64) -> None:
    """Add ``ways[half, state]`` to ``ways[1 - half, into]``; the last dimension are the limbs."""
    carry = 0
    for limb in range(t.ways.shape[2]):
        total = t.ways[1 - half, into, limb] + t.ways[half, state, limb] + carry
        t.ways[1 - half, into, limb] = total & LIMB_MASK
        carry = total >> LIMB


@entry
@inlined
def sums_fit(ways: View3[i64], half: i64, count: i64, fan: i64) -> bool:
    """Return whether sums of the first ``count`` rows, each up to ``fan`` times, fit in."""
    last = ways.shape[2] - 1
    total: f64 = 0.0
    for state in range(count):
        total += ways[half, state, last] + 1.0
    return total * fan < _SAFE


@entry
@inlined
def numbers_fit(t: Layers) -> bool:
    """Whether the numbers of ways of the next layer have space; asked before it begins."""
    return t.index > 0 or sums_fit(t.ways, t.half, t.now, t.fan)


@inlined
def has_space(t: Layers) -> bool:
    """Whether the successors of one more state find space, and the steps to them.

    What is queued is settled where there are many or it might not find space.
    """
    more = t.queued + t.fan
    recording = len(t.arcs) > 0
    if (
        t.queued >= _QUEUE
        or t.made + more > t.keys.shape[1]
        or (recording and t.arced + more > len(t.arcs))
    ):
        settle(t)
    enough = not recording or t.arced + t.fan <= len(t.arcs)
    return enough and t.made + t.fan <= t.keys.shape[1]


_LOW = 0xFFFFFFFF
# Odd multipliers below 2^31: products with 32-bit halves stay within 63 bits.
_MIX_LOW, _MIX_HIGH, _MIX_AGAIN = 0x5BD1E995, 0x45D9F3B3, 0x2C1B3C6D


@entry
@inlined
def slot_of(t: Layers, first: i64, half: i64, least: i64) -> i64:
    """Return the slot that holds the key, or the empty one where it belongs.

    first: the key's first word; the others are in ``t.key``. The states ``least``, ``least`` + 1 …
    have the keys of a half.
    """
    return _slot_from(t, _first_slot(t, first), first, half, least)


@inlined
def _first_slot(t: Layers, first: i64) -> i64:
    """Return the hash of a key; modulo the number of slots, it is where the search begins."""
    mixed = _mix(first)
    for w in range(1, len(t.key)):
        mixed = _mix(t.key[w] ^ mixed)
    return _mix_twice(mixed)


@inlined
def _slot_from(t: Layers, home: i64, first: i64, half: i64, least: i64) -> i64:
    """Do the work of ``slot_of`` with the hash of the key."""
    mask = len(t.slots) - 1
    slot = home & mask
    while t.slots[slot] >= least:
        state = t.slots[slot] - least
        if t.keys[half, state] == first and _rest_is(t, half, state):
            break
        slot = (slot + 1) & mask
    return slot


@inlined
def _rest_is(t: Layers, half: i64, state: i64) -> bool:
    """Return whether the words of a state after its first are those of ``t.key``."""
    w = 1
    while w < len(t.key) and t.rest[half, state, w - 1] == t.key[w]:
        w += 1
    return w == len(t.key)


@inlined
def _mix(word: i64) -> i64:
    """Mix the bits of a word."""
    word = ((word & _LOW) * _MIX_LOW) ^ ((word >> 32) * _MIX_HIGH)
    return word ^ word >> 29


@inlined
def _mix_twice(word: i64) -> i64:
    """Mix again: the keys of a layer differ in few bits, all in the same places."""
    word = ((word & _LOW) * _MIX_AGAIN) ^ (word >> 32)
    return word ^ word >> 31


@inlined
def put(t: Layers, source: i64, first: i64) -> None:
    """Queue the key as a successor of a state of the layer, to be settled later.

    first: as in ``slot_of``.
    """
    at = t.queued
    t.queue[at, SOURCE] = source
    t.queue[at, NAME] = t.label
    t.queue[at, HOME] = _first_slot(t, first)
    t.queue[at, KEY] = first
    for w in range(1, len(t.key)):
        t.queue[at, KEY + w] = t.key[w]
    t.queued = at + 1


@kernel
def settle(t: Layers) -> None:
    """Enter all queued successors; ``t.key`` and ``t.label`` are overwritten."""
    into = 1 - t.half
    least = t.base + t.now
    mask = len(t.slots) - 1
    touched = 0
    for at in range(t.queued):
        touched ^= t.slots[t.queue[at, HOME] & mask]
    for at in range(t.queued):
        state = t.slots[t.queue[at, HOME] & mask] - least
        if state >= 0:
            touched ^= t.keys[into, state] ^ t.ways[into, state, 0]
    t.touched = touched
    for at in range(t.queued):
        t.label = t.queue[at, NAME]
        for w in range(1, len(t.key)):
            t.key[w] = t.queue[at, KEY + w]
        _enter(t, t.queue[at, SOURCE], t.queue[at, KEY], t.queue[at, HOME])
    t.queued = 0


@inlined
def _enter(t: Layers, source: i64, first: i64, home: i64) -> None:
    """Add the ways to a state of the layer to those of its successor with this key and hash."""
    half = t.half
    least = t.base + t.now
    slot = _slot_from(t, home, first, 1 - half, least)
    target = t.slots[slot]
    if len(t.arcs) > 0:
        t.arcs[t.arced, 0] = t.base + source
        t.arcs[t.arced, 1] = target if target >= least else least + t.made
        t.arcs[t.arced, 2] = t.label
        t.arced += 1
    if target >= least:
        add(t, half, source, target - least)
        return
    t.slots[slot] = least + t.made
    t.keys[1 - half, t.made] = first
    for w in range(1, len(t.key)):
        t.rest[1 - half, t.made, w - 1] = t.key[w]
    for limb in range(t.ways.shape[2]):
        t.ways[1 - half, t.made, limb] = t.ways[half, source, limb]
    t.made += 1


@inlined
def load(t: Layers, state: i64) -> None:
    """Copy the key of a state of the layer to ``t.key``."""
    t.key[0] = t.keys[t.half, state]
    for w in range(1, len(t.key)):
        t.key[w] = t.rest[t.half, state, w - 1]


@entry
def enter_states(t: Layers) -> None:
    """Enter the states of the layer that is being made into new slots."""
    half = 1 - t.half
    least = t.base + t.now
    for state in range(t.made):
        for w in range(1, len(t.key)):
            t.key[w] = t.rest[half, state, w - 1]
        t.slots[slot_of(t, t.keys[half, state], half, least)] = least + state
    t.new_slots = False


@inlined
def close_layer(t: Layers) -> None:
    """Make the new layer the current one, when all states are expanded."""
    t.half = 1 - t.half
    t.base += t.now
    t.now = t.made
    t.made = 0
    t.index = 0
    t.place += 1
