"""A gadget for the reduction that Hegeman2022 (section 1.1, figure 2) describes.

Hamiltonian paths in grid graphs of degree at most three become puzzles: every vertex a block of
tiles, every edge a place where two blocks meet (Marzio De Biasi, whom the source cites, has blocks
of 16×16 that need no walls). The picture of the source is not in its text, so this block is our
own: 3×3, with ports in the middle of three of its sides and barriers around the rest. It has as
many Ts as dead ends, so an even number of ports is open by counting alone; with none open, a part
of the board is cut off; so two are open, and where there is no cycle the block is one piece. There
is exactly one way for each two of its ports: solutions of a puzzle are Hamiltonian paths, one for
one.

A *graph* is drawn in characters, a line a row of vertices: ``v`` has its third port below, ``^``
above, ``.`` has no vertex. All vertices beside each other are joined, and a ``v`` over a ``^``.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from cpstudy.puzzles.pipes.puzzle import BARRIER_BELOW, BARRIER_RIGHT, Pipes

SIDE = 3
MIDDLE = SIDE // 2
# Row by row, as it lies with its right and lower ports open.
BLOCK = bytes([9, 5, 12, 11, 12, 3, 2, 11, 4])
PORTS = 3
_DEAD_END = 1

Vertex = tuple[int, int]


def alone(ports: Sequence[int]) -> Pipes:
    """The block by itself, a dead end outside each of some ports: 0 left, 1 right, 2 below."""
    width = SIDE + 2
    tiles = bytearray(width * width)
    for line in range(SIDE):
        start = (line + 1) * width + 1
        tiles[start : start + SIDE] = BLOCK[line * SIDE : (line + 1) * SIDE]
    outside = (2 * width, 3 * width - 1, width * (width - 1) + 2)
    for port in ports:
        tiles[outside[port]] = _DEAD_END
    return Pipes(width, width, bytes(tiles))


def port_sets() -> Iterator[tuple[int, ...]]:
    """All sets of ports."""
    for size in range(PORTS + 1):
        yield from combinations(range(PORTS), size)


def board(graph: Sequence[str], ends: tuple[Vertex, Vertex]) -> Pipes:
    """The puzzle whose solutions are the Hamiltonian paths of a graph between two vertices.

    ends: vertices (row, column) at the left or right border. Raises RuntimeError where the graph's
    rows differ in length, or an end is no such vertex or comes twice.
    """
    if len({len(row) for row in graph}) != 1 or not graph[0]:
        raise RuntimeError("rows of vertices must be equally long")
    columns = len(graph[0])
    width = SIDE * columns + 2
    tiles, walls = bytearray(SIDE * len(graph) * width), bytearray(SIDE * len(graph) * width)
    for row, line in enumerate(graph):
        for column, vertex in enumerate(line):
            if vertex != ".":
                first = SIDE * row * width + SIDE * column + 1
                _place(tiles, first, width, BLOCK if vertex == "v" else BLOCK[::-1])
                _wall_off(walls, first, width, "right")
                below = graph[row + 1][column] if row + 1 < len(graph) else "."
                _wall_off(walls, first, width, "below" if vertex + below == "v^" else "all below")
            if column + 1 < columns and vertex == "." != line[column + 1]:
                _wall_off(walls, SIDE * row * width + SIDE * column + 1, width, "right")
    if ends[0] == ends[1]:
        raise RuntimeError("a path has two ends")
    for row, column in ends:
        if column not in (0, columns - 1) or graph[row][column] == ".":
            raise RuntimeError(f"no vertex at the left or right border: ({row}, {column})")
        start = (SIDE * row + MIDDLE) * width
        tiles[start if column == 0 else start + width - 1] = _DEAD_END
    return Pipes(SIDE * len(graph), width, bytes(tiles), barriers=bytes(walls))


def _place(tiles: bytearray, first: int, width: int, block: bytes) -> None:
    for line in range(SIDE):
        start = first + line * width
        tiles[start : start + SIDE] = block[line * SIDE : (line + 1) * SIDE]


def _wall_off(walls: bytearray, first: int, width: int, where: str) -> None:
    """Barriers along a side of the block whose upper left tile is ``first``, but for its port."""
    for place in range(SIDE):
        if where == "right":
            walls[first + place * width + SIDE - 1] |= BARRIER_RIGHT * (place != MIDDLE)
        else:
            closed = place != MIDDLE or where == "all below"
            walls[first + (SIDE - 1) * width + place] |= BARRIER_BELOW * closed


def paths(graph: Sequence[str], ends: tuple[Vertex, Vertex]) -> Iterator[tuple[Vertex, ...]]:
    """The Hamiltonian paths of a graph between two vertices, by walking."""
    vertices = sum(vertex != "." for row in graph for vertex in row)
    start, goal = ends
    stack: list[tuple[Vertex, ...]] = [(start,)]
    while stack:
        path = stack.pop()
        if len(path) == vertices and path[-1] == goal:
            yield path
        stack += [(*path, beyond) for beyond in _neighbours(graph, path[-1]) if beyond not in path]


def _neighbours(graph: Sequence[str], vertex: Vertex) -> Iterator[Vertex]:
    row, column = vertex
    line = graph[row]
    for beside in (column - 1, column + 1):
        if 0 <= beside < len(line) and line[beside] != ".":
            yield row, beside
    other = row + 1 if line[column] == "v" else row - 1
    if 0 <= other < len(graph) and {line[column], graph[other][column]} == {"v", "^"}:
        yield other, column
