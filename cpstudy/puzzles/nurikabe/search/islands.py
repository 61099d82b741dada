"""Islands: the cells that each can still have, and the cells that it must have.

An island of size s with t known cells can have s - t more. From its clue, a flood spreads over the
cells that are not known to be sea or on other islands. Known cells of the island are free, an
unknown cell costs one, and land whose island is not known costs its whole component, since it would
join as a whole (cheapest first, by buckets, Dial1969). Cells that cost more than the remaining
number are not on the island. If fewer than s cells are reached, or a known cell is not reached,
there is a conflict. A cell is on the island if without it the flood would miss a known cell or
reach fewer than s cells: these cells are articulation points of the reached set, found by one
depth-first walk (board.py). If the flood reaches far more cells than the island has, its nearer
part is walked first: if no cell is necessary there, no cell is necessary with more choice.

Explanations repeat the flood on the knowledge of that time. The reason is what bounded the flood:
the cells at its border that are not on the island and, if its budget bounded it anywhere, the
island's cells and the land that was too expensive. Cells that a path could not pass within the
budget anyway are left out: border cells met at the end of the budget and, if the flood began at a
cell that would have to join the island, cells too far from all cells of the island. This removes
half of the conflicts, measured.

Cost: linear in the cells that the flood reaches.
"""

from cpstudy.cdcl.propagator import NO_CONFLICT, imply, was_false, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import inlined, kernel
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE
from cpstudy.puzzles.nurikabe.search.board import NOWHERE, Board, walk

# Values instead of the cost of a cell: the flood did not meet it; it is land that is too expensive;
# it is excluded; it is land that would join with the excluded cell; it is at the border of the
# flood (minus the cost of a path to it).
UNMET, TOO_DEAR, EXCLUDED, JOINED, BORDER = -1, -2, -3, -4, -5


@kernel
def left_of(s: State, p: Board, island: i64, before: i64) -> i64:
    """The number of cells that an island lacked at trail length ``before``; of any size: n.

    Negative if it had too many. The variables of its known cells are listed in ``known``.
    """
    count = 0
    for variable in range(p.first[island], p.first[island + 1]):
        if was_true(s, 2 * variable, before):
            p.known[count] = variable
            count += 1
    p.knowns = count
    return len(p.neighbours) if p.size[island] == ANY_SIZE else p.size[island] - count


@kernel
def _is_land(s: State, p: Board, variable: i64, before: i64) -> bool:
    """Whether a cell was land, but not known to be on the island or not."""
    known = was_true(s, 2 * variable, before) or was_false(s, 2 * variable, before)
    return not known and was_false(s, 2 * p.cell[variable] + 2, before)


@kernel
def _spread_land(s: State, p: Board, start: i64, cost: i64, left: i64, before: i64) -> i64:
    """Put a component of land into the bucket of its cost; return its number of cells."""
    p.cost[start] = TOO_DEAR
    p.stack[0] = start
    count = 1
    at = 0
    while at < count <= left - cost:
        here = p.stack[at]
        at += 1
        for d in range(4):
            o = p.adjacent[here, d]
            if p.cost[o] == UNMET and count <= left - cost and _is_land(s, p, o, before):
                p.cost[o] = TOO_DEAR
                p.stack[count] = o
                count += 1
    cost += count
    if cost > left:
        p.limited = True
        return 0
    for i in range(count):
        here = p.stack[i]
        p.cost[here] = cost
        p.link[here] = p.bucket[cost]
        p.bucket[cost] = here
    return count


@kernel
def _exclude_land(s: State, p: Board, without: i64, before: i64) -> None:
    """Exclude the land that is connected with an excluded cell of land: all of it would join."""
    p.stack[0] = without
    count = 1
    at = 0
    while at < count:
        here = p.stack[at]
        at += 1
        for d in range(4):
            o = p.adjacent[here, d]
            if p.cost[o] == UNMET and _is_land(s, p, o, before):
                p.cost[o] = JOINED
                p.stack[count] = o
                count += 1
    if count > 1:
        p.cost[without] = JOINED


@inlined
def _spread(s: State, p: Board, sized: bool, here: i64, cost: i64, left: i64, before: i64) -> i64:
    """Put a cell, and the land that joins with it, into its bucket; return the number of cells.

    here: its variable. sized: whether the island's size is given.
    """
    if sized and not was_true(s, 2 * here, before):
        if cost == left:
            p.limited = True
            p.cost[here] = EXCLUDED
            return 0
        if was_false(s, 2 * p.cell[here] + 2, before):
            return _spread_land(s, p, here, cost, left, before)
        cost += 1
    p.cost[here] = cost
    p.link[here] = p.bucket[cost]
    p.bucket[cost] = here
    return 1


