"""The size of the sea: if islands take most of the board, few cells are left for connecting it.

If every clue has a number, the sea has the remaining cells of the board; with t known cells, that
number minus t can be added. The sea is connected, so from any cell of sea, a flood that pays for
each unknown cell must reach the other cells within that budget; cells that it does not reach are
land. Two floods are made, the second one from the cell of sea that is farthest in the first.

An explanation names cells of sea, which determine the budget, and the land at the border of a
flood. If the flood ends far short of the other side, its budget is increased, and the same number
of cells of sea, latest first, is not named, if that makes the clause shorter.

On boards with much sea nothing follows from this, so it runs only if the sea is at most a third of
the board (board.py): there it solves boards that are hopeless without it.

Cost: linear in the board.
"""

from cpstudy.cdcl.propagator import NO_CONFLICT, imply, was_false, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import kernel
from cpstudy.puzzles.nurikabe.search.board import Board


@kernel
def look_at_sea_size(s: State, p: Board, reason: i64) -> i64:
    """Propagate; NO_CONFLICT, or the length of a violated clause.

    reason: the datum of the implied literals.
    """
    size = p.sea_size
    now = s.trailed
    known = _known_sea(s, p, now)
    if known > size:
        return _write_sea(s, p, -1, -1, size + 1, 0, now)
    root = -1
    for cell in range(len(p.neighbours)):
        if s.value[2 * cell + 2] > 0:
            root = cell
            break
    for _ in range(2):
        if root < 0:
            break
        _spread_sea(s, p, root, now)
        farthest = _farthest_sea(s, p, now)
        if p.cost[farthest] > size - known:
            return _write_too_distant(s, p, known, root, farthest, 0, now)
        for cell in range(len(p.neighbours)):
            if s.value[2 * cell + 2] == 0 and _cost(p, cell) > size - known:
                imply(s, 2 * cell + 3, reason)
        root = farthest
    return NO_CONFLICT


@kernel
def _known_sea(s: State, p: Board, before: i64) -> i64:
    """The number of cells that were known to be sea."""
    known = 0
    for cell in range(len(p.neighbours)):
        if was_true(s, 2 * cell + 2, before):
            known += 1
    return known


@kernel
def _spread_sea(s: State, p: Board, start: i64, before: i64) -> None:
    """Set ``cost`` of each cell: the unknown cells on the cheapest path from ``start`` to it.

    Reached cells are marked; land is not reached.
    """
    stamp = p.stamp + 1
    p.stamp = stamp
    for cost in range(len(p.bucket)):
        p.bucket[cost] = 0
    cost = 0 if was_true(s, 2 * start + 2, before) else 1
    p.mark[start] = stamp
    p.cost[start] = cost
    p.link[start] = 0
    p.bucket[cost] = start + 1
    waiting = 1
    while waiting > 0:
        if p.bucket[cost] == 0:
            cost += 1
            continue
        cell = p.bucket[cost] - 1
        p.bucket[cost] = p.link[cell]
        waiting -= 1
        for d in range(4):
            o = p.neighbours[cell, d]
            if o < 0 or p.mark[o] == stamp or was_false(s, 2 * o + 2, before):
                continue
            there = cost if was_true(s, 2 * o + 2, before) else cost + 1
            p.mark[o] = stamp
            p.cost[o] = there
            p.link[o] = p.bucket[there]
            p.bucket[there] = o + 1
            waiting += 1
    s.steps += len(p.neighbours) // 2


@kernel
def _cost(p: Board, cell: i64) -> i64:
    """The cost of a cell in the last flood; larger than the board if it was not reached."""
    return p.cost[cell] if p.mark[cell] == p.stamp else len(p.neighbours) + 1


@kernel
def _farthest_sea(s: State, p: Board, before: i64) -> i64:
    """The cell of sea with the largest cost in the last flood."""
    farthest = -1
    for cell in range(len(p.neighbours)):
        if not was_true(s, 2 * cell + 2, before):
            continue
        if farthest < 0 or _cost(p, cell) > _cost(p, farthest):
            farthest = cell
    return farthest


@kernel
def _write_sea(
    s: State, p: Board, start: i64, target: i64, most: i64, length: i64, before: i64
) -> i64:
    """Append ``most`` cells of sea to the clause: these two first, then those known longest.

    start, target: cells; -1, and cells that are not sea, are left out.
    """
    for end in range(2):
        cell = target if end else start
        if cell >= 0 and was_true(s, 2 * cell + 2, before):
            s.explanation[length] = 2 * cell + 3
            length += 1
            most -= 1
    for at in range(before):
        literal = s.trail[at]
        if most <= 0:
            break
        if literal & 1 or literal >> 1 > len(p.neighbours):
            continue
        if literal != 2 * start + 2 and literal != 2 * target + 2:
            s.explanation[length] = literal ^ 1
            length += 1
            most -= 1
    return length


@kernel
def _write_too_distant(
    s: State, p: Board, known: i64, start: i64, target: i64, length: i64, before: i64
) -> i64:
    """Append why the sea has too few cells for a path from ``start``, where the last flood began.

    known: the number of cells known to be sea. target: the cell of sea at the end of the path.
    """
    left = p.sea_size - known
    most = min(_cost(p, target) - 1, p.sea_size)
    # lost: the number of land cells that the flood met at each cost; side: the cost of each.
    for cost in range(most + 1):
        p.lost[cost] = 0
    for cell in range(len(p.neighbours)):
        met = most
        if was_false(s, 2 * cell + 2, before):
            for d in range(4):
                o = p.neighbours[cell, d]
                if o >= 0:
                    met = min(met, _cost(p, o))
        p.side[cell] = met
        p.lost[met] += 1
    best = left
    gain = 0
    shortest = 0
    for reach in range(left + 1, most + 1):
        gain += 1 - p.lost[reach - 1]
        if gain > shortest:
            shortest = gain
            best = reach
    length = _write_sea(s, p, start, target, p.sea_size - best, length, before)
    for cell in range(len(p.neighbours)):
        if p.side[cell] < best:
            s.explanation[length] = 2 * cell + 2
            length += 1
    return length


@kernel
def explain_too_distant(s: State, p: Board, literal: i64, before: i64) -> i64:
    """Write the clause that makes a cell land: the sea has too few cells left to reach it."""
    s.explanation[0] = literal
    cell = p.cell[literal >> 1]
    _spread_sea(s, p, cell, before)
    farthest = _farthest_sea(s, p, before)
    return _write_too_distant(s, p, _known_sea(s, p, before), cell, farthest, 1, before)
