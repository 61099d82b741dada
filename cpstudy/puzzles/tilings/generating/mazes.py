"""Five maze algorithms on any tiling: spanning trees of the cells that are no holes.

They are those of Pipes (pipes/generating/algorithms.py has readings and sources), told for a
graph: a cell has *doors*, the sides beyond which another cell lies. No tile is open on all sides,
since turning it would change nothing. Each algorithm takes (maze, state) and fills ``maze.tiles``;
False where the limit of open sides left cells over, and the board is drawn again from where the
stream stands.

Every board is then shuffled: each tile is turned at random, so that the text form does not give the
solution away.

Cost: plain Python, linear in the cells but for Wilson's walk; about 30 ms for 1,000 cells. A board
depends on (algorithm, shape, outline, seed, index) and on nothing else: board 17 is the same alone
and in a batch.
"""

from __future__ import annotations

from collections.abc import Callable

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.native import table
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below
from cpstudy.core.union_find import root
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling, turned

# (side, cell beyond, side of that).
Door = tuple[int, int, int]

# How often a board is drawn again before the shape is called impossible.
_ATTEMPTS = 1000

# Above this the tables of a shape no longer fit the memory of an ordinary machine.
_LARGEST = 2**20


class Maze:
    """A board whose tree is being drawn.

    board: its shape and holes. cells: those that are no holes, in order. start: the one in the
    middle, where depth-first and Prim begin. doors: by cell; none of holes. before: by cell, the
    doors to cells of lower numbers that lead through no joined border. tiles: open sides, one byte
    a cell. most: open sides that a tile may have.
    """

    def __init__(self, board: Tiling, clock: Clock = UNLIMITED) -> None:
        """board: its empty tiles are the holes; what its other tiles are means nothing.

        Raises InputError where holes cut cells off, or there is nothing but holes.
        """
        self.board, self.clock = board, clock
        self.cells = [cell for cell, tile in enumerate(board.tiles) if tile]
        if not self.cells:
            raise InputError("an outline of holes only")
        plane = type(board)(board.rows, board.columns, board.tiles)
        self.doors = _doors(board)
        self.before = [[d for d in doors if d[1] < c] for c, doors in enumerate(_doors(plane))]
        self.start = board.root
        self.most = board.sides - 1
        self.tiles = bytearray(len(board.tiles))
        self._check_connected(board)

    def _check_connected(self, board: Tiling) -> None:
        reached = {self.start}
        stack = [self.start]
        while stack:
            for _, beyond, _ in self.doors[stack.pop()]:
                if beyond not in reached:
                    reached.add(beyond)
                    stack.append(beyond)
        for cell in self.cells:
            if cell not in reached:
                raise InputError(f"holes cut {board.cell(cell)} off from {board.cell(self.start)}")

    def connect(self, cell: int, door: Door) -> None:
        """Open a door from both sides. Raises OutOfTimeError by the clock."""
        self.clock.check()
        side, beyond, back = door
        self.tiles[cell] |= 1 << side
        self.tiles[beyond] |= 1 << back

    def full(self, cell: int) -> bool:
        """Whether the cell may have no further open side."""
        return self.tiles[cell].bit_count() >= self.most


def _doors(board: Tiling) -> list[list[Door]]:
    """The doors of a board, by cell; none leads to or from a hole, or from a cell to itself."""
    table = edge_table(board)
    lines = zip(table.beyond.tolist(), table.back.tolist(), strict=True)
    found: list[list[Door]] = []
    for cell, (beyond, back) in enumerate(lines):
        sides = zip(range(board.sides), beyond, back, strict=True)
        doors = [door for door in sides if door[1] >= 0 and door[1] != cell]
        found.append([d for d in doors if board.tiles[d[1]]] if board.tiles[cell] else [])
    return found


