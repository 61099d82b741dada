"""Branching: choose the next variable by activity (VSIDS), and its value by saved phases.

A variable that took part in a conflict gains activity. The increment grows by 1/0.95 with each
conflict, which is equivalent to a decay of all activities (Moskewicz2001, in the form of Een2003).
The unknown variable of the highest activity is decided, and gets its last value
(Pipatsrisawat2007): so after backtracking the search soon restores all that the conflict does not
concern.

The variables are in a binary heap, highest activity first; equal activities have the order of the
heap, which is the same in every run. Assigned variables leave it only when they reach its top, and
return when they are unassigned. Cost: logarithmic per change.
"""

from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import f64, i64
from cpstudy.core.native import entry, kernel


@kernel
def rise(s: State, variable: i64) -> None:
    """Move a variable up the heap to its place."""
    at = s.place[variable]
    mine: f64 = s.activity[variable]
    while at > 0:
        above = (at - 1) >> 1
        other = s.heap[above]
        if s.activity[other] >= mine:
            break
        s.heap[at] = other
        s.place[other] = at
        at = above
    s.heap[at] = variable
    s.place[variable] = at


@kernel
def insert(s: State, variable: i64) -> None:
    """Insert a variable that is not in the heap."""
    size = s.heaped
    s.heaped = size + 1
    s.heap[size] = variable
    s.place[variable] = size
    rise(s, variable)


@kernel
def _take(s: State) -> i64:
    """Remove the variable of the highest activity from the heap and return it."""
    top = s.heap[0]
    s.place[top] = -1
    size = s.heaped - 1
    s.heaped = size
    if size == 0:
        return top
    last = s.heap[size]
    mine: f64 = s.activity[last]
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and s.activity[s.heap[below + 1]] > s.activity[s.heap[below]]:
            below += 1
        if s.activity[s.heap[below]] <= mine:
            break
        s.heap[at] = s.heap[below]
        s.place[s.heap[at]] = at
        at = below
    s.heap[at] = last
    s.place[last] = at
    return top


@entry
def next_decision(s: State) -> i64:
    """Return the literal to decide next; 0 if all variables are assigned."""
    while s.heaped > 0:
        variable = _take(s)
        if s.value[2 * variable] == 0:
            return 2 * variable + s.phase[variable]
    return 0


@kernel
def in_order(s: State, level: i64) -> i64:
    """Return the number of levels, at least ``level``, whose decisions would be repeated."""
    while s.heaped > 0 and s.value[2 * s.heap[0]] != 0:
        _take(s)
    if s.heaped == 0:
        return s.depth
    most: f64 = s.activity[s.heap[0]]
    while level < s.depth and s.activity[s.trail[s.limits[level]] >> 1] > most:
        level += 1
    return level


@entry
def bump(s: State, variable: i64) -> None:
    """Increase the activity of a variable of a conflict."""
    s.activity[variable] += s.activity[0]
    if s.activity[variable] > 1e100:
        for other in range(len(s.activity)):
            s.activity[other] *= 1.0 / 1e100
    if s.place[variable] >= 0:
        rise(s, variable)


@kernel
def decay(s: State) -> None:
    """Raise the increment of activities after a conflict."""
    s.activity[0] *= 1.0 / 0.95


@entry
def backtrack(s: State, level: i64) -> None:
    """Undo all levels above ``level``."""
    if s.depth <= level:
        return
    size = s.limits[level]
    for at in range(s.trailed - 1, size - 1, -1):
        literal = s.trail[at]
        variable = literal >> 1
        s.value[literal] = 0
        s.value[literal ^ 1] = 0
        s.phase[variable] = literal & 1
        if s.place[variable] < 0:
            insert(s, variable)
    s.trailed = size
    s.head = min(s.head, size)
    s.depth = level
    for k in range(len(s.heads)):
        s.heads[k] = min(s.heads[k], size)


@entry
def open_level(s: State) -> None:
    """Open a level: the assignments that follow are undone together."""
    level = s.depth
    s.limits[level] = s.trailed
    s.depth = level + 1
