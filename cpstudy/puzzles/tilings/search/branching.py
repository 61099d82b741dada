"""Which edge the search decides next.

One that failed lately (Gay2015: conflict ordering), else one at the cell that was changed last, so
that the search stays near the region it is about, else the first that is unknown.
"""

from __future__ import annotations

from cpstudy.core.native import entry, i64, kernel
from cpstudy.puzzles.tilings.search.state import Work, unknown_sides

# How far back on the trail a cell to go on at is looked for.
_NEAR = 64


@entry
def next_edge(w: Work) -> i64:
    """The edge to decide next, as a half-edge; -1 where all are known."""
    for place in range(w.failures - 1, -1, -1):
        half = w.failed[place]
        if w.failed_at[half] == place and unknown_sides(w, half >> 3) >> (half & 7) & 1:
            return half
    trail = w.trailed
    for place in range(trail - 1, max(trail - _NEAR, 0) - 1, -1):
        changed = w.trail[place, 0]
        if changed >= 0:
            half = _unknown_at(w, changed)
            if half >= 0:
                return half
    for cell in range(w.cursor, w.cells):
        half = _unknown_at(w, cell)
        if half >= 0:
            w.cursor = cell
            return half
    w.cursor = w.cells
    return -1


@kernel
def _unknown_at(w: Work, cell: i64) -> i64:
    """The first unknown half-edge of a cell, -1 where there is none."""
    unknown = unknown_sides(w, cell)
    for side in range(w.sides):
        if unknown >> side & 1:
            return 8 * cell + side
    return -1
