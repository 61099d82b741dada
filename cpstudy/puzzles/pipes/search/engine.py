"""The compiled search: none, unique (proved) or many (two witnesses), complete on every variant.

*State.* One byte a tile: which of its sides are known to be open, and which closed. An edge is
written on both tiles at once. For trees, the tiles joined by known open edges form components:
a label for each tile, the members of a component in a ring, so that joining two relabels the
smaller one and finds on the way every edge that would now close a cycle.

*Rules*, the cheapest that pay (Tatham2019 has the first three):

- tile and edge: a table gives, for a tile type and what is known of its sides, what follows.
- loops: an unknown edge inside a component is closed.
- dead ends: turning keeps the number of open sides, so a component of k tiles has exactly
  ``stubs`` = (their open sides) - 2(k - 1) sides still to be joined to something. It must not run
  out of stubs before it is the whole. A component with one stub has it at one tile, which is
  known without a search: the sum of the tiles that own the stubs is kept beside their number.
  A tile that owns all stubs of its component must not give all of them to components that have
  one stub each.

*Search.* On edges, with a trail instead of copies. The next edge is one that failed lately
(Gay2015: conflict ordering), else one at the tile that was changed last, so that the search stays
near the region it is about. Until there is a first solution the search starts again after a
growing number of refutations; then it goes on chronologically, trying the first solution's values
first: a second solution differs in one region, and the others follow the guide.

Cost: near-linear in the tiles where the rules suffice (small-to-large joining), exponential at
worst. Medians over streams of different boards stand in benchmarks/. Limits: of the five mazes
only depth-first makes it search in earnest, from 50×50 on. A budget of nodes ends it with
"unknown"; the portfolio then asks CP-SAT, which learns from its failures.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.pipes.board.neighbours import closed_sides, neighbour_table
from cpstudy.puzzles.pipes.puzzle import (
    ORIENTATIONS,
    Pipes,
    tile_type,
)

KIND = np.array([tile_type(mask) for mask in range(16)], np.uint8)
_BITS = np.array([mask.bit_count() for mask in range(16)], np.int64)
_CONFLICT = 255  # every side open and closed


def _closure() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """By type and known sides (open, closed << 4): what follows; and the types' orientations."""
    follows = np.full((6, 256), _CONFLICT, np.uint8)
    orientations = np.zeros((6, 4), np.int64)
    for mask in (0, 1, 5, 3, 7, 15):
        turned = ORIENTATIONS[mask]
        kind = tile_type(mask)
        orientations[kind] = [*turned, *([turned[-1]] * (4 - len(turned)))]
        for known in range(256):
            opened, closed = known & 15, known >> 4
            left = [o for o in turned if o & opened == opened and not o & closed]
            if left:
                always, ever = 15, 0
                for o in left:
                    always, ever = always & o, ever | o
                follows[kind, known] = always | (15 - ever) << 4
    return follows.ravel(), orientations


_FOLLOWS, _ORIENTATIONS = _closure()
_DEGREE = np.array([0, 1, 2, 2, 3, 4], np.int64)

# Places in ``Work.control``.
_STACK, TRAIL, _JOINS, _DEPTH, NODES, _CURSOR, _FAILED, TREE, _VERTICES = range(9)
_REFUTED, _PERIOD = 9, 10

# A search for a first solution that was refuted this often starts again, with what failed last
# first; the next time after a fifth more.
_FIRST_PERIOD = 200
_NO_RESTART = 2**62


class Work(NamedTuple):
    """What a search keeps for a board of n tiles; see :func:`workspace`.

    neighbours: int32[n, 4], only read where a side is not closed. kind: uint8[n], tile type.
    state: uint8[n], known open sides + known closed sides << 4. label, ring: int32[n], component
    of a tile, next member. size, stubs, owners: by label. stack, queued: tiles to look at again.
    trail: int32[·, 2], (tile, state before) or (-1, number of a join). joins: int32[n, 3], (tile
    of the smaller component, tile of the larger, label of the smaller). decisions: int32[·, 4],
    (4 tile + side, value, trail, cursor). failed: int32[8n], edges in the order in which they
    failed; failed_at: int32[4n], where each of them stands last. control: int64[11], see the names
    above.
    """

    neighbours: Any
    kind: Any
    state: Any
    label: Any
    ring: Any
    size: Any
    stubs: Any
    owners: Any
    stack: Any
    queued: Any
    trail: Any
    joins: Any
    decisions: Any
    failed: Any
    failed_at: Any
    control: Any


