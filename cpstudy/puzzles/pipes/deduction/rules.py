"""The rules for one tile, for loops and for dead ends (Tatham2019).

- *local*: a tile loses the orientations that contradict a known edge; an edge is known as soon as
  all remaining orientations of one of its tiles agree on it. This covers every special case such as
  "a T at the border has one position". Runs to its fixpoint, last in first out, and visits a tile
  again only after a change there: linear. Alone it settles few boards.
- *loop*, trees only: an edge must not join two tiles that are already joined. A disjoint-set forest
  over the known open edges records which tiles are joined. An unknown edge between two of them is
  closed; a tile loses the orientations that would open two unknown sides towards one component, or
  one towards its own. Near-linear in the new open edges and the tiles that are not settled.
- *dead end*, trees only: no part of the board may be cut off. For each direction of each edge there
  is an upper bound on the number of tiles that crossing it can reach: the tile beyond, plus, in its
  best orientation, the sum of what its other open sides can reach. The bounds start at the size of
  the board and decrease to their fixpoint. An edge is closed if the sum of its two bounds is less
  than the number of tiles on the board; a tile loses an orientation if its bounds, with the tile
  itself, sum to less. The bound is exact if a tree lies beyond, and for the whole board: a part
  that *is* the board is not a dead end. Bounds only decrease, so they are kept, and updated at the
  tiles of the log's new steps. A bound decreases at most as often as those of the tiles behind it:
  near-linear in practice.
"""

from cpstudy.core.kernel_types import View, i32, i64, u8
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.deduction.knowledge import (
    DEAD_END,
    LOCAL,
    LOOP,
    TURNS,
    Knowledge,
    keep,
    set_edge,
    unknown_sides,
)

# -- one tile -----------------------------------------------------------------------------------


@kernel
def local(k: Knowledge) -> bool:
    """Apply the rule to its fixpoint. False on a contradiction."""
    while k.waiting > 0:
        k.waiting -= 1
        tile = k.queue[k.waiting]
        k.queued[tile] = 0
        known = k.known[tile]
        possible = k.possible[tile]
        facing_itself = _facing_itself(k, tile)
        remaining = 0
        always = 15
        ever = 0
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if possible >> mask & 1 and known & 15 & ~mask == 0 and known >> 4 & mask == 0:
                if (mask ^ mask >> 2) & facing_itself:
                    continue
                remaining |= 1 << mask
                always &= mask
                ever |= mask
        if not keep(k, LOCAL, tile, remaining):
            return False
        unknown = unknown_sides(k, tile)
        agreed = unknown & (always | ~ever)
        for side in range(4):
            if agreed >> side & 1 and not set_edge(k, LOCAL, tile, side, always >> side & 1):
                return False
    return True


@kernel
def _facing_itself(k: Knowledge, tile: i64) -> i64:
    """The sides, right or up, that face the tile itself, across a wrapping dimension of one."""
    sides = 0
    for side in range(2):
        if k.neighbours[tile, side] == tile:
            sides |= 1 << side
    return sides


# -- loops --------------------------------------------------------------------------------------


@entry
def join_open_edges(k: Knowledge) -> bool:
    """Bring the forest up to date with the log. False if open edges close a cycle."""
    for step in range(k.joined_to, k.logged):
        tile = k.steps[step, 1]
        side = k.steps[step, 2]
        if side >= 0 and k.steps[step, 3] == 1:
            one = root(k.joined, tile)
            other = root(k.joined, k.neighbours[tile, side])
            if one == other:
                return False
            k.joined[one] = other
    k.joined_to = k.logged
    return True


@kernel
def loops(k: Knowledge) -> bool:
    """One pass over the board. False on a contradiction."""
    if not join_open_edges(k):
        return False
    for tile in range(len(k.possible)):
        unknown = unknown_sides(k, tile)
        if unknown == 0:
            continue
        own = root(k.joined, tile)
        for side in range(4):
            k.towards[side] = -1
            if unknown >> side & 1:
                k.towards[side] = root(k.joined, k.neighbours[tile, side])
                if k.towards[side] == own and not set_edge(k, LOOP, tile, side, 0):
                    return False
        remaining = k.possible[tile]
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if remaining >> mask & 1 and _closes(k, mask & unknown):
                remaining ^= 1 << mask
        if not keep(k, LOOP, tile, remaining):
            return False
    return True


@kernel
def _closes(k: Knowledge, opening: i64) -> bool:
    """Whether opening these sides joins one component twice."""
    for side in range(4):
        for other in range(side):
            if opening >> side & opening >> other & 1 and k.towards[side] == k.towards[other]:
                return True
    return False


