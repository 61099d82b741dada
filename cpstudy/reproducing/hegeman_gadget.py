"""Boards whose solutions are Hamiltonian cycles: the reduction of Hegeman2022, section 1.1.

The thesis proves that Pipes is NP-complete by gadgets for graphs of degree three on grids, after
Marzio De Biasi. Its picture (figure 2) is not in the text of the source, so these blocks are our
own: 7×7, on boards that do not wrap and have neither walls nor empty tiles. In a *grid graph* all
adjacent vertices are joined; whether one of degree at most three has a Hamiltonian cycle is
NP-complete (Papadimitriou1984).

*The rim separates blocks.* Clockwise, each side of a block has a dead end, a corner, a dead end, a
middle, and two dead ends. Dead ends never face each other, since two that do are cut off. So the
dead end at the start of a side can only face the corner tile next to it. That tile opens inwards:
outwards it would face a dead end of the next block, and the three tiles would be cut off. Hence
sides between blocks are open only at a middle, of which there are three types. A dead end faces a
dead end: closed. A straight between two dead ends is upright, since otherwise three tiles would be
cut off: open, a *link*. A T faces a T: a *port*, open or closed.

*The inside makes a block a vertex.* A block has as many Ts as dead ends: its d tiles have 2d open
sides. If they form c ≥ 1 pieces, joined by other blocks, d − c edges lie inside, so 2c of its two
or three ports are open: two, and the block is one piece. The open ports then form cycles through
all vertices, but a solution does not have a cycle. So the first vertex is *cut*: it has two
neighbours, since nothing lies above it or on its left, and its block has two more dead ends than
Ts, thus two pieces. The open ports form one cycle through it. Conversely, any two ports of a block
can be open, in exactly one way. So solutions correspond one to one to Hamiltonian cycles, and
another solution is as hard to find as another cycle. Cells without a vertex are *fillers*, linked
to a neighbour.

The insides are spanning trees of 5×5. CP-SAT found them, such that every way to pass a block turns
the same tiles; tests count the ways. Cost: 49 tiles for each cell of the grid.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from cpstudy.puzzles.pipes.puzzle import Pipes

SIDE = 7
MIDDLE = SIDE // 2
# Sides clockwise, and the step to the neighbour there.
TOP, RIGHT, BOTTOM, LEFT = range(4)
NAMES = ("top", "right", "bottom", "left")
_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
# The tiles of a block by its ports, before rotation, row by row.
BLOCKS = {
    (RIGHT, BOTTOM, LEFT): "1311111177737311775717777137177573137733711117131",
    (RIGHT, LEFT): "1311111177557317777317773357157777137573711111131",
    (RIGHT, BOTTOM): "1311111177577315777711773577137731137377711117131",
    (): "1311111177777317777711751371177755137577711111131",
}
# The first vertex, whose block is cut in two.
CUT = "1311111177777317777711775137173571137137711117131"
_DEAD_END, _STRAIGHT, _CORNER = 1, 5, 3

Vertex = tuple[int, int]
Block = list[list[int]]


def block(ports: Sequence[int], *, cut: bool = False) -> Block:
    """Return the rotated tiles of a block with these ports. Raises KeyError for other ports."""
    for quarters in range(4):
        first = tuple(sorted((port - quarters) % 4 for port in ports))
        if first in BLOCKS:
            text = CUT if cut else BLOCKS[first]
            rows = [[int(x, 16) for x in text[at : at + SIDE]] for at in range(0, SIDE**2, SIDE)]
            for _ in range(quarters):
                rows = [list(row) for row in zip(*reversed(rows), strict=True)]
            return rows
    raise KeyError(f"no block with ports {ports}")


def middle(side: int) -> tuple[int, int]:
    """Return row and column of the middle of a side of a block."""
    down, right = _WAYS[side]
    return MIDDLE + MIDDLE * down, MIDDLE + MIDDLE * right


def alone(ports: Sequence[int], opened: Sequence[int], *, cut: bool = False) -> Pipes:
    """Return a block within empty tiles, with a dead end outside each opened port.

    cut: join two clockwise consecutive ports outside instead.
    """
    width = SIDE + 2
    tiles = [[0] * width for _ in range(width)]
    for row, line in enumerate(block(ports, cut=cut)):
        tiles[row + 1][1:-1] = line
    for side in opened:
        row, column = (at + 1 + step for at, step in zip(middle(side), _WAYS[side], strict=True))
        tiles[row][column] = _CORNER if cut else _DEAD_END
    if cut:  # right and bottom
        for at in range(MIDDLE + 2, width - 1):
            tiles[at][-1] = tiles[-1][at] = _STRAIGHT
        tiles[-1][-1] = _CORNER
    return Pipes(width, width, bytes(tile for line in tiles for tile in line))


def vertices(graph: Sequence[str]) -> list[Vertex]:
    """Return the vertices of a graph drawn in characters, ``#`` for a vertex, row by row."""
    return [
        (row, column)
        for row, line in enumerate(graph)
        for column, vertex in enumerate(line)
        if vertex == "#"
    ]