def workspace(rows: int, columns: int, wrap: bool) -> Work:
    """Fresh arrays for boards of one shape; what is done on them needs no other memory."""
    n = rows * columns
    return Work(
        neighbours=neighbour_table(rows, columns, wrap).astype(np.int32),
        kind=np.zeros(n, np.uint8),
        state=np.zeros(n, np.uint8),
        label=np.zeros(n, np.int32),
        ring=np.zeros(n, np.int32),
        size=np.zeros(n, np.int32),
        stubs=np.zeros(n, np.int32),
        owners=np.zeros(n, np.int64),
        stack=np.zeros(n, np.int32),
        queued=np.zeros(n, np.bool_),
        trail=np.empty((12 * n + 8, 2), np.int32),
        joins=np.zeros((n, 3), np.int32),
        decisions=np.zeros((2 * n + 1, 4), np.int32),
        failed=np.zeros(8 * n, np.int32),
        failed_at=np.full(4 * n, -1, np.int32),
        control=np.zeros(11, np.int64),
    )


@kernel
def _push(w: Any, tile: Any) -> None:
    if not w.queued[tile]:
        w.queued[tile] = True
        w.stack[w.control[_STACK]] = tile
        w.control[_STACK] += 1


@kernel
def _know(w: Any, tile: Any, known: Any) -> None:
    """Write ``known`` into a tile's state, trailed, and look at the tile again."""
    trail = w.control[TRAIL]
    w.trail[trail, 0] = tile
    w.trail[trail, 1] = w.state[tile]
    w.control[TRAIL] = trail + 1
    w.state[tile] = known
    _push(w, tile)


@kernel
def _join(w: Any, one: Any, other: Any) -> bool:
    """The edge between two tiles is open now: join their components. False on a contradiction."""
    small, large = w.label[one], w.label[other]
    if small == large or _BITS[w.state[other] & 15] > _DEGREE[w.kind[other]]:
        return False
    x, y = one, other
    if w.size[small] > w.size[large]:
        small, large = large, small
        x, y = other, one
    stubs = w.stubs[small] + w.stubs[large] - 2
    size = w.size[small] + w.size[large]
    if stubs == 0 and size < w.control[_VERTICES]:
        return False
    tile = x
    while True:
        w.label[tile] = large
        state = np.int64(w.state[tile])
        unknown = 15 & ~(state | state >> 4)
        side = 0
        while unknown:
            if unknown & 1:
                beyond = w.neighbours[tile, side]
                if w.label[beyond] == large:
                    there = np.int64(w.state[beyond])
                    back = side ^ 2
                    if there >> back & 1:
                        return _undo_labels(w, x, tile, small)
                    _know(w, tile, np.int64(w.state[tile]) | 16 << side)
                    _know(w, beyond, np.int64(w.state[beyond]) | 16 << back)
            unknown >>= 1
            side += 1
        tile = w.ring[tile]
        if tile == x:
            break
    kept = w.ring[x]
    w.ring[x] = w.ring[y]
    w.ring[y] = kept
    w.size[large] = size
    w.stubs[large] = stubs
    w.owners[large] += w.owners[small] - x - y
    joins = w.control[_JOINS]
    w.joins[joins, 0] = x
    w.joins[joins, 1] = y
    w.joins[joins, 2] = small
    w.control[_JOINS] = joins + 1
    trail = w.control[TRAIL]
    w.trail[trail, 0] = -1
    w.trail[trail, 1] = joins
    w.control[TRAIL] = trail + 1
    if stubs == 1:
        owner = w.owners[large]
        _push(w, owner)
        state = np.int64(w.state[owner])
        unknown = 15 & ~(state | state >> 4)
        for side in range(4):
            if unknown >> side & 1:
                _push(w, w.neighbours[owner, side])
    return True


@kernel
def _forget_stack(w: Any) -> bool:
    """Nothing needs to be looked at any more; False, for the callers to return."""
    for place in range(w.control[_STACK]):
        w.queued[w.stack[place]] = False
    w.control[_STACK] = 0
    return False


