"""Boards as the arrays of planning, for tests of single rules and orders."""

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract, possible_orientations
from cpstudy.puzzles.pipes.counting.multigraph import Multigraph, begin_board, flatten, unknown
from cpstudy.puzzles.pipes.counting.plan import Orders
from cpstudy.puzzles.pipes.puzzle import Pipes


def multigraph(puzzle: Pipes, tree: bool) -> Multigraph:
    """The multigraph of a board before any rule."""
    shape = puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers
    g = Multigraph(neighbours_of(*shape), tree)
    g.possible = view(possible_orientations(puzzle))
    begin_board(g)
    return g


def contracted(puzzle: Pipes, tree: bool) -> tuple[Multigraph, Orders, int]:
    """A board after all rules, its orders with the groups filled in, and the number of groups."""
    n = len(puzzle.tiles)
    g, o = multigraph(puzzle, tree), Orders(n)
    groups = contract(g, Blocks(n), o.group)
    flatten(g)
    return g, o, groups


def live(g: Multigraph) -> list[int]:
    """The tiles with several remaining orientations."""
    return array(g.live)[: g.alive].tolist()


def masks_of(g: Multigraph, tile: int) -> set[int]:
    """The remaining orientations of a tile."""
    return {mask for mask in range(16) if g.possible[tile] >> mask & 1}


def entries(g: Multigraph, taken: set[int], outside: set[int]) -> int:
    """The number of frontier entries: unknown edges out of ``taken``, and classes on both sides.

    outside: tiles of other groups, which belong to neither side.
    """
    inside = set(live(g)) - outside
    edges = sum(
        unknown(g, tile, side) and g.neighbours[tile, side] not in taken
        for tile in taken
        for side in range(4)
    )
    here = {g.parent[tile] for tile in inside & taken}
    astride = here & {g.parent[tile] for tile in inside - taken}
    return edges + (len(astride) if g.tree else 0)