def _neighbours(cell: Vertex) -> list[Vertex]:
    """Return the neighbours of a cell, by side, including those outside the grid."""
    return [(cell[0] + down, cell[1] + right) for down, right in _WAYS]


def board(graph: Sequence[str]) -> Pipes:
    """Return the puzzle whose solutions are the Hamiltonian cycles of a grid graph.

    graph: one line for each row, all of equal length, ``#`` for a vertex. Raises RuntimeError if
    lines differ in length, there is no vertex, or a vertex has fewer than two neighbours (no cycle
    exists) or more than three (no block exists).
    """
    there = vertices(graph)
    if len({*map(len, graph)}) != 1 or not there:
        raise RuntimeError("rows of vertices must be equally long, and have one")
    rows, columns = len(graph), len(graph[0])
    tiles = [[0] * (SIDE * columns) for _ in range(SIDE * rows)]
    links = _links(there, rows, columns)
    for cell in ((row, column) for row in range(rows) for column in range(columns)):
        neighbours = _neighbours(cell)
        ports = [side for side in range(4) if cell in there and neighbours[side] in there]
        if cell in there and len(ports) not in (2, 3):
            raise RuntimeError(f"vertex {cell} has {len(ports)} neighbours")
        placed = block(ports, cut=cell == there[0])
        for side in range(4):
            if {(cell, neighbours[side]), (neighbours[side], cell)} & links:
                row, column = middle(side)
                placed[row][column] = _STRAIGHT
        for row, line in enumerate(placed):
            start = SIDE * cell[1]
            tiles[SIDE * cell[0] + row][start : start + SIDE] = line
    return Pipes(SIDE * rows, SIDE * columns, bytes(tile for line in tiles for tile in line))


def _links(there: Sequence[Vertex], rows: int, columns: int) -> set[tuple[Vertex, Vertex]]:
    """Link each cell without a vertex to a neighbour: trees that begin at the vertices."""
    reached, links = list(there), set()
    for cell in reached:
        for beyond in _neighbours(cell):
            inside = 0 <= beyond[0] < rows and 0 <= beyond[1] < columns
            if inside and beyond not in reached:
                reached.append(beyond)
                links.add((cell, beyond))
    return links


def cycles(graph: Sequence[str]) -> int:
    """Count the Hamiltonian cycles of a grid graph by backtracking from its first vertex."""
    there = vertices(graph)
    start, found = there[0], 0
    stack: list[tuple[Vertex, ...]] = [(start,)]
    while stack:
        path = stack.pop()
        for beyond in _neighbours(path[-1]):
            found += beyond == start and len(path) == len(there) > 2
            if beyond in there and beyond not in path:
                stack.append((*path, beyond))
    return found // 2


def port_sets(ports: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all subsets of the ports."""
    for size in range(len(ports) + 1):
        yield from combinations(ports, size)
