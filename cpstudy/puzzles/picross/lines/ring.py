"""A queue of numbers that are in it once: first in, first out, in a ring."""

from __future__ import annotations

from cpstudy.core.native import View, entry, i32, i64, inlined, workspace, zeros


@workspace
class Ring:
    """A queue of numbers below n.

    items: int32[n + 1], the ring; is_in: int32[n], by number; first, size: where the ring begins
    and how many numbers are in it. The ring has a place that is always free: a number is written
    there before it is asked whether it is in the queue, since a wrong guess of that takes longer.
    """

    items: View[i32]
    is_in: View[i32]
    first: i64
    size: i64

    def __init__(self, numbers: int) -> None:
        self.items = zeros(numbers + 1, "i32")
        self.is_in = zeros(numbers, "i32")
        self.first = self.size = 0

    @entry
    def fill(self) -> None:
        """Put all numbers into the empty queue, in order."""
        for number in range(len(self.is_in)):
            push(self, number)


@entry
@inlined
def push(ring: Ring, number: i64) -> None:
    """Put a number at the end, where it is not in the queue."""
    place = ring.first + ring.size
    if place >= len(ring.items):
        place -= len(ring.items)
    ring.items[place] = number
    ring.size += 1 - ring.is_in[number]
    ring.is_in[number] = 1


@entry
@inlined
def pop(ring: Ring) -> i64:
    """The first number, which leaves the queue; there is one."""
    number = ring.items[ring.first]
    ring.first += 1
    if ring.first == len(ring.items):
        ring.first = 0
    ring.size -= 1
    ring.is_in[number] = 0
    return number
