"""A heap of numbered entries by keys: the queue of best-first searches.

Entries are (key, number), the least first, so that the order in which they come out depends on
nothing else. Cost: a few nanoseconds for each of the log2(size) places on the way.
"""

from __future__ import annotations

from cpstudy.core.native import View, entry, i64, inlined, workspace


@workspace
class Heap:
    """A binary heap in the first ``size`` places of its arrays."""

    keys: View[i64]
    numbers: View[i64]
    size: i64

    def __init__(self) -> None:
        self.size = 0


@entry
@inlined
def heap_push(h: Heap, key: i64, number: i64) -> None:
    """Put an entry into a heap; there must be room."""
    place = h.size
    while place > 0:
        above = (place - 1) >> 1
        if h.keys[above] < key or (h.keys[above] == key and h.numbers[above] <= number):
            break
        h.keys[place] = h.keys[above]
        h.numbers[place] = h.numbers[above]
        place = above
    h.keys[place] = key
    h.numbers[place] = number
    h.size += 1


@entry
@inlined
def heap_pop(h: Heap) -> None:
    """Take the first entry out of a heap; it is to be read before, at place 0."""
    h.size -= 1
    last = h.size
    key = h.keys[last]
    number = h.numbers[last]
    place = 0
    below = 1
    while below < last:
        other = below + 1
        if other < last and (
            h.keys[other] < h.keys[below]
            or (h.keys[other] == h.keys[below] and h.numbers[other] < h.numbers[below])
        ):
            below = other
        if key < h.keys[below] or (key == h.keys[below] and number < h.numbers[below]):
            break
        h.keys[place] = h.keys[below]
        h.numbers[place] = h.numbers[below]
        place = below
        below = 2 * place + 1
    h.keys[place] = key
    h.numbers[place] = number
