"""States of a frontier as keys of whole words, and the table that finds them.

A state is one label an entry of the frontier: 0 where it is closed, else the number of its
component; components are numbered as they appear, so equal states have equal labels. Labels of b
bits are packed 63 // b to a 64-bit word, so that no sign bit is ever set.

The table is open addressing with linear probing: slots hold the numbers of states. Numbers grow
through a whole run, so that those of earlier layers are below ``least`` and as good as empty: a
layer starts with an empty table without clearing it. At most half of the slots are full.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, inlined
from cpstudy.puzzles.pipes.counting.tables import Tables

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
