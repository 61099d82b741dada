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

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.native import (
    Const,
    Const2,
    View,
    View2,
    View3,
    entry,
    i8,
    i64,
    kernel,
    row,
    u8,
    view,
)
from cpstudy.core.result import Budget, Result
from cpstudy.core.resumable_search import solutions
from cpstudy.core.solving import Found
from cpstudy.puzzles.pipes.board.checker import is_solution
from cpstudy.puzzles.pipes.board.neighbours import closed_of
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.branching import next_edge
from cpstudy.puzzles.pipes.search.rules import assume, propagate
from cpstudy.puzzles.pipes.search.state import (
    BITS,
    KIND,
    Work,
    solution,
)
from cpstudy.puzzles.tilings.search.trail import blame, forget_stack, undo
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


@entry
def lay(w: Work, tiles: Const[u8], closed: Const[u8], tree: bool) -> i64:
    """Begin anew with a board, every tile of which is to be looked at; the number of open sides.

    tiles: uint8[n], ANY where the type is unknown. closed: uint8[n], the sides at borders and
    barriers (and, for trees, edges from a tile to itself).
    """
    n = w.cells
    vertices = 0
    sides = 0
    for tile in range(n):
        mask = tiles[tile]
        degree = BITS[mask]
        w.kind[tile] = KIND[mask]
        w.state[tile] = closed[tile] << 4
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
    w.stacked = n
    w.trailed = 0
    w.joined = 0
    w.tree = tree
    w.vertices = vertices
    return sides


@entry
def begin_search(w: Work) -> None:
    """Forget decisions, nodes and what failed, but nothing that is known."""
    for place in range(w.failures):
        w.failed_at[w.failed[place]] = -1
    w.failures = 0
    w.depth = 0
    w.nodes = 0
    w.cursor = 0
    w.refuted = 0
    w.period = _FIRST_PERIOD
    w.jump = _FIRST
    w.deepest = 0
    for tile in range(w.cells):
        w.tried[tile] = 0


@entry
def start(w: Work, tiles: Const[u8], closed: Const[u8], tree: bool) -> bool:
    """Begin anew with a board and propagate. False where there is no solution.

    Arguments as for :func:`lay`; all types are known.
    """
    sides = lay(w, tiles, closed, tree)
    if tree and w.vertices > 0 and sides != 2 * (w.vertices - 1):
        return forget_stack(w)
    return propagate(w)


@kernel
def _jump_back(w: Work, depth: i64) -> i64:
    """Give up decisions, keeping their values in ``tried``, and blame the last; how many are left.

    Every search ends: jumps that lead to the beginning come after ever more refutations, and others
    grow until one does, unless the search gets deeper than ever, which it can do n times.
    """
    blame(w, w.decisions[depth - 1, 0])
    left = 0
    if w.jump == _FIRST:
        w.jump = _SECOND
        w.period += w.period // 5
    else:
        for tile in range(w.cells):
            w.tried[tile] = w.state[tile]
        if w.jump == _SECOND:
            w.period = _PERIOD
        else:
            if depth > w.deepest:
                w.deepest = depth
                w.jump = _JUMP
            left = max(depth - w.jump, 0)
            w.jump *= 2
            if left == 0:
                w.period += w.period // 5
        if left == 0:
            w.jump = _JUMP
    undo(w, w.decisions[left, 2])
    w.cursor = w.decisions[left, 3] if left else 0  # by strips it is another place
    w.refuted = 0
    return left


@entry
def advance(w: Work, guide: Const[u8], refuted: bool, nodes: i64) -> i64:
    """:func:`_advance` with a guide, or with none: uint8[0]."""
    return _advance(w, guide, len(guide) > 0, refuted, nodes)


