"""The rules of Pipes as a kernel: what batches check their witnesses with.

The specification is :meth:`Pipes.violation`; this repeats it for arrays, without the words, and is
tested against it. It shares nothing with the search: rotations by turning, edges one by one, the
tree by visiting it. Cost: linear.
"""

from __future__ import annotations

from collections.abc import Callable

from cpstudy.core.native import Const, Const2, View, entry, i32, table, u8, view, zeros
from cpstudy.puzzles.pipes.board.neighbours import closed_of, neighbour_table
from cpstudy.puzzles.pipes.puzzle import Pipes

# The least of the four rotations of each tile: tiles with the same one are turned into each other.
_LEAST_TURN: Const[u8] = table(
    [min((mask << q | mask >> (4 - q)) & 15 for q in range(4)) for mask in range(16)], "u8"
)

_MASKS = bytes(range(16))

_OPEN_SIDES: Const[u8] = table([mask.bit_count() for mask in range(16)], "u8")


@entry
def is_solution(
    neighbours: Const2[i32],
    tiles: Const[u8],
    closed: Const[u8],
    tree: bool,
    sides: Const[u8],
    queue: View[i32],
    seen: View[u8],
) -> bool:
    """Whether ``sides`` (open sides) solves the board of ``tiles``; both uint8[n].

    neighbours: int32[n, 4]. closed: uint8[n], sides where nothing may be open. queue: int32[n],
    seen: uint8[n], overwritten.
    """
    n = len(tiles)
    vertices = 0
    opened = 0
    first = -1
    for tile in range(n):
        here = sides[tile]
        if _LEAST_TURN[here] != _LEAST_TURN[tiles[tile]] or here & closed[tile]:
            return False
        # Each edge is looked at from its left or upper tile; no closed side is open by now.
        if closed[tile] & 1 == 0 and (here ^ sides[neighbours[tile, 0]] >> 2) & 1:
            return False
        if closed[tile] & 8 == 0 and (here >> 3 ^ sides[neighbours[tile, 3]] >> 1) & 1:
            return False
        opened += _OPEN_SIDES[here]
        if here:
            vertices += 1
            first = tile
        seen[tile] = False
    if not tree or vertices == 0:
        return True
    if opened != 2 * (vertices - 1):
        return False
    # As many edges as a tree has: connected is all that is left to see.
    seen[first] = True
    queue[0] = first
    reached = 1
    head = 0
    while head < reached:
        tile = queue[head]
        head += 1
        for side in range(4):
            if sides[tile] >> side & 1:
                beyond = neighbours[tile, side]
                if not seen[beyond]:
                    seen[beyond] = True
                    queue[reached] = beyond
                    reached += 1
    return reached == vertices


def checker(puzzle: Pipes) -> Callable[[bytes], bool]:
    """The rules for one board: whether a placement (open sides, a byte a tile) solves it."""
    n = len(puzzle.tiles)
    tree = not puzzle.free
    neighbours = table(neighbour_table(puzzle.rows, puzzle.columns, puzzle.wrap), "i32")
    closed = view(closed_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree))
    queue, seen = zeros(n, "i32"), zeros(n, "u8")

    def holds(placement: bytes) -> bool:
        if len(placement) != n or placement.translate(None, _MASKS):  # else there are others
            return False
        return is_solution(neighbours, puzzle.tiles, closed, tree, placement, queue, seen)

    return holds
