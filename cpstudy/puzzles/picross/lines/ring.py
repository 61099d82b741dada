"""A queue of numbers that are in it once: first in, first out, in a ring of arrays.

items: uint32[n + 1], the ring; is_in: bool[n], by number; span: uint32[2], where the ring begins
and how many numbers are in it. The ring has a place that is always free: a number is written there
before it is asked whether it is in the queue, since a wrong guess of that takes longer.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.bits import wide
from cpstudy.core.kernels import inlined


@inlined
def push(items: Any, is_in: Any, span: Any, number: Any) -> None:
    """Put a number at the end, where it is not in the queue."""
    place = wide(span[0]) + wide(span[1])
    if place >= items.size:
        place -= items.size
    items[place] = number
    span[1] += 1 - int(is_in[number])
    is_in[number] = True


@inlined
def pop(items: Any, is_in: Any, span: Any) -> Any:
    """The first number, which leaves the queue; there is one."""
    number = wide(items[span[0]])
    span[0] += 1
    if span[0] == items.size:
        span[0] = 0
    span[1] -= 1
    is_in[number] = False
    return number
