"""A level as arrays for the kernels: floor, regions beside a box, push distances, dead squares.

Only the *floor* takes part: the squares that the player could reach if there were no boxes,
numbered in reading order. A box elsewhere never moves. On a goal it is as good as wall; on another
square, like a goal elsewhere without a box, it makes the level unsolvable.

*Regions.* A box on square p may cut the floor: the player is then on one side of it. One
depth-first search of the floor gives all regions of all squares at once: a child subtree that no
back edge leaves above p is a region of its own, all the rest is one (Tarjan1972). A region is named
by the first side of p that lies in it, so there are at most four.

*Push distances.* Alone on the floor a box moves in the graph of (square, region of the player),
an edge a push. Backward breadth-first search from each goal gives the fewest pushes from each
(square, region) to each goal. The real player, with other boxes in the way, walks inside the
region of each box, so these distances never exceed the real ones, and pushing one box changes the
region of no other: the sum over a matching is a consistent lower bound (``bound.py``). A square
from which no goal can be reached is *dead*.

Cost: O(floor) for the regions, O(floor × goals) time and 16 bytes × floor × goals for distances.
Sources: Tarjan1972; Junghanns2001 for push distances that know the player's side, dead squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, WALL, Sokoban

# More pushes than any level needs, small enough that sums over all boxes fit.
FAR = 1 << 30


class Floor(NamedTuple):
    """The tables of a floor of n squares that tell the pushes a box needs; see :class:`Board`."""

    beside: Any
    enter: Any
    leave: Any
    cut: Any
    regions: Any
    rest: Any
    distance: Any


@dataclass(frozen=True, eq=False)
class Board:
    """The arrays of a level; n floor squares, k boxes that can move.

    squares: int64[n], the level's square of each floor square; number: int32[level squares], the
    inverse, -1 elsewhere. beside: int32[n, 4], the neighbour on each side, -1 at a wall. regions,
    rest, cut, enter, leave: see ``fill_regions``. goals: int32[k]; is_goal, dead: uint8[n].
    distance: int32[4n, k]: fewest pushes by (4 × square + region) and goal, FAR where impossible.
    player, boxes: the start, boxes sorted. stuck: why the level is unsolvable at sight, else "".
    """

    squares: npt.NDArray[np.int64]
    number: npt.NDArray[np.int32]
    beside: npt.NDArray[np.int32]
    regions: npt.NDArray[np.int8]
    rest: npt.NDArray[np.int8]
    cut: npt.NDArray[np.uint8]
    enter: npt.NDArray[np.int32]
    leave: npt.NDArray[np.int32]
    goals: npt.NDArray[np.int32]
    is_goal: npt.NDArray[np.uint8]
    dead: npt.NDArray[np.uint8]
    distance: npt.NDArray[np.int32]
    player: int
    boxes: npt.NDArray[np.int64]
    stuck: str

    @property
    def floor(self) -> Floor:
        """What ``bound.fill_cost`` reads."""
        return Floor(
            self.beside, self.enter, self.leave, self.cut, self.regions, self.rest, self.distance
        )


def board(puzzle: Sokoban) -> Board:
    """The arrays of a level."""
    cells = np.frombuffer(puzzle.cells, np.uint8)
    padded = np.full((puzzle.rows + 2, puzzle.columns + 2), WALL, np.uint8)
    padded[1:-1, 1:-1] = cells.reshape(puzzle.rows, puzzle.columns)
    flat = padded.ravel()
    width = puzzle.columns + 2
    row, column = divmod(puzzle.start.player, puzzle.columns)
    order = np.empty(flat.size, np.int64)
    mark = np.zeros(flat.size, np.uint8)
    size = prepared(flood_floor, flat.size // 3)(
        flat, width, (row + 1) * width + column + 1, order, mark
    )
    inside = np.sort(order[:size])
    number = np.full(flat.size, -1, np.int32)
    number[inside] = np.arange(size, dtype=np.int32)
    beside = number[inside[:, None] + np.array([-width, width, -1, 1])]

    regions = np.empty((size, 4), np.int8)
    rest = np.empty(size, np.int8)
    cut = np.empty((size, 4), np.uint8)
    enter = np.full(size, -1, np.int32)
    leave, low, parent, stack = (np.empty(size, np.int32) for _ in range(4))
    sides = np.zeros(size, np.int8)
    prepared(fill_regions, 3 * size)(
        beside, enter, leave, low, parent, sides, stack, cut, regions, rest
    )

    codes = flat[inside]
    is_goal = (codes & GOAL > 0).astype(np.uint8)
    goals = np.flatnonzero(is_goal).astype(np.int32)
    distance = np.full((4 * size, goals.size), FAR, np.int32)
    prepared(fill_distances, size * goals.size)(
        beside, regions, goals, distance, np.empty(4 * size, np.int64)
    )
    dead = np.ones(size, np.uint8)
    if goals.size:
        dead = (distance.reshape(size, -1).min(axis=1) >= FAR).astype(np.uint8)

    squares = (inside // width - 1) * puzzle.columns + inside % width - 1
    back = np.full(cells.size, -1, np.int32)
    back[squares] = np.arange(size, dtype=np.int32)
    stuck = ""
    for square in np.flatnonzero(((cells & BOX > 0) != (cells & GOAL > 0)) & (back < 0)):
        what = "box" if cells[square] & BOX else "goal"
        stuck = f"the player never comes near the {what} in {puzzle.cell(int(square))}"
    return Board(
        squares,
        back,
        beside,
        regions,
        rest,
        cut,
        enter,
        leave,
        goals,
        is_goal,
        dead,
        distance,
        int(back[puzzle.start.player]),
        np.flatnonzero(codes & BOX > 0),
        stuck,
    )


@kernel
def flood_floor(flat: Any, width: Any, start: Any, order: Any, mark: Any) -> Any:
    """Collect into ``order`` the squares of a padded board reachable without boxes; how many."""
    order[0] = start
    mark[start] = 1
    size = 1
    at = 0
    while at < size:
        square = order[at]
        at += 1
        for side in range(4):
            other = square + (-width, width, -1, 1)[side]
            if flat[other] & 1 == 0 and mark[other] == 0:
                mark[other] = 1
                order[size] = other
                size += 1
    return size


@kernel
def fill_regions(
    beside: Any, enter: Any, leave: Any, low: Any, parent: Any, sides: Any, stack: Any,
    cut: Any, regions: Any, rest: Any,
) -> None:  # fmt: skip
    """Fill the tables that ``region`` reads.

    enter, leave: int32[n], first and last number in the depth-first subtree of each square; enter
    is -1 before. low, parent, sides (zero before), stack: scratch of the search. cut:
    uint8[n, 4], whether the neighbour on a side is a child whose subtree is a region of its own.
    regions: int8[n, 4], the region on each side, -1 at a wall. rest: int8[n], the region of
    everything in no cut subtree, -1 where that is nothing.
    """
    n = len(enter)
    stack[0] = 0
    depth = 0
    count = 1
    enter[0] = 0
    low[0] = 0
    parent[0] = -1
    while depth >= 0:
        p = stack[depth]
        if sides[p] < 4:
            other = beside[p, sides[p]]
            sides[p] += 1
            if other < 0:
                continue
            if enter[other] < 0:
                enter[other] = count
                low[other] = count
                parent[other] = p
                count += 1
                depth += 1
                stack[depth] = other
            elif enter[other] < low[p]:
                low[p] = enter[other]
        else:
            leave[p] = count - 1
            depth -= 1
            if parent[p] >= 0 and low[p] < low[parent[p]]:
                low[parent[p]] = low[p]
    for p in range(n):
        for side in range(4):
            other = beside[p, side]
            cut[p, side] = 0
            if other >= 0 and parent[other] == p and low[other] >= enter[p]:
                cut[p, side] = 1
        rest[p] = -1
        for side in range(4):
            regions[p, side] = -1
            other = beside[p, side]
            if other < 0:
                continue
            root = 4
            for child in range(4):
                if cut[p, child] != 0:
                    c = beside[p, child]
                    if enter[c] <= enter[other] <= leave[c]:
                        root = child
            # The first side with the same root names the region.
            regions[p, side] = side
            for earlier in range(side):
                if regions[p, earlier] == earlier:
                    near = beside[p, earlier]
                    same = True
                    if root < 4:
                        c = beside[p, root]
                        same = enter[c] <= enter[near] <= leave[c]
                    else:
                        for child in range(4):
                            if cut[p, child] != 0:
                                c = beside[p, child]
                                if enter[c] <= enter[near] <= leave[c]:
                                    same = False
                    if same:
                        regions[p, side] = earlier
                        break
            if root == 4:
                rest[p] = regions[p, side]


@kernel
def region(f: Any, p: Any, q: Any) -> Any:
    """The region in which square ``q`` lies when a box stands on ``p``. f: Floor."""
    for side in range(4):
        if f.cut[p, side] != 0:
            child = f.beside[p, side]
            if f.enter[child] <= f.enter[q] <= f.leave[child]:
                return f.regions[p, side]
    return f.rest[p]


@kernel
def fill_distances(beside: Any, regions: Any, goals: Any, distance: Any, queue: Any) -> None:
    """Breadth-first search backwards from each goal: fewest pushes of a box alone."""
    for column in range(len(goals)):
        size = 0
        for side in range(4):
            r = regions[goals[column], side]
            if r == side:
                distance[4 * goals[column] + r, column] = 0
                queue[size] = 4 * goals[column] + r
                size += 1
        at = 0
        while at < size:
            node = queue[at]
            at += 1
            p = node >> 2
            r = node & 3
            # A box that came to p from the square before it left the player on that square.
            for side in range(4):
                if regions[p, side] != r:
                    continue
                before = beside[p, side]
                if before < 0 or beside[before, side] < 0:
                    continue
                earlier = 4 * before + regions[before, side]
                if distance[earlier, column] == 1 << 30:
                    distance[earlier, column] = distance[node, column] + 1
                    queue[size] = earlier
                    size += 1