@kernel
def flood(s: State, p: Board, island: i64, start: i64, without: i64, left: i64, before: i64) -> i64:
    """Flood the cells that an island can have, from ``start``, at a cost up to ``left``.

    start: a variable of the island, as are those in ``order``. Returns the number of cells reached.
    Each variable of the island has its ``cost``. without: an excluded variable, 0 for none; if
    ``joining``, land connected with it is excluded too. before: the length of the trail.
    ``limited``: whether the cost bounded the flood anywhere.
    """
    p.limited = False
    sized = p.size[island] != ANY_SIZE
    last = min(left, len(p.neighbours)) if sized else 0  # no path costs more
    for cost in range(last + 1):
        p.bucket[cost] = 0
    for variable in range(p.first[island], p.first[island + 1]):
        p.cost[variable] = UNMET
    p.cost[0] = EXCLUDED
    p.cost[without] = EXCLUDED
    if p.joining and _is_land(s, p, without, before):
        _exclude_land(s, p, without, before)
    waiting = _spread(s, p, sized, start, 0, last, before)
    count = 0
    cost = 0
    while waiting > 0:
        here = p.bucket[cost]
        if here == 0:
            cost += 1
            continue
        p.bucket[cost] = p.link[here]
        waiting -= 1
        p.order[count] = here
        count += 1
        for d in range(4):
            o = p.adjacent[here, d]
            if p.cost[o] != UNMET:
                continue
            if was_false(s, 2 * o, before):
                p.cost[o] = BORDER - cost
            else:
                waiting += _spread(s, p, sized, o, cost, last, before)
    s.steps += 1 + count // 4
    return count


