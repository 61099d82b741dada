"""Islands: what each can still have, and which cells it must have.

An island of size s with t cells known can have s - t more. From its clue a flood spreads over what
is not known to be of others or sea: cells of the island are free, an unknown cell costs one, land
whose island is not known costs all of it, since it would come as a whole (cheapest first, by
buckets, Dial1969). What costs more than is left is not of the island. If what is reached is less
than s, or leaves out a cell of the island, there is a conflict. A cell is of the island where
without it the rest of what is reached leaves out a cell of the island or is less than s: these are
articulation points of what is reached, found by one walk in depth (walking.py). Where the flood
reaches far more than the island has, its nearer part is walked first: if nothing is needed there,
nothing is with more to choose from.

Explanations repeat the flood on what was known then. What bounded it is the reason: the cells at
its border that are not of the island, and, where the budget ended it anywhere, the island's cells
and the land that was too dear. What a way could not pass within the budget anyway is left out: a
border met at its end, and, where the flood began at a cell that is to be joined to the island, one
that lies too far from all of the island's cells. Half of the conflicts, measured.

Cost: linear in the cells that the flood reaches.
"""

from cpstudy.cdcl.propagator import NO_CONFLICT, imply, was_false, was_true
from cpstudy.cdcl.state import State
from cpstudy.core.kernel_types import i64
from cpstudy.core.native import inlined, kernel
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE
from cpstudy.puzzles.nurikabe.search.board import NOWHERE, Board, walk

# Instead of the cost of a cell: the flood did not meet it; it is land that is too dear; it is not
# to be had; it is at the border of the flood, then less by what a way to it costs.
UNMET, TOO_DEAR, EXCLUDED, BORDER = -1, -2, -3, -4


@kernel
def left_of(s: State, p: Board, island: i64, before: i64) -> i64:
    """How many cells an island lacked when the trail was so long; the board's where it may be any.

    Negative where it had too many. The variables of those it had are listed in ``known``.
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
    """Whether a cell was land, and not known whether of the island."""
    known = was_true(s, 2 * variable, before) or was_false(s, 2 * variable, before)
    return not known and was_false(s, 2 * p.cell[variable] + 2, before)


@kernel
def _spread_land(s: State, p: Board, start: i64, cost: i64, left: i64, before: i64) -> i64:
    """Put land that comes together into the bucket of its cost; how many cells."""
    p.cost[start] = TOO_DEAR
    p.stack[0] = start
    count = 1
    at = 0
    while at < count <= left - cost:
        here = p.stack[at]
        at += 1
        for d in range(4):
            o = p.beside[here, d]
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


@inlined
def _spread(s: State, p: Board, sized: bool, here: i64, cost: i64, left: i64, before: i64) -> i64:
    """Put a cell, and the land that comes with it, into the bucket of its cost; how many cells.

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
    """What an island can have from a cell on, at a cost up to ``left``, as things stood then.

    start: a variable of the island, as are those in ``order``. Returns how many. Each variable of
    the island has its ``cost``. without: one that is not to be had; 0 for none.
    ``limited`` says whether cost bounded it anywhere.
    """
    p.limited = False
    sized = p.size[island] != ANY_SIZE
    last = min(left, len(p.neighbours)) if sized else 0  # no way costs more
    for cost in range(last + 1):
        p.bucket[cost] = 0
    for variable in range(p.first[island], p.first[island + 1]):
        p.cost[variable] = UNMET
    p.cost[0] = EXCLUDED
    p.cost[without] = EXCLUDED
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
            o = p.beside[here, d]
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
    """Whether a known cell of the island lies within a distance, whatever is between."""
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
    """Append what bounded the last flood to the clause; its length.

    left: its budget. homeward: it began at a cell that would have to be joined to the island.
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
    """The variable of a known cell that the last flood did not reach; 0: there is none."""
    for i in range(p.knowns):
        if p.cost[p.known[i]] < 0:
            return p.known[i]
    return 0


@kernel
def _write_too_little(
    s: State, p: Board, island: i64, without: i64, left: i64, count: i64, length: i64, before: i64
) -> i64:
    """Append why the last flood, from the clue, is not enough: bounds, and a cell it leaves out.

    without, left: what it did without, and its budget. count: how many cells it reached. Where the
    budget kept it from a cell, a flood from that cell says it in fewer literals.
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
    """Append one cell more than an island has; the length of the clause."""
    count = min(p.size[island] + 1, p.knowns)
    for i in range(count):
        s.explanation[length + i] = 2 * p.known[i] + 1
    return length + count


@kernel
def look_at_island(s: State, p: Board, island: i64, far: i64, needed: i64) -> i64:
    """Propagate one island; NO_CONFLICT, or the length of a clause that is broken.

    far, needed: the data of what is implied.
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
                imply(s, 2 * p.order[i], needed)
    for variable in range(p.first[island], p.first[island + 1]):
        if s.value[2 * variable] == 0 and p.cost[variable] < 0:
            p.looked[variable] = now
            imply(s, 2 * variable + 1, far)
    return NO_CONFLICT


@kernel
def _clue_of(p: Board, island: i64) -> i64:
    """The variable of an island's clue."""
    return p.variable[island, p.clue[island]]


@kernel
def _enough(s: State, p: Board, island: i64, count: i64) -> i64:
    """How many of the ``count`` cells in ``order`` to walk first.

    Half as many again as the island has, and all that are known to be of it.
    """
    enough = max(1, min(count, p.size[island] + p.size[island] // 2 + 1))
    for i in range(enough, count):
        if s.value[2 * p.order[i]] > 0:
            enough = i + 1
    return enough


@kernel
def _is_needed(s: State, p: Board, island: i64, variable: i64, walked: i64) -> bool:
    """Whether a cell is unknown and, by the last walk, through so many cells, needed."""
    cut = p.lost[variable]
    unknown = s.value[2 * variable] == 0
    return unknown and (cut >= len(p.neighbours) or walked - 1 - cut < p.size[island])


@kernel
def _needs_any(s: State, p: Board, island: i64, walked: i64) -> bool:
    """Whether any cell is needed if the island has only the first ``walked`` cells to choose from.

    If none is, then none is with more of them either.
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
    """The clause by which an island must have a cell."""
    s.explanation[0] = literal
    left = left_of(s, p, island, before)
    if left < 0:
        return _write_too_many(s, p, island, 1)
    without = literal >> 1
    count = flood(s, p, island, _clue_of(p, island), without, left, before)
    return _write_too_little(s, p, island, without, left, count, 1, before)


@kernel
def explain_far(s: State, p: Board, island: i64, literal: i64, before: i64) -> i64:
    """The clause by which an island cannot have a cell: by a flood from the cell, or the clue.

    On what was known at that look: of land that comes together and is too dear, the cells that it
    excluded before this one would no longer be land that comes with it.
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
