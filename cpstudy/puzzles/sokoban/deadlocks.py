"""Freeze deadlocks: boxes that hold one another for ever.

A box can be pushed along an axis only while neither of its neighbours on that axis is a wall or a
box that never moves, and not both of them are dead squares (a push onto one loses the level).
Start with all boxes, and strike out every box that could move along an axis if the struck ones
were not there, until none can. What is left (the greatest fixed point) never moves again in any
solution; where one of these boxes is not on a goal, the position is lost. Full 2×2 squares and
chains along walls are special cases.

Cost: O(k) a pass over k boxes, few passes. Source: Junghanns2001 names freeze and corral
deadlocks; the fixed point is ours and finds all that the usual recursion over neighbours finds.
"""

from __future__ import annotations

from cpstudy.core.native import Const, View, entry, i64, kernel, u8
from cpstudy.puzzles.sokoban.floor import Floor


@entry
def frozen_off_goal(f: Floor, boxes: Const[i64], frozen: View[u8]) -> bool:
    """Whether some boxes are frozen and one of them is not on a goal.

    boxes: the boxes' squares. frozen: uint8[n], all zero, and all zero again afterwards.
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
    a = f.beside[p, side]
    b = f.beside[p, side + 1]
    if a < 0 or b < 0:
        return False
    if frozen[a] != 0 or frozen[b] != 0:
        return False
    return f.dead[a] == 0 or f.dead[b] == 0