# -- dead ends ----------------------------------------------------------------------------------


@workspace
class Lowering:
    """Temporary memory for lowering bounds, on a board of n tiles.

    touched: [n], 1 if a bound of the tile, or one back to it, was lowered. stack, waiting: [n],
    tiles behind which bounds must be examined; waiting is 0 between calls. best: [4], by the side
    through which a tile is entered.
    """

    touched: View[u8]
    stack: View[i32]
    waiting: View[u8]
    best: View[i64]

    def __init__(self, n: int) -> None:
        self.touched = zeros(n, "u8")
        self.stack = zeros(n, "i32")
        self.waiting = zeros(n, "u8")
        self.best = zeros(4, "i64")


@entry
def lower_bounds(k: Knowledge, low: Lowering) -> None:
    """Lower ``k.reach`` to its fixpoint: the number of tiles reachable by leaving across a side."""
    for tile in range(len(low.touched)):
        low.touched[tile] = 0
    size = _read_log(k, low)
    while size > 0:
        size -= 1
        tile = low.stack[size]
        low.waiting[tile] = 0
        _best_beyond(k, low, tile)
        for side in range(4):
            if k.known[tile] >> side & 16:
                continue
            beyond = k.neighbours[tile, side]
            if low.best[side] < k.reach[beyond, side ^ 2]:
                k.reach[beyond, side ^ 2] = low.best[side]
                low.touched[tile] = 1
                low.touched[beyond] = 1
                size = _push(low, size, beyond)


@kernel
def _push(low: Lowering, size: i64, tile: i64) -> i64:
    """Push a tile onto the stack unless it is there already; returns the stack's size."""
    if low.waiting[tile]:
        return size
    low.waiting[tile] = 1
    low.stack[size] = tile
    return size + 1


@kernel
def _read_log(k: Knowledge, low: Lowering) -> i64:
    """Push the tiles of the log's new steps, at first all tiles; returns the stack's size."""
    size = 0
    if k.bounded_to < 0:
        k.bounded_to = 0
        for tile in range(len(k.possible)):
            low.touched[tile] = 1
            size = _push(low, size, tile)
    for step in range(k.bounded_to, k.logged):
        tile = k.steps[step, 1]
        side = k.steps[step, 2]
        size = _push(low, size, tile)
        if side < 0:
            continue
        beyond = k.neighbours[tile, side]
        size = _push(low, size, beyond)
        if k.steps[step, 3] == 0:
            k.reach[tile, side] = 0
            k.reach[beyond, side ^ 2] = 0
            low.touched[tile] = 1
            low.touched[beyond] = 1
    k.bounded_to = k.logged
    return size


@kernel
def _best_beyond(k: Knowledge, low: Lowering, tile: i64) -> None:
    """Find the most tiles that can be reached by entering a tile through each of its sides."""
    for side in range(4):
        low.best[side] = 0
    possible = k.possible[tile]
    for turn in range(4):
        mask = TURNS[k.tiles[tile], turn]
        if possible >> mask & 1:
            total = _joined(k, tile, mask)
            for side in range(4):
                if mask >> side & 1:
                    low.best[side] = max(low.best[side], total - k.reach[tile, side])


@kernel
def dead_ends(k: Knowledge, low: Lowering) -> bool:
    """One pass over the tiles whose bounds were lowered. False on a contradiction."""
    size = k.vertices
    lower_bounds(k, low)
    for tile in range(len(low.touched)):
        if not low.touched[tile] or k.tiles[tile] == 0:
            continue
        unknown = unknown_sides(k, tile)
        for side in range(0, 4, 3):
            if unknown >> side & 1:
                beyond = k.neighbours[tile, side]
                cut_off = k.reach[tile, side] + k.reach[beyond, side ^ 2] < size
                if cut_off and not set_edge(k, DEAD_END, tile, side, 0):
                    return False
        possible = k.possible[tile]
        remaining = possible
        for turn in range(4):
            mask = TURNS[k.tiles[tile], turn]
            if possible >> mask & 1 and _joined(k, tile, mask) < size:
                remaining ^= 1 << mask
        if not keep(k, DEAD_END, tile, remaining):
            return False
    return True


@kernel
def _joined(k: Knowledge, tile: i64, mask: i64) -> i64:
    """The most tiles that can be joined by a tile that opens these sides, including itself."""
    total = 1
    for side in range(4):
        if mask >> side & 1:
            total += k.reach[tile, side]
    return total
