"""Deadlock tables: groups of three or four boxes that no sequence of pushes brings to goals.

Pulling boxes backwards from all groups of goals finds every state (``groups.py``) that can be
solved. The others are *lost*, and so is every position that contains one. They include deadlocks in
which the player is on the wrong side, which ``deadlocks.py`` does not detect, and deadlocks that
become visible only many pushes later.

Cost: each state once, four sides of each box; then one bit lookup for each group that contains the
pushed box. Groups have as many boxes as memory allows: sixty squares have half a million groups of
four, half a second of work; on eighty squares groups have three boxes. Source: Junghanns2001
(deadlock tables).
"""

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.kernel_types import Const, View, View2, i64, u8
from cpstudy.core.native import array, entry, filled, view, workspace, zeros
from cpstudy.puzzles.sokoban.floor import Board, Floor
from cpstudy.puzzles.sokoban.groups import BOX, Groups, moved_group, number_of_groups

# Groups whose bits are computed together.
_CHUNK = 1 << 12


@workspace
class Lost:
    """rank: [size, n], see :class:`~.groups.Groups`. bits: [groups, ⌈n/8⌉], by the player's
    square, the highest bit first; empty without a table.
    """

    rank: View2[i64]
    bits: View2[u8]

    def __init__(self) -> None:
        self.rank, self.bits = zeros((0, 0), "i64"), zeros((0, 0), "u8")


def lost_groups(level: Board, memory: int, clock: Clock = UNLIMITED) -> Lost:
    """The lost groups of three or four boxes, fewer than the level has.

    memory: the largest number of bytes for the parts of all groups. Raises OutOfTimeError if the
    clock runs out.
    """
    table = Lost()
    n = len(level.neighbours)
    size = min(4, len(level.boxes) - 1)
    while size > 2 and number_of_groups(level, size) * n > memory:
        size -= 1
    if size < 3:
        return table
    g = Groups(level, size, clock)
    clock.check()
    first, parts = array(g.first), array(g.part)
    states = int(first[-1])
    found = filled(states, 1, "u8")
    _pull(level.floor, g, found, zeros((states, 2), "i64"))
    lost = array(found)
    bits = np.empty((len(parts), -(-n // 8)), np.uint8)
    for begin in range(0, len(bits), _CHUNK):
        clock.check()
        part = parts[begin : begin + _CHUNK]
        state = np.minimum(first[begin : begin + len(part), None] + part, states - 1)
        bits[begin : begin + len(part)] = np.packbits((part == BOX) | (lost[state] > 0), axis=1)
    table.rank, table.bits = g.rank, view(bits)
    return table


@entry
def _pull(f: Floor, g: Groups, lost: View[u8], waiting: View2[i64]) -> None:
    """Clear ``lost``, uint8[states], initially ones, for all states that can be solved.

    waiting: int64[states, 2], the group and part of states found.
    """
    size = len(g.order)
    end = 0
    for group in range(len(g.squares)):
        home: bool = True
        for place in range(size):
            if f.is_goal[g.squares[group, place]] == 0:
                home = False
        if home:
            for state in range(g.first[group], g.first[group + 1]):
                lost[state] = 0
                waiting[end, 0] = group
                waiting[end, 1] = state - g.first[group]
                end += 1
    while end > 0:
        end -= 1
        group = waiting[end, 0]
        here = waiting[end, 1]
        for place in range(size):
            for side in range(4):
                # The box came from the adjacent square where the player is now.
                came = f.neighbours[g.squares[group, place], side]
                if came < 0 or g.part[group, came] != here or g.rank[0, came] < 0:
                    continue
                stood = f.neighbours[came, side]
                if stood < 0 or g.part[group, stood] == BOX:
                    continue
                earlier = moved_group(g, group, place, came)
                state = g.first[earlier] + g.part[earlier, stood]
                if lost[state] != 0:
                    lost[state] = 0
                    waiting[end, 0] = earlier
                    waiting[end, 1] = g.part[earlier, stood]
                    end += 1


@entry
def any_lost(t: Lost, boxes: Const[i64], moved: i64, player: i64, chosen: View[i64]) -> bool:
    """Whether a group that contains the moved box is lost.

    boxes: int64[k], sorted, k larger than a group. moved: the box's square. chosen: int64[k],
    scratch: the other boxes, by their places among the boxes without the moved one.
    """
    others = len(t.rank) - 1
    moved_at = 0
    while boxes[moved_at] != moved:
        moved_at += 1
    for i in range(others):
        chosen[i] = i
    while chosen[others - 1] < len(boxes) - 1:
        group = 0
        place = 0
        for i in range(others):
            at = chosen[i]
            if at >= moved_at:
                at += 1
                if place == i:
                    group += t.rank[place, moved]
                    place += 1
            group += t.rank[place, boxes[at]]
            place += 1
        if place == others:
            group += t.rank[place, moved]
        if t.bits[group, player >> 3] >> (7 - (player & 7)) & 1 != 0:
            return True
        i = 0
        while i + 1 < others and chosen[i] + 1 == chosen[i + 1]:
            chosen[i] = i
            i += 1
        chosen[i] += 1
    return False
