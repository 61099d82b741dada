"""Which variable is decided next: VSIDS, a heap by activity, with saved phases.

A variable that took part in a conflict gains activity; what is added grows by 1/0.95 a conflict,
which is the same as letting all others decay (Moskewicz2001, in the form of Een2003). The unknown
variable of most activity is decided, to the value it had last (Pipatsrisawat2007): a search that
goes back soon stands where it was in all that has nothing to do with the conflict.

The heap is a binary one, largest first; equal activities keep whatever order the heap has, which is
the same in every run. Assigned variables leave it only when they come to its top, and return when
they are unassigned. Cost: logarithmic a change.
"""

from __future__ import annotations

from typing import Any

from cpstudy.cdcl.state import HEAP, LEVEL, State
from cpstudy.core.kernels import borrowing

# What is added for a conflict grows by this, up to the bound; then all are scaled down.
GROWTH = 1.0 / 0.95
_LARGEST = 1e100


@borrowing
def rise(s: State, variable: Any) -> None:
    """Move a variable of the heap up to where it belongs."""
    heap, place, activity = s.heap, s.place, s.activity
    at = place[variable]
    mine = activity[variable]
    while at > 0:
        above = (at - 1) >> 1
        other = heap[above]
        if activity[other] >= mine:
            break
        heap[at] = other
        place[other] = at
        at = above
    heap[at] = variable
    place[variable] = at


@borrowing
def insert(s: State, variable: Any) -> None:
    """Put a variable into the heap, where it is not."""
    size = s.control[HEAP]
    s.control[HEAP] = size + 1
    s.heap[size] = variable
    s.place[variable] = size
    rise(s, variable)


@borrowing
def _take(s: State) -> Any:
    """The variable of most activity, which leaves the heap."""
    heap, place, activity = s.heap, s.place, s.activity
    top = heap[0]
    place[top] = -1
    size = s.control[HEAP] - 1
    s.control[HEAP] = size
    if size == 0:
        return top
    last = heap[size]
    mine = activity[last]
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and activity[heap[below + 1]] > activity[heap[below]]:
            below += 1
        if activity[heap[below]] <= mine:
            break
        heap[at] = heap[below]
        place[heap[at]] = at
        at = below
    heap[at] = last
    place[last] = at
    return top


@borrowing
def next_decision(s: State) -> Any:
    """The literal to decide next; 0 where all variables are assigned."""
    while s.control[HEAP] > 0:
        variable = _take(s)
        if s.value[2 * variable] == 0:
            return 2 * variable + s.phase[variable]
    return 0


@borrowing
def in_order(s: State, level: Any) -> Any:
    """The number of levels, at least ``level``, whose decisions would be made again just so."""
    while s.control[HEAP] > 0 and s.value[2 * s.heap[0]] != 0:
        _take(s)
    if s.control[HEAP] == 0:
        return s.control[LEVEL]
    most = s.activity[s.heap[0]]
    while level < s.control[LEVEL] and s.activity[s.trail[s.limits[level]] >> 1] > most:
        level += 1
    return level


@borrowing
def bump(s: State, variable: Any) -> None:
    """More activity for a variable of a conflict."""
    activity = s.activity
    activity[variable] += activity[0]
    if activity[variable] > _LARGEST:
        for other in range(len(activity)):
            activity[other] *= 1.0 / _LARGEST
    if s.place[variable] >= 0:
        rise(s, variable)


@borrowing
def decay(s: State) -> None:
    """A conflict is over: the next one counts more."""
    s.activity[0] *= GROWTH
