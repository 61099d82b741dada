"""Frozen boxes and corrals: positions in which few pushes, or none, need to be tried.

*Frozen boxes.* A box can be pushed along an axis only while neither of its neighbours on that axis
is a wall or a box that never moves, and not both of them are dead squares (a push onto one loses
the level). Start with all boxes, and repeatedly remove every box that could move along an axis if
the removed ones were absent. The rest (the greatest fixed point) never moves again in any
solution; if one of these boxes is not on a goal, the position is lost. Full 2×2 squares and
chains along walls are special cases.

Cost: O(k) a pass over k boxes, few passes. Source: Junghanns2001 names freeze and corral
deadlocks; the fixed point is ours and finds everything that the usual recursion over neighbours
finds.

*Corrals.* A *corral* is a part of the floor that the player cannot reach: free squares enclosed by
walls and boxes. Its boxes are those inside it (no side to the player's area) and those of its
fence (a side to the player's area and one to the inside). Let a corral be such that

- each box of the fence can only be pushed inwards before another of its boxes has moved: every
  other push is blocked by a wall or by a box of the corral, or ends on a dead square;
- the player can make each of these inward pushes now;
- it must be opened: one of its boxes is not on a goal, or one of its free squares is a goal.

Then every solution has a first push of one of its boxes, and it is an inward push. Before that push
nothing enters the corral, so the push can be made now instead: it takes no square from the player
and none from the boxes that the solution moves before it, and afterwards the same boxes are on the
same squares with the player in the same area. So only these pushes need to be tried, the number of
pushes stays minimal, and if there are none the position is lost. The number of *moves* may change,
so this is used for pushes only.

Corrals are tried one by one and all together (their fences often share boxes); the one with the
fewest pushes is used. Cost: one walk over the whole floor. Source: the idea is Junghanns2001's
and, with the proof for inward pushes, that of the Sokoban community ("PI-corral").
"""

from cpstudy.core.kernel_types import Const, View, View2, i32, i64, u8
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.puzzles.sokoban.floor import Floor


@entry
def frozen_off_goal(f: Floor, boxes: Const[i64], frozen: View[u8]) -> bool:
    """Whether some boxes are frozen and one of them is not on a goal.

    boxes: the boxes' squares. frozen: uint8[n], all zero before and after the call.
    """
    k = len(boxes)
    for i in range(k):
        frozen[boxes[i]] = 1
    changed: bool = True
    while changed:
        changed = False
        for i in range(k):
            p = boxes[i]
            if frozen[p] != 0 and (_moves(f, frozen, p, 0) or _moves(f, frozen, p, 2)):
                frozen[p] = 0
                changed = True
    lost: bool = False
    for i in range(k):
        p = boxes[i]
        if frozen[p] != 0:
            frozen[p] = 0
            if f.is_goal[p] == 0:
                lost = True
    return lost


@kernel
def _moves(f: Floor, frozen: Const[u8], p: i64, side: i64) -> bool:
    a = f.neighbours[p, side]
    b = f.neighbours[p, side + 1]
    if a < 0 or b < 0:
        return False
    if frozen[a] != 0 or frozen[b] != 0:
        return False
    return f.dead[a] == 0 or f.dead[b] == 0


@workspace
class Corrals:
    """The corrals of a position of k boxes on n squares.

    occupied: [n], 1 at a box; boxes: [k]: both belong to the caller. zone: [n], -1 for the player's
    area, the number of its corral from 0 for a square or box inside one, -2 for other boxes.
    inward: [4, k], by side and box, 1 for the pushes that suffice. queue: [n], fence: [k],
    scratch.
    """

    floor: Floor
    occupied: View[u8]
    boxes: View[i64]
    zone: View[i32]
    inward: View2[i64]
    queue: View[i32]
    fence: View[i64]

    def __init__(self, floor: Floor, occupied: View[u8], boxes: View[i64]) -> None:
        n, k = len(floor.neighbours), len(boxes)
        self.floor, self.occupied, self.boxes = floor, occupied, boxes
        self.zone, self.inward = zeros(n, "i32"), zeros((4, k), "i64")
        self.queue, self.fence = zeros(n, "i32"), zeros(k, "i64")


