"""Six generators of Pipes boards: five maze algorithms and random joints.

The mazes are spanning trees of the grid with at most three open sides a tile (Hegeman2022, ch.
2), in the readings that reproduce her tables 3 and 6; each kernel's docstring says which. The
sixth draws every joint independently and prunes what dangles (Yurichev); its boards are free
graphs.

All fill the tiles of a :class:`Maze`, which are zero at first, with open sides. They return False
where the degree limit left tiles over; on plain grids that never happens. Cost: linear in the tiles
but for Wilson (the cover time of the walk, near-linear in practice) and Kruskal (inverse
Ackermann).
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.native import (
    Const2,
    View,
    View2,
    entry,
    i32,
    i64,
    kernel,
    row,
    u8,
    u64,
    view,
    workspace,
    zeros,
)
from cpstudy.core.random_words import below, shuffle
from cpstudy.core.union_find import root

BINARY_TREE, DEPTH_FIRST, KRUSKAL, PRIM, WILSON, RANDOM_JOINTS = range(6)

# Each algorithm's number is part of its boards' stream: never reuse or change one.
ALGORITHMS = {
    "binary-tree": BINARY_TREE,
    "depth-first": DEPTH_FIRST,
    "kruskal": KRUSKAL,
    "prim": PRIM,
    "wilson": WILSON,
    "random-joints": RANDOM_JOINTS,
}

# By open sides, a bit each: tiles that have three or more and get no more, and dead ends.
FULL = 1 << 7 | 1 << 11 | 1 << 13 | 1 << 14 | 1 << 15
_ENDS = 1 << 1 | 1 << 2 | 1 << 4 | 1 << 8


@workspace
class Maze:
    """A board of n tiles that is being drawn.

    neighbours: int64[n, 4], -1 = wall. tiles: uint8[n], of the board. state: uint64[4], its random
    stream. Memory of the algorithms: marked, joined, exits: uint8[n]. edges: int32[2n]. parent,
    place, stack: int32[n]. order: int64[4].
    """

    rows: i64
    columns: i64
    neighbours: Const2[i64]
    tiles: View[u8]
    state: View[u64]
    marked: View[u8]
    joined: View[u8]
    exits: View[u8]
    edges: View[i32]
    place: View[i32]
    stack: View[i32]
    order: View[i64]

    def __init__(self, rows: int, columns: int, neighbours: Any) -> None:
        n = rows * columns
        self.rows = rows
        self.columns = columns
        self.neighbours = view(neighbours)
        self.marked = zeros(n, "u8")
        self.joined = zeros(n, "u8")
        self.exits = zeros(n, "u8")
        self.edges = zeros(2 * n, "i32")
        self.place = zeros(n, "i32")
        self.stack = zeros(n, "i32")
        self.order = zeros(4, "i64")


@entry
def draw_many(
    m: Maze, algorithm: i64, states: View2[u64], boards: View2[u8], drawn: View[u8]
) -> None:
    """Draw a board from each stream.

    states: uint64[count, 4]. boards: uint8[count, n], all zero, filled. drawn: uint8[count], what
    the algorithm returned.
    """
    for board in range(len(states)):
        m.state = row(states, board)
        m.tiles = row(boards, board)
        drawn[board] = _draw(m, algorithm)


@kernel
def _draw(m: Maze, algorithm: i64) -> bool:
    if algorithm == BINARY_TREE:
        return _binary_tree(m)
    if algorithm == DEPTH_FIRST:
        return _depth_first(m)
    if algorithm == KRUSKAL:
        return _kruskal(m)
    if algorithm == PRIM:
        return _prim(m)
    if algorithm == WILSON:
        return _wilson(m)
    return _random_joints(m)


@entry
def turn_at_random(state: View[u64], tiles: View[u8]) -> None:
    """Turn every tile of ``tiles`` (uint8[tiles]) by a uniform number of quarter turns."""
    for tile in range(len(tiles)):
        quarters = below(state, 4)
        mask = i64(tiles[tile])
        tiles[tile] = (mask << quarters | mask >> (4 - quarters)) & 15


@entry
def turn_many(states: View2[u64], boards: View2[u8]) -> None:
    """Turn the tiles of each board of uint8[count, tiles] by its own stream of uint64[count, 4]."""
    for board in range(len(states)):
        turn_at_random(row(states, board), row(boards, board))


@kernel
def _connect(m: Maze, tile: i64, side: i64) -> None:
    other = m.neighbours[tile, side]
    m.tiles[tile] |= 1 << side
    m.tiles[other] |= 1 << (side ^ 2)


@kernel
def _full(m: Maze, tile: i64) -> bool:
    """Whether a tile has three open sides."""
    return FULL >> m.tiles[tile] & 1 != 0


@kernel
def _binary_tree(m: Maze) -> bool:
    """Each tile opens up or left by the toss of a coin; the first row left, the first column up.

    Reading: line 9 of the printed algorithm opens east, which contradicts its own text and table
    6; west reproduces both. Starts at the top left; never uses a wrapping edge.
    """
    for tile in range(1, m.rows * m.columns):
        if tile < m.columns:
            side = 2
        elif tile % m.columns == 0:
            side = 1
        else:
            side = 1 + below(m.state, 2)
        _connect(m, tile, side)
    return True


@kernel
def _depth_first(m: Maze) -> bool:
    """Pop a tile, connect all its unvisited neighbours at once in random order, push them.

    Reading: a tile is visited when it is pushed, and takes no fourth open side; the classic
    recursive backtracker is something else (a quarter of the dead ends). Starts at the centre,
    row rows//2, column columns//2.
    """
    n = m.rows * m.columns
    for tile in range(n):
        m.marked[tile] = 0
    for side in range(4):
        m.order[side] = side
    start = m.rows // 2 * m.columns + m.columns // 2
    m.stack[0] = start
    m.marked[start] = 1
    size = 1
    reached = 1
    while size > 0:
        size -= 1
        tile = m.stack[size]
        shuffle(m.state, m.order, 4)
        for k in range(4):
            side = m.order[k]
            other = m.neighbours[tile, side]
            if other >= 0 and not m.marked[other] and not _full(m, tile):
                _connect(m, tile, side)
                m.marked[other] = 1
                m.stack[size] = other
                size += 1
                reached += 1
    return reached == n


@kernel
def _kruskal(m: Maze) -> bool:
    """Take edges in random order; leave out those that close a cycle or make a fourth side."""
    n = m.rows * m.columns
    parent: View[i32] = m.place
    size = 0
    for tile in range(n):
        parent[tile] = tile
        for side in range(0, 4, 3):
            if m.neighbours[tile, side] >= 0:
                m.edges[size] = 4 * tile + side
                size += 1
    joined = 1
    while size > 0:
        pick = below(m.state, size)
        edge = m.edges[pick]
        tile = edge >> 2
        size -= 1
        m.edges[pick] = m.edges[size]
        other = m.neighbours[tile, edge & 3]
        a = root(parent, tile)
        b = root(parent, other)
        if a != b and not _full(m, tile) and not _full(m, other):
            _connect(m, tile, edge & 3)
            parent[a] = b
            joined += 1
    return joined == n


@kernel
def _prim(m: Maze) -> bool:
    """Grow from the centre by random queued edges; each tile is queued once, by its discoverer.

    Reading: a tile is marked when its edge is queued. An edge whose parent has three open sides
    is discarded and its tile unmarked, to be found again by a later tile; the current tile queues
    its unmarked neighbours in every round. What is left over at the end is joined, row by row, to
    a random neighbour with a free side. Starts at the centre, row rows//2, column columns//2.
    """
    n = m.rows * m.columns
    for tile in range(n):
        m.marked[tile] = 0
        m.joined[tile] = 0
    size = 0
    tile = m.rows // 2 * m.columns + m.columns // 2
    m.marked[tile] = 1
    m.joined[tile] = 1
    reached = 1
    while True:
        for side in range(4):
            other = m.neighbours[tile, side]
            if other >= 0 and not m.marked[other]:
                m.marked[other] = 1
                m.edges[size] = 4 * tile + side
                size += 1
        if size == 0:
            break
        pick = below(m.state, size)
        edge = m.edges[pick]
        parent = edge >> 2
        size -= 1
        m.edges[pick] = m.edges[size]
        other = m.neighbours[parent, edge & 3]
        if not _full(m, parent):
            _connect(m, parent, edge & 3)
            m.joined[other] = 1
            reached += 1
            tile = other
        else:
            # The current tile is never full (it has just been reached), so this ends.
            m.marked[other] = 0
    progress = True
    while reached < n and progress:
        progress = False
        for tile in range(n):
            if m.joined[tile]:
                continue
            choices = 0
            for side in range(4):
                other = m.neighbours[tile, side]
                if other >= 0 and m.joined[other] and not _full(m, other):
                    m.order[choices] = side
                    choices += 1
            if choices > 0:
                _connect(m, tile, m.order[below(m.state, choices)])
                m.joined[tile] = 1
                reached += 1
                progress = True
    return reached == n


@kernel
def _wilson(m: Maze) -> bool:
    """Join loop-erased random walks from random tiles to the tree, which starts at a random tile.

    Reading: the walk stays inside the grid and does not enter tree tiles with three open sides;
    it steps uniformly to one of the neighbours left. A walk that is long under way is looked after:
    where full tiles (and walls) cut it off from the tree, the attempt is given up.
    """
    n = m.rows * m.columns
    outside: View[i32] = m.edges  # tiles not in the tree: the first ``left`` entries
    place: View[i32] = m.place  # where each of them stands in ``outside``
    in_tree: View[u8] = m.marked
    for tile in range(n):
        outside[tile] = tile
        place[tile] = tile
        in_tree[tile] = 0
    left = n
    tile = below(m.state, n)
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
            _connect(m, walker, side)
            walker = m.neighbours[walker, side]
        if left == 0:
            return True
        start = outside[below(m.state, left)]
        tile = start
        steps = 0
        patience = 8 * n
        while not in_tree[tile]:
            steps += 1
            if steps == patience:
                if not _may_arrive(m, tile):
                    return False
                patience *= 4
            choices = 0
            for side in range(4):
                other = m.neighbours[tile, side]
                if other >= 0 and not (in_tree[other] and _full(m, other)):
                    m.order[choices] = side
                    choices += 1
            if choices == 0:
                return False
            side = m.order[below(m.state, choices)]
            m.exits[tile] = side
            tile = m.neighbours[tile, side]


@kernel
def _may_arrive(m: Maze, start: i64) -> bool:
    """Whether a walk from ``start`` outside the tree can come to a tile of it with a free side.

    The tree's tiles are ``m.marked``; those that are seen here are ``m.joined``.
    """
    for tile in range(len(m.joined)):
        m.joined[tile] = 0
    m.stack[0] = start
    m.joined[start] = 1
    size = 1
    while size > 0:
        size -= 1
        tile = m.stack[size]
        for side in range(4):
            other = m.neighbours[tile, side]
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

    Tiles end with no, two, three or four open sides. The source does not print its probability;
    3/4 gives boards like the published one (8×16: 20 empty tiles and 147 joints there, 17 ± 6 and
    158 ± 11 here), while 1/2 leaves two tiles of three empty.
    """
    n = m.rows * m.columns
    for tile in range(n):
        for side in range(0, 4, 3):
            if m.neighbours[tile, side] >= 0 and below(m.state, 4) > 0:
                _connect(m, tile, side)
    for start in range(n):
        tile = start
        while _ENDS >> m.tiles[tile] & 1:
            side = 0
            while m.tiles[tile] >> side & 1 == 0:
                side += 1
            other = m.neighbours[tile, side]
            m.tiles[tile] = 0
            m.tiles[other] &= 15 ^ (1 << (side ^ 2))
            tile = other
    return True
