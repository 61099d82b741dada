"""The compiled search: none, unique (proved) or many (two witnesses), complete on every variant.

What is known of a board stands in :mod:`.state`, what follows from it in :mod:`.rules`, which edge
is decided next in :mod:`.branching`. The search is on edges, chronological, with a trail instead of
copies. With a first solution it goes on from there, trying that solution's values first: a second
solution differs in one region, and the others follow the guide.

Cost: near-linear in the tiles where the rules suffice (small-to-large joining), exponential at
worst. Mazes of hexagons leave it little: on 100×100 it decides some tens of edges at most. Limits:
it learns nothing from its failures; a budget of nodes ends it with "unknown", and the portfolio
then asks clause learning.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.clock import Clock
from cpstudy.core.kernels import kernel
from cpstudy.core.result import Budget, Result
from cpstudy.core.slices import solutions
from cpstudy.core.solving import Found
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search.branching import next_edge
from cpstudy.puzzles.tilings.search.rules import assume, propagate
from cpstudy.puzzles.tilings.search.state import BITS, Work, workspace
from cpstudy.puzzles.tilings.search.trail import (
    CURSOR,
    DEPTH,
    NODES,
    STACK,
    TRAIL,
    TREE,
    VERTICES,
    blame,
    undo,
)
from cpstudy.puzzles.tilings.search.under_way import EXHAUSTED, PAUSED, SOLVED, EdgeSearch


@kernel
def advance(w: Any, guide: Any, refuted: Any, nodes: Any) -> Any:
    """Apply the rules, then search on until the next solution, the end, or ``nodes`` nodes in all.

    guide: uint8[n], the open sides to try first, or uint8[0]. refuted: 1 where what is known is
    refuted (or a solution already counted), so that the search goes back first, else 0. A node is
    a decision.
    """
    control = w.control
    depth = control[DEPTH]
    conflict = not propagate(w) or refuted != 0
    while True:
        while conflict:
            if depth == 0:
                control[DEPTH] = 0
                return EXHAUSTED
            depth -= 1
            half = wide(w.decisions[depth, 0])
            undo(w, wide(w.decisions[depth, 2]))
            control[CURSOR] = w.decisions[depth, 3]
            conflict = not assume(w, half, 1 - wide(w.decisions[depth, 1]))
            if conflict:
                blame(w, half)
        half = next_edge(w)
        if half < 0:
            control[DEPTH] = depth
            return SOLVED
        if control[NODES] >= nodes:
            control[DEPTH] = depth
            return PAUSED
        control[NODES] += 1
        value = 1
        if len(guide):
            value = wide(guide[half >> 3]) >> (half & 7) & 1
        w.decisions[depth, 0] = half
        w.decisions[depth, 1] = value
        w.decisions[depth, 2] = control[TRAIL]
        w.decisions[depth, 3] = control[CURSOR]
        depth += 1
        conflict = not assume(w, half, value)


def begin(puzzle: Tiling) -> Work:
    """A workspace with ``puzzle`` in it, every tile of which is to be looked at."""
    w = workspace(puzzle)
    tree = not puzzle.free
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    cells = np.arange(len(tiles))
    w.kind[:] = w.kinds[tiles]
    w.state[:] = edge_table(puzzle).closed(tree).astype(np.int32) << puzzle.sides
    w.label[:] = w.ring[:] = cells
    w.size[:] = 1
    w.stubs[:] = BITS[tiles]
    w.owners[:] = w.stubs * cells
    w.stack[:] = cells[::-1]
    w.queued[:] = True
    w.control[STACK] = len(tiles)
    w.control[TREE] = tree
    w.control[VERTICES] = np.count_nonzero(tiles)
    return w


def solve(
    puzzle: Tiling,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    patience: int | None = None,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Counters: nodes (the iterations), decisions made.

    patience: give up after so many nodes without a second solution (stop ITERATIONS). found: gets
    each solution at once.
    """
    clock = Clock(budget.seconds)
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters={"nodes": 0})
    search = EdgeSearch(advance, begin(puzzle), puzzle.sides, node=15, ahead=15 * len(puzzle.tiles))
    return solutions(search, clock, budget, limit, patience=patience, found=found)