@kernel
def _undo_labels(w: Any, first: Any, last: Any, label: Any) -> bool:
    """Give the members first … last of a ring their label back after a failed join."""
    tile = first
    while True:
        w.label[tile] = label
        if tile == last:
            return False
        tile = w.ring[tile]


@kernel
def _spared(w: Any, tile: Any, state: Any) -> Any:
    """What follows for a tile that owns all stubs of its component: not all may end there."""
    kind = w.kind[tile]
    opened = state & 15
    unknown = 15 & ~(state | state >> 4)
    ends = 0
    for side in range(4):
        if unknown >> side & 1 and w.stubs[w.label[w.neighbours[tile, side]]] == 1:
            ends |= 1 << side
    need = _DEGREE[kind] - _BITS[opened]
    if _BITS[ends] < need:
        return state
    always, ever = 15, 0
    for k in range(4):
        orientation = _ORIENTATIONS[kind, k]
        if orientation & opened != opened or orientation & state >> 4:
            continue
        new = orientation & unknown
        if new & ~ends == 0:
            size = np.int64(w.size[w.label[tile]])
            for side in range(4):
                if new >> side & 1:
                    size += w.size[w.label[w.neighbours[tile, side]]]
            if size < w.control[_VERTICES]:
                continue
        always &= orientation
        ever |= orientation
    return always | (15 - ever) << 4


@kernel
def propagate(w: Any) -> bool:
    """Apply the rules to all tiles on the stack and what follows. False on a contradiction."""
    tree = w.control[TREE] != 0
    while w.control[_STACK] > 0:
        w.control[_STACK] -= 1
        tile = np.int64(w.stack[w.control[_STACK]])
        w.queued[tile] = False
        before = np.int64(w.state[tile])
        kind = np.int64(w.kind[tile])
        state = np.int64(_FOLLOWS[256 * kind + before])
        settled = not tree or (state | state >> 4) & 15 == 15
        if state == before and not settled:
            if w.stubs[w.label[tile]] != _DEGREE[kind] - _BITS[state & 15]:
                continue
            state = _spared(w, tile, state)
        new = state & ~before
        if new == 0:
            continue
        if state & state >> 4:
            return _forget_stack(w)
        trail = w.control[TRAIL]
        w.trail[trail, 0] = tile
        w.trail[trail, 1] = before
        w.control[TRAIL] = trail + 1
        w.state[tile] = state
        if not settled:
            _push(w, tile)  # what it leaves open may be subject to the rule of dead ends
        for side in range(4):
            if new >> side & 17 == 0:
                continue
            back = side ^ 2
            beyond = np.int64(w.neighbours[tile, side])
            there = np.int64(w.state[beyond])
            if new >> side & 1:
                if there >> back & 16:
                    return _forget_stack(w)
                if there >> back & 1 == 0:
                    _know(w, beyond, there | 1 << back)
                if tree and not _join(w, tile, beyond):
                    return _forget_stack(w)
            else:
                if there >> back & 1:
                    return _forget_stack(w)
                if there >> back & 16 == 0:
                    _know(w, beyond, there | 16 << back)
    return True


@kernel
def undo(w: Any, mark: Any) -> None:
    """Take everything back that was learnt since the trail was ``mark`` long."""
    for place in range(w.control[TRAIL] - 1, mark - 1, -1):
        tile = w.trail[place, 0]
        if tile >= 0:
            w.state[tile] = w.trail[place, 1]
            continue
        joins = w.trail[place, 1]
        x, y, small = w.joins[joins, 0], w.joins[joins, 1], w.joins[joins, 2]
        w.control[_JOINS] = joins
        large = w.label[y]
        kept = w.ring[x]
        w.ring[x] = w.ring[y]
        w.ring[y] = kept
        tile = x
        while True:
            w.label[tile] = small
            tile = w.ring[tile]
            if tile == x:
                break
        w.size[large] -= w.size[small]
        w.stubs[large] += 2 - w.stubs[small]
        w.owners[large] += np.int64(x) + y - w.owners[small]
    w.control[TRAIL] = mark


