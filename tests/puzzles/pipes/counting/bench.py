"""Boards on the arrays of planning, for tests of single rules and orders."""

import numpy as np

from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.blocks import Blocks
from cpstudy.puzzles.pipes.counting.contraction import contract, possible_orientations
from cpstudy.puzzles.pipes.counting.layout import Places
from cpstudy.puzzles.pipes.counting.multigraph import (
    CONTROL,
    LIVE,
    TREE,
    Multigraph,
    begin_board,
    flatten,
    unknown,
)
from cpstudy.puzzles.pipes.counting.orders import Orders
from cpstudy.puzzles.pipes.puzzle import Pipes


def multigraph(puzzle: Pipes, tree: bool) -> Multigraph:
    """A board of which nothing is known yet."""
    n = len(puzzle.tiles)
    g = Multigraph(
        neighbours_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers),
        possible_orientations(puzzle),
        *(np.zeros(n, np.int64) for _ in range(7)),
        np.zeros(4, np.int64),
        np.zeros(CONTROL, np.int64),
    )
    begin_board(g)
    g.control[TREE] = tree
    return g


def contracted(puzzle: Pipes, tree: bool) -> tuple[Multigraph, Orders, int]:
    """A board with all rules applied, its orders with the groups filled in, and their number."""
    n = len(puzzle.tiles)
    g, o = multigraph(puzzle, tree), Orders(*(np.zeros(n, np.int64) for _ in range(8)))
    rows = (np.zeros(2 * n if place < 3 else n, np.int64) for place in range(9))
    groups = int(contract(g, Blocks(*rows), o.group))
    flatten(g)
    return g, o, groups


def places(n: int) -> Places:
    """Room for a frontier."""
    by_edge, by_class, left, used = (np.zeros(size * n, np.int64) for size in (2, 1, 1, 2))
    return Places(by_edge, by_class, left, used)


def masks_of(g: Multigraph, tile: int) -> set[int]:
    """The orientations that are left of a tile."""
    return {mask for mask in range(16) if int(g.possible[tile]) >> mask & 1}


def entries(g: Multigraph, taken: set[int], outside: set[int]) -> int:
    """How many entries the frontier has: unknown edges out of ``taken``, classes astride.

    outside: tiles of no interest, which are neither taken nor to come.
    """
    live = set(g.live[: g.control[LIVE]].tolist()) - outside
    edges = sum(
        unknown(g.possible, tile, side) and int(g.neighbours[tile, side]) not in taken
        for tile in taken
        for side in range(4)
    )
    here = {int(g.parent[tile]) for tile in live & taken}
    astride = here & {int(g.parent[tile]) for tile in live - taken}
    return edges + (len(astride) if g.control[TREE] else 0)
