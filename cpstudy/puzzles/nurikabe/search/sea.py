"""The sea is connected: a cell that every path between two parts of it must pass is sea.

From a cell of sea, a flood spreads over all cells that are not land. If it misses sea, there is a
conflict; other cells that it misses are land. Articulation points of the reached cells that have
sea on both sides are sea; one depth-first walk finds them (board.py). The flood is skipped if the
cells around all new ones exclude a consequence (board.py), one time in four.

An explanation is a *cut*: the land around one side, and a cell of sea on each side. Of several
sides, the one with the shortest border is used.

Cost: linear in the board.
"""

from cpstudy.cdcl.propagator import NO_CONFLICT, imply, was_false, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import kernel
from cpstudy.puzzles.nurikabe.search.board import ITSELF, NOWHERE, Board, walk


@kernel
def may_part(s: State, p: Board, literal: i64, moment: i64) -> bool:
    """Whether a cell that became known at a moment may have a consequence for the sea.

    It has none if it is sea next to known sea: the cells necessary to reach it were necessary
    before. If it is land, the cells around it decide (board.py).
    """
    cell = (literal >> 1) - 1
    if literal & 1 == 0:
        for place in range(0, 8, 2):
            if p.ring[cell, place] and was_true(s, 2 * p.ring[cell, place], moment):
                return False
        return True
    there = 0
    without = ITSELF
    for place in range(8):
        o = p.ring[cell, place]
        if o != 0 and not was_false(s, 2 * o, moment):
            there |= 1 << place
            if s.value[2 * o] == 0:
                without |= 1 << place
    return p.parting[there] & without != 0


@kernel
def look_at_sea(s: State, p: Board, apart: i64, narrow: i64) -> i64:
    """Propagate; NO_CONFLICT, or the length of a violated clause.

    apart, narrow: the data of the implied literals.
    """
    cells = len(p.neighbours)
    root = 1
    while root <= cells and s.value[2 * root] <= 0:
        root += 1
    s.steps += cells // 4
    if root > cells:
        return NO_CONFLICT
    passable = 0
    for variable in range(1, cells + 1):
        land = s.value[2 * variable] < 0
        p.entered[variable] = NOWHERE if land else 0
        passable += not land
    reached = walk(s, p, root)
    if reached < passable:
        for variable in range(root + 1, cells + 1):
            if s.value[2 * variable] > 0 and p.entered[variable] == 0:
                return _write_cut(s, p, variable - 1, -1, 0, s.trailed)
    for i in range(reached):
        variable = p.walked[i]
        if p.lost[variable] >= cells and s.value[2 * variable] == 0:
            imply(s, 2 * variable, narrow)
    if reached < passable:
        for variable in range(1, cells + 1):
            if p.entered[variable] == 0 and s.value[2 * variable] == 0:
                imply(s, 2 * variable + 1, apart)
    return NO_CONFLICT


@kernel
def _side(s: State, p: Board, start: i64, without: i64, before: i64) -> i64:
    """Flood the cells that were not land, from ``start``: marked, listed in ``order``; how many.

    The land around it is marked and listed in ``stack``: ``shore`` cells.
    """
    stamp = p.stamp + 1
    p.stamp = stamp
    border = 0
    if without >= 0:
        p.mark[without] = stamp
    p.mark[start] = stamp
    p.order[0] = start
    count = 1
    at = 0
    while at < count:
        cell = p.order[at]
        at += 1
        for d in range(4):
            o = p.neighbours[cell, d]
            if o < 0 or p.mark[o] == stamp:
                continue
            p.mark[o] = stamp
            if was_false(s, 2 * o + 2, before):
                p.stack[border] = o
                border += 1
            else:
                p.order[count] = o
                count += 1
    p.shore = border
    s.steps += 1 + count // 4
    return count


@kernel
def _border(s: State, p: Board, length: i64) -> i64:
    """Append the land around the last side to the clause; return its length."""
    for i in range(p.shore):
        s.explanation[length + i] = 2 * p.stack[i] + 2
    return length + p.shore


@kernel
def _oldest_sea(s: State, p: Board, inside: bool, before: i64) -> i64:
    """The earliest known cell of sea inside or outside the cells marked by ``_side``; -1: none."""
    stamp = p.stamp
    found = -1
    for cell in range(len(p.neighbours)):
        if (p.mark[cell] == stamp) != inside or not was_true(s, 2 * cell + 2, before):
            continue
        if found < 0 or s.position[cell + 1] < s.position[found + 1]:
            found = cell
    return found


@kernel
def _write_cut(s: State, p: Board, start: i64, without: i64, length: i64, before: i64) -> i64:
    """Append a cut around the component of ``start``, with a cell of sea on each side.

    If a side contains no sea, no cell of it is named: then ``start`` is the subject of the clause.
    """
    _side(s, p, start, without, before)
    for side in range(2):
        cell = _oldest_sea(s, p, side == 0, before)
        if cell >= 0:
            s.explanation[length] = 2 * cell + 3
            length += 1
    return _border(s, p, length)


@kernel
def explain_apart(s: State, p: Board, literal: i64, before: i64) -> i64:
    """Write the clause that a cell cannot be sea: no sea reaches it."""
    s.explanation[0] = literal
    return _write_cut(s, p, p.cell[literal >> 1], -1, 1, before)


@kernel
def _parts(s: State, p: Board, count: i64, before: i64) -> bool:
    """Whether there is sea on both sides of the cells that ``_side`` listed."""
    inside = 0
    for i in range(count):
        inside += was_true(s, 2 * p.order[i] + 2, before)
    if inside == 0:
        return False
    stamp = p.stamp
    for cell in range(len(p.neighbours)):
        if p.mark[cell] != stamp and was_true(s, 2 * cell + 2, before):
            return True
    return False


@kernel
def explain_narrow(s: State, p: Board, literal: i64, before: i64) -> i64:
    """Write the clause that a cell must be sea: without it the sea would be split."""
    cell = p.cell[literal >> 1]
    s.explanation[0] = literal
    begun = p.stamp
    best = -1
    shortest = 0
    for d in range(4):
        o = p.neighbours[cell, d]
        # Everything connected with an earlier side is marked.
        if o >= 0 and p.mark[o] <= begun and not was_false(s, 2 * o + 2, before):
            count = _side(s, p, o, cell, before)
            shorter = best < 0 or p.shore < shortest
            if shorter and _parts(s, p, count, before):
                best = o
                shortest = p.shore
    return _write_cut(s, p, best, cell, 1, before)