@kernel
def assume(w: Any, edge: Any, value: Any) -> bool:
    """Set edge 4 tile + side, which is unknown, open (1) or closed (0), and propagate."""
    tile, side = edge >> 2, edge & 3
    beyond = np.int64(w.neighbours[tile, side])
    bit = 1 if value else 16
    _know(w, tile, np.int64(w.state[tile]) | bit << side)
    _know(w, beyond, np.int64(w.state[beyond]) | bit << (side ^ 2))
    if value and w.control[TREE] and not _join(w, tile, beyond):
        return _forget_stack(w)
    return propagate(w)


@kernel
def _unknown_side(w: Any, tile: Any) -> Any:
    state = np.int64(w.state[tile])
    unknown = 15 & ~(state | state >> 4)
    for side in range(4):
        if unknown >> side & 1:
            return side
    return -1


# How far back on the trail a tile to go on at is looked for.
_NEAR = 64


@kernel
def _blame(w: Any, edge: Any) -> None:
    """Note that the search failed at an edge; it will be decided before all that failed earlier."""
    size = w.control[_FAILED]
    if size == w.failed.size:  # drop what is out of date: at most 4n places are not
        size = 0
        for place in range(w.failed.size):
            kept = w.failed[place]
            if w.failed_at[kept] == place:
                w.failed[size] = kept
                w.failed_at[kept] = size
                size += 1
    w.failed[size] = edge
    w.failed_at[edge] = size
    w.control[_FAILED] = size + 1


@kernel
def _next_edge(w: Any) -> Any:
    """The edge to decide next, as 4 tile + side; -1 where all are known."""
    for place in range(w.control[_FAILED] - 1, -1, -1):
        edge = np.int64(w.failed[place])
        if w.failed_at[edge] == place:
            state = np.int64(w.state[edge >> 2])
            if (state | state >> 4) >> (edge & 3) & 1 == 0:
                return edge
    trail = w.control[TRAIL]
    for place in range(trail - 1, max(trail - _NEAR, 0) - 1, -1):
        changed = np.int64(w.trail[place, 0])
        if changed >= 0:
            side = _unknown_side(w, changed)
            if side >= 0:
                return 4 * changed + side
    for tile in range(w.control[_CURSOR], w.state.size):
        side = _unknown_side(w, tile)
        if side >= 0:
            w.control[_CURSOR] = tile
            return 4 * tile + side
    w.control[_CURSOR] = w.state.size
    return -1


# What :func:`advance` returns.
EXHAUSTED, SOLVED, PAUSED = 0, 1, 2


@kernel
def advance(w: Any, guide: Any, refuted: Any, nodes: Any) -> Any:
    """Search on until the next solution, the end, or ``nodes`` nodes in all.

    guide: uint8[n], the open sides to try first, or uint8[0]. refuted: 1 where what is known is
    refuted (or a solution already counted), so that the search goes back first, else 0. A node is
    a decision. Restarts happen until there is a first solution only: afterwards going back is what
    excludes the solutions found.
    """
    control = w.control
    depth = control[_DEPTH]
    conflict = refuted != 0
    while True:
        if conflict and depth > 0 and control[_REFUTED] >= control[_PERIOD]:
            _blame(w, np.int64(w.decisions[depth - 1, 0]))
            undo(w, w.decisions[0, 2])
            control[_CURSOR] = 0
            control[_REFUTED] = 0
            control[_PERIOD] += control[_PERIOD] // 5
            conflict = False
            depth = 0
        while conflict:
            control[_REFUTED] += 1
            if depth == 0:
                control[_DEPTH] = 0
                return EXHAUSTED
            depth -= 1
            edge = np.int64(w.decisions[depth, 0])
            undo(w, w.decisions[depth, 2])
            control[_CURSOR] = w.decisions[depth, 3]
            conflict = not assume(w, edge, 1 - w.decisions[depth, 1])
            if conflict:
                _blame(w, edge)
        edge = _next_edge(w)
        if edge < 0:
            control[_DEPTH] = depth
            control[_PERIOD] = _NO_RESTART
            return SOLVED
        if control[NODES] >= nodes:
            control[_DEPTH] = depth
            return PAUSED
        control[NODES] += 1
        value = np.int64(1)
        if guide.size:
            value = np.int64(guide[edge >> 2]) >> (edge & 3) & 1
        w.decisions[depth, 0] = edge
        w.decisions[depth, 1] = value
        w.decisions[depth, 2] = control[TRAIL]
        w.decisions[depth, 3] = control[_CURSOR]
        depth += 1
        conflict = not assume(w, edge, value)


