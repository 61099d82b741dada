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

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.native import Const, array, entry, i64, u8
from cpstudy.core.result import Budget, Result
from cpstudy.core.resumable_search import solutions
from cpstudy.core.solving import Found
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search.branching import next_edge
from cpstudy.puzzles.tilings.search.rules import assume, propagate
from cpstudy.puzzles.tilings.search.state import BITS, Work
from cpstudy.puzzles.tilings.search.trail import blame, undo
from cpstudy.puzzles.tilings.search.under_way import EXHAUSTED, PAUSED, SOLVED, EdgeSearch


@entry
def advance(w: Work, guide: Const[u8], refuted: bool, nodes: i64) -> i64:
    """Apply the rules, then search on until the next solution, the end, or ``nodes`` nodes in all.

    guide: uint8[n], the open sides to try first, or uint8[0]. refuted: whether what is
    known is refuted (or a solution already counted), so that the search goes back first. A node is
    a decision.
    """
    depth = w.depth
    guided = len(guide) > 0
    conflict = not propagate(w) or refuted
    while True:
        while conflict:
            if depth == 0:
                w.depth = 0
                return EXHAUSTED
            depth -= 1
            half = w.decisions[depth, 0]
            undo(w, w.decisions[depth, 2])
            w.cursor = w.decisions[depth, 3]
            conflict = not assume(w, half, 1 - w.decisions[depth, 1])
            if conflict:
                blame(w, half)
        half = next_edge(w)
        if half < 0:
            w.depth = depth
            return SOLVED
        if w.nodes >= nodes:
            w.depth = depth
            return PAUSED
        w.nodes += 1
        value = 1
        if guided:
            value = guide[half >> 3] >> (half & 7) & 1
        w.decisions[depth, 0] = half
        w.decisions[depth, 1] = value
        w.decisions[depth, 2] = w.trailed
        w.decisions[depth, 3] = w.cursor
        depth += 1
        conflict = not assume(w, half, value)


def begin(puzzle: Tiling) -> Work:
    """A workspace with ``puzzle`` in it, every tile of which is to be looked at."""
    w = Work(puzzle)
    w.tree = not puzzle.free
    tiles = np.frombuffer(puzzle.tiles, np.uint8)
    cells = np.arange(len(tiles))
    array(w.kind)[:] = array(w.kinds)[tiles]
    array(w.state)[:] = edge_table(puzzle).closed(w.tree).astype(np.int32) << puzzle.sides
    array(w.label)[:] = array(w.ring)[:] = cells
    array(w.size)[:] = 1
    array(w.stubs)[:] = stubs = array(BITS)[tiles]
    array(w.owners)[:] = stubs * cells
    array(w.stack)[:] = cells[::-1]
    array(w.queued)[:] = 1
    w.stacked = len(tiles)
    w.vertices = int(np.count_nonzero(tiles))
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
    search = EdgeSearch(advance, begin(puzzle), puzzle.sides)
    return solutions(search, clock, budget, limit, patience=patience, found=found)
