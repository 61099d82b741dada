"""The compiled search: none, unique (proved) or many (two witnesses), complete on every variant.

The knowledge about a board is in :mod:`.state`, its consequences are in :mod:`.rules`. The search
is on edges, with a trail instead of copies. After a first solution it continues chronologically,
trying that solution's values first: a second solution differs in one region, and the other regions
follow the guide.

*Branching*: the next edge is one that failed recently (Gay2015: conflict ordering), else one at the
tile that changed last, so that the search stays near the current region, else the first unknown
edge. A search that has restarted twice skips the second rule and proceeds by strips of ten columns:
it leaves nothing behind that contradicts early decisions, and the tiles above and next to a tile
were decided shortly before it. On 100×100 depth-first mazes it then finds the first solution in a
third of the nodes; with rows as wide as the board the mean is half as large again, and the hardest
board of hundreds takes three times as long.

*Restarts*: on squares with a first solution that is hard to find, the search restarts after 200
refutations, and after 240 more continues by narrow strips, so that related edges are decided soon
after one another. From then on, every 45 refutations undo 16 decisions, then 32, 64, and so on,
until the search is deeper than ever; if that leads to the beginning, the number of refutations
grows. Repeated decisions get their previous values.

*Turns*: if 5,000 nodes found no first solution, every edge is probed at the root (:mod:`.probing`).
From then on, the search restarts after ever more nodes, and proceeds by strips of 60, 40, 30 and
100 columns in turn, with its previous values: which order suits a board differs from board to
board. On every third depth-first maze of 300×300, one order alone needs half a million nodes or
more; turns need some tens of thousands.

Cost: near-linear in the tiles if the rules suffice (small-to-large joining), exponential at worst.
Medians over streams of different boards are in benchmarks/. Limits: of the five mazes only
depth-first on squares requires substantial search, from 50×50 on; on 100×100 mazes of hexagons it
decides at most some tens of edges. A budget of nodes ends it with "unknown"; the portfolios then
call a solver that learns from its failures.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.kernel_types import Const, i32, i64, u8
from cpstudy.core.native import array, entry, inlined, kernel, table, view
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request, run_in_slices
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling
from cpstudy.puzzles.tilings.search.probing import NO_PROBING, begin_probing, probe
from cpstudy.puzzles.tilings.search.rules import assume, propagate
from cpstudy.puzzles.tilings.search.state import Work, blame, forget_stack, undo, unknown_sides

# -- which edge is next -------------------------------------------------------------------------

# How far back the trail is searched for a tile at which to continue.
_NEAR = 64


@entry
def next_edge(w: Work) -> i64:
    """Return the edge to decide next, or -1 if all are known."""
    if w.square:
        return _next_edge(w, 4, 2)
    return _next_edge(w, w.sides, w.shift)


@inlined
def _next_edge(w: Work, sides: i64, shift: i64) -> i64:
    last = (1 << shift) - 1
    for place in range(w.failures - 1, -1, -1):
        edge = w.failed[place]
        if w.failed_at[edge] == place:
            if unknown_sides(w, edge >> shift, sides) >> (edge & last) & 1:
                return edge
    trail = w.trailed if w.jump <= 0 else 0
    for place in range(trail - 1, max(trail - _NEAR, 0) - 1, -1):
        changed = w.trail[place, 0]
        if changed >= 0:
            side = _unknown_side(w, changed, sides)
            if side >= 0:
                return changed << shift | side
    for place in range(w.cursor, w.cells):
        cell = place if w.jump <= 0 else w.strips[place]
        side = _unknown_side(w, cell, sides)
        if side >= 0:
            w.cursor = place
            return cell << shift | side
    w.cursor = w.cells
    return -1


@inlined
def _unknown_side(w: Work, cell: i64, sides: i64) -> i64:
    unknown = unknown_sides(w, cell, sides)
    for side in range(sides):
        if unknown >> side & 1:
            return side
    return -1


# -- the search ---------------------------------------------------------------------------------

P = TypeVar("P")

# A search for a first solution restarts after this number of refutations, with what failed last
# first; after a fifth more it restarts by strips. From then on, _PERIOD refutations undo _JUMP
# decisions.
_FIRST_PERIOD = 200
_PERIOD = 45
_JUMP = 16
# Values of ``jump`` before there are jumps.
_FIRST, _SECOND = -1, 0
_NO_RESTART = 2**62

# Columns of a strip, before turns and in them.
_STRIP = 10
_STRIPS: Const[i32] = table([60, 40, 30, 100], "i32")
# Nodes before the first turn. Tiles per node of the first turn; each turn takes a tenth more nodes
# than the one before.
_CALM = 5_000
_TURN_TILES = 50

# Results of :func:`advance`.
EXHAUSTED, SOLVED, PAUSED = 0, 1, 2

# Nodes between two checks of the clock: about a millisecond on small boards.
_PACE = 1000


@entry
def lay(w: Work, tiles: Const[u8], closed: Const[u8], tree: bool) -> i64:
    """Begin with another board, all of whose tiles must be visited; return its open sides.

    tiles: uint8[n], ``1 << sides`` if the type is unknown. closed: uint8[n], the sides that must be
    closed (in trees also those where a cell faces itself). The result is the number of open sides.
    """
    n = w.cells
    vertices = 0
    sides = 0
    for tile in range(n):
        kind = w.types[tiles[tile]]
        degree = w.degree[kind]
        w.kind[tile] = kind
        w.state[tile] = i64(closed[tile]) << w.sides
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
    """Forget decisions, nodes and failures, but no knowledge."""
    for place in range(w.failures):
        w.failed_at[w.failed[place]] = -1
    w.failures = 0
    w.depth = 0
    w.nodes = 0
    w.cursor = 0
    w.refuted = 0
    w.period = _FIRST_PERIOD if len(w.strips) > 0 else _NO_RESTART
    w.jump = _FIRST
    w.deepest = 0
    w.turns = 0
    w.turn_ends = _CALM
    w.turn_takes = w.cells // _TURN_TILES
    w.probing = NO_PROBING
    _go_by_strips(w, _STRIP)
    for tile in range(w.cells):
        w.tried[tile] = 0


@entry
def start(w: Work, tiles: Const[u8], closed: Const[u8], tree: bool) -> bool:
    """Begin with another board and propagate; return False if there is no solution.

    Arguments as for :func:`lay`; all types are known.
    """
    sides = lay(w, tiles, closed, tree)
    if tree and w.vertices > 0 and sides != 2 * (w.vertices - 1):
        return forget_stack(w)
    return propagate(w)


@kernel
def _go_by_strips(w: Work, columns: i64) -> None:
    """Order the cells by strips of ``columns`` columns, if the search may restart."""
    if len(w.strips) == 0 or w.strip == columns:
        return
    w.strip = columns
    place = 0
    first = 0
    while first < w.columns:
        last = min(first + columns, w.columns)
        for row in range(w.cells // w.columns):
            for column in range(first, last):
                w.strips[place] = row * w.columns + column
                place += 1
        first = last


@kernel
def _begin_turn(w: Work) -> None:
    """Restart by strips of other columns; before the first turn every edge is probed."""
    if w.turns == 0:
        begin_probing(w)
    _go_by_strips(w, _STRIPS[w.turns % len(_STRIPS)])
    w.turns += 1
    w.turn_ends = w.nodes + w.turn_takes
    w.turn_takes += w.turn_takes // 10 + 1
    w.period = _PERIOD
    w.jump = _JUMP
    w.deepest = 0


@kernel
def _backjump(w: Work, depth: i64) -> i64:
    """Undo decisions, keep their values in ``tried`` and blame the last; return how many are left.

    Every search ends: jumps to the beginning come after ever more refutations, and other jumps grow
    until one does, unless the search gets deeper than ever, which can happen n times.
    """
    blame(w, w.decisions[depth - 1, 0])
    left = 0
    turn = w.nodes >= w.turn_ends
    if w.jump == _FIRST and not turn:
        w.jump = _SECOND
        w.period += w.period // 5
    else:
        for tile in range(w.cells):
            w.tried[tile] = w.state[tile]
        if turn:
            _begin_turn(w)
        elif w.jump == _SECOND:
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
    """Call :func:`advance_guided`, without a guide if it is uint8[0]."""
    return advance_guided(w, guide, len(guide) > 0, refuted, nodes)


@kernel
def advance_guided(w: Work, guide: Const[u8], guided: bool, refuted: bool, nodes: i64) -> i64:
    """Search until the next solution, the end, or ``nodes`` nodes in total; pause while probing.

    guide: uint8[n], the open sides to try first if guided. refuted: whether the current state is
    refuted (or a solution already counted), so that the search backtracks first. A node is a
    decision. There are restarts only until the first solution: after it, backtracking excludes the
    solutions found.
    """
    depth = w.depth
    conflict = refuted
    while True:
        if conflict and depth > 0 and w.refuted >= w.period:
            depth = _backjump(w, depth)
            conflict = False
        if w.probing != NO_PROBING:
            w.depth = depth  # 0
            if not probe(w):
                return EXHAUSTED
            return PAUSED
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
        cell = edge >> w.shift
        side = edge & ((1 << w.shift) - 1)
        value = 1 - (w.tried[cell] >> (w.sides + side) & 1)
        if guided:
            value = guide[cell] >> side & 1
        w.decisions[depth, 0] = edge
        w.decisions[depth, 1] = value
        w.decisions[depth, 2] = w.trailed
        w.decisions[depth, 3] = w.cursor
        depth += 1
        conflict = not assume(w, edge, value)


class EdgeSearch:
    """A search in progress, resumed slice by slice (``run_in_slices``)."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._guide = b""
        self._going_back = False

    @property
    def effort(self) -> int:
        """The number of nodes."""
        return self._work.nodes

    @property
    def counters(self) -> dict[str, int]:
        """The number of nodes, by name."""
        return {"nodes": self.effort}

    def go(self, most: int) -> bytes | Stop | None:
        """Run another slice, up to ``most`` nodes in total; return the open sides, DONE, or None.

        The first solution guides the search for all later ones.
        """
        most = min(most, self._work.nodes + _PACE)
        status = advance(self._work, self._guide, self._going_back, most)
        self._going_back = status == SOLVED
        if status != SOLVED:
            return Stop.DONE if status == EXHAUSTED else None
        full = (1 << self._work.sides) - 1
        opened = (array(self._work.state) & full).astype(np.uint8).tobytes()
        self._guide = self._guide or opened
        return opened


def begin(puzzle: Tiling) -> tuple[Work, bool]:
    """Return a workspace with the rules applied to ``puzzle``; False if they find no solution."""
    edges, tree = edge_table(puzzle), not puzzle.free
    w = Work(edges.beyond, puzzle.turn)
    return w, start(w, puzzle.tiles, view(edges.closed(tree)), tree)


def solve(puzzle: Tiling, request: Request) -> Result:
    """Find up to ``limit`` solutions (None: all). Counters: nodes (the iterations), decisions made.

    patience: stop after this number of nodes without a second solution (stop ITERATIONS). found:
    receives each solution immediately.
    """
    return searched(puzzle, begin, request)


def searched(puzzle: P, begin: Callable[[P], tuple[Work, bool]], request: Request) -> Result:
    """Run :func:`solve` with a workspace that ``begin`` fills."""
    clock = Clock(request.budget.seconds)
    w, consistent = begin(puzzle)
    if not consistent:
        return Result(exhausted=True, counters={"nodes": 0})
    return run_in_slices(EdgeSearch(w), clock, request)