@kernel
def start(w: Any, tiles: Any, closed: Any, tree: Any) -> bool:
    """Begin anew with a board and propagate. False where there is no solution.

    tiles: uint8[n]. closed: uint8[n], the sides at borders and barriers (and, for trees, edges
    from a tile to itself).
    """
    n = tiles.size
    vertices = 0
    sides = 0
    for tile in range(n):
        mask = tiles[tile]
        degree = _BITS[mask]
        w.kind[tile] = KIND[mask]
        w.state[tile] = np.int64(closed[tile]) << 4
        w.label[tile] = tile
        w.ring[tile] = tile
        w.size[tile] = 1
        w.stubs[tile] = degree
        w.owners[tile] = degree * tile
        w.stack[n - 1 - tile] = tile
        w.queued[tile] = True
        vertices += degree > 0
        sides += degree
    control = w.control
    for place in range(control[_FAILED]):
        w.failed_at[w.failed[place]] = -1
    control[:] = 0
    control[_STACK] = n
    control[_PERIOD] = _FIRST_PERIOD
    control[TREE] = 1 if tree else 0
    control[_VERTICES] = vertices
    if tree and vertices > 0 and sides != 2 * (vertices - 1):
        return _forget_stack(w)
    return propagate(w)


NONE, UNIQUE, MANY, UNKNOWN = 0, 1, 2, 3


@kernel
def solution(w: Any, sides: Any) -> None:
    """Copy the known open sides into ``sides``: uint8[n]."""
    for tile in range(sides.size):
        sides[tile] = w.state[tile] & 15


@kernel
def decide(w: Any, tiles: Any, closed: Any, tree: Any, nodes: Any, witnesses: Any) -> Any:
    """None, unique, many or unknown, with up to two witnesses in uint8[2, n]."""
    if not start(w, tiles, closed, tree):
        return NONE
    for k in range(2):  # the first without a guide, the second near the first
        found = advance(w, witnesses[0][: k * tiles.size], k, nodes)
        if found == PAUSED:
            return UNKNOWN
        if found == EXHAUSTED:
            return NONE if k == 0 else UNIQUE
        solution(w, witnesses[k])
    return MANY


# Nodes between two looks at the clock: about a millisecond on small boards.
_PACE = 1000
_PLAIN_PACE = 20


def begin(puzzle: Pipes) -> tuple[Work, bool]:
    """A workspace with the rules applied to ``puzzle``; False where they find no solution."""
    w = workspace(puzzle.rows, puzzle.columns, puzzle.wrap)
    barriers = np.frombuffer(puzzle.barriers, np.uint8)
    tree = not puzzle.free
    n = len(puzzle.tiles)
    closed = closed_sides(w.neighbours, barriers, tree)
    begin_with = prepared(start, 10 * n)
    return w, bool(begin_with(w, np.frombuffer(puzzle.tiles, np.uint8), closed, tree))


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
    most = 2**62 if budget.iterations is None else budget.iterations
    solutions: list[bytes] = []
    guide = np.zeros(0, np.uint8)
    w, consistent = begin(puzzle)
    stop = None if consistent else Stop.DONE
    going_back = 0
    made = 0  # nodes in the last slice
    while stop is None:
        if clock.late:
            stop = Stop.TIME
            break
        nodes = int(w.control[NODES])
        go_on = prepared(advance, 10 * made + len(puzzle.tiles) // 4 + 20)
        pace = _PACE if go_on is not advance else _PLAIN_PACE
        status = go_on(w, guide, going_back, min(nodes + pace, most))
        made = int(w.control[NODES]) - nodes
        going_back = int(status == SOLVED)
        nodes = int(w.control[NODES])
        if status == EXHAUSTED:
            stop = Stop.DONE
        elif status == SOLVED:
            sides = w.state & 15
            solutions.append(sides.tobytes())
            if found is not None:
                found(solutions[-1])
            guide = guide if guide.size else sides
            if len(solutions) == limit:
                stop = Stop.LIMIT
        elif nodes >= most or (patience is not None and nodes >= patience and len(solutions) < 2):
            stop = Stop.ITERATIONS
    return Result(
        solutions=tuple(solutions),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"nodes": int(w.control[NODES])},
    )
