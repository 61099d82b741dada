"""Boards on the arrays of planning, for tests of single rules and orders."""

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract, possible_orientations
from cpstudy.puzzles.pipes.counting.multigraph import Multigraph, begin_board, flatten, unknown
from cpstudy.puzzles.pipes.counting.plan import Orders
from cpstudy.puzzles.pipes.puzzle import Pipes


def multigraph(puzzle: Pipes, tree: bool) -> Multigraph:
    """A board of which nothing is known yet."""
    shape = puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers
    g = Multigraph(neighbours_of(*shape), tree)
    g.possible = view(possible_orientations(puzzle))
    begin_board(g)
    return g


def contracted(puzzle: Pipes, tree: bool) -> tuple[Multigraph, Orders, int]:
    """A board with all rules applied, its orders with the groups filled in, and their number."""
    n = len(puzzle.tiles)
    g, o = multigraph(puzzle, tree), Orders(n)
    groups = contract(g, Blocks(n), o.group)
    flatten(g)
    return g, o, groups


def live(g: Multigraph) -> list[int]:
    """The tiles with a choice."""
    return array(g.live)[: g.alive].tolist()


def masks_of(g: Multigraph, tile: int) -> set[int]:
    """The orientations that are left of a tile."""
    return {mask for mask in range(16) if g.possible[tile] >> mask & 1}


def entries(g: Multigraph, taken: set[int], outside: set[int]) -> int:
    """How many entries the frontier has: unknown edges out of ``taken``, classes astride.

    outside: tiles of no interest, which are neither taken nor to come.
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
