"""Going back: the trail is cut, values become phases, heads of propagators are cut with it."""

from __future__ import annotations

from typing import Any

from cpstudy.cdcl.branching import insert
from cpstudy.cdcl.state import HEAD, LEVEL, TRAIL, State
from cpstudy.core.kernels import borrowing


@borrowing
def backtrack(s: State, level: Any) -> None:
    """Take back all levels above ``level``."""
    control = s.control
    if control[LEVEL] <= level:
        return
    value, phase, place = s.value, s.phase, s.place
    size = s.limits[level]
    for at in range(control[TRAIL] - 1, size - 1, -1):
        literal = s.trail[at]
        variable = literal >> 1
        value[literal] = 0
        value[literal ^ 1] = 0
        phase[variable] = literal & 1
        if place[variable] < 0:
            insert(s, variable)
    control[TRAIL] = size
    control[HEAD] = min(control[HEAD], size)
    control[LEVEL] = level
    for k in range(len(s.heads)):
        s.heads[k] = min(s.heads[k], size)


@borrowing
def open_level(s: State) -> None:
    """What is assigned from now on is taken back together."""
    level = s.control[LEVEL]
    s.limits[level] = s.control[TRAIL]
    s.control[LEVEL] = level + 1
