"""Corrals: where the next push may be chosen among a few without losing a push.

A *corral* is a part of the floor that the player cannot reach: free squares closed off by walls and
by boxes. Its boxes are those inside it (no side to the player's area) and those of its fence
(a side to the player's area and one to the inside). Let a corral be such that

- each box of the fence can only be pushed inwards before another of its boxes has moved: every
  other push is blocked by a wall, by a box of the corral, or ends on a dead square;
- the player can make each of these inward pushes now;
- it must be opened: one of its boxes is not on a goal, or one of its free squares is one.

Then every solution has a first push of one of its boxes, inwards. Before that push nothing enters
the corral, so the push can be made now instead: it takes no square from the player and none from
the boxes that the solution moves meanwhile, and afterwards the same boxes stand on the same squares
with the player in the same area. So only these pushes need to be tried, the number of pushes stays
the least, and where there are none the position is lost. The number of *moves* may change: this is
for pushes only.

Corrals are looked at one by one and all together (their fences are often shared); the one with the
fewest pushes is taken. Cost: one walk over the whole floor. Source: the idea is Junghanns2001's
and, with the proof for inward pushes, of the Sokoban community ("PI-corral").
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.kernels import kernel


@kernel
def choose_corral(
    beside: Any, occupied: Any, boxes: Any, dead: Any, is_goal: Any, player: Any, zone: Any,
    queue: Any, fence: Any, inward: Any,
) -> Any:  # fmt: skip
    """Whether some pushes suffice: ``inward``, int64[4, k] by side and box, then holds ones there.

    Fills zone, int32[n]: -1 for the player's area, the number of its corral from 0 for a square
    or box inside one, -2 for other boxes. fence: int64[k], queue: int32[n], scratch.
    """
    corrals = _fill_zones(beside, occupied, boxes, player, zone, queue)
    none = corrals + 1
    chosen = none
    fewest = 1 << 30
    for corral in range(corrals + 1):
        if corral == corrals and corrals < 2:
            break
        pushes = _inward_pushes(
            beside, occupied, boxes, dead, is_goal, zone, fence, inward, corral, corrals
        )
        if 0 <= pushes < fewest:
            fewest = pushes
            chosen = corral
    if chosen == none:
        return False
    _inward_pushes(beside, occupied, boxes, dead, is_goal, zone, fence, inward, chosen, corrals)
    return True


@kernel
def _inside(zone: Any, square: Any, corral: Any, corrals: Any) -> Any:
    """Whether a square lies inside a corral; number ``corrals`` is all of them together."""
    return zone[square] == corral or (corral == corrals and zone[square] >= 0)


@kernel
def _fill_zones(
    beside: Any, occupied: Any, boxes: Any, player: Any, zone: Any, queue: Any
) -> Any:  # fmt: skip
    zone[:] = -2
    zone[player] = -1
    queue[0] = player
    size = 1
    at = 0
    while at < size:
        square = queue[at]
        at += 1
        for side in range(4):
            other = beside[square, side]
            if other >= 0 and zone[other] == -2 and occupied[other] == 0:
                zone[other] = -1
                queue[size] = other
                size += 1
    corrals = 0
    for start in range(len(zone)):
        if zone[start] != -2 or occupied[start] != 0:
            continue
        zone[start] = corrals
        queue[0] = start
        size = 1
        at = 0
        while at < size:
            square = queue[at]
            at += 1
            for side in range(4):
                other = beside[square, side]
                if other < 0 or zone[other] != -2:
                    continue
                if occupied[other] != 0 and _touches_player(beside, zone, other):
                    continue
                zone[other] = corrals
                queue[size] = other
                size += 1
        corrals += 1
    return corrals


@kernel
def _touches_player(beside: Any, zone: Any, box: Any) -> Any:
    for side in range(4):
        other = beside[box, side]
        if other >= 0 and zone[other] == -1:
            return True
    return False


@kernel
def _mark_fence(beside: Any, boxes: Any, zone: Any, fence: Any, corral: Any, corrals: Any) -> None:
    for i in range(len(boxes)):
        fence[i] = 0
        if zone[boxes[i]] == -2:
            for side in range(4):
                other = beside[boxes[i], side]
                if other >= 0 and _inside(zone, other, corral, corrals):
                    fence[i] = 1


@kernel
def _inward_pushes(
    beside: Any, occupied: Any, boxes: Any, dead: Any, is_goal: Any, zone: Any, fence: Any,
    inward: Any, corral: Any, corrals: Any,
) -> Any:  # fmt: skip
    """How many pushes open the corral; -1 where other pushes must be tried too."""
    k = len(boxes)
    _mark_fence(beside, boxes, zone, fence, corral, corrals)
    finished = True
    for i in range(k):
        if (fence[i] != 0 or _inside(zone, boxes[i], corral, corrals)) and is_goal[boxes[i]] == 0:
            finished = False
    for square in range(len(zone)):
        free = is_goal[square] != 0 and occupied[square] == 0
        if free and _inside(zone, square, corral, corrals):
            finished = False
    if finished:
        return -1
    pushes = 0
    inward[:] = 0
    for i in range(k):
        if fence[i] == 0:
            continue
        for side in range(4):
            ahead = beside[boxes[i], side]
            behind = beside[boxes[i], side ^ 1]
            if ahead < 0 or behind < 0 or dead[ahead] != 0:
                continue
            if _inside(zone, behind, corral, corrals) or _of_fence(boxes, fence, behind):
                continue
            if _of_fence(boxes, fence, ahead):
                continue
            if not _inside(zone, ahead, corral, corrals):
                return -1
            if occupied[ahead] != 0:
                continue
            if zone[behind] != -1:
                return -1
            inward[side, i] = 1
            pushes += 1
    return pushes


@kernel
def _of_fence(boxes: Any, fence: Any, square: Any) -> Any:
    found = False
    for i in range(len(boxes)):
        if fence[i] != 0 and boxes[i] == square:
            found = True
    return found
