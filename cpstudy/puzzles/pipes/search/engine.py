"""The compiled search: none, unique (proved) or many (two witnesses), complete on every variant.

What is known of a board stands in :mod:`.state`, what follows from it in :mod:`.rules`, which edge
is decided next in :mod:`.branching`. The search is on edges, with a trail instead of copies. Where
the first solution is hard to find, it starts again after 200 refutations, and after 240 more goes
on by narrow strips, so that what belongs together is decided soon after one another. From then on
every 45 refutations take it back by 16 decisions, by 32, 64 … until it is deeper than ever, and by
growing numbers of refutations where that leads to the beginning; decisions that are made anew get
the values they had. With a first solution it goes on chronologically, trying that solution's values
first: a second solution differs in one region, and the others follow the guide.

Cost: near-linear in the tiles where the rules suffice (small-to-large joining), exponential at
worst. Medians over streams of different boards stand in benchmarks/. Limits: of the five mazes
only depth-first makes it search in earnest, from 50×50 on. A budget of nodes ends it with
"unknown"; the portfolio then asks CP-SAT, which learns from its failures.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.clock import Clock
from cpstudy.core.kernels import kernel, prepared, views
from cpstudy.core.result import Budget, Result
from cpstudy.core.slices import solutions
from cpstudy.core.solving import Found
from cpstudy.puzzles.pipes.board.neighbours import closed_of
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.branching import next_edge
from cpstudy.puzzles.pipes.search.rules import assume, propagate
from cpstudy.puzzles.pipes.search.state import (
    BITS,
    DEEPEST,
    JUMP,
    KIND,
    PERIOD,
    REFUTED,
    Work,
    solution,
    workspace,
)
from cpstudy.puzzles.tilings.search.trail import (
    CURSOR,
    DEPTH,
    FAILED,
    JOINS,
    NODES,
    STACK,
    TRAIL,
    TREE,
    VERTICES,
    blame,
    forget_stack,
    undo,
)
from cpstudy.puzzles.tilings.search.under_way import EXHAUSTED, PAUSED, SOLVED, EdgeSearch

# A search for a first solution that was refuted this often starts again, with what failed last
# first; after a fifth more it does so by strips. From then on so many refutations take it back by
# so many decisions.
_FIRST_PERIOD = 200
_PERIOD = 45
_JUMP = 16
# In place of a jump's length, before there are any.
_FIRST, _SECOND = -1, 0
_NO_RESTART = 2**62


@kernel
def lay(w: Any, tiles: Any, closed: Any, tree: Any) -> Any:
    """Begin anew with a board, every tile of which is to be looked at; the number of open sides.

    tiles: uint8[n], ANY where the type is unknown. closed: uint8[n], the sides at borders and
    barriers (and, for trees, edges from a tile to itself).
    """
    n = len(tiles)
    vertices = 0
    sides = 0
    for tile in range(n):
        mask = tiles[tile]
        degree = BITS[mask]
        w.kind[tile] = KIND[mask]
        w.state[tile] = wide(closed[tile]) << 4
        w.label[tile] = tile
        w.ring[tile] = tile
        w.size[tile] = 1
        w.stubs[tile] = degree
        w.owners[tile] = degree * tile
        w.stack[n - 1 - tile] = tile
        w.queued[tile] = True
        vertices += degree > 0
        sides += degree
    begin_search(w)
    control = w.control
    control[STACK] = n
    control[TRAIL] = 0
    control[JOINS] = 0
    control[TREE] = 1 if tree else 0
    control[VERTICES] = vertices
    return sides


@kernel
def begin_search(w: Any) -> None:
    """Forget decisions, nodes and what failed, but nothing that is known."""
    control = w.control
    for place in range(control[FAILED]):
        w.failed_at[w.failed[place]] = -1
    control[FAILED] = 0
    control[DEPTH] = 0
    control[NODES] = 0
    control[CURSOR] = 0
    control[REFUTED] = 0
    control[PERIOD] = _FIRST_PERIOD
    control[JUMP] = _FIRST
    control[DEEPEST] = 0
    for tile in range(len(w.tried)):
        w.tried[tile] = 0


@kernel
def start(w: Any, tiles: Any, closed: Any, tree: Any) -> bool:
    """Begin anew with a board and propagate. False where there is no solution.

    Arguments as for :func:`lay`; all types are known.
    """
    sides = lay(w, tiles, closed, tree)
    vertices = w.control[VERTICES]
    if tree and vertices > 0 and sides != 2 * (vertices - 1):
        return forget_stack(w)
    return propagate(w)


@kernel
def _jump_back(w: Any, depth: Any) -> Any:
    """Give up decisions, keeping their values in ``tried``, and blame the last; how many are left.

    Every search ends: jumps that lead to the beginning come after ever more refutations, and others
    grow until one does, unless the search gets deeper than ever, which it can do n times.
    """
    control = w.control
    blame(w, wide(w.decisions[depth - 1, 0]))
    left = 0
    if control[JUMP] == _FIRST:
        control[JUMP] = _SECOND
        control[PERIOD] += control[PERIOD] // 5
    else:
        for tile in range(len(w.state)):
            w.tried[tile] = w.state[tile]
        if control[JUMP] == _SECOND:
            control[PERIOD] = _PERIOD
        else:
            if depth > control[DEEPEST]:
                control[DEEPEST] = depth
                control[JUMP] = _JUMP
            left = max(depth - control[JUMP], 0)
            control[JUMP] *= 2
            if left == 0:
                control[PERIOD] += control[PERIOD] // 5
        if left == 0:
            control[JUMP] = _JUMP
    undo(w, w.decisions[left, 2])
    control[CURSOR] = w.decisions[left, 3] if left else 0  # by strips it is another place
    control[REFUTED] = 0
    return left


@kernel
def advance(w: Any, guide: Any, refuted: Any, nodes: Any) -> Any:
    """Search on until the next solution, the end, or ``nodes`` nodes in all.

    guide: uint8[n], the open sides to try first, or uint8[0]. refuted: 1 where what is known is
    refuted (or a solution already counted), so that the search goes back first, else 0. A node is
    a decision. Restarts happen until there is a first solution only: afterwards going back is what
    excludes the solutions found.
    """
    control = w.control
    depth = control[DEPTH]
    conflict = refuted != 0
    while True:
        if conflict and depth > 0 and control[REFUTED] >= control[PERIOD]:
            depth = _jump_back(w, depth)
            conflict = False
        while conflict:
            control[REFUTED] += 1
            if depth == 0:
                control[DEPTH] = 0
                return EXHAUSTED
            depth -= 1
            edge = wide(w.decisions[depth, 0])
            undo(w, w.decisions[depth, 2])
            control[CURSOR] = w.decisions[depth, 3]
            conflict = not assume(w, edge, 1 - w.decisions[depth, 1])
            if conflict:
                blame(w, edge)
        edge = next_edge(w)
        if edge < 0:
            control[DEPTH] = depth
            control[PERIOD] = _NO_RESTART
            return SOLVED
        if control[NODES] >= nodes:
            control[DEPTH] = depth
            return PAUSED
        control[NODES] += 1
        value = 1 - (wide(w.tried[edge >> 2]) >> (4 + (edge & 3)) & 1)
        if len(guide):
            value = wide(guide[edge >> 2]) >> (edge & 3) & 1
        w.decisions[depth, 0] = edge
        w.decisions[depth, 1] = value
        w.decisions[depth, 2] = control[TRAIL]
        w.decisions[depth, 3] = control[CURSOR]
        depth += 1
        conflict = not assume(w, edge, value)


NONE, UNIQUE, MANY, UNKNOWN = 0, 1, 2, 3


@kernel
def decide(w: Any, tiles: Any, closed: Any, tree: Any, nodes: Any, witnesses: Any) -> Any:
    """None, unique, many or unknown, with up to two witnesses in uint8[2, n]."""
    if not start(w, tiles, closed, tree):
        return NONE
    return decide_on(w, nodes, witnesses)


@kernel
def decide_on(w: Any, nodes: Any, witnesses: Any) -> Any:
    """:func:`decide` of what is known, which is consistent, before any decision."""
    for k in range(2):  # the first without a guide, the second near the first
        found = advance(w, witnesses[0][: k * witnesses.shape[1]], k, nodes)
        if found == PAUSED:
            return UNKNOWN
        if found == EXHAUSTED:
            return NONE if k == 0 else UNIQUE
        solution(w, witnesses[k])
    return MANY


def begin(puzzle: Pipes) -> tuple[Work, bool]:
    """A workspace with the rules applied to ``puzzle``; False where they find no solution."""
    w = workspace(puzzle.rows, puzzle.columns, puzzle.wrap)
    tree = not puzzle.free
    n = len(puzzle.tiles)
    closed = closed_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree)
    begin_with = prepared(start, 10 * n)
    work = views(w) if begin_with is start else w
    return w, bool(begin_with(work, np.frombuffer(puzzle.tiles, np.uint8), closed, tree))


def solve(
    puzzle: Pipes,
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
    w, consistent = begin(puzzle)
    if not consistent:
        return Result(exhausted=True, counters={"nodes": 0})
    search = EdgeSearch(advance, w, 4, node=10)
    return solutions(search, clock, budget, limit, patience=patience, found=found)
