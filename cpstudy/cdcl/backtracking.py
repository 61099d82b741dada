"""Going back: the trail is cut, values become phases, heads of propagators are cut with it."""

from __future__ import annotations

from cpstudy.cdcl.branching import insert
from cpstudy.cdcl.state import State
from cpstudy.core.native import entry, i64


@entry
def backtrack(s: State, level: i64) -> None:
    """Take back all levels above ``level``."""
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
    """What is assigned from now on is taken back together."""
    level = s.depth
    s.limits[level] = s.trailed
    s.depth = level + 1
