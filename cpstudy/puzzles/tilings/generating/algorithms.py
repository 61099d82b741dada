"""Six generators of boards: five maze algorithms and random joints.

The mazes are spanning trees of the cells with no tile open on all sides (Hegeman2022, ch. 2), in
the readings that reproduce her tables 3 and 6; each kernel's docstring describes its reading. The
sixth, for squares, draws every joint independently and removes dead ends (Yurichev); its boards are
free graphs.

All fill the tiles of a :class:`Maze`, initially zero, with open sides. They return False if the
limit on open sides leaves cells unreached; on plain grids this never happens. Cost: linear in the
cells except for Wilson (the cover time of the walk, near-linear in practice) and Kruskal (inverse
Ackermann).
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, View2, i32, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel, row, table, view, workspace, zeros
from cpstudy.core.random_words import below, shuffle
from cpstudy.core.union_find import root
from cpstudy.puzzles.tilings.search.state import side_beyond

BINARY_TREE, DEPTH_FIRST, KRUSKAL, PRIM, WILSON, RANDOM_JOINTS = range(6)

# Each algorithm's number is part of its boards' stream: never reuse or change one.
MAZES = {
    "binary-tree": BINARY_TREE,
    "depth-first": DEPTH_FIRST,
    "kruskal": KRUSKAL,
    "prim": PRIM,
    "wilson": WILSON,
}
ALGORITHMS = {**MAZES, "random-joints": RANDOM_JOINTS}

# Dead ends by open sides, one bit each.
_ENDS = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8


@workspace
class Maze:
    """A board of n cells with s sides that is being drawn.

    doors: int64[n, s], the cell beyond each side, or -1. turn: as in the search. start: where
    depth-first and Prim begin. cells: int32[·], those that are not holes, in order. full: tiles
    that get no further open side, as a bit set. squares: whether numbers are drawn in the original
    way for squares: depth-first also shuffles walls, and a binary tree draws no number for a single
    choice. before: uint8[n], the sides of a cell to those before it, as a bit set; [0] for other
    algorithms. tiles: uint8[n], of the board. state: uint64[4], its random stream. Memory of the
    algorithms: marked, joined, exits: uint8[n]. edges: int32[n s / 2]. place, stack: int32[n].
    order: int64[8].
    """

    doors: Const2[i64]
    cells: View[i32]
    before: Const[u8]
    tiles: View[u8]
    state: View[u64]
    marked: View[u8]
    joined: View[u8]
    exits: View[u8]
    edges: View[i32]
    place: View[i32]
    stack: View[i32]
    order: View[i64]
    sides: i64
    turn: i64
    start: i64
    full: u64
    squares: bool

    def __init__(
        self,
        doors: npt.NDArray[np.int64],
        turn: int,
        start: int,
        cells: npt.NDArray[np.int64] | None = None,
        before: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """cells: if None, all cells, with the random numbers of squares."""
        n, self.sides = doors.shape
        self.doors, self.turn, self.start = view(doors), turn, start
        self.full = _full_tiles(self.sides)
        self.squares = cells is None
        self.cells = _first_cells(n) if cells is None else table(cells, "i32")
        self.before = zeros(0, "u8") if before is None else view(before)
        self.marked = zeros(n, "u8")
        self.joined = zeros(n, "u8")
        self.exits = zeros(n, "u8")
        self.edges = zeros(max(n, self.sides * n // 2), "i32")
        self.place = zeros(n, "i32")
        self.stack = zeros(n, "i32")
        self.order = zeros(8, "i64")


@lru_cache
def _full_tiles(sides: int) -> int:
    """Return the tiles with at most one closed side, as a bit set."""
    return sum(1 << tile for tile in range(1 << sides) if tile.bit_count() >= sides - 1)


@lru_cache(maxsize=8)
def _first_cells(n: int) -> View[int]:
    cells: View[int] = table(np.arange(n), "i32")
    return cells


@entry
def draw_many(
    m: Maze, algorithm: i64, states: View2[u64], boards: View2[u8], drawn: View[u8]
) -> None:
    """Draw a board from each stream.

    states: uint64[count, 4]. boards: uint8[count, n], all zero, filled. drawn: uint8[count], the
    results of the algorithm.
    """
    for board in range(len(states)):
        m.state = row(states, board)
        m.tiles = row(boards, board)
        if m.squares:
            drawn[board] = _draw(m, algorithm, 4, 2)  # compiled for squares
        else:
            drawn[board] = _draw(m, algorithm, m.sides, m.turn)


@inlined
def _draw(m: Maze, algorithm: i64, sides: i64, turn: i64) -> bool:
    if algorithm == BINARY_TREE:
        return _binary_tree(m, sides, turn)
    if algorithm == DEPTH_FIRST:
        return _depth_first(m, sides, turn)
    if algorithm == KRUSKAL:
        return _kruskal(m, sides, turn)
    if algorithm == PRIM:
        return _prim(m, sides, turn)
    if algorithm == WILSON:
        return _wilson(m, sides, turn)
    return _random_joints(m)


@entry
def turn_at_random(state: View[u64], tiles: View[u8], sides: i64) -> None:
    """Turn every tile of ``tiles`` (uint8[n]) by the angle of a side, a uniform number of times."""
    if sides == 4:
        _turn(state, tiles, 4)  # compiled for squares
    else:
        _turn(state, tiles, sides)


@inlined
def _turn(state: View[u64], tiles: View[u8], sides: i64) -> None:
    full = (1 << sides) - 1
    for cell in range(len(tiles)):
        times = below(state, sides)
        mask = i64(tiles[cell])
        tiles[cell] = (mask << times | mask >> (sides - times)) & full


@entry
def turn_many(states: View2[u64], boards: View2[u8], sides: i64) -> None:
    """Turn the tiles of each board of uint8[count, n] by its own stream of uint64[count, 4]."""
    for board in range(len(states)):
        turn_at_random(row(states, board), row(boards, board), sides)


@inlined
def _connect(m: Maze, cell: i64, side: i64, sides: i64, turn: i64) -> None:
    m.tiles[cell] |= 1 << side
    m.tiles[m.doors[cell, side]] |= 1 << side_beyond(side, sides, turn)


@inlined
def _full(m: Maze, cell: i64) -> bool:
    """Return whether a tile has all open sides that it may have."""
    return m.full >> m.tiles[cell] & 1 != 0


@inlined
def _binary_tree(m: Maze, sides: i64, turn: i64) -> bool:
    """Open each cell towards a random one of its neighbours before it: on squares up or left.

    Reading: line 9 of the printed algorithm opens east, which contradicts its own text and table 6;
    west reproduces both. It starts at the top left and never uses a wrapping edge.
    """
    for k in range(1, len(m.cells)):
        cell = m.cells[k]
        choices = 0
        for side in range(sides):
            if m.before[cell] >> side & 1:
                m.order[choices] = side
                choices += 1
        pick = 0
        if choices > 1 or not m.squares:
            pick = below(m.state, choices)
        _connect(m, cell, m.order[pick], sides, turn)
    return True


@inlined
def _depth_first(m: Maze, sides: i64, turn: i64) -> bool:
    """Pop a tile, connect all its unvisited neighbours at once in random order, push them.

    Reading: a tile is visited when it is pushed, and takes no fourth open side. The classic
    recursive backtracker is different (a quarter of the dead ends).
    """
    for tile in range(len(m.marked)):
        m.marked[tile] = 0
    for side in range(sides):
        m.order[side] = side
    m.stack[0] = m.start
    m.marked[m.start] = 1
    size = 1
    reached = 1
    while size > 0:
        size -= 1
        tile = m.stack[size]
        number = sides if m.squares else _list_doors(m, tile, sides)
        shuffle(m.state, m.order, number)
        for k in range(number):
            side = m.order[k]
            other = m.doors[tile, side]
            if other >= 0 and not m.marked[other] and not _full(m, tile):
                _connect(m, tile, side, sides, turn)
                m.marked[other] = 1
                m.stack[size] = other
                size += 1
                reached += 1
    return reached == len(m.cells)


@kernel
def _list_doors(m: Maze, cell: i64, sides: i64) -> i64:
    """List the sides of a cell with doors in ``m.order``; return their number."""
    number = 0
    for side in range(sides):
        if m.doors[cell, side] >= 0:
            m.order[number] = side
            number += 1
    return number


@inlined
def _kruskal(m: Maze, sides: i64, turn: i64) -> bool:
    """Take edges in random order; skip those that close a cycle or fill a tile."""
    parent: View[i32] = m.place
    size = 0
    for tile in range(len(parent)):
        parent[tile] = tile
        for side in range(sides):
            other = m.doors[tile, side]
            first = 9 >> side & 1  # each edge once: on squares from its left or from above
            if not m.squares:
                first = 1 if tile < other else 0
            if other >= 0 and first:
                m.edges[size] = tile << 3 | side
                size += 1
    joined = 1
    while size > 0:
        pick = below(m.state, size)
        edge = m.edges[pick]
        tile = edge >> 3
        size -= 1
        m.edges[pick] = m.edges[size]
        other = m.doors[tile, edge & 7]
        a = root(parent, tile)
        b = root(parent, other)
        if a != b and not _full(m, tile) and not _full(m, other):
            _connect(m, tile, edge & 7, sides, turn)
            parent[a] = b
            joined += 1
    return joined == len(m.cells)


@inlined
def _prim(m: Maze, sides: i64, turn: i64) -> bool:
    """Grow from the centre by random queued edges; each tile is queued once, by its discoverer.

    Reading: a tile is marked when its edge is queued. An edge whose parent is full is discarded and
    its tile unmarked, to be found again by a later tile; the current tile queues its unmarked
    neighbours in every round. Remaining tiles are joined at the end, row by row, to a random
    neighbour with a free side.
    """
    for tile in range(len(m.marked)):
        m.marked[tile] = 0
        m.joined[tile] = 0
    size = 0
    tile = m.start
    m.marked[tile] = 1
    m.joined[tile] = 1
    reached = 1
    while True:
        for side in range(sides):
            other = m.doors[tile, side]
            if other >= 0 and not m.marked[other]:
                m.marked[other] = 1
                m.edges[size] = tile << 3 | side
                size += 1
        if size == 0:
            break
        pick = below(m.state, size)
        edge = m.edges[pick]
        parent = edge >> 3
        size -= 1
        m.edges[pick] = m.edges[size]
        other = m.doors[parent, edge & 7]
        if not _full(m, parent):
            _connect(m, parent, edge & 7, sides, turn)
            m.joined[other] = 1
            reached += 1
            tile = other
        else:
            # The current tile is never full (it has just been reached), so this ends.
            m.marked[other] = 0
    progress = True
    while reached < len(m.cells) and progress:
        progress = False
        for place in range(len(m.cells)):
            tile = m.cells[place]
            if m.joined[tile]:
                continue
            choices = 0
            for side in range(sides):
                other = m.doors[tile, side]
                if other >= 0 and m.joined[other] and not _full(m, other):
                    m.order[choices] = side
                    choices += 1
            if choices > 0:
                _connect(m, tile, m.order[below(m.state, choices)], sides, turn)
                m.joined[tile] = 1
                reached += 1
                progress = True
    return reached == len(m.cells)


@inlined
def _wilson(m: Maze, sides: i64, turn: i64) -> bool:
    """Join loop-erased random walks from random tiles to the tree, which starts at a random tile.

    Reading: the walk stays inside the grid and does not enter full tiles of the tree; it steps
    uniformly to one of the remaining neighbours. A long walk is checked: if full tiles (and walls)
    cut it off from the tree, the attempt is abandoned.
    """
    left = len(m.cells)
    patient = 8 * left
    outside: View[i32] = m.edges  # tiles not in the tree: the first ``left`` entries
    place: View[i32] = m.place  # the position of each in ``outside``
    in_tree: View[u8] = m.marked
    for k in range(left):
        cell = m.cells[k]
        outside[k] = cell
        place[cell] = k
        in_tree[cell] = 0
    tile = i64(outside[below(m.state, left)])
    start = tile
    while True:
        # Add the walk start … tile to the tree; ``tile`` itself is the root in the first round.
        walker = start
        while not in_tree[walker]:
            in_tree[walker] = 1
            left -= 1
            last = outside[left]
            outside[place[walker]] = last
            place[last] = place[walker]
            if walker == tile:
                break
            side = m.exits[walker]
            _connect(m, walker, side, sides, turn)
            walker = m.doors[walker, side]
        if left == 0:
            return True
        start = outside[below(m.state, left)]
        tile = start
        steps = 0
        patience = patient
        while not in_tree[tile]:
            steps += 1
            if steps == patience:
                if not _may_arrive(m, tile, sides):
                    return False
                patience *= 4
            choices = 0
            for side in range(sides):
                other = m.doors[tile, side]
                if other >= 0 and not (in_tree[other] and _full(m, other)):
                    m.order[choices] = side
                    choices += 1
            if choices == 0:
                return False
            side = m.order[below(m.state, choices)]
            m.exits[tile] = side
            tile = m.doors[tile, side]


@kernel
def _may_arrive(m: Maze, start: i64, sides: i64) -> bool:
    """Return whether a walk from ``start`` can reach a tile of the tree with a free side.

    The start is outside the tree, whose tiles are ``m.marked``; those visited here are
    ``m.joined``.
    """
    for tile in range(len(m.joined)):
        m.joined[tile] = 0
    m.stack[0] = start
    m.joined[start] = 1
    size = 1
    while size > 0:
        size -= 1
        tile = m.stack[size]
        for side in range(sides):
            other = m.doors[tile, side]
            if other < 0 or m.joined[other]:
                continue
            if not m.marked[other]:
                m.joined[other] = 1
                m.stack[size] = other
                size += 1
            elif not _full(m, other):
                return True
    return False


@kernel
def _random_joints(m: Maze) -> bool:
    """Open each joint with probability 3/4, then close joints into dead ends until none is left.

    Tiles end with no, two, three or four open sides. The source does not give its probability; 3/4
    gives boards like the published one (8×16: 20 empty tiles and 147 joints there, 17 ± 6 and 158 ±
    11 here), while 1/2 leaves two in three tiles empty.
    """
    n = len(m.tiles)
    for tile in range(n):
        for side in range(0, 4, 3):
            if m.doors[tile, side] >= 0 and below(m.state, 4) > 0:
                _connect(m, tile, side, 4, 2)
    for start in range(n):
        tile = start
        while _ENDS >> m.tiles[tile] & 1:
            side = 0
            while m.tiles[tile] >> side & 1 == 0:
                side += 1
            other = m.doors[tile, side]
            m.tiles[tile] = 0
            m.tiles[other] &= 15 ^ (1 << (side ^ 2))
            tile = other
    return True
