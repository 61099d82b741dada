"""Probing: each unknown edge is assumed open, then closed; what is refuted at once is known.

An edge's value is refuted by the rules alone, without a further decision (a *failed literal*:
Freeman1995). What follows is learnt at the root, and the edges at the cells that changed, and at
those beside them, are probed again in the next pass. A value that followed from another one
without a contradiction has none of its own, so it is not probed in that pass.

Depth-first mazes of 300×300 have 74,000 unknown edges before and 14,000 after it, and a first
solution of 200×200 takes 5,000 nodes where it took 500,000: what a search finds out again
and again, in each region at another time, is refuted once. Cost: about half a microsecond an edge
and value, 7 ms for 100×100. Limits: see there; two edges together are not tried.
"""

from cpstudy.core.kernel_types import i64
from cpstudy.core.native import entry, kernel
from cpstudy.puzzles.tilings.search.rules import assume
from cpstudy.puzzles.tilings.search.state import Work, undo, unknown_sides

# Cells that are probed in one call: about a millisecond.
_PACE = 1000

# In place of the cell to be probed next: nothing is to be probed.
NO_PROBING = -1


@entry
def begin_probing(w: Work) -> None:
    """All edges are to be probed, by :func:`probe`."""
    w.probing = 0
    w.settled = False
    for cell in range(w.cells):
        w.waiting[cell] = True
        w.sound[cell] = 0


@entry
def probe(w: Work) -> bool:
    """Probe on, before any decision, for a millisecond; False where there is no solution.

    ``w.probing`` is NO_PROBING after a pass that refuted nothing.
    """
    left = _PACE
    while w.probing < w.cells:
        cell = w.probing
        w.probing += 1
        if w.waiting[cell]:
            w.waiting[cell] = False
            if not _probe_cell(w, cell):
                return False
            left -= 1
            if left == 0:
                return True
    w.probing = NO_PROBING if w.settled else 0
    w.settled = True
    for cell in range(w.cells):
        w.sound[cell] = 0
    return True


@kernel
def _probe_cell(w: Work, cell: i64) -> bool:
    for side in range(w.sides):
        for value in range(2):
            bit = 1 << (side if value else side + w.sides)
            if unknown_sides(w, cell, w.sides) >> side & 1 and not w.sound[cell] & bit:
                edge = cell << w.shift | side
                mark = w.trailed
                if assume(w, edge, value):
                    _note_sound(w, mark)
                    undo(w, mark)
                    continue
                undo(w, mark)
                if not assume(w, edge, 1 - value):
                    return False
                _wait_again(w, mark)
    return True


@kernel
def _note_sound(w: Work, mark: i64) -> None:
    """What was learnt since the trail was ``mark`` long needs no probe of its own."""
    for place in range(mark, w.trailed):
        cell = w.trail[place, 0]
        if cell >= 0:
            w.sound[cell] |= w.state[cell]


@kernel
def _wait_again(w: Work, mark: i64) -> None:
    """Another pass is due, of the cells that changed since then and those beside them."""
    w.settled = False
    for place in range(mark, w.trailed):
        cell = w.trail[place, 0]
        if cell >= 0:
            w.waiting[cell] = True
            for side in range(w.sides):
                if w.neighbours[cell, side] >= 0:
                    w.waiting[w.neighbours[cell, side]] = True