def shuffled(state: Stream, items: list[Door]) -> list[Door]:
    """The list in a random order, in place (Fisher and Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = below(state, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def binary_tree(maze: Maze, state: Stream) -> bool:
    """Each cell opens towards a random one of its neighbours that come before it.

    Raises InputError where a cell has none: such an outline is no place for this algorithm.
    """
    for cell in maze.cells[1:]:
        if not maze.before[cell]:
            raise InputError(
                f"binary-tree: no neighbour comes before {maze.board.cell(cell)}; "
                f"the other algorithms take any outline"
            )
        maze.connect(cell, maze.before[cell][below(state, len(maze.before[cell]))])
    return True


def depth_first(maze: Maze, state: Stream) -> bool:
    """Pop a cell, connect all its unvisited neighbours at once in random order, push them."""
    visited = {maze.start}
    stack = [maze.start]
    while stack:
        cell = stack.pop()
        for door in shuffled(state, list(maze.doors[cell])):
            if door[1] not in visited and not maze.full(cell):
                maze.connect(cell, door)
                visited.add(door[1])
                stack.append(door[1])
    return len(visited) == len(maze.cells)


def kruskal(maze: Maze, state: Stream) -> bool:
    """Take edges in random order; leave out those that close a cycle or fill a tile."""
    parent = table(range(len(maze.tiles)), "i32")
    edges = [(cell, door) for cell in maze.cells for door in maze.doors[cell] if cell < door[1]]
    joined = 1
    while edges:
        pick = below(state, len(edges))
        edges[pick], edges[-1] = edges[-1], edges[pick]
        cell, door = edges.pop()
        a, b = root(parent, cell), root(parent, door[1])
        if a != b and not maze.full(cell) and not maze.full(door[1]):
            maze.connect(cell, door)
            parent[a] = b
            joined += 1
    return joined == len(maze.cells)


def prim(maze: Maze, state: Stream) -> bool:
    """Grow from the middle by random queued edges; each cell is queued once, by its discoverer.

    An edge whose parent is full is discarded and its cell unmarked, to be found again by a later
    one. What is left over at the end is joined to a random neighbour that is not full.
    """
    queued, connected = {maze.start}, {maze.start}
    edges: list[tuple[int, Door]] = []
    cell = maze.start
    while True:
        for door in maze.doors[cell]:
            if door[1] not in queued:
                queued.add(door[1])
                edges.append((cell, door))
        if not edges:
            break
        pick = below(state, len(edges))
        edges[pick], edges[-1] = edges[-1], edges[pick]
        parent, door = edges.pop()
        if maze.full(parent):
            # The current cell is never full (it has just been reached), so this ends.
            queued.discard(door[1])
        else:
            maze.connect(parent, door)
            connected.add(door[1])
            cell = door[1]
    left = [cell for cell in maze.cells if cell not in connected]
    while left:
        waiting = []
        for cell in left:
            doors = [d for d in maze.doors[cell] if d[1] in connected and not maze.full(d[1])]
            if doors:
                maze.connect(cell, doors[below(state, len(doors))])
                connected.add(cell)
            else:
                waiting.append(cell)
        if len(waiting) == len(left):
            return False
        left = waiting
    return True


def wilson(maze: Maze, state: Stream) -> bool:
    """Join loop-erased random walks from random cells to the tree, which starts at a random cell.

    A walk enters no full tile of the tree. One that is long under way is looked after: where full
    tiles and holes cut it off from the tree, the attempt is given up.
    """
    outside = list(maze.cells)
    place = {cell: at for at, cell in enumerate(outside)}

    def take(cell: int) -> None:
        last = outside.pop()
        if last != cell:
            outside[place[cell]] = last
            place[last] = place[cell]
        del place[cell]

    take(outside[below(state, len(outside))])
    while outside:
        start = cell = outside[below(state, len(outside))]
        exits: dict[int, Door] = {}
        steps, patience = 0, 8 * len(maze.cells)
        while cell in place:
            steps += 1
            maze.clock.check()
            if steps == patience:
                if not _may_arrive(maze, place, cell):
                    return False
                patience *= 4
            doors = [d for d in maze.doors[cell] if d[1] in place or not maze.full(d[1])]
            if not doors:
                return False
            exits[cell] = doors[below(state, len(doors))]
            cell = exits[cell][1]
        while start in place:
            take(start)
            maze.connect(start, exits[start])
            start = exits[start][1]
    return True


def _may_arrive(maze: Maze, outside: dict[int, int], start: int) -> bool:
    """Whether a walk from ``start`` outside the tree can come to a tile of it that is not full."""
    seen = {start}
    stack = [start]
    while stack:
        for _, beyond, _ in maze.doors[stack.pop()]:
            if beyond in outside:
                if beyond not in seen:
                    seen.add(beyond)
                    stack.append(beyond)
            elif not maze.full(beyond):
                return True
    return False


# Each algorithm's number is part of its boards' stream: never reuse or change one.
ALGORITHMS: dict[str, tuple[int, Callable[[Maze, Stream], bool]]] = {
    "binary-tree": (0, binary_tree),
    "depth-first": (1, depth_first),
    "kruskal": (2, kruskal),
    "prim": (3, prim),
    "wilson": (4, wilson),
}


def board_stream(board: Tiling, algorithm: str, seed: int, index: int) -> Stream:
    """The random numbers of board ``index``; another outline of the same size has the same.

    Raises InputError for an unknown algorithm or a negative seed.
    """
    if algorithm not in ALGORITHMS:
        raise InputError(f"algorithm {algorithm!r}: choose from {', '.join(ALGORITHMS)}")
    number = ALGORITHMS[algorithm][0]
    key = (board.sides, number, board.rows, board.columns, int(board.wrap), index)
    return stream(seed, *key)


def check_size(rows: int, columns: int) -> None:
    """Raise InputError where a board is too small to be one or too large to be drawn."""
    if rows < 1 or columns < 1:
        raise InputError(f"size {columns}x{rows}: a board needs at least one row and one column")
    if rows * columns > _LARGEST:
        raise InputError(f"size {columns}x{rows}: at most {_LARGEST} cells")


def drawn(board: Tiling, algorithm: str, state: Stream, clock: Clock = UNLIMITED) -> bytes:
    """The open sides of a random tree on the cells of ``board`` that are no holes.

    The stream goes on. Raises InputError where holes cut cells off, or no tree was found.
    """
    maze = Maze(board, clock)
    for _ in range(_ATTEMPTS):
        if ALGORITHMS[algorithm][1](maze, state):
            return bytes(maze.tiles)
        maze.tiles = bytearray(len(board.tiles))
    raise InputError(f"{algorithm} found no tree on {board.size} without a tile open on all sides")


def turned_at_random(board: Tiling, tiles: bytes, state: Stream) -> bytes:
    """Each tile turned by as many times as is drawn for it, uniformly."""
    return bytes(turned(tile, below(state, board.sides), board.sides) for tile in tiles)