@kernel
def _is_near(p: Board, cell: i64, distance: i64) -> bool:
    """Whether a known cell of the island is within a distance, regardless of obstacles."""
    columns = p.columns
    down = cell // columns
    right = cell % columns
    for i in range(p.knowns):
        other = p.cell[p.known[i]]
        if abs(other // columns - down) + abs(other % columns - right) <= distance:
            return True
    return False


@kernel
def _write_bounds(
    s: State, p: Board, island: i64, left: i64, homeward: bool, length: i64, before: i64
) -> i64:
    """Append the literals that bounded the last flood to the clause; return its length.

    left: its budget. homeward: whether it began at a cell that would have to join the island.
    """
    limited = p.limited
    for variable in range(p.first[island], p.first[island + 1]):
        cost = p.cost[variable]
        literal = 0
        if cost <= BORDER:
            spare = left - (BORDER - cost)
            passable = not limited
            if not passable and spare > 0:
                passable = not homeward or _is_near(p, p.cell[variable], spare)
            if passable:
                literal = 2 * variable
        elif cost == JOINED:
            literal = 2 * p.cell[variable] + 2
        elif limited:
            if was_true(s, 2 * variable, before):
                literal = 2 * variable + 1
            elif (cost >= 0 or cost == TOO_DEAR) and _is_land(s, p, variable, before):
                literal = 2 * p.cell[variable] + 2
        if literal > 0:
            s.explanation[length] = literal
            length += 1
    return length


@kernel
def _left_out(p: Board) -> i64:
    """The variable of a known cell that the last flood did not reach; 0 if there is none."""
    for i in range(p.knowns):
        if p.cost[p.known[i]] < 0:
            return p.known[i]
    return 0


@kernel
def _write_too_little(
    s: State, p: Board, island: i64, without: i64, left: i64, count: i64, length: i64, before: i64
) -> i64:
    """Append why the last flood, from the clue, is not enough: bounds, and a cell it leaves out.

    without, left: its excluded variable and its budget. count: the number of cells it reached. If
    the budget kept it from a cell, a flood from that cell needs fewer literals.
    """
    stray = 0
    if p.limited or count >= p.size[island]:
        stray = _left_out(p)
    homeward = p.limited and stray > 0
    if homeward:
        flood(s, p, island, stray, without, left, before)
    length = _write_bounds(s, p, island, left, homeward, length, before)
    if not p.limited and stray > 0:
        s.explanation[length] = 2 * stray + 1
        length += 1
    return length


@kernel
def _write_too_many(s: State, p: Board, island: i64, length: i64) -> i64:
    """Append one cell more than an island has; return the length of the clause."""
    count = min(p.size[island] + 1, p.knowns)
    for i in range(count):
        s.explanation[length + i] = 2 * p.known[i] + 1
    return length + count


@kernel
def look_at_island(s: State, p: Board, island: i64, unreachable: i64, needed: i64) -> i64:
    """Propagate one island; NO_CONFLICT, or the length of a violated clause.

    unreachable, needed: the data of the implied literals.
    """
    now = s.trailed
    left = left_of(s, p, island, now)
    if left < 0:
        return _write_too_many(s, p, island, 0)
    count = flood(s, p, island, _clue_of(p, island), 0, left, now)
    if count < p.size[island] or _left_out(p) > 0:
        return _write_too_little(s, p, island, 0, left, count, 0, now)
    enough = _enough(s, p, island, count)
    if 2 * enough > count or _needs_any(s, p, island, enough):
        _walk(s, p, island, count)
        for i in range(count):
            if _is_needed(s, p, island, p.order[i], count):
                p.looked[p.order[i]] = now
                imply(s, 2 * p.order[i], needed)
    for variable in range(p.first[island], p.first[island + 1]):
        if s.value[2 * variable] == 0 and p.cost[variable] < 0:
            p.looked[variable] = now
            imply(s, 2 * variable + 1, unreachable)
    return NO_CONFLICT


@kernel
def _clue_of(p: Board, island: i64) -> i64:
    """The variable of an island's clue."""
    return p.variable[island, p.clue[island]]


@kernel
def _enough(s: State, p: Board, island: i64, count: i64) -> i64:
    """How many of the ``count`` cells in ``order`` to walk first.

    One and a half times the size of the island, and all cells known to be on it.
    """
    enough = max(1, min(count, p.size[island] + p.size[island] // 2 + 1))
    for i in range(enough, count):
        if s.value[2 * p.order[i]] > 0:
            enough = i + 1
    return enough


@kernel
def _is_needed(s: State, p: Board, island: i64, variable: i64, walked: i64) -> bool:
    """Whether an unknown cell is necessary by the last walk, through ``walked`` cells."""
    cut = p.lost[variable]
    unknown = s.value[2 * variable] == 0
    return unknown and (cut >= len(p.neighbours) or walked - 1 - cut < p.size[island])


@kernel
def _needs_any(s: State, p: Board, island: i64, walked: i64) -> bool:
    """Whether a cell is necessary if the island can only use the first ``walked`` cells.

    If no cell is necessary, none is with more cells either.
    """
    _walk(s, p, island, walked)
    for i in range(walked):
        if _is_needed(s, p, island, p.order[i], walked):
            return True
    return False


@kernel
def _walk(s: State, p: Board, island: i64, walked: i64) -> None:
    """Walk through the first ``walked`` cells in ``order``, from the clue; see ``walk``."""
    for variable in range(p.first[island], p.first[island + 1]):
        p.entered[variable] = NOWHERE
    for i in range(walked):
        p.entered[p.order[i]] = 0
    walk(s, p, _clue_of(p, island))
    s.steps += walked // 2


@kernel
def explain_needed(s: State, p: Board, island: i64, literal: i64, before: i64) -> i64:
    """Write the clause that an island must have a cell.

    The trail may have cells of the island that were found together with this one. If they are part
    of land that joins as a whole, the flood may now pass through the rest of it, one cell at a
    time. Then the trail at the time of the finding has the reason: all land that joins.
    """
    s.explanation[0] = literal
    left = left_of(s, p, island, before)
    if left < 0:
        return _write_too_many(s, p, island, 1)
    without = literal >> 1
    p.joining = False
    count = flood(s, p, island, _clue_of(p, island), without, left, before)
    if count >= p.size[island] and _left_out(p) == 0:
        p.joining = True
        before = p.looked[without]
        left = left_of(s, p, island, before)
        count = flood(s, p, island, _clue_of(p, island), without, left, before)
    length = _write_too_little(s, p, island, without, left, count, 1, before)
    p.joining = False
    return length


@kernel
def explain_unreachable(s: State, p: Board, island: i64, literal: i64, before: i64) -> i64:
    """Write the clause that an island cannot have a cell: by a flood from the cell, or the clue.

    It uses the trail at the time of the finding: cells that the island excluded before this one
    would otherwise no longer count as land that joins with it and is too expensive.
    """
    before = p.looked[literal >> 1]
    s.explanation[0] = literal
    left = left_of(s, p, island, before)
    if left < 0:
        return _write_too_many(s, p, island, 1)
    count = flood(s, p, island, literal >> 1, 0, left, before)
    clue = _clue_of(p, island)
    limited = p.limited
    for i in range(count):
        here = p.order[i]
        met = limited and was_true(s, 2 * here, before)
        if met or here == clue:
            flood(s, p, island, clue, 0, left, before)
            return _write_bounds(s, p, island, left, False, 1, before)
    return _write_bounds(s, p, island, left, True, 1, before)