@kernel
def _advance(w: Work, guide: Const[u8], guided: bool, refuted: bool, nodes: i64) -> i64:
    """Search on until the next solution, the end, or ``nodes`` nodes in all.

    guide: uint8[n], the open sides to try first where guided. refuted: whether what is known is
    refuted (or a solution already counted), so that the search goes back first. A node is a
    decision. Restarts happen until there is a first solution only: afterwards going back is what
    excludes the solutions found.
    """
    depth = w.depth
    conflict = refuted
    while True:
        if conflict and depth > 0 and w.refuted >= w.period:
            depth = _jump_back(w, depth)
            conflict = False
        while conflict:
            w.refuted += 1
            if depth == 0:
                w.depth = 0
                return EXHAUSTED
            depth -= 1
            edge = w.decisions[depth, 0]
            undo(w, w.decisions[depth, 2])
            w.cursor = w.decisions[depth, 3]
            conflict = not assume(w, edge, 1 - w.decisions[depth, 1])
            if conflict:
                blame(w, edge)
        edge = next_edge(w)
        if edge < 0:
            w.depth = depth
            w.period = _NO_RESTART
            return SOLVED
        if w.nodes >= nodes:
            w.depth = depth
            return PAUSED
        w.nodes += 1
        value = 1 - (w.tried[edge >> 2] >> (4 + (edge & 3)) & 1)
        if guided:
            value = guide[edge >> 2] >> (edge & 3) & 1
        w.decisions[depth, 0] = edge
        w.decisions[depth, 1] = value
        w.decisions[depth, 2] = w.trailed
        w.decisions[depth, 3] = w.cursor
        depth += 1
        conflict = not assume(w, edge, value)


NONE, UNIQUE, MANY, UNKNOWN = 0, 1, 2, 3


@entry
def decide(
    w: Work, tiles: Const[u8], closed: Const[u8], tree: bool, nodes: i64, witnesses: View2[u8]
) -> i64:
    """None, unique, many or unknown, with up to two witnesses in uint8[2, n]."""
    if not start(w, tiles, closed, tree):
        return NONE
    return decide_on(w, nodes, witnesses)


@kernel
def decide_on(w: Work, nodes: i64, witnesses: View2[u8]) -> i64:
    """:func:`decide` of what is known, which is consistent, before any decision."""
    for k in range(2):  # the first without a guide, the second near the first
        guide: Const[u8] = row(witnesses, 0)
        found = _advance(w, guide, k == 1, k == 1, nodes)
        if found == PAUSED:
            return UNKNOWN
        if found == EXHAUSTED:
            return NONE if k == 0 else UNIQUE
        solution(w, row(witnesses, k))
    return MANY


@entry
def decide_each(
    w: Work,
    tiles: Const2[u8],
    closed: Const2[u8],
    tree: bool,
    most: i64,
    verdicts: View[i8],
    witnesses: View3[u8],
    nodes: View[i64],
) -> i64:
    """Decide boards; -1, or the first board with a witness that breaks a rule.

    tiles: uint8[count, n]. closed: uint8[count or 1, n]. most: nodes for one board. verdicts,
    witnesses, nodes: see :class:`.batch.Decisions`.
    """
    for board in range(len(tiles)):
        masks: Const[u8] = row(tiles, board)
        walls: Const[u8] = row(closed, min(board, len(closed) - 1))
        found: View2[u8] = row(witnesses, board)
        verdict = decide(w, masks, walls, tree, most, found)
        verdicts[board] = verdict
        nodes[board] = w.nodes
        if not _holds(w, masks, walls, tree, found, verdict if verdict <= MANY else 0):
            return board
    return -1


@kernel
def _holds(
    w: Work, tiles: Const[u8], walls: Const[u8], tree: bool, witnesses: View2[u8], found: i64
) -> bool:
    """Whether so many witnesses obey the rules and differ; the others are made zeros."""
    for k in range(2):
        if k >= found:
            for tile in range(w.cells):
                witnesses[k, tile] = 0
        elif not is_solution(
            w.neighbours, tiles, walls, tree, row(witnesses, k), w.stack, w.queued
        ):
            return False
    for tile in range(w.cells):
        w.queued[tile] = False
    if found < MANY:
        return True
    for tile in range(w.cells):
        if witnesses[0, tile] != witnesses[1, tile]:
            return True
    return False


def begin(puzzle: Pipes) -> tuple[Work, bool]:
    """A workspace with the rules applied to ``puzzle``; False where they find no solution."""
    w = Work(puzzle.rows, puzzle.columns, puzzle.wrap)
    tree = not puzzle.free
    closed = closed_of(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, tree)
    return w, start(w, puzzle.tiles, view(closed), tree)


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
    search = EdgeSearch(advance, w, 4)
    return solutions(search, clock, budget, limit, patience=patience, found=found)
