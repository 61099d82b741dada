"""A heap of numbered entries by keys: the queue of best-first searches.

Entries are (key, number), the least first, so that the order in which they come out depends on
nothing else. keys: int64[room]; numbers: int64[room]; a binary heap in their first ``size`` places.
Cost: a few nanoseconds for each of the log2(size) places on the way.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import kernel


@kernel
def heap_push(keys: Any, numbers: Any, size: Any, key: Any, number: Any) -> None:
    """Put an entry into a heap of ``size`` others; there must be room."""
    place = size
    while place > 0:
        above = (place - 1) // 2
        if keys[above] < key or (keys[above] == key and numbers[above] <= number):
            break
        keys[place] = keys[above]
        numbers[place] = numbers[above]
        place = above
    keys[place] = key
    numbers[place] = number


@kernel
def heap_pop(keys: Any, numbers: Any, size: Any) -> None:
    """Take the first entry of ``size`` out of a heap; it is to be read before, at place 0."""
    last = size - 1
    key = keys[last]
    number = numbers[last]
    place = 0
    below = 1
    while below < last:
        other = below + 1
        if other < last and (
            keys[other] < keys[below]
            or (keys[other] == keys[below] and numbers[other] < numbers[below])
        ):
            below = other
        if key < keys[below] or (key == keys[below] and number < numbers[below]):
            break
        keys[place] = keys[below]
        numbers[place] = numbers[below]
        place = below
        below = 2 * place + 1
    keys[place] = key
    numbers[place] = number
