"""States of a frontier as keys of whole words, and the table that finds them.

A state is one label an entry of the frontier: 0 where it is closed, else the number of its
component; components are numbered as they appear, so equal states have equal labels. Labels of b
bits are packed 63 // b to a 64-bit word, so that no sign bit is ever set.

The table is open addressing with linear probing: slots hold the numbers of states. Numbers grow
through a whole run, so that those of earlier layers are below ``least`` and as good as empty: a
layer starts with an empty table without clearing it. At most half of the slots are full.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import borrowing

_LOW = 0xFFFFFFFF
# Odd multipliers below 2^31: products with 32-bit halves stay within 63 bits.
_MIX_LOW, _MIX_HIGH = 0x5BD1E995, 0x45D9F3B3


@borrowing
def label_bits(width: Any, tree: Any) -> Any:
    """Bits of a label: enough for as many components as there are entries; without a tree, one."""
    bits = 1
    while tree and 1 << bits <= width:
        bits += 1
    return bits


def words_needed(width: int, tree: bool) -> int:
    """Words of a key."""
    bits: int = label_bits(width, tree)
    return max(1, -(-width // (63 // bits)))


@borrowing
def unpack(keys: Any, state: Any, labels: Any, width: Any, bits: Any) -> None:
    """The labels of ``keys[state]``: int64[…, words] to int64[at least width]."""
    label_mask = (1 << bits) - 1
    entry = 0
    for w in range(keys.shape[1]):
        word = keys[state, w]
        stop = min(width, entry + 63 // bits)
        while entry < stop:
            labels[entry] = word & label_mask
            word >>= bits
            entry += 1


@borrowing
def pack(labels: Any, names: Any, key: Any, width: Any, bits: Any) -> None:
    """The key of labels, with components numbered as they appear.

    names int64[more than any label] is overwritten.
    """
    for label in range(len(names)):
        names[label] = 0
    number = 0
    entry = 0
    for w in range(len(key)):
        word = 0
        shift = 0
        stop = min(width, entry + 63 // bits)
        while entry < stop:
            label = labels[entry]
            if label != 0:
                if names[label] == 0:
                    number += 1
                    names[label] = number
                word |= names[label] << shift
            shift += bits
            entry += 1
        key[w] = word


@borrowing
def slot_of(key: Any, keys: Any, slots: Any, least: Any) -> Any:
    """The slot that holds a key, or the empty one where it belongs.

    key int64[words]. keys int64[states, words], the keys of states ``least``, ``least`` + 1 … slots
    int64[power of two].
    """
    words = len(key)
    mixed = 0
    for w in range(words):
        word = key[w] ^ mixed
        mixed = ((word & _LOW) * _MIX_LOW) ^ ((word >> 32) * _MIX_HIGH)
        mixed ^= mixed >> 29
    slot = mixed & (len(slots) - 1)
    while slots[slot] >= least:
        state = slots[slot] - least
        w = 0
        while w < words and keys[state, w] == key[w]:
            w += 1
        if w == words:
            break
        slot = (slot + 1) & (len(slots) - 1)
    return slot
