"""A level as arrays; its floor for the kernels: regions, push distances, dead squares.

Only the *floor* counts: the squares that the player could reach if there were no boxes, numbered in
reading order. A box elsewhere never moves: on a goal it is like a wall; not on a goal, it makes the
level unsolvable, and so does a goal elsewhere without a box.

*Regions.* A box on square p may split the floor; the player is then on one side of it. One
depth-first search of the floor finds all regions of all squares at once: a child subtree that no
back edge leaves above p is a separate region, the rest is one region (Tarjan1972). A region is
named by the first side of p that lies in it, so there are at most four.

*Push distances.* Alone on the floor, a box moves in the graph of (square, region of the player),
one edge a push. Backward breadth-first search from each goal gives the fewest pushes from each
(square, region) to each goal. In a position with other boxes, the player walks inside the region of
each box, so these distances never exceed the real ones, and pushing one box does not change the
region of another: the sum over a matching is a consistent lower bound (``bound.py``). A square
from which no goal can be reached is *dead*.

Cost: O(floor) for the regions, O(floor × goals) time and 16 bytes × floor × goals for distances.
Sources: Tarjan1972; Junghanns2001 for push distances by the player's side, and dead squares.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, View, View2, i8, i32, i64, u8
from cpstudy.core.native import array, entry, filled, kernel, view, workspace, zeros
from cpstudy.puzzles.sokoban.puzzle import BOX, GOAL, WALL, Sokoban

# More pushes than any level needs, but small enough that sums over all boxes fit.
INFINITE = 1 << 30


@workspace
class Floor:
    """A floor of n squares, with k goals.

    neighbours: [n, 4], the neighbour on each side, -1 at a wall. enter, leave: [n], first and last
    number in the depth-first subtree of each square. cut: [n, 4], whether the neighbour on a side
    is a child whose subtree is a separate region. regions: [n, 4], the region on each side, -1 at a
    wall. rest: [n], the region of everything outside cut subtrees, -1 if it is empty. goals: [k].
    distance: [4n, k], fewest pushes by (4 × square + region) and goal, INFINITE if impossible.
    is_goal, dead: [n].
    """

    neighbours: View2[i32]
    enter: View[i32]
    leave: View[i32]
    cut: View2[u8]
    regions: View2[i8]
    rest: View[i8]
    goals: View[i32]
    distance: View2[i32]
    is_goal: View[u8]
    dead: View[u8]

    def __init__(self, neighbours: npt.NDArray[np.int32], is_goal: npt.NDArray[np.uint8]) -> None:
        n = len(neighbours)
        goals = np.flatnonzero(is_goal).astype(np.int32)
        self.neighbours, self.is_goal, self.goals = view(neighbours), view(is_goal), view(goals)
        self.enter, self.leave = filled(n, -1, "i32"), zeros(n, "i32")
        self.cut, self.regions, self.rest = zeros((n, 4), "u8"), zeros((n, 4), "i8"), zeros(n, "i8")
        low, parent = zeros(n, "i32"), zeros(n, "i32")
        _search_depth_first(self, zeros(n, "i32"), low, parent, zeros(n, "i8"))
        _fill_regions(self, low, parent)
        self.distance = filled((4 * n, len(goals)), INFINITE, "i32")
        _fill_distances(self, zeros(4 * n, "i64"))
        nearest = array(self.distance).reshape(n, -1).min(axis=1, initial=INFINITE)
        self.dead = view((nearest >= INFINITE).astype(np.uint8))


@entry
def flood_floor(
    flat: Const[u8], around: Const[i64], start: i64, order: View[i64], mark: View[u8]
) -> i64:
    """Collect in ``order`` the squares of a padded board reachable without boxes; return how many.

    around: [4], the difference of a square's number to that of its neighbour on each side.
    """
    order[0] = start
    mark[start] = 1
    size = 1
    at = 0
    while at < size:
        square = order[at]
        at += 1
        for side in range(4):
            other = square + around[side]
            if flat[other] & 1 == 0 and mark[other] == 0:
                mark[other] = 1
                order[size] = other
                size += 1
    return size


@kernel
def _search_depth_first(
    f: Floor, stack: View[i32], low: View[i32], parent: View[i32], sides: View[i8]
) -> None:
    """Fill enter, leave, low and parent. enter must be -1, sides zero."""
    stack[0] = 0
    depth = 0
    count = 1
    f.enter[0] = 0
    low[0] = 0
    parent[0] = -1
    while depth >= 0:
        p = stack[depth]
        if sides[p] < 4:
            other = f.neighbours[p, sides[p]]
            sides[p] += 1
            if other < 0:
                continue
            if f.enter[other] < 0:
                f.enter[other] = count
                low[other] = count
                parent[other] = p
                count += 1
                depth += 1
                stack[depth] = other
            elif f.enter[other] < low[p]:
                low[p] = f.enter[other]
        else:
            f.leave[p] = count - 1
            depth -= 1
            if parent[p] >= 0 and low[p] < low[parent[p]]:
                low[parent[p]] = low[p]


@kernel
def _fill_regions(f: Floor, low: Const[i32], parent: Const[i32]) -> None:
    """Fill cut, regions and rest."""
    for p in range(len(f.enter)):
        for side in range(4):
            other = f.neighbours[p, side]
            f.cut[p, side] = 0
            if other >= 0 and parent[other] == p and low[other] >= f.enter[p]:
                f.cut[p, side] = 1
        f.rest[p] = -1
        for side in range(4):
            f.regions[p, side] = -1
            other = f.neighbours[p, side]
            if other < 0:
                continue
            root = _subtree(f, p, other)
            # The first side with the same root is the name of the region.
            f.regions[p, side] = side
            for earlier in range(side):
                names: bool = f.regions[p, earlier] == earlier
                if names and _subtree(f, p, f.neighbours[p, earlier]) == root:
                    f.regions[p, side] = earlier
                    break
            if root == 4:
                f.rest[p] = f.regions[p, side]


@kernel
def _subtree(f: Floor, p: i64, q: i64) -> i64:
    """The side of ``p`` whose cut subtree contains ``q``; 4 if no cut subtree does."""
    for side in range(4):
        if f.cut[p, side] != 0:
            child = f.neighbours[p, side]
            if f.enter[child] <= f.enter[q] <= f.leave[child]:
                return side
    return 4


@kernel
def region(f: Floor, p: i64, q: i64) -> i64:
    """The region of square ``q`` when a box is on ``p``."""
    side = _subtree(f, p, q)
    return f.rest[p] if side == 4 else f.regions[p, side]


@kernel
def _fill_distances(f: Floor, queue: View[i64]) -> None:
    """Backward breadth-first search from each goal: fewest pushes of a single box."""
    for column in range(len(f.goals)):
        goal = f.goals[column]
        size = 0
        for side in range(4):
            if f.regions[goal, side] == side:
                f.distance[4 * goal + side, column] = 0
                queue[size] = 4 * goal + side
                size += 1
        at = 0
        while at < size:
            node = queue[at]
            at += 1
            p = node >> 2
            # A push to p leaves the player on the square where the box was.
            for side in range(4):
                if f.regions[p, side] != node & 3:
                    continue
                before = f.neighbours[p, side]
                if before < 0 or f.neighbours[before, side] < 0:
                    continue
                earlier = 4 * before + f.regions[before, side]
                if f.distance[earlier, column] == INFINITE:
                    f.distance[earlier, column] = f.distance[node, column] + 1
                    queue[size] = earlier
                    size += 1


@dataclass(frozen=True, eq=False)
class Board:
    """The arrays of a level; n floor squares.

    squares: int64[n], the level's square of each floor square; number: int32[level squares], the
    inverse, -1 elsewhere. floor: the kernels' workspace; neighbours, goals, dead, distance: its
    arrays. player, boxes: the start; the boxes that can move, sorted, int64. stuck: why the level
    is obviously unsolvable, else "".
    """

    squares: npt.NDArray[np.int64]
    number: npt.NDArray[np.int32]
    floor: Floor
    neighbours: npt.NDArray[np.int32]
    goals: npt.NDArray[np.int32]
    dead: npt.NDArray[np.uint8]
    distance: npt.NDArray[np.int32]
    player: int
    boxes: npt.NDArray[np.int64]
    stuck: str


def board(puzzle: Sokoban) -> Board:
    """The arrays of a level."""
    cells = np.frombuffer(puzzle.cells, np.uint8)
    padded = np.full((puzzle.rows + 2, puzzle.columns + 2), WALL, np.uint8)
    padded[1:-1, 1:-1] = cells.reshape(puzzle.rows, puzzle.columns)
    flat = padded.ravel()
    width = puzzle.columns + 2
    row, column = divmod(puzzle.start.player, puzzle.columns)
    order = np.empty(flat.size, np.int64)
    around = np.array([-width, width, -1, 1])
    start = (row + 1) * width + column + 1
    size = flood_floor(view(flat), view(around), start, view(order), zeros(flat.size, "u8"))
    inside = np.sort(order[:size])
    number = np.full(flat.size, -1, np.int32)
    number[inside] = np.arange(size, dtype=np.int32)
    neighbours = number[inside[:, None] + around]
    codes = flat[inside]
    floor = Floor(neighbours, (codes & GOAL > 0).astype(np.uint8))

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
        floor,
        neighbours,
        array(floor.goals),
        array(floor.dead),
        array(floor.distance),
        int(back[puzzle.start.player]),
        np.flatnonzero(codes & BOX > 0),
        stuck,
    )
