"""The rules as a kernel, which checks returned solutions, alone and in batches.

The specification is :meth:`Tiling.violation`; this file repeats it for arrays, without the words,
and tests compare the two. It shares nothing with the search: it compares rotations by the least
one, edges one by one, and visits the tree. Cost: linear.
"""

from collections.abc import Callable

from cpstudy.core.kernel_types import Const, Const2, View, i32, i64, u8
from cpstudy.core.native import entry, inlined, row, table, view, zeros
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling, rotations

# By (1 << sides) + tile, for tiles of up to six sides: the least of its rotations.
_LEAST: Const[u8] = table(
    [0, 0, *(turns[0] for sides in range(1, 7) for turns in rotations(sides))], "u8"
)
_OPEN_SIDES: Const[u8] = table([tile.bit_count() for tile in range(64)], "u8")


@entry
def is_solution(
    neighbours: Const2[i32],
    turn: i64,
    tiles: Const[u8],
    closed: Const[u8],
    tree: bool,
    placement: Const[u8],
    queue: View[i32],
    seen: View[u8],
) -> bool:
    """Return whether ``placement`` (open sides) solves the board of ``tiles``; both uint8[n].

    neighbours: int32[n, s]. turn: see :class:`Tiling`. closed: uint8[n], the sides that must be
    closed. queue: int32[n], seen: uint8[n], overwritten.
    """
    if turn == 2:  # compiled for squares
        return _is_solution(neighbours, tiles, closed, tree, placement, queue, seen, 4, 2)
    sides = neighbours.shape[1]
    return _is_solution(neighbours, tiles, closed, tree, placement, queue, seen, sides, turn)


@entry
def first_unsolved(
    neighbours: Const2[i32],
    turn: i64,
    boards: Const2[u8],
    closed: Const[u8],
    tree: bool,
    placements: Const2[u8],
    queue: View[i32],
    seen: View[u8],
) -> i64:
    """Return the first board that its placement does not solve, or the number of boards.

    boards, placements: uint8[boards, n]; the other arguments as for :func:`is_solution`.
    """
    for board in range(boards.shape[0]):
        if not is_solution(
            neighbours,
            turn,
            row(boards, board),
            closed,
            tree,
            row(placements, board),
            queue,
            seen,
        ):
            return board
    return boards.shape[0]


@inlined
def _side_beyond(side: i64, sides: i64, turn: i64) -> i64:
    back = side + turn
    return back - sides if back >= sides else back


@inlined
def _is_solution(
    neighbours: Const2[i32],
    tiles: Const[u8],
    closed: Const[u8],
    tree: bool,
    placement: Const[u8],
    queue: View[i32],
    seen: View[u8],
    sides: i64,
    turn: i64,
) -> bool:
    n = len(tiles)
    types = 1 << sides
    vertices = 0
    opened = 0
    first = -1
    checked = turn if 2 * turn == sides else sides  # half of the sides then have all edges
    for cell in range(n):
        here = placement[cell]
        if _LEAST[types + here] != _LEAST[types + tiles[cell]] or here & closed[cell]:
            return False
        for side in range(checked):  # no closed side is open at this point
            if closed[cell] >> side & 1 == 0:
                there = placement[neighbours[cell, side]]
                if (here >> side ^ there >> _side_beyond(side, sides, turn)) & 1:
                    return False
        opened += _OPEN_SIDES[here]
        if here:
            vertices += 1
            first = cell
        seen[cell] = False
    if not tree or vertices == 0:
        return True
    if opened != 2 * (vertices - 1):
        return False
    # The number of edges is that of a tree: only connectivity remains to be checked.
    seen[first] = True
    queue[0] = first
    reached = 1
    head = 0
    while head < reached:
        cell = queue[head]
        head += 1
        for side in range(sides):
            if placement[cell] >> side & 1:
                beyond = neighbours[cell, side]
                if not seen[beyond]:
                    seen[beyond] = True
                    queue[reached] = beyond
                    reached += 1
    return reached == vertices


def checker(puzzle: Tiling) -> Callable[[bytes], bool]:
    """Return a function that decides whether a placement (open sides, one byte each) is valid."""
    edges = edge_table(puzzle)
    return checker_on(puzzle, table(edges.beyond, "i32"), view(edges.closed(not puzzle.free)))


def checker_on(
    puzzle: Tiling, neighbours: Const2[int], closed: Const[int]
) -> Callable[[bytes], bool]:
    """Return :func:`checker` with the tables of :func:`is_solution`."""
    n, turn, tree = len(puzzle.tiles), puzzle.turn, not puzzle.free
    tiles = bytes(range(len(puzzle.orientations)))
    queue, seen = zeros(n, "i32"), zeros(n, "u8")

    def holds(placement: bytes) -> bool:
        if len(placement) != n or placement.translate(None, tiles):  # otherwise it has other values
            return False
        return is_solution(neighbours, turn, puzzle.tiles, closed, tree, placement, queue, seen)

    return holds