@entry
def choose_corral(c: Corrals, player: i64) -> bool:
    """Whether trying some pushes suffices; then they are in ``inward``."""
    corrals = _fill_zones(c, player)
    none = corrals + 1
    chosen = none
    fewest = 1 << 30
    for corral in range(corrals + 1):
        if corral == corrals and corrals < 2:
            break
        pushes = _inward_pushes(c, corral, corrals)
        if 0 <= pushes < fewest:
            fewest = pushes
            chosen = corral
    if chosen == none:
        return False
    _inward_pushes(c, chosen, corrals)
    return True


@kernel
def _inside(c: Corrals, square: i64, corral: i64, corrals: i64) -> bool:
    """Whether a square is inside a corral; number ``corrals`` means all of them together."""
    return c.zone[square] == corral or (corral == corrals and c.zone[square] >= 0)


@kernel
def _fill_zones(c: Corrals, player: i64) -> i64:
    """Number the corrals in ``zone``; -1: the player's squares. Return the number of corrals."""
    for square in range(len(c.zone)):
        c.zone[square] = -2
    _fill(c, player, -1)
    corrals = 0
    for start in range(len(c.zone)):
        if c.zone[start] == -2 and c.occupied[start] == 0:
            _fill(c, start, corrals)
            corrals += 1
    return corrals


@kernel
def _fill(c: Corrals, start: i64, zone: i64) -> None:
    """Mark a zone from a free square; a corral includes the boxes that the player cannot touch."""
    c.zone[start] = zone
    c.queue[0] = start
    size = 1
    at = 0
    while at < size:
        square = c.queue[at]
        at += 1
        for side in range(4):
            other = c.floor.neighbours[square, side]
            if other < 0 or c.zone[other] != -2:
                continue
            if c.occupied[other] != 0 and (zone == -1 or _touches_player(c, other)):
                continue
            c.zone[other] = zone
            c.queue[size] = other
            size += 1


@kernel
def _touches_player(c: Corrals, box: i64) -> bool:
    for side in range(4):
        other = c.floor.neighbours[box, side]
        if other >= 0 and c.zone[other] == -1:
            return True
    return False


@kernel
def _mark_fence(c: Corrals, corral: i64, corrals: i64) -> None:
    for i in range(len(c.boxes)):
        c.fence[i] = 0
        if c.zone[c.boxes[i]] == -2:
            for side in range(4):
                other = c.floor.neighbours[c.boxes[i], side]
                if other >= 0 and _inside(c, other, corral, corrals):
                    c.fence[i] = 1


@kernel
def _inward_pushes(c: Corrals, corral: i64, corrals: i64) -> i64:
    """The number of pushes that open the corral; -1 if other pushes must be tried too."""
    k = len(c.boxes)
    _mark_fence(c, corral, corrals)
    finished: bool = True
    for i in range(k):
        away: bool = c.floor.is_goal[c.boxes[i]] == 0
        if away and (c.fence[i] != 0 or _inside(c, c.boxes[i], corral, corrals)):
            finished = False
    for square in range(len(c.zone)):
        free: bool = c.floor.is_goal[square] != 0 and c.occupied[square] == 0
        if free and _inside(c, square, corral, corrals):
            finished = False
    if finished:
        return -1
    pushes = 0
    for i in range(k):
        for side in range(4):
            c.inward[side, i] = 0
    for i in range(k):
        if c.fence[i] == 0:
            continue
        for side in range(4):
            ahead = c.floor.neighbours[c.boxes[i], side]
            behind = c.floor.neighbours[c.boxes[i], side ^ 1]
            if ahead < 0 or behind < 0 or c.floor.dead[ahead] != 0:
                continue
            if _inside(c, behind, corral, corrals) or _of_fence(c, behind):
                continue
            if _of_fence(c, ahead):
                continue
            if not _inside(c, ahead, corral, corrals):
                return -1
            if c.occupied[ahead] != 0:
                continue
            if c.zone[behind] != -1:
                return -1
            c.inward[side, i] = 1
            pushes += 1
    return pushes


@kernel
def _of_fence(c: Corrals, square: i64) -> bool:
    found: bool = False
    for i in range(len(c.boxes)):
        if c.fence[i] != 0 and c.boxes[i] == square:
            found = True
    return found
